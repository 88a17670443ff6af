package sitemap

import (
	"io"
	"time"

	"github.com/klauspost/compress/gzip"
)

// gzipLevel gives about the size of compress/gzip's level 6 at three times its
// speed.
const gzipLevel = 6

// Gzip packs what is written to it. Its header has no time and no name, so
// that equal content gives equal bytes. Close ends the stream.
type Gzip struct{ *gzip.Writer }

// NewGzip gives a Gzip that writes to out.
func NewGzip(out io.Writer) *Gzip {
	w, _ := gzip.NewWriterLevel(nil, gzipLevel) // only an unknown level is an error
	g := &Gzip{w}
	g.Reset(out)
	return g
}

// Reset begins a new stream, to out.
func (g *Gzip) Reset(out io.Writer) {
	g.Writer.Reset(out)
	g.ModTime = time.Unix(0, 0) // MTIME 0, "no time stamp" (RFC 1952 2.3.1); a zero Time would be one in 2042
}
