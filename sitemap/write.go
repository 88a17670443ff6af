package sitemap

import (
	"errors"
	"fmt"
	"io"
)

// ErrFull is returned by Writer.Write for an entry that would pass a limit of
// the file. The entry was not written; the file can be closed.
var ErrFull = errors.New("the sitemap file is full")

// ErrEmpty is returned by Writer.Close when nothing was written: the schemas
// want at least one entry, so there is no such file.
var ErrEmpty = errors.New("a sitemap without entries is not valid")

// flushAt is how many bytes a Writer gathers before it passes them on.
const flushAt = 64 << 10

// Writer writes one file, urlset or index, to an io.Writer as entries come. It
// counts the bytes of the XML as they go out, closing tag included. It is not
// safe for concurrent use.
type Writer struct {
	out    io.Writer
	format Format
	index  bool
	limits Limits
	buf    []byte
	tail   int64 // bytes of the closing tag
	bytes  int64 // bytes so far, closing tag excluded
	count  int
	ext    Extensions // declared
	err    error      // the first error of out; sticks
}

// NewWriter starts a urlset. The extensions that its entries may use are
// declared in its first line, so they are given here. Limits are lowered to
// the version's.
func NewWriter(out io.Writer, f Format, l Limits, ext Extensions) *Writer {
	w := &Writer{out: out, format: f, limits: l.Within(f.Version), ext: ext}
	w.buf = f.AppendHead(make([]byte, 0, flushAt+8<<10), ext)
	w.bytes = int64(len(w.buf))
	w.tail = int64(len(f.AppendTail(nil)))
	return w
}

// NewIndexWriter starts a sitemapindex.
func NewIndexWriter(out io.Writer, f Format, l Limits) *Writer {
	w := &Writer{out: out, format: f, limits: l.Within(f.Version), index: true}
	w.limits.URLs = w.limits.Sitemaps
	w.buf = f.AppendIndexHead(make([]byte, 0, flushAt+8<<10))
	w.bytes = int64(len(w.buf))
	w.tail = int64(len(f.AppendIndexTail(nil)))
	return w
}

// Write writes one entry, or returns ErrFull. A Loc that is not printable
// ASCII of 1 to 2,047 characters is an error.
func (w *Writer) Write(e *Entry) error {
	if w.err != nil {
		return w.err
	}
	if !plainURL(e.Loc) {
		return fmt.Errorf("write sitemap entry %q: not an escaped URL of at most %d characters", e.Loc, maxLoc)
	}
	if w.count == w.limits.URLs {
		return ErrFull
	}
	start := len(w.buf)
	if err := w.append(e); err != nil {
		w.buf = w.buf[:start]
		return err
	}
	size := int64(len(w.buf) - start)
	if w.bytes+size+w.tail > w.limits.Bytes {
		w.buf = w.buf[:start]
		return ErrFull
	}
	w.bytes += size
	w.count++
	if len(w.buf) >= flushAt {
		w.flush()
	}
	return w.err
}

func (w *Writer) append(e *Entry) error {
	if w.index {
		w.buf = w.format.AppendSitemap(w.buf, e)
		return nil
	}
	var used Extensions
	w.buf, used = w.format.AppendURL(w.buf, e)
	if used&^w.ext != 0 {
		return fmt.Errorf("write sitemap entry %q: it uses an extension that the file does not declare", e.Loc)
	}
	return nil
}

// Close writes the closing tag. It does not close the io.Writer.
func (w *Writer) Close() error {
	if w.err != nil {
		return w.err
	}
	if w.count == 0 {
		return ErrEmpty
	}
	if w.index {
		w.buf = w.format.AppendIndexTail(w.buf)
	} else {
		w.buf = w.format.AppendTail(w.buf)
	}
	w.bytes += w.tail
	w.tail = 0
	w.flush()
	return w.err
}

func (w *Writer) flush() {
	_, w.err = w.out.Write(w.buf)
	w.buf = w.buf[:0]
}

// Count is the number of entries written.
func (w *Writer) Count() int { return w.count }

// Bytes is the size of the XML, closing tag included.
func (w *Writer) Bytes() int64 { return w.bytes + w.tail }
