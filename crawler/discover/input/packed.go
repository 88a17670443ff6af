package input

import (
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// A file that unpacks to more than maxRatio times its size, and to more than
// freeBytes, is a bomb. Access logs are packed to a tenth or a thirtieth.
const (
	maxRatio  = 250
	freeBytes = 256 << 20
)

// maxWindow is the memory that a zstd file may ask for; zstd --long asks for
// more.
const maxWindow = 64 << 20

// packer is a way of packing files, known by their first bytes.
type packer struct {
	name, magic string
	open        func(io.Reader) (io.Reader, error)
	advice      string // where there is no open
}

var packers = []packer{
	{name: "gzip", magic: "\x1f\x8b", open: func(in io.Reader) (io.Reader, error) { return gzip.NewReader(in) }},
	{name: "zstd", magic: "\x28\xb5\x2f\xfd", open: openZstd},
	{name: "bzip2", magic: "BZh", open: func(in io.Reader) (io.Reader, error) { return bzip2.NewReader(in), nil }},
	{name: "xz", magic: "\xfd7zXZ\x00", advice: "it is packed with xz, which is not read here; unpack it first (xz -dc FILE | portolan ... -)"},
	{name: "7z", magic: "7z\xbc\xaf\x27\x1c", advice: "it is a 7z archive; unpack it first"},
	{name: "rar", magic: "Rar!\x1a\x07", advice: "it is a rar archive; unpack it first"},
}

func openZstd(in io.Reader) (io.Reader, error) {
	d, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}

func packing(start []byte) *packer {
	for i := range packers {
		if bytes.HasPrefix(start, []byte(packers[i].magic)) {
			return &packers[i]
		}
	}
	return nil
}

// layer reads what a packer unpacks. What is wrong with the packed data ends
// it and is told in File.Cut; an error of the file itself is passed on.
type layer struct {
	in   io.Reader
	file *File
	out  int64
}

// Budget is what the parts of one archive may unpack to together.
type Budget struct{ left int64 }

// NewBudget gives the budget of an archive of some bytes.
func NewBudget(size int64) *Budget { return &Budget{freeBytes + maxRatio*min(size, 1<<50)} }

// part reads a part of an archive within its budget.
type part struct {
	in   io.Reader
	b    *Budget
	file *File
}

func (p *part) Read(b []byte) (int, error) {
	if p.b.left <= 0 {
		p.file.Cut = fmt.Sprintf("the archive unpacks to more than %d times its size: taken for a bomb", maxRatio)
		return 0, io.EOF
	}
	n, err := p.in.Read(b[:min(int64(len(b)), p.b.left)])
	p.b.left -= int64(n)
	if err != nil && err != io.EOF {
		p.file.Cut, err = "the archive is damaged", io.EOF
	}
	return n, err
}

func (l *layer) Read(b []byte) (int, error) {
	if l.file.Cut != "" {
		return 0, io.EOF
	}
	n, err := l.in.Read(b)
	l.out += int64(n)
	switch raw := l.file.raw; {
	case raw.err != nil:
		err = raw.err
	case err != nil && err != io.EOF:
		l.file.Cut, err = l.damage(err), io.EOF
	case l.out > freeBytes && l.out > maxRatio*raw.read:
		l.file.Cut = fmt.Sprintf("it unpacks to more than %d times its size: taken for a bomb after %d MB", maxRatio, l.out>>20)
		return 0, io.EOF
	}
	return n, err
}

func (l *layer) damage(err error) string {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return "the packed data ends in the middle"
	case errors.Is(err, gzip.ErrHeader):
		return "bytes that belong to nothing follow the packed data"
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Sprintf("to unpack it takes more than %d MB of memory; pack it without --long", maxWindow>>20)
	}
	return "the packed data is damaged"
}
