package crawltest

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ServeHTTP answers any host. Queries and path parameters change nothing.
func (g *Generated) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, _, _ := strings.Cut(withoutParams(r.URL.EscapedPath()), "?")
	if path == "/robots.txt" {
		g.serveRobots(w)
		return
	}
	for _, prefix := range [...]string{"/go/", "/far/"} {
		digits, ok := strings.CutPrefix(path, prefix)
		n, err := strconv.Atoi(digits)
		if ok && err == nil && 0 < n && n < g.Pages {
			g.serveRedirect(w, prefix, n)
			return
		}
	}
	n, ok := g.number(path)
	if !ok {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, "<!DOCTYPE html><title>Not found</title><h1>Not found</h1>\n")
		return
	}
	g.servePage(w, r, n)
}

func (g *Generated) serveRobots(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(w, "User-agent: *\nDisallow: /private/\n")
	if g.CleanParam {
		fmt.Fprint(w, "Clean-param: sort\n")
	}
}

// serveRedirect answers /far/n with a redirect to /go/n, and /go/n with one
// to the page.
func (g *Generated) serveRedirect(w http.ResponseWriter, prefix string, n int) {
	to := g.Origin + g.path(n)
	if prefix == "/far/" {
		to = "/go/" + strconv.Itoa(n)
	}
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusMovedPermanently)
}

// epoch is when the first generated page was changed last.
var epoch = time.Date(2024, 3, 1, 8, 0, 0, 0, time.UTC)

func (g *Generated) servePage(w http.ResponseWriter, r *http.Request, n int) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("ETag", fmt.Sprintf("%q", fmt.Sprintf("%x-%d", g.Seed, n)))
	h.Set("Last-Modified", epoch.Add(time.Duration(g.roll(n, dates)%(600*24*3600))*time.Second).Format(http.TimeFormat))
	h.Set("Vary", "Accept-Encoding")
	if g.kind(n) == noindexHeader {
		h.Set("X-Robots-Tag", "noindex")
	}
	if NotModified(h, r) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	chunks := g.page(n)
	if g.EveryLink != "" {
		chunks = []chunk{{plain: g.withSession(join(chunks), n)}}
	}
	body := join
	if AcceptsCoding(r, "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = joinGzip
	}
	data := body(chunks)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data) // the client may have gone
}
