package apps

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// Running is an application that answers requests and counts them. It is safe
// for concurrent use; its answers depend on the URL and on how often that has
// been asked for, not on the order in which requests come.
type Running struct {
	*App
	mu       sync.Mutex
	asked    map[uint64]int // by hash of the request URI
	kinds    map[string]int
	requests int
}

// Run begins to count.
func (a *App) Run() *Running {
	return &Running{App: a, asked: map[uint64]int{}, kinds: map[string]int{}}
}

// Site serves the application under its origin, for a crawltest.Server.
func (r *Running) Site() *crawltest.Site {
	s := &crawltest.Site{}
	s.HandleFunc(r.Origin()+"/", r.ServeHTTP)
	return s
}

// Requests gives the number of requests so far, robots.txt and sitemap
// included.
func (r *Running) Requests() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.requests
}

// Kinds counts the requests by Truth.Kind.
func (r *Running) Kinds() map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.kinds)
}

func (r *Running) count(uri, kind string) (nth int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := Hash(uri)
	r.asked[h]++
	r.kinds[kind]++
	r.requests++
	return r.asked[h]
}

// ServeHTTP answers any host.
func (r *Running) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	uri := req.RequestURI
	switch req.URL.Path {
	case "/robots.txt":
		r.count(uri, "robots.txt")
		r.serveRobots(w)
		return
	case "/sitemap.xml":
		if r.Sitemap != nil {
			r.count(uri, "sitemap")
			r.serveSitemap(w)
			return
		}
	}
	u := ParseURL(uri)
	v := r.Look(u)
	nth := r.count(uri, v.Kind)
	if v.Again != nil {
		v.Location = v.Again(nth)
	}
	if v.Location != "" {
		w.Header().Set("Location", v.Location)
		w.WriteHeader(v.Status)
		return
	}
	if v.Type != "" {
		w.Header().Set("Content-Type", v.Type)
		_, _ = w.Write([]byte(v.Body)) // the client may have gone
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	body := r.draw(&v, uri, nth)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if v.Status != 0 {
		w.WriteHeader(v.Status)
	}
	_, _ = w.Write(body)
}

// draw makes the page that a URL shows at the nth request.
func (r *Running) draw(v *View, uri string, nth int) []byte {
	p := &Page{self: uri, Lang: "en", Nth: nth, Chance: Rand(r.Seed, Hash(uri), uint64(nth))}
	if v.Draw != nil {
		v.Draw(p)
	}
	if p.H1 == "" {
		p.H1 = p.Title
	}
	p.Title = strings.TrimPrefix(p.Title+" | "+r.Brand, " | ")
	var b bytes.Buffer
	r.write(&b, p)
	return b.Bytes()
}

func (r *Running) serveRobots(w http.ResponseWriter) {
	text := r.Robots
	if r.Sitemap != nil {
		text += "Sitemap: " + r.Origin() + "/sitemap.xml\n"
	}
	if text == "" {
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(w, text)
}

func (r *Running) serveSitemap(w http.ResponseWriter) {
	var b bytes.Buffer
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
	for _, path := range r.Sitemap {
		b.WriteString("<url><loc>")
		_ = xml.EscapeText(&b, []byte(r.Origin()+path)) // a Buffer takes everything
		b.WriteString("</loc></url>\n")
	}
	b.WriteString("</urlset>\n")
	w.Header().Set("Content-Type", "application/xml")
	_, _ = w.Write(b.Bytes())
}
