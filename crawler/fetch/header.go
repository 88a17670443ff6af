package fetch

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/http/httpguts"

	"github.com/portolan-seo/portolan/frontier/record"
)

// identity is the Accept-Encoding of requests that want no Content-Encoding.
var identity = []string{"identity"}

var postType = []string{"application/json; charset=utf-8"}

// header gives the request's header. The two ordinary ones are shared and
// must not be changed; others are made anew, since the transport may read
// one for a moment after a failed request.
func (f *Fetcher) header() http.Header {
	c, req := f.client, f.req
	base := c.plain
	if f.cred {
		base = c.secret
	}
	cookie := c.cookies.header(f.host, &f.target, f.cred)
	if page := req.Header.Get("Cookie"); page != "" {
		cookie = strings.TrimPrefix(cookie+"; "+page, "; ")
	}
	// A .gz is compressed already, and servers confuse the two layers.
	plain := req.Stream != nil || strings.HasSuffix(f.target.Path, ".gz")
	if req.ETag == "" && req.LastModified == "" && req.Accept == "" && cookie == "" && req.Post == nil && req.Header == nil && !plain {
		return base
	}
	h := make(http.Header, len(base)+3)
	for name, values := range base {
		h[name] = values
	}
	set := func(name, value string) {
		if value != "" && httpguts.ValidHeaderFieldValue(value) {
			h[name] = []string{value}
		}
	}
	set("If-None-Match", req.ETag)
	set("If-Modified-Since", req.LastModified)
	set("Accept", req.Accept)
	if own := base.Get("Cookie"); own != "" && cookie != "" {
		cookie = own + "; " + cookie
	}
	set("Cookie", cookie)
	if req.Post != nil {
		h["Content-Type"] = postType
	}
	if plain {
		h["Accept-Encoding"] = identity
	}
	for name, values := range req.Header {
		if _, ours := h[name]; !ours && httpguts.ValidHeaderFieldName(name) && len(values) > 0 {
			set(name, values[0])
		}
	}
	return h
}

// takeHeader copies the header fields that a page record keeps.
func (r *Response) takeHeader(resp *http.Response) {
	h := resp.Header
	r.Outcome, r.Status = record.Answered, resp.StatusCode
	r.ContentType = capped(h.Get("Content-Type"), 1024)
	r.ETag = whole(h.Get("Etag"), 1024)
	r.LastModified = whole(h.Get("Last-Modified"), 1024)
	r.Date = whole(h.Get("Date"), 1024)
	r.RobotsHeader = capped(strings.Join(h.Values("X-Robots-Tag"), "\n"), 16<<10)
	if resp.StatusCode >= 300 && resp.StatusCode < 400 {
		r.Location = escapeBytes(capped(h.Get("Location"), 8<<10))
	}
}

// escapeBytes gives a Location that is no UTF-8 as browsers ask for it: each of
// its bytes above ASCII stays that byte, percent-encoded (Chromium,
// HttpResponseHeaders::IsRedirect).
func escapeBytes(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if s[i] < utf8.RuneSelf {
			b.WriteByte(s[i])
			continue
		}
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}

// capped cuts s to max bytes, without keeping the rest in memory.
func capped(s string, max int) string {
	if len(s) <= max {
		return s
	}
	return strings.Clone(s[:max])
}

// whole gives s, or nothing where a part of it would be worthless.
func whole(s string, max int) string {
	if len(s) > max {
		return ""
	}
	return s
}

// textual reports whether a body of this Content-Type is worth reading for
// its text. A missing or malformed type may be anything, so it is.
func textual(contentType string) bool {
	t, _, _ := strings.Cut(contentType, ";")
	t = strings.ToLower(strings.TrimSpace(t))
	kind, sub, ok := strings.Cut(t, "/")
	switch {
	case !ok || kind == "" || sub == "" || kind == "*":
		return true
	case kind == "text":
		return sub != "css" && sub != "javascript" && sub != "event-stream"
	case kind == "image":
		return false
	}
	return sub == "xml" || strings.HasSuffix(sub, "+xml") || strings.Contains(sub, "html")
}

// streaming reports whether a body of this Content-Type may well be without end.
func streaming(contentType string) bool {
	t := strings.ToLower(contentType)
	for _, prefix := range []string{"audio/", "video/", "multipart/", "text/event-stream"} {
		if strings.HasPrefix(t, prefix) {
			return true
		}
	}
	return false
}
