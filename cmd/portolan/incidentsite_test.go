package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/crawl"
	"github.com/portolan-seo/portolan/cmd/internal/crawlopt"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/process"
	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

const shopURL = "http://shop.example/"

// shop is a made-up site that changes between two crawls. As long as nothing
// befalls it, it has a home page, a list of products, a sale, an outlet and
// two pages of prose. It lives in the bubble of a synctest, where waiting costs
// nothing.
type shop struct {
	t     *testing.T
	dir   string // the site folder
	conns chan net.Conn

	mu      sync.Mutex
	befalls incident
	asked   int  // requests since the last change
	begun   bool // the first change has come: the old pages are linked no more
}

// incident answers a request in the site's stead, and tells whether it does.
type incident func(w http.ResponseWriter, r *http.Request) bool

const (
	products = 80
	onSale   = 15
	oldPages = 4                                // linked in the first crawl only
	shopSize = products + onSale + oldPages + 6 // home, list, sale, outlet, about, imprint
)

// atShop runs a test with a shop, in a bubble of its own.
func atShop(t *testing.T, test func(t *testing.T, s *shop)) {
	dir := filepath.Join(t.TempDir(), "shop")
	_, _, stop := process.Signals(t.Context(), nil) // the first one begins a goroutine that no bubble may hold
	stop()
	synctest.Test(t, func(t *testing.T) {
		s := &shop{t: t, dir: dir, conns: make(chan net.Conn)}
		server := &http.Server{Handler: http.HandlerFunc(s.serve), ErrorLog: log.New(io.Discard, "", 0),
			BaseContext: func(net.Listener) context.Context { return context.WithValue(context.Background(), shopKey{}, s) }}
		var serving sync.WaitGroup
		serving.Go(func() { _ = server.Serve(s) })
		defer func() {
			server.Close()
			serving.Wait()
		}()
		test(t, s)
	})
}

type shopKey struct{}

// shopOf gives the shop that a request is made to.
func shopOf(r *http.Request) *shop { return r.Context().Value(shopKey{}).(*shop) }

// Accept, Close and Addr make the shop its own listener.
func (s *shop) Accept() (net.Conn, error) {
	conn, open := <-s.conns
	if !open {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (s *shop) Close() error   { close(s.conns); return nil }
func (s *shop) Addr() net.Addr { return &net.TCPAddr{} }

// dial connects to the shop, whatever host is asked for.
func (s *shop) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case s.conns <- theirs:
		return ours, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *shop) change(i incident) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked, s.befalls, s.begun = 0, i, true
}

// count gives how many requests came since the last change.
func (s *shop) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

func (s *shop) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked++
	befalls, begun := s.befalls, s.begun
	s.mu.Unlock()
	if befalls != nil && befalls(w, r) {
		return
	}
	asEver(w, r, !begun)
}

// asEver answers as the shop does when it is well.
func asEver(w http.ResponseWriter, r *http.Request, oldLinked bool) {
	path := r.URL.Path
	body := ""
	switch kind, number := shopPage(path); {
	case r.Host != "shop.example":
		http.NotFound(w, r)
		return
	case path == "/robots.txt":
		fmt.Fprint(w, "User-agent: *\nDisallow: /basket\n")
		return
	case path == "/":
		body = links("/products", "/sale/", "/outlet", "/about", "/imprint")
		if oldLinked {
			body += links(numbered("/old/", oldPages)...)
		}
	case path == "/products":
		body = links(numbered("/p/", products)...)
	case path == "/sale/":
		body = links(numbered("/sale/", onSale)...)
	case path == "/outlet", path == "/about", path == "/imprint",
		kind == "/p/" && number <= products, kind == "/sale/" && number <= onSale, kind == "/old/" && number <= oldPages:
		body = links("/")
	default:
		notFound(w)
		return
	}
	writePage(w, path, "", body)
}

// shopPage splits the path of a product.
func shopPage(path string) (kind string, number int) {
	slash := strings.LastIndexByte(path, '/') + 1
	number, err := strconv.Atoi(path[slash:])
	if err != nil || number < 1 {
		return "", 0
	}
	return path[:slash], number
}

func numbered(prefix string, n int) (paths []string) {
	for i := range n {
		paths = append(paths, prefix+strconv.Itoa(i+1))
	}
	return paths
}

func links(paths ...string) string {
	var b strings.Builder
	for _, p := range paths {
		fmt.Fprintf(&b, "<li><a href=%q>%s</a>\n", p, p)
	}
	return b.String()
}

// writePage writes a page with a text that is the subject's own.
func writePage(w http.ResponseWriter, subject, head, body string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<!DOCTYPE html><html lang=en><title>%s</title>%s\n<h1>%s</h1><p>%s\n%s", subject, head, subject, wordsAbout(subject), body)
}

// wordsAbout makes up sixty words, other ones for each subject.
func wordsAbout(subject string) string {
	h := fnv.New64a()
	h.Write([]byte(subject))
	rnd := rand.New(rand.NewPCG(h.Sum64(), 7))
	var b strings.Builder
	for range 60 {
		for range 3 + rnd.IntN(6) {
			b.WriteByte(byte('a' + rnd.IntN(26)))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

func notFound(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusNotFound)
	fmt.Fprint(w, "<!DOCTYPE html><title>Not found</title><h1>Not found</h1>")
}

// crawl runs portolan on the shop and gives what a person meets.
func (s *shop) crawl(args ...string) (code int, out, errOut string) {
	s.t.Helper()
	var stdout, stderr bytes.Buffer
	p := console.New(strings.NewReader(""), &stdout, &stderr, exitNow)
	if err := p.OpenLog(); err != nil {
		s.t.Fatal(err)
	}
	f := crawlopt.Flags{}
	f.Dial = s.dial
	fs := pflag.NewFlagSet("crawl", pflag.ContinueOnError)
	f.Add(fs)
	fs.BoolVar(&p.JSON, "json", false, "")
	if err := fs.Parse(append([]string{"-o", s.dir, "--resolve", ":80:127.0.0.1:80", "--report", "none"}, args...)); err != nil {
		s.t.Fatal(err)
	}
	f.RateSet, f.DepthSet = fs.Changed("rate"), fs.Changed("max-depth")
	err := crawl.Run(s.t.Context(), p, &f, shopURL)
	if !exit.Silent(err) {
		p.Say(err.Error())
	}
	return exit.Code(err), stdout.String(), stderr.String()
}

// published reads the URLs of the set that stands.
func (s *shop) published() (urls []string) {
	s.t.Helper()
	set, stands, err := publish.Current(s.dir)
	if err != nil || !stands {
		s.t.Fatalf("no set stands: %v", err)
	}
	for _, f := range set.Files {
		file, err := os.Open(filepath.Join(s.dir, f.Name))
		if err != nil {
			s.t.Fatal(err)
		}
		_, err = sitemap.Read(file, sitemap.ReadOptions{}, func(it sitemap.Item) error {
			urls = append(urls, it.Loc)
			return nil
		})
		file.Close()
		if err != nil {
			s.t.Fatal(err)
		}
	}
	slices.Sort(urls)
	return urls
}

// spoil writes over the beginning of a file.
func (s *shop) spoil(name string) {
	s.t.Helper()
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteAt([]byte("spoilt!!"), 2)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		s.t.Fatal(err)
	}
}
