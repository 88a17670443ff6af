package crawler_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
)

// ownText is text that belongs to a word alone.
func ownText(of string) string {
	var seed [32]byte
	copy(seed[:], of)
	r, words := rand.New(rand.NewChaCha8(seed)), make([]string, 60)
	for i := range words {
		for range 4 + r.IntN(5) {
			words[i] += string(rune('a' + r.IntN(26)))
		}
	}
	return "<h1>" + words[0] + "</h1><main><p>" + strings.Join(words, " ") + "</main>"
}

// sortedShop is a site of kinds of pages in folders of their own, each page of
// which is linked in two orders, too. show gives what a page's text is made of, and its canonical.
func sortedShop(kinds []string, pages int, show func(path, query string) (text, canonical string)) *fakeSite {
	return &fakeSite{answer: func(url string, _, _ int) reply {
		path, query, _ := strings.Cut(strings.TrimPrefix(url, fakeOrigin), "?")
		kind, name, _ := strings.Cut(path[1:], "/")
		var to []string
		switch n, err := strconv.Atoi(name); {
		case path == "/":
			for _, kind := range kinds {
				to = append(to, "/"+kind+"/")
			}
		case !slices.Contains(kinds, kind) || name != "" && (err != nil || n >= pages):
			return reply{status: 404}
		case name != "":
			to = []string{"/"}
		default:
			for n := range pages {
				page := fmt.Sprintf("%s%d", path, n)
				to = append(to, page, page+"?sort=price", page+"?sort=date")
			}
		}
		text, canonical := show(path, query)
		return reply{after: time.Millisecond, body: fmt.Sprintf("<title>%s %s</title><link rel=canonical href=%q>%s%s", path, query, canonical, ownText(text), links(to...))}
	}}
}

// TestVowedVariants: a parameter of which pages say, by their canonical, that
// it makes no other page of them is asked for next to never; but in the one kind
// of pages in twenty where it does everything is read.
func TestVowedVariants(t *testing.T) {
	const pages = 12
	kinds := strings.Fields("amber basin cedar delta ember fern garden harbor indigo juniper kernel lagoon maple nectar oasis pebble quartz ridge summit tundra")
	for odd, most := range map[string]int{"": 60, "harbor": 60} {
		t.Run(odd, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				views, own := map[bool]int{}, 0
				site := sortedShop(kinds, pages, func(path, query string) (text, canonical string) {
					isOdd := odd != "" && strings.HasPrefix(path, "/"+odd+"/")
					if query != "" {
						views[isOdd]++
					}
					if isOdd && query != "" {
						return path + "?" + query, path + "?" + query
					}
					return path, path
				})
				if odd != "" {
					own = 2 * pages
				}
				f := crawlFake(t, site, nil)
				if got, want := f.verdicts(t)["listed"], 1+len(kinds)*(1+pages)+own; f.result.End != crawler.Complete || got != want {
					t.Errorf("ended as %s with %d listed, want %d", f.result.End, got, want)
				}
				if views[true] != own || views[false] > most {
					t.Errorf("%d views were asked for where they are pages, want %d; %d where they are none, want %d at most", views[true], own, views[false], most)
				}
			})
		})
	}
}

// TestLyingCanonicals: pages that all name the home page as canonical are read
// nevertheless, in whatever order they are linked.
func TestLyingCanonicals(t *testing.T) {
	const pages = 6
	kinds := []string{"kind-1", "kind-2", "kind-3", "amber", "basin", "cedar", "delta", "ember"}
	synctest.Test(t, func(t *testing.T) {
		site := sortedShop(kinds, pages, func(path, query string) (text, canonical string) { return path + "?" + query, "/" })
		crawlFake(t, site, nil)
		asked := map[string]bool{}
		for _, r := range site.asked {
			asked[r.url] = true
		}
		for _, kind := range kinds {
			for n := range pages {
				for _, query := range []string{"", "?sort=price", "?sort=date"} {
					if url := fmt.Sprintf("%s/%s/%d%s", fakeOrigin, kind, n, query); !asked[url] {
						t.Errorf("%s was never asked for", url)
					}
				}
			}
		}
	})
}
