package main

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

// Where each link has a parameter whose name no other answer has, each page is listed
// once, also the only one of its folder, and the second crawl lists what the first did.
// What it is about is told.
func TestMadeUpNames(t *testing.T) {
	for name, alphabet := range map[string]string{"letters": "abcdefghijklmnopqrstuvwxyz", "digits": "123456789"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { madeUp(w, r, alphabet) }))
			defer server.Close()
			dir := filepath.Join(t.TempDir(), "site")
			runQuietly(t, exit.Done, server.URL, "-o", dir, "--quiet")
			first := locs(t, dir)
			paths := map[string]int{}
			for _, m := range regexp.MustCompile(`<loc>https?://[^/]+([^?<]*)`).FindAllStringSubmatch(first, -1) {
				paths[m[1]]++
			}
			if len(paths) != madeUpPages+2 || strings.Count(first, "<loc>") != len(paths) {
				t.Errorf("%d URLs of %d pages are listed, of %d", strings.Count(first, "<loc>"), len(paths), madeUpPages+2)
			}
			runQuietly(t, exit.Done, server.URL, "-o", dir, "--quiet")
			if second := locs(t, dir); second != first {
				t.Error("the second list is another one")
			}
			if name != "digits" {
				return
			}
			if out := runQuietly(t, exit.Done, "findings", dir, "url-session-id"); !strings.Contains(out, "6 links with a parameter whose name is made up, such as /") {
				t.Errorf("%.500s", out)
			}
			if out := runQuietly(t, exit.Done, "explain", dir, server.URL+"/p/1"); !strings.Contains(out, "spellings by made-up number") {
				t.Errorf("%.3000s", out)
			}
		})
	}
}

const madeUpPages = 40

// madeUp shows / and /about, and pages that lead to each other.
func madeUp(w http.ResponseWriter, r *http.Request, alphabet string) {
	path, number := r.URL.Path, 0
	if n, _ := fmt.Sscanf(path, "/p/%d", &number); (n != 1 || number < 0 || number >= madeUpPages) && path != "/" && path != "/about" {
		http.NotFound(w, r)
		return
	}
	h := fnv.New64()
	h.Write([]byte(path))
	words := rand.New(rand.NewPCG(h.Sum64(), 1))
	fmt.Fprintf(w, "<html lang=en><title>Page %s of the chart room</title><h1>%[1]s</h1><p>", path)
	for range 150 {
		fmt.Fprintf(w, "%s ", [...]string{"harbour", "pilot", "chart", "coast", "island", "anchor", "reef", "tide", "beacon", "mast"}[words.IntN(10)])
	}
	for _, to := range [...]string{"/", "/about", "/p/%d", "/p/%d", "/p/%d", "/p/%d"} {
		if strings.Contains(to, "%d") {
			to, number = fmt.Sprintf(to, (number+1)%madeUpPages), number*2+1
		}
		var name strings.Builder
		for range 10 {
			name.WriteByte(alphabet[rand.IntN(len(alphabet))])
		}
		fmt.Fprintf(w, "<a href='%s?%s'>to %[1]s</a> ", to, name.String())
	}
}
