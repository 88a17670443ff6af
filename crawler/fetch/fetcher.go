package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gocolly/colly/v2"

	"github.com/portolan-seo/portolan/frontier/record"
)

// Request is one GET, unless it says otherwise.
type Request struct {
	// URL is the canonical form; it is asked for byte for byte. One that
	// can't be (it has user info or a fragment, or bytes that must be
	// escaped) is a record.Fault and is not sent.
	URL string
	// ETag and LastModified, as a former answer gave them, make the request
	// conditional.
	ETag, LastModified string
	Accept             string // instead of the default, which prefers HTML
	MaxBody            int64  // instead of Options.MaxBody, if above 0
	// KeepBody decides by status and header whether the body is wanted.
	// Nil keeps HTML, XML, other text, and what has no valid type. An
	// unwanted body is read and dropped where it is small, so that the
	// connection can be used again; else the connection is closed.
	KeepBody func(status int, header http.Header) bool
	// Post, if not nil, is sent as the body of a POST request, which is never
	// repeated: JSON.
	Post []byte
	// Head asks by HEAD, for status and header alone.
	Head bool
	// Header is sent besides what every request has, and never in its place: of
	// a page whose scripts ask. Its Cookie is added to ours.
	Header http.Header
	// Stream, if not nil, reads the body of an answer 200 as it comes, in
	// place of its being kept: for files that may be larger than memory. The
	// request then asks for no Content-Encoding, and one is not undone. MaxBody
	// does not count. What Stream leaves is not read.
	Stream func(header http.Header, body io.Reader)
	// Room, if not nil, is asked before more than 2 MiB of a body are kept, on
	// the wire or inflated, perhaps more than once: it may wait until there is
	// memory for it. The timeout stands still while it does. Its error, which
	// it gives when the ctx of Fetch ends, ends the exchange.
	Room func(ctx context.Context) error
	// Sent, if not nil, is called whenever the request has been written: once
	// as a rule, not at all where no connection is had, again where the
	// transport repeats it on a new connection. It may be called from any
	// goroutine, even a moment after Fetch has returned.
	Sent func()
}

// Response is what came of a Request. Outcome is Answered as soon as an
// answer's header was complete; Err then tells whether its body was, and
// Body holds what came of it. Tries is left to the caller. Wire counts the
// body bytes that were read, also of a body that was not kept.
//
// Header fields copied into Exchange are capped: Location at 8,192 bytes
// (no URL that long is ever asked for), RobotsHeader at 16,384, others at 1,024.
type Response struct {
	record.Exchange
	Header http.Header // of the answer, nil where none came; valid until the next Fetch
	// Certificate is that of the host, nil without TLS. It is shared.
	Certificate *Certificate
	Body        []byte // inflated; valid until the next Fetch
	// Uncoded tells that Content-Encoding names a coding that the body never had:
	// browsers show an error.
	Uncoded bool
}

// Fetcher makes requests one at a time, for one worker. It must not be
// used by two goroutines at once.
type Fetcher struct {
	client    *Client
	collector *colly.Collector
	collyCtx  *colly.Context
	trace     *trace
	buf       buffers
	stub      http.Response // the answer as colly sees it
	body      metered       // of the answer

	// Of the running Fetch.
	caller   context.Context
	ctx      context.Context // ends at the deadline
	cancel   context.CancelFunc
	deadline deadline
	req      *Request
	res      *Response
	target   url.URL // where the request goes
	host     string  // of the URL, before Options.OriginMap
	cred     bool    // credentials may go there
	sent     bool
}

