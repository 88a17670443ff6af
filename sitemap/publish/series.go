package publish

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"sort"

	"github.com/portolan-seo/portolan/sitemap"
)

// maxSeries bounds the open spool files. Entries of further series go to the
// unnamed one.
const maxSeries = 200

// writeSeries parts the entries into series, through one spool file each, and
// shards each series by itself. Spools are in the staging folder, so a crash
// leaves nothing behind.
func (st *stage) writeSeries(ctx context.Context, entries iter.Seq2[sitemap.Entry, error]) error {
	spools := map[string]*spool{}
	defer func() {
		for _, sp := range spools {
			sp.remove()
		}
	}()
	for e, err := range ordered(ctx, entries) {
		if err != nil {
			return err
		}
		sp, err := st.spoolOf(spools, seriesName(st.o.Series(&e)))
		if err != nil {
			return err
		}
		if err := sp.add(&e); err != nil {
			return fmt.Errorf("spool a sitemap series: %w", err)
		}
	}
	series := make([]string, 0, len(spools))
	for name := range spools {
		series = append(series, name)
	}
	sort.Strings(series)
	for _, name := range series {
		if err := feed(ctx, st.newShards(name), spools[name].entries()); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (st *stage) spoolOf(spools map[string]*spool, series string) (*spool, error) {
	if _, ok := spools[series]; !ok && len(spools) >= maxSeries {
		series = ""
	}
	if sp, ok := spools[series]; ok {
		return sp, nil
	}
	file, err := os.OpenFile(filepath.Join(st.dir, "spool-"+series), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("make a spool file: %w", err)
	}
	sp := &spool{file: file, out: bufio.NewWriterSize(file, 16<<10)} // there may be many
	spools[series] = sp
	return sp, nil
}

// spool is a file of entries: the fields of each, as length and bytes.
type spool struct {
	file *os.File
	out  *bufio.Writer
	buf  []byte
}

func (sp *spool) add(e *sitemap.Entry) error {
	b := sp.buf[:0]
	for _, s := range [...]string{e.Loc, e.LastMod, e.ChangeFreq, e.Priority} {
		b = appendString(b, s)
	}
	b = binary.AppendUvarint(b, uint64(len(e.Images)))
	for _, s := range e.Images {
		b = appendString(b, s)
	}
	b = binary.AppendUvarint(b, uint64(len(e.Alternates)))
	for _, a := range e.Alternates {
		b = appendString(appendString(b, a.Lang), a.Href)
	}
	b = binary.AppendUvarint(b, uint64(len(e.Videos)))
	for i := range e.Videos {
		b = appendVideo(b, &e.Videos[i])
	}
	if e.News == nil {
		b = append(b, 0)
	} else {
		b = append(b, 1)
		for _, s := range newsFields(e.News) {
			b = appendString(b, *s)
		}
	}
	sp.buf = b
	_, err := sp.out.Write(b)
	return err
}

func appendVideo(b []byte, v *sitemap.Video) []byte {
	for _, s := range videoFields(v) {
		b = appendString(b, *s)
	}
	b = binary.AppendUvarint(b, uint64(max(v.Duration, 0)))
	b = binary.AppendUvarint(b, uint64(len(v.Tags)))
	for _, s := range v.Tags {
		b = appendString(b, s)
	}
	return b
}

// videoFields are the fields that are plain strings, in spool order.
func videoFields(v *sitemap.Video) [8]*string {
	return [...]*string{&v.Thumbnail, &v.Title, &v.Description, &v.Content, &v.Player,
		&v.Expires, &v.Published, &v.Rating}
}

// newsFields are the fields of an article in spool order.
func newsFields(n *sitemap.News) [4]*string {
	return [...]*string{&n.Name, &n.Lang, &n.Published, &n.Title}
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// entries reads the spool back. It can be ranged over once.
func (sp *spool) entries() iter.Seq2[sitemap.Entry, error] {
	return func(yield func(sitemap.Entry, error) bool) {
		if err := sp.out.Flush(); err != nil {
			yield(sitemap.Entry{}, fmt.Errorf("spool a sitemap series: %w", err))
			return
		}
		if _, err := sp.file.Seek(0, io.SeekStart); err != nil {
			yield(sitemap.Entry{}, fmt.Errorf("read a spooled sitemap series: %w", err))
			return
		}
		r := spoolReader{in: bufio.NewReaderSize(sp.file, 64<<10)}
		for {
			if _, err := r.in.Peek(1); errors.Is(err, io.EOF) {
				return
			}
			e := r.entry()
			if r.err != nil {
				r.err = fmt.Errorf("read a spooled sitemap series: %w", r.err)
			}
			if !yield(e, r.err) || r.err != nil {
				return
			}
		}
	}
}

func (sp *spool) remove() {
	_ = sp.file.Close()
	_ = os.Remove(sp.file.Name())
}

// spoolReader reads fields until the first error, which sticks.
type spoolReader struct {
	in  *bufio.Reader
	err error
}

func (r *spoolReader) entry() sitemap.Entry {
	e := sitemap.Entry{Loc: r.string(), LastMod: r.string(), ChangeFreq: r.string(), Priority: r.string()}
	for n := r.int(); n > 0 && r.err == nil; n-- {
		e.Images = append(e.Images, r.string())
	}
	for n := r.int(); n > 0 && r.err == nil; n-- {
		e.Alternates = append(e.Alternates, sitemap.Alternate{Lang: r.string(), Href: r.string()})
	}
	for n := r.int(); n > 0 && r.err == nil; n-- {
		e.Videos = append(e.Videos, r.video())
	}
	if r.int() > 0 {
		e.News = &sitemap.News{}
		for _, s := range newsFields(e.News) {
			*s = r.string()
		}
	}
	return e
}

func (r *spoolReader) video() sitemap.Video {
	var v sitemap.Video
	for _, s := range videoFields(&v) {
		*s = r.string()
	}
	v.Duration = int(r.int())
	for n := r.int(); n > 0 && r.err == nil; n-- {
		v.Tags = append(v.Tags, r.string())
	}
	return v
}

func (r *spoolReader) int() uint64 {
	if r.err != nil {
		return 0
	}
	n, err := binary.ReadUvarint(r.in)
	r.err = err
	return n
}

func (r *spoolReader) string() string {
	n := r.int()
	if r.err != nil || n == 0 {
		return ""
	}
	b := make([]byte, n)
	_, r.err = io.ReadFull(r.in, b)
	return string(b)
}
