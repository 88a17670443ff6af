package fetch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"github.com/portolan-seo/portolan/crawler/fetch/inflate"
	"github.com/portolan-seo/portolan/frontier/record"
)

const (
	acceptEncoding = "zstd, gzip, br;q=0.5" // what they cost to decode: 1, 1.6 and 3.6 times (BenchmarkFetch)
	maxCodings     = 3
	maxWindow      = 8 << 20 // of zstd in HTTP (RFC 9659)
)

// inflateError is a body whose Content-Encoding is broken or unknown. One that
// ends early, or is damaged, may come whole the next time; one that is not what
// it is said to be (record.ErrInflate) will not.
type inflateError struct {
	class record.ErrClass
	text  string
}

func (e *inflateError) Error() string { return e.text }

// contentCodings lists the Content-Encoding, in lower case, in the order
// applied (RFC 9110 8.4). Blanks between names are taken as commas.
func contentCodings(h http.Header) []string {
	values := h["Content-Encoding"]
	if len(values) == 0 {
		return nil
	}
	if len(values) == 1 && values[0] == "gzip" {
		return gzipOnly
	}
	list := strings.ToLower(strings.Join(values, ","))
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
}

var gzipOnly = []string{"gzip"}

// knownCodings are those that browsers undo: by others they pass.
var knownCodings = []string{"gzip", "x-gzip", "br", "zstd", "deflate"}

// decoders are shared by a Client's Fetchers: one is in use only while a
// body is inflated, so there are about as many as CPUs. One that panicked
// does not come back.
type decoders struct {
	flate, brotli, zstd sync.Pool
}

// inflate undoes the codings of b.wire, last applied first, in b's buffers.
// On an error it gives what could be inflated.
//
// As in browsers, a name that is no coding and a coding that was never
// applied are passed over: that is the case if nothing can be inflated and
// the bytes begin as text.
func (d *decoders) inflate(codings []string, b *buffers, most *allowance) (body []byte, cut bool, err error) {
	if len(codings) > maxCodings {
		return nil, false, &inflateError{record.ErrInflate, fmt.Sprintf("body has %d Content-Encodings, more than %d", len(codings), maxCodings)}
	}
	b.uncoded = false
	for i := len(codings) - 1; i >= 0; i-- {
		if codings[i] == "identity" {
			continue
		}
		var over bool
		b.out, over, err = d.decode(codings[i], b.wire, b.out[:0], most)
		if err != nil && len(b.out) == 0 && looksText(b.wire) {
			err, b.uncoded = nil, b.uncoded || slices.Contains(knownCodings, codings[i])
			continue
		}
		b.wire, b.out = b.out, b.wire
		cut = cut || over
		if err != nil && i > 0 { // what came is not the page yet
			return nil, cut, err
		}
		if err != nil {
			break
		}
	}
	if cut {
		err = nil // an inner layer that ends early was cut by us
	}
	return b.wire, cut, err
}

func (d *decoders) decode(coding string, src, dst []byte, most *allowance) (out []byte, over bool, err error) {
	switch coding {
	case "gzip", "x-gzip":
		out, over, err = d.gunzip(src, dst, most)
	case "br":
		out, over, err = d.unbrotli(src, dst, most)
	case "zstd":
		out, over, err = d.unzstd(src, dst, most)
	case "deflate":
		out, over, err = d.undeflate(src, dst, most)
	default:
		return dst, false, &inflateError{record.ErrInflate, fmt.Sprintf("unknown Content-Encoding %q", coding)}
	}
	switch {
	case err == nil:
		return out, over, nil
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		err = &inflateError{record.ErrTruncated, fmt.Sprintf("%s body ends early, after %d bytes", coding, len(out))}
	case len(out) > 0, begins(coding, src):
		err = &inflateError{record.ErrDamaged, fmt.Sprintf("%s body is damaged after %d bytes: %v", coding, len(out), err)}
	default:
		err = &inflateError{record.ErrInflate, fmt.Sprintf("%s body cannot be unpacked: %v", coding, err)}
	}
	return out, over, err
}

// begins reports a body that begins as the coding does. Those of br have no
// mark of their own.
func begins(coding string, b []byte) bool {
	switch coding {
	case "gzip", "x-gzip":
		return bytes.HasPrefix(b, gzipMagic)
	case "zstd":
		return bytes.HasPrefix(b, zstdMagic)
	case "deflate":
		return isZlib(b)
	}
	return false
}

