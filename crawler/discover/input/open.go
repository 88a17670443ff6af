package input

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"os"
	"strconv"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/portolan-seo/portolan/crawler/discover"
)

// Options say how files are read.
type Options struct {
	Stdin io.Reader // what Stdin names; nil for nothing
	// Encoding is the label of the files' character encoding, such as
	// iso-8859-1; "" finds it out.
	Encoding string
	// Progress is told now and then how many bytes of a file are read, as it
	// lies there, of how many; size is -1 if that is unknown.
	Progress func(name string, read, size int64)
}

// File is an open file: its bytes unpacked.
type File struct {
	*bufio.Reader
	Name   string
	Packed string // how it is packed: gzip, zstd, bzip2, "" for not at all
	// Cut tells, once all is read, why that was not all of it: the packed data
	// breaks off, is damaged, or unpacks without end; "" if it was.
	Cut string

	encoding string // of Options
	raw      *counter
	closers  []io.Closer
}

// bufferSize is that of the File's Reader: what Peek can look at.
const bufferSize = 256 << 10

// Open opens a file that Names gave. An error is Unusable, or that of ctx.
func Open(ctx context.Context, name string, o Options) (*File, error) {
	f := &File{Name: name, encoding: o.Encoding}
	if _, err := htmlindex.Get(o.Encoding); o.Encoding != "" && err != nil {
		return nil, f.fail("there is no character encoding "+strconv.Quote(o.Encoding), nil)
	}
	var in io.Reader
	size := int64(-1)
	if name == Stdin {
		f.Name = "standard input"
		if in = o.Stdin; in == nil {
			in = bytes.NewReader(nil)
		}
	} else {
		file, err := os.Open(name)
		if err != nil {
			return nil, &discover.Unusable{What: name, Err: err}
		}
		f.closers = append(f.closers, file)
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			size = info.Size()
		}
		in = file
	}
	f.raw = &counter{ctx: ctx, in: in, name: f.Name, size: size, told: o.Progress}
	if err := f.start(); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// OpenPart reads a part of an archive. Close closes in, if it can be closed.
func OpenPart(ctx context.Context, name string, in io.Reader, b *Budget, o Options) (*File, error) {
	f := &File{Name: name, encoding: o.Encoding}
	if c, ok := in.(io.Closer); ok {
		f.closers = append(f.closers, c)
	}
	f.raw = &counter{ctx: ctx, in: &part{in, b, f}, name: name, size: -1, told: o.Progress}
	if err := f.start(); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// start finds out how the file is packed, twice at most.
func (f *File) start() error {
	f.Reader = bufio.NewReaderSize(f.raw, bufferSize)
	for range 2 {
		start, err := f.Peek(8)
		if len(start) == 0 && err != nil && err != io.EOF {
			return f.fail("", err)
		}
		p := packing(start)
		if p == nil {
			break
		}
		if p.open == nil {
			return f.fail(p.advice, nil)
		}
		in, err := p.open(f.Reader)
		if err != nil {
			return f.fail("it begins like a file packed with "+p.name+" and is none", err)
		}
		if c, ok := in.(io.Closer); ok {
			f.closers = append(f.closers, c)
		}
		f.Packed = p.name
		f.Reader = bufio.NewReaderSize(&layer{in: in, file: f}, bufferSize)
	}
	return nil
}

func (f *File) fail(why string, err error) error {
	return &discover.Unusable{What: f.Name, Why: why, Err: err}
}

// Close closes the file.
func (f *File) Close() error {
	var first error
	for i := len(f.closers) - 1; i >= 0; i-- {
		if err := f.closers[i].Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// counter counts what is read of the file as it lies there, tells of it, and
// ends with the context.
type counter struct {
	ctx  context.Context
	in   io.Reader
	name string
	read int64
	size int64
	told func(string, int64, int64)
	next int64 // tell again from here
	err  error // other than the end
}

const tellEvery = 4 << 20

func (c *counter) Read(b []byte) (int, error) {
	if c.err = c.ctx.Err(); c.err != nil {
		return 0, c.err
	}
	n, err := c.in.Read(b)
	if c.read += int64(n); err != nil && err != io.EOF {
		c.err = err
	}
	if c.told != nil && (c.read >= c.next || err != nil) {
		c.told(c.name, c.read, c.size)
		c.next = c.read + tellEvery
	}
	return n, err
}
