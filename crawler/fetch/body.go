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
	uncoded   bool  // it never had a coding that was named
}

const (
	firstBuffer = 32 << 10
	keptBuffer  = 1 << 20 // a larger one is an exception, and is given back
	largeBody   = 2 << 20 // for more, Request.Room is asked
	drainLimit  = 64 << 10
	drainWait   = time.Second
	ratioFloor  = 1 << 20
)

// allowance is what a body may take.
type allowance struct {
	limit int64        // bytes
	room  func() error // is asked before a buffer takes more than largeBody; an error ends the body
}

// shrink forgets what an exceptional page needed: it is the caller's alone.
func (b *buffers) shrink() {
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
	case f.req.Head:
	case f.req.Stream != nil && resp.StatusCode == http.StatusOK:
		body := &streamed{in: &f.body, count: &f.res.Wire}
		f.req.Stream(resp.Header, body)
		f.buf.err = body.err
	case resp.ContentLength == 0:
	case keep == nil && textual(f.res.ContentType), keep != nil && keep(resp.StatusCode, resp.Header):
		f.keep(resp)
	default:
		f.drain(resp)
	}
}

// streamed is a body that is read by the caller. It remembers how that failed.
type streamed struct {
	in    io.Reader
	count *int64
	err   error
}

func (s *streamed) Read(b []byte) (int, error) {
	n, err := s.in.Read(b)
	*s.count += int64(n)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// keep reads the body whole, then inflates it. So a decoder is needed only
// while the CPU works, and a broken wire and broken coding can't be confused.
func (f *Fetcher) keep(resp *http.Response) {
	most := allowance{limit: f.client.opts.MaxBody, room: f.room}
	if f.req.MaxBody > 0 {
		most.limit = f.req.MaxBody
	}
	b := &f.buf
	if n := resp.ContentLength; n > int64(cap(b.wire)) && n < keptBuffer {
		b.wire = make([]byte, 0, n+512)
	}
	var over bool
	b.wire, over, b.err = fill(b.wire[:0], &f.body, &most)
	f.res.Wire, f.res.Truncated = int64(len(b.wire)), over
	f.res.Body = b.wire
	codings := contentCodings(resp.Header)
	if len(codings) > 0 && len(b.wire) > 0 {
		most.limit = min(most.limit, max(ratioFloor, f.res.Wire*int64(f.client.opts.MaxRatio)))
		body, cut, err := f.client.decoders.inflate(codings, b, &most)
		f.res.Uncoded = b.uncoded
		complete := b.err == nil && !over
		f.res.Body, f.res.Truncated = body, over || cut
		if complete && err != nil {
			b.err = err
		}
	}
	f.res.Inflated = int64(len(f.res.Body))
}

// room waits until the caller has room for a large body. The exchange's
// timeout stands still meanwhile.
func (f *Fetcher) room() error {
	if f.req.Room == nil {
		return nil
	}
	f.deadline.pause()
	defer f.deadline.resume()
	return f.req.Room(f.caller)
}

// fill appends to dst what r gives, as much as is allowed; over reports that
// there was more.
func fill(dst []byte, r io.Reader, most *allowance) (out []byte, over bool, err error) {
	for idle := 0; idle < 100; idle++ {
		if len(dst) == cap(dst) {
			if dst, err = most.grow(dst); err != nil {
				return dst, false, err
			}
		}
		// One byte above the limit shows that there is more.
		n, err := r.Read(dst[len(dst):min(int64(cap(dst)), most.limit+1)])
		dst = dst[:len(dst)+n]
		if int64(len(dst)) > most.limit {
			return dst[:most.limit], true, nil
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

// grow gives a larger buffer with the same bytes: of twice the size; a large
// one of four times, since what it leaves behind is large, too.
func (a *allowance) grow(b []byte) ([]byte, error) {
	most := max(a.limit+1, int64(len(b))+1)
	size := min(max(firstBuffer, 2*int64(cap(b))), most)
	if size > largeBody {
		if size = 4 * int64(cap(b)); 2*size > most {
			size = most
		}
		if err := a.room(); err != nil {
			return b, err
		}
	}
	return append(make([]byte, 0, size), b...), nil
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
		n, err := f.body.Read(scratch)
		f.res.Wire += int64(n)
		if err != nil {
			return
		}
	}
}
