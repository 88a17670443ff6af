package sitemap

import (
	"io"

	"github.com/klauspost/compress/gzip"
)

// gzipLevel gives about the size of compress/gzip's level 6 at three times its
// speed.
const gzipLevel = 6

// NewGzip packs what is written to it. Its header has no time and no name, so
// that equal content gives equal bytes. Close ends the stream.
func NewGzip(out io.Writer) *gzip.Writer {
	w, _ := gzip.NewWriterLevel(out, gzipLevel) // only an unknown level is an error
	return w
}