var (
	gzipMagic = []byte{0x1f, 0x8b, 8}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// isZlib reports a zlib header without a dictionary (RFC 1950 2.2).
func isZlib(b []byte) bool {
	return len(b) > 2 && b[0]&0x0f == 8 && (int(b[0])<<8|int(b[1]))%31 == 0 && b[1]&0x20 == 0
}

// gunzip inflates all members (RFC 1952 2.2). As in browsers, neither the
// trailer of length and checksum nor what follows the last member matters.
func (d *decoders) gunzip(src, dst []byte, most *allowance) (out []byte, over bool, err error) {
	rest, ok := gzipData(src)
	switch {
	case !ok && bytes.HasPrefix(src, gzipMagic[:min(len(src), len(gzipMagic))]):
		return dst, false, io.ErrUnexpectedEOF // in its header
	case !ok:
		return dst, false, errors.New("no gzip data")
	}
	for ok {
		dst, rest, over, err = d.unflate(rest, dst, most)
		if over || err != nil {
			return dst, over, err
		}
		rest, ok = gzipData(rest[min(len(rest), 8):])
	}
	return dst, false, nil
}

// gzipData gives what follows a member's header (RFC 1952 2.3).
func gzipData(b []byte) (data []byte, ok bool) {
	const (
		headerCRC = 1 << 1
		extra     = 1 << 2
		name      = 1 << 3
		comment   = 1 << 4
	)
	if len(b) < 10 || b[0] != 0x1f || b[1] != 0x8b || b[2] != 8 {
		return nil, false
	}
	flags, b := b[3], b[10:]
	if flags&extra != 0 {
		if len(b) < 2 || len(b)-2 < int(b[0])|int(b[1])<<8 {
			return nil, false
		}
		b = b[2+(int(b[0])|int(b[1])<<8):]
	}
	for _, text := range [...]byte{name, comment} {
		if flags&text == 0 {
			continue
		}
		end := bytes.IndexByte(b, 0)
		if end < 0 {
			return nil, false
		}
		b = b[end+1:]
	}
	if flags&headerCRC != 0 {
		if len(b) < 2 {
			return nil, false
		}
		b = b[2:]
	}
	return b, true
}

// undeflate undoes "deflate", which is zlib by RFC 9110 8.4.1.2 and bare
// deflate from some servers. We don't ask for it.
func (d *decoders) undeflate(src, dst []byte, most *allowance) ([]byte, bool, error) {
	data := src
	if isZlib(src) {
		data = src[2:]
	}
	out, _, over, err := d.unflate(data, dst, most)
	return out, over, err
}

// unflate appends a deflate stream's data to dst; rest follows the stream.
func (d *decoders) unflate(src, dst []byte, most *allowance) (out, rest []byte, over bool, err error) {
	z, _ := d.flate.Get().(*inflate.Decoder)
	if z == nil {
		z = new(inflate.Decoder)
	}
	out, rest, over, err = z.Append(dst, src, most.limit, most.grow)
	d.flate.Put(z)
	return out, rest, over, err
}

func (d *decoders) unbrotli(src, dst []byte, most *allowance) ([]byte, bool, error) {
	z, _ := d.brotli.Get().(*brotli.Reader)
	if z == nil {
		z = new(brotli.Reader)
	}
	if err := z.Reset(bytes.NewReader(src)); err != nil {
		return dst, false, err
	}
	out, over, err := fill(dst, z, most)
	d.brotli.Put(z)
	if err != nil && err.Error() == "brotli: excessive input" {
		err = nil // bytes after the end
	}
	return out, over, err
}

func (d *decoders) unzstd(src, dst []byte, most *allowance) ([]byte, bool, error) {
	z, _ := d.zstd.Get().(*zstd.Decoder)
	if z == nil {
		var err error
		z, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderMaxMemory(maxWindow), zstd.IgnoreChecksum(true))
		if err != nil {
			return dst, false, err
		}
	}
	if err := z.Reset(bytes.NewReader(src)); err != nil {
		return dst, false, err
	}
	out, over, err := fill(dst, z, most)
	d.zstd.Put(z)
	if errors.Is(err, zstd.ErrMagicMismatch) && len(out) > 0 {
		err = nil // bytes after the last frame
	}
	return out, over, err
}

// looksText reports whether b begins with text: no binary data byte (WHATWG
// MIME Sniffing 3) among the first 512.
func looksText(b []byte) bool {
	for _, c := range b[:min(len(b), 512)] {
		if c < 0x09 || c == 0x0b || (c > 0x0d && c < 0x20 && c != 0x1b) {
			return false
		}
	}
	return len(b) > 0
}
