package proxy

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// keptBack are request fields that speak of the connection, of who asks and
// how, or of the browser's own cache; the Asker says such things itself.
var keptBack = names(
	"Connection", "Proxy-Connection", "Proxy-Authorization", "Keep-Alive", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
	"User-Agent", "Accept-Encoding", "Upgrade-Insecure-Requests", "Dnt", "Priority", "Purpose", "Save-Data", "Range", "If-Range",
	"If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "Cache-Control", "Pragma", "Content-Length",
)

// notPassed are answer fields that speak of the connection, or make a browser
// ask for what no page needs.
var notPassed = names(
	"Connection", "Proxy-Connection", "Proxy-Authenticate", "Keep-Alive", "Trailer", "Transfer-Encoding", "Upgrade",
	"Content-Length", "Content-Encoding", "Www-Authenticate", "Alt-Svc", "Nel", "Report-To", "Reporting-Endpoints",
	"Content-Security-Policy-Report-Only", "Clear-Site-Data", "Speculation-Rules", "Accept-Ch", "Critical-Ch",
)

func names(list ...string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, name := range list {
		set[name] = true
	}
	return set
}

// browserLanguages is the Accept-Language that the browser says of itself. A
// page's script may say another.
const browserLanguages = "en-US,en;q=0.9"

// request reads what the browser wants; not ok is what was never meant for a
// proxy.
func (p *Page) request(raw *http.Request, to route) (r *Request, ok bool) {
	u := *raw.URL
	switch {
	case to.host != "":
		u.Scheme, u.Host = "http", strings.TrimSuffix(to.host, ":80")
		if to.tls {
			u.Scheme, u.Host = "https", strings.TrimSuffix(to.host, ":443")
		}
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, false
	}
	u.User, u.Fragment, u.RawFragment = nil, "", ""
	r = &Request{Page: p.url, Method: raw.Method, URL: u.String(), Kind: kindOf(raw), Header: http.Header{}, waits: p.waits}
	if page, err := url.Parse(p.url); err == nil {
		r.ThirdParty = site(page.Host) != site(u.Host)
	}
	for name, values := range raw.Header {
		if !keptBack[name] && !strings.HasPrefix(name, "Sec-") {
			r.Header[name] = values
		}
	}
	if r.Header.Get("Accept-Language") == browserLanguages {
		r.Header.Del("Accept-Language")
	}
	return r, true
}

// reply passes an answer on.
func reply(w http.ResponseWriter, res *Response) {
	header := w.Header()
	for name, values := range res.Header {
		if !notPassed[http.CanonicalHeaderKey(name)] {
			header[name] = values
		}
	}
	if res.Header.Get("Content-Type") == "" {
		header["Content-Type"] = nil // the browser sniffs better than net/http
	}
	header.Set("Content-Length", strconv.Itoa(len(res.Body)))
	status := res.Status
	if status < 200 || status > 599 {
		status = http.StatusBadGateway
	}
	w.WriteHeader(status)
	_, _ = w.Write(res.Body) // the browser may have gone
}

// preflight answers the question that browsers put before a request to
// another origin (https://fetch.spec.whatwg.org/#cors-preflight-fetch), so
// that no OPTIONS is asked. The answer to the request itself must allow it all
// the same.
func preflight(w http.ResponseWriter, raw *http.Request) bool {
	method := raw.Header.Get("Access-Control-Request-Method")
	if raw.Header.Get("Origin") == "" || method != http.MethodGet && method != http.MethodHead {
		return false
	}
	header := w.Header()
	header.Set("Access-Control-Allow-Origin", raw.Header.Get("Origin"))
	header.Set("Access-Control-Allow-Credentials", "true")
	header.Set("Access-Control-Allow-Methods", method)
	header.Set("Access-Control-Allow-Headers", raw.Header.Get("Access-Control-Request-Headers"))
	header.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return true
}
