package sitemap

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// source turns a file as it lies there into UTF-8 bytes: unpacked, measured,
// capped, decoded.
type source struct {
	p     *problems
	raw   rawReader
	in    io.Reader
	under *bufio.Reader // what gz reads
	bytes int64         // unpacked so far
	max   int64
	cut   bool // max was reached
	utf8  bool // bytes are as in the file, not yet proved to be UTF-8
}

// rawReader remembers an error of the caller's reader, which is not a fault of
// the file.
type rawReader struct {
	in  io.Reader
	err error
}

func (r *rawReader) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}

var gzipMagic = []byte{0x1f, 0x8b}

// sourceBuffer is the size of each buffer on the way.
const sourceBuffer = 64 << 10

// openSource looks at the first bytes and sets up what they ask for. head
// gives the start of the decoded text.
func openSource(r io.Reader, name string, maxBytes int64, p *problems) (*source, *bufio.Reader) {
	s := &source{p: p, raw: rawReader{in: r}, max: maxBytes}
	s.under = bufio.NewReaderSize(&s.raw, sourceBuffer)
	plain := s.under
	named := strings.HasSuffix(strings.ToLower(path.Base(name)), ".gz")
	if start, _ := s.under.Peek(2); bytes.Equal(start, gzipMagic) {
		if name != "" && !named {
			p.add(GzipWithoutName, 0, "packed with gzip, but not named .gz")
		}
		plain = s.unpack()
	} else if named && len(start) > 0 {
		p.add(GzipNameButPlain, 0, "named .gz, but not packed")
	}
	s.in = plain
	return s, s.decode(bufio.NewReaderSize(countReader{s}, sourceBuffer))
}

// unpack sets up one layer of gzip, or two if the file was packed twice.
func (s *source) unpack() *bufio.Reader {
	outer := &gzipMembers{s: s, under: s.under}
	inner := bufio.NewReaderSize(outer, sourceBuffer)
	start, _ := inner.Peek(2)
	if !bytes.Equal(start, gzipMagic) {
		return inner
	}
	s.p.add(GzipDouble, 0, "unpacking it gives a gzip file again")
	return bufio.NewReaderSize(&gzipMembers{s: s, under: inner}, sourceBuffer)
}

// gzipMembers reads the members of a gzip file one after the other. What is
// wrong with them becomes a problem and the end of the data.
type gzipMembers struct {
	s     *source
	under *bufio.Reader
	gz    *gzip.Reader
	done  bool
}

func (g *gzipMembers) Read(b []byte) (int, error) {
	for !g.done {
		if g.gz == nil {
			gz, err := gzip.NewReader(g.under)
			if err != nil {
				g.fail(err)
				break
			}
			gz.Multistream(false)
			g.gz = gz
		}
		n, err := g.gz.Read(b)
		if err == io.EOF {
			g.next()
			err = nil
		}
		if err != nil {
			g.fail(err)
		}
		if n > 0 {
			return n, nil
		}
	}
	return 0, io.EOF
}

// next looks behind the end of a member: another one, nothing, padding with
// zeros as tape and some tools leave it, or something that does not belong.
func (g *gzipMembers) next() {
	for {
		start, err := g.under.Peek(2)
		switch {
		case len(start) == 0:
			g.done = true
			return
		case bytes.Equal(start, gzipMagic):
			if err := g.gz.Reset(g.under); err != nil {
				g.fail(err)
				return
			}
			g.gz.Multistream(false)
			return
		case start[0] != 0 || err != nil && len(start) > 1:
			g.s.p.once(GarbageAfterRoot, 0, "bytes after the end of the packed data")
			g.done = true
			return
		}
		_, _ = g.under.Discard(1)
	}
}

func (g *gzipMembers) fail(err error) {
	g.done = true
	switch {
	case g.s.raw.err != nil:
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		g.s.p.once(GzipTruncated, 0, "the packed data ends in the middle")
	case errors.Is(err, gzip.ErrChecksum):
		g.s.p.once(GzipCRC, 0, "the checksum does not fit the data")
	default:
		g.s.p.once(GzipCRC, 0, "the packed data is damaged")
	}
}

// measure reads on until more than limit bytes are known, for a file that was
// not read to its end. What it meets is told as before.
func (s *source) measure(limit int64) {
	if left := limit + 1 - s.bytes; left > 0 {
		_, _ = io.CopyN(io.Discard, countReader{s}, left)
	}
}

// countReader measures unpacked bytes and ends at the cap.
type countReader struct{ s *source }

func (c countReader) Read(b []byte) (int, error) {
	s := c.s
	if left := s.max - s.bytes; int64(len(b)) > left {
		b = b[:left]
	}
	if len(b) == 0 {
		s.cut = true
		return 0, io.EOF
	}
	n, err := s.in.Read(b)
	s.bytes += int64(n)
	return n, err
}
