package fetch

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// buffers are a Fetcher's own, reused from page to page.
type buffers struct {
	wire, out []byte
	err       error // of the last body
}

const (
	firstBuffer = 32 << 10
	keptBuffer  = 1 << 20 // a larger one is an exception, and is given back
	drainLimit  = 64 << 10
	drainWait   = time.Second
	ratioFloor  = 1 << 20
)

// shrink gives back what an exceptional page needed.
func (b *buffers) shrink() {
	b.err = nil
	if cap(b.wire) > keptBuffer {
		b.wire = nil
	}
	if cap(b.out) > keptBuffer {
		b.out = nil
	}
}

var errSwitched = errors.New("server switched protocols without being asked")

// takeBody reads the body as the request wants it: kept, or dropped.
func (f *Fetcher) takeBody(resp *http.Response) {
	keep := f.req.KeepBody
	switch {
	case resp.StatusCode == http.StatusSwitchingProtocols:
		f.buf.err = errSwitched
	case resp.ContentLength == 0:
	case keep == nil && textual(f.res.ContentType), keep != nil && keep(resp.StatusCode, resp.Header):
		f.keep(resp)
	default:
		f.drain(resp)
	}
}

// keep reads the body whole, then inflates it. So a decoder is needed only
// while the CPU works, and a broken wire and broken coding can't be confused.
func (f *Fetcher) keep(resp *http.Response) {
	limit := f.client.opts.MaxBody
	if f.req.MaxBody > 0 {
		limit = f.req.MaxBody
	}
	b := &f.buf
	if n := resp.ContentLength; n > int64(cap(b.wire)) && n < keptBuffer {
		b.wire = make([]byte, 0, n+512)
	}
	var over bool
	b.wire, over, b.err = fill(b.wire[:0], resp.Body, limit)
	f.res.Wire, f.res.Truncated = int64(len(b.wire)), over
	f.res.Body = b.wire
	codings := contentCodings(resp.Header)
	if len(codings) > 0 && len(b.wire) > 0 {
		limit = min(limit, max(ratioFloor, f.res.Wire*int64(f.client.opts.MaxRatio)))
		body, cut, err := f.client.decoders.inflate(codings, b, limit)
		complete := b.err == nil && !over
		f.res.Body, f.res.Truncated = body, over || cut
		if complete && err != nil {
			b.err = &inflateError{err}
		}
	}
	f.res.Inflated = int64(len(f.res.Body))
}

// fill appends to dst what r gives, up to limit bytes; over reports that
// there was more.
func fill(dst []byte, r io.Reader, limit int64) (out []byte, over bool, err error) {
	for idle := 0; idle < 100; idle++ {
		if len(dst) == cap(dst) {
			dst = grow(dst, limit)
		}
		// One byte above the limit shows that there is more.
		n, err := r.Read(dst[len(dst):min(int64(cap(dst)), limit+1)])
		dst = dst[:len(dst)+n]
		if int64(len(dst)) > limit {
			return dst[:limit], true, nil
		}
		if err == io.EOF {
			return dst, false, nil
		}
		if err != nil {
			return dst, false, err
		}
		if n > 0 {
			idle = 0
		}
	}
	return dst, false, io.ErrNoProgress
}

// grow doubles a buffer; a large one it quadruples, since what it leaves
// behind is large, too.
func grow(b []byte, limit int64) []byte {
	factor := int64(2)
	if cap(b) >= keptBuffer {
		factor = 4
	}
	size := min(max(int64(firstBuffer), factor*int64(cap(b))), max(limit+1, int64(len(b))+1))
	return append(make([]byte, 0, size), b...)
}

// drain reads an unwanted body to its end, so that the connection can be
// used again, unless that could take long. What goes wrong is of no interest.
func (f *Fetcher) drain(resp *http.Response) {
	if resp.ContentLength > drainLimit || (resp.ContentLength < 0 && streaming(f.res.ContentType)) {
		return
	}
	stop := time.AfterFunc(drainWait, f.cancel)
	defer stop.Stop()
	if f.buf.wire == nil {
		f.buf.wire = make([]byte, 0, firstBuffer)
	}
	scratch := f.buf.wire[:cap(f.buf.wire)]
	for f.res.Wire <= drainLimit {
		n, err := resp.Body.Read(scratch)
		f.res.Wire += int64(n)
		if err != nil {
			return
		}
	}
}