// NewFetcher gives a Fetcher for one worker.
func (c *Client) NewFetcher() *Fetcher {
	f := &Fetcher{client: c, collyCtx: colly.NewContext(), trace: newTrace()}
	f.stub = http.Response{
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:       http.Header{},
		Body:         http.NoBody,
		Uncompressed: true, // colly would inflate by name and type, without a cap
	}
	// Init rather than NewCollector: that one lets COLLY_* variables of the
	// environment change the crawl.
	f.collector = new(colly.Collector)
	f.collector.Init()
	f.collector.AllowURLRevisit = true
	f.collector.IgnoreRobotsTxt = true
	f.collector.ParseHTTPErrorResponse = true
	f.collector.SetClient(&http.Client{
		Transport:     f,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
	f.collector.OnRequest(f.onRequest)
	f.collector.OnResponse(func(r *colly.Response) { f.res.Status = r.StatusCode })
	return f
}

// Fetch makes the request and fills res. Whatever the site sends, it
// returns within the timeout, or as soon as ctx ends, which gives
// record.ErrCanceled. It never panics.
func (f *Fetcher) Fetch(ctx context.Context, req *Request, res *Response) {
	*res = Response{}
	f.req, f.res, f.caller, f.ctx, f.sent = req, res, ctx, nil, false
	f.buf.err = nil
	defer f.buf.shrink()
	res.FetchedAt = f.trace.begin(req.Sent).UTC().Truncate(time.Millisecond)
	defer f.survive()

	label, err := f.aim(req.URL)
	if err != nil {
		res.Outcome, res.ErrText = record.Fault, f.client.errText(err.Error())
		return
	}
	if err := f.client.dialer.judgeProxied(&f.target); err != nil {
		f.fail(ctx, err)
		return
	}
	f.ctx, f.cancel = context.WithCancel(f.trace.attach(ctx))
	defer f.cancel()
	f.trace.end = f.cancel
	f.deadline = newDeadline(f.client.opts.Timeout, f.cancel)
	defer f.deadline.timer.Stop()
	f.collector.Context = f.ctx // colly knows no context per request; the collector is ours alone
	method, body := http.MethodGet, io.Reader(nil)
	switch {
	case req.Post != nil:
		method, body = http.MethodPost, bytes.NewReader(req.Post)
	case req.Head:
		method = http.MethodHead
	}
	err = f.collector.Request(method, label, body, f.collyCtx, f.header())
	f.trace.finish(res)
	res.Total -= f.deadline.paused
	switch {
	case !f.sent && err == nil:
		err = errOtherHost
		fallthrough
	case !f.sent:
		res.Outcome, res.ErrText = record.Fault, f.client.errText(err.Error())
	case err != nil:
		f.fail(ctx, err)
	case f.buf.err != nil:
		f.fail(ctx, f.buf.err)
	}
	if res.Err != record.ErrNone {
		f.trace = newTrace() // the old one may still hear from the transport
	}
}

var errOtherHost = errors.New("URL is not canonical: its host has another spelling")

// onRequest puts the exact URL in the place of the origin that colly was
// told. Where colly's parser, which is a browser's, spells that origin
// otherwise, nothing is sent.
func (f *Fetcher) onRequest(r *colly.Request) {
	if r.Host != f.target.Host || r.URL.Scheme != f.target.Scheme {
		r.Abort()
		return
	}
	*r.URL = f.target
}

// aim sets the target to raw and gives the URL that colly is told: the
// origin alone, which is cheap to parse and safe from rewriting.
func (f *Fetcher) aim(raw string) (label string, err error) {
	u, err := url.Parse(raw)
	if err != nil {
		return "", err
	}
	originLen := len(u.Scheme) + len("://") + len(u.Host)
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return "", fmt.Errorf("URL scheme %q is not http or https", u.Scheme)
	case u.Host == "" || len(raw) < originLen || raw[:originLen] != u.Scheme+"://"+u.Host:
		return "", errors.New("URL is not canonical: its origin has another spelling, or user info")
	case !sameRequest(u, raw[originLen:]):
		return "", fmt.Errorf("URL is not canonical: it would be asked for as %q", u.RequestURI())
	}
	f.target, f.host, f.cred = *u, u.Hostname(), f.client.credHosts.has(u)
	if len(f.client.origins) > 0 {
		if to := f.client.origins[originOf(u)]; to != nil {
			f.target.Scheme, f.target.Host = to.Scheme, to.Host
			return to.Scheme + "://" + to.Host + "/", nil
		}
	}
	if len(raw) > originLen && raw[originLen] == '/' {
		return raw[:originLen+1], nil
	}
	return raw[:originLen] + "/", nil
}

// sameRequest reports whether the request line for u holds the bytes of
// rest, the URL after its origin. An empty path is asked for as "/" (RFC
// 9110 4.2.3).
func sameRequest(u *url.URL, rest string) bool {
	rest, ok := strings.CutPrefix(rest, u.EscapedPath())
	if !ok {
		return false
	}
	if u.RawQuery == "" && !u.ForceQuery {
		return rest == ""
	}
	return strings.HasPrefix(rest, "?") && rest[1:] == u.RawQuery
}

// RoundTrip is for colly's HTTP client alone: it makes the exchange that
// Fetch prepared, keeps header and body, and gives colly the bare status.
func (f *Fetcher) RoundTrip(r *http.Request) (*http.Response, error) {
	f.sent = true
	resp, err := f.client.transportTo(&f.target).RoundTrip(r)
	switch {
	case f.trace.refused && err != nil:
		return nil, errRepeated
	case err != nil:
		return nil, err
	}
	defer resp.Body.Close()
	f.body = metered{in: resp.Body, meter: f.trace.meter, whole: resp.ContentLength == 0}
	if f.trace.meter != nil {
		f.trace.meter.answered.Store(true)
	}
	if resp.StatusCode == http.StatusProxyAuthRequired && f.client.dialer.proxied(&f.target) {
		return nil, &proxyError{resp.Status}
	}
	if resp.StatusCode < 100 {
		return nil, fmt.Errorf("status code %03d is none of HTTP's", resp.StatusCode)
	}
	f.res.Header, f.res.Certificate = resp.Header, f.client.certificate(f.target.Hostname(), resp.TLS)
	f.res.takeHeader(resp)
	f.client.cookies.accept(f.host, &f.target, resp.Header)
	f.takeBody(resp)
	if f.body.whole {
		f.trace.meter.complete(f.trace.granted)
	}
	f.stub.StatusCode, f.stub.Request = resp.StatusCode, r
	return &f.stub, nil
}

// survive turns a panic below Fetch into a Fault, so that one page can't
// end the crawl.
func (f *Fetcher) survive() {
	if p := recover(); p != nil {
		f.res.Outcome, f.res.Body = record.Fault, nil
		f.res.ErrText = f.client.errText(fmt.Sprintf("panic: %v", p))
		f.trace, f.buf = newTrace(), buffers{}
	}
}
