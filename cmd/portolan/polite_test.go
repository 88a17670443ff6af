package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// TestCookiesOfTheStart: a site that sets its cookie once, on the page to
// which it sends whoever has none, is charted without a flag.
func TestCookiesOfTheStart(t *testing.T) {
	site := &crawltest.Site{}
	var given atomic.Bool
	site.HandleFunc("http://wall.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, err := r.Cookie("in")
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case r.URL.Path == "/consent" && given.CompareAndSwap(false, true):
			http.SetCookie(w, &http.Cookie{Name: "in", Value: "1", Path: "/"})
		case r.URL.Path != "/consent" && err != nil:
			http.Redirect(w, r, "/consent", http.StatusFound)
		case r.URL.Path == "/":
			fmt.Fprint(w, "<p>Welcome.<a href=/a>a</a>")
		default:
			fmt.Fprint(w, "<p>"+r.URL.Path)
		}
	})
	server := crawltest.NewServer(t, site)
	args := []string{"crawl", "http://wall.example/", "-o", filepath.Join(t.TempDir(), "out")}
	for _, r := range server.Resolve() {
		args = append(args, "--resolve", r)
	}
	var out, errs bytes.Buffer
	if got := run(t.Context(), args, strings.NewReader(""), &out, &errs); got != exit.Done {
		t.Errorf("exit %d\n%s", got, errs.String())
	}
	if !strings.Contains(out.String(), "listed 2 +") || !strings.Contains(errs.String(), "cookies of wall.example are accepted") {
		t.Errorf("summary\n%s\nlog\n%s", out.String(), errs.String())
	}
}

// TestCookies: a site that lets nobody in without its cookie is charted with
// --cookies, and with a browser's export.
func TestCookies(t *testing.T) {
	site := &crawltest.Site{}
	site.HandleFunc("http://wall.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, err := r.Cookie("in")
		switch {
		case r.URL.Path == "/robots.txt":
			http.SetCookie(w, &http.Cookie{Name: "in", Value: "1", Path: "/"})
		case r.URL.Path == "/login":
			w.Header().Set("X-Robots-Tag", "noindex")
		case err != nil:
			http.Redirect(w, r, "/login", http.StatusFound)
		case r.URL.Path == "/":
			fmt.Fprint(w, "<p>Welcome.")
		default:
			http.NotFound(w, r)
		}
	})
	server := crawltest.NewServer(t, site)
	jar := filepath.Join(t.TempDir(), "cookies.txt")
	if err := os.WriteFile(jar, []byte("wall.example\tFALSE\t/\tFALSE\t0\tin\t1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		args []string
		exit int
		want string
	}{
		{"without", nil, exit.Failed, "redirect-wall"},
		{"cookies of the host", []string{"--cookies", "wall.example"}, exit.Done, "listed 1 +"},
		{"cookies of another host", []string{"--cookies", "other.example"}, exit.Failed, "redirect-wall"},
		{"a browser's cookies", []string{"--cookie-file", jar}, exit.Done, "listed 1 +"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			args := []string{"crawl", "http://wall.example/", "-o", filepath.Join(t.TempDir(), "out")}
			for _, r := range server.Resolve() {
				args = append(args, "--resolve", r)
			}
			var out, errs bytes.Buffer
			if got := run(t.Context(), append(args, tt.args...), strings.NewReader(""), &out, &errs); got != tt.exit {
				t.Errorf("exit %d, want %d\n%s", got, tt.exit, errs.String())
			}
			if !strings.Contains(out.String(), tt.want) {
				t.Errorf("summary lacks %q:\n%s", tt.want, out.String())
			}
		})
	}
}
