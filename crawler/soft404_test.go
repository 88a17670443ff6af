package crawler_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// software makes the pages of a made-up site: dead tells those that it has
// not, n counts how often each was asked for, from 1.
type software struct {
	hrefs []string
	page  func(path string, n int) (status int, body string)
	asked sync.Map // of path: *int, under mu
	mu    sync.Mutex
}

func (s *software) serve(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	s.mu.Lock()
	v, _ := s.asked.LoadOrStore(path, new(int))
	*v.(*int)++
	n := *v.(*int)
	s.mu.Unlock()
	if path == "/robots.txt" {
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	status, body := s.page(path, n)
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprint(w, body)
}

// crawl crawls the site, whose home page links to all of hrefs.
func (s *software) crawl(t *testing.T, change func(*crawler.Options, *fetch.Options)) *crawled {
	t.Helper()
	site := siteOf(t, "", s.hrefs...)
	site.HandleFunc(badOrigin+"/", s.serve)
	return hostile(t, crawltest.NewServer(t, site), change)
}

// made counts requests for URLs that cannot exist.
func madeUp(server *crawltest.Server) int {
	n := 0
	for url, times := range server.Asked() {
		if strings.Contains(url, "/portolan-") {
			n += times
		}
	}
	return n
}

// prose gives words of its own for each seed.
func prose(seed string, words int) string {
	h := fnv.New64a()
	fmt.Fprint(h, seed)
	rnd := rand.New(rand.NewPCG(h.Sum64(), 1))
	var b strings.Builder
	for range words {
		for range 3 + rnd.IntN(6) {
			b.WriteByte(byte('a' + rnd.IntN(26)))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// lamps are the addresses of 24 lamps in a shop.
func lamps() (hrefs []string) {
	for i := range 24 {
		hrefs = append(hrefs, "/lamps/"+strings.TrimSpace(prose(fmt.Sprint("name", i), 1))+"-lamp")
	}
	return hrefs
}

// explained gives the evidence of a URL's verdict that tells of URLs that
// cannot exist.
func (c *crawled) explained(t *testing.T, path string) string {
	t.Helper()
	rules, err := canonical.New(canonical.Config{Rules: c.store.Rules()})
	if err != nil {
		t.Fatal(err)
	}
	j, err := audit.NewJudge(context.Background(), c.store, audit.Options{Decide: c.opts.Decide, Rules: rules, Agent: "portolan", ListAgent: "googlebot"})
	if err != nil {
		t.Fatal(err)
	}
	row, err := c.store.Find(badOrigin + path)
	if err != nil || row == nil {
		t.Fatalf("%s is not known: %v", path, err)
	}
	reasons, err := j.Explain(row)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range reasons[0].Evidence {
		if e.Kind == audit.EvidenceUnknown {
			return e.Text + ": " + e.Note
		}
	}
	return ""
}

// summary gives what the verdicts come to.
func (c *crawled) summary(t *testing.T) *audit.Summary {
	t.Helper()
	rules, err := canonical.New(canonical.Config{Rules: c.store.Rules()})
	if err != nil {
		t.Fatal(err)
	}
	sum, err := audit.JudgeAll(t.Context(), c.store, audit.Options{Decide: c.opts.Decide, Rules: rules, Agent: "portolan", ListAgent: "googlebot", Left: audit.Pending})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func listed(paths ...string) (lines []string) {
	for _, p := range paths {
		lines = append(lines, "listed "+p)
	}
	return lines
}

// Error pages that answer 200 are recognised whatever they repeat of the
// request; the lamps that the shop has are not.
func TestSoft404ErrorPages(t *testing.T) {
	const frame = `<!DOCTYPE html><title>%s</title><header><a href=/>Shop</a> Free delivery for orders over 40 euros</header>
<nav>Lamps, chairs, tables and all else <a href=/good-1>one</a></nav><main>%s</main><footer>%s</footer>`
	footer := prose("footer", 40)
	lamp := func(path string) (int, string) {
		name := path[len("/lamps/"):]
		return 200, fmt.Sprintf(frame, name+" | Shop", "<h1>"+name+"</h1><p>"+prose(path, 30), footer)
	}
	phrases := []string{"Our dog ate it.", "Gone fishing today.", "Lost in the post."}
	said := 0
	for name, oops := range map[string]func(path string, n int) string{
		"one text": func(string, int) string {
			return fmt.Sprintf(frame, "Oops", "<p>We have looked everywhere and found nothing.", footer)
		},
		"the path": func(path string, _ int) string {
			return fmt.Sprintf(frame, path+" not found", "<h1>Not found</h1><p>There is no <b>"+path+"</b> at http://bad.example"+path+", or it has moved.", footer)
		},
		"its words": func(path string, _ int) string {
			words := strings.ReplaceAll(strings.TrimPrefix(path, "/lamps/"), "-", " ")
			return fmt.Sprintf(frame, "Search for "+strings.ToUpper(words), "<p>No results for “"+words+"”. Try another word.", footer)
		},
		"time and number of the request": func(path string, n int) string {
			return fmt.Sprintf(frame, "Error 404", fmt.Sprintf("<p>Nothing is here any more.<p>Reference %x-%d, 2026-11-2%d 10:%02d:0%d GMT", []byte(path), n, len(path)%10, len(path)+n, n), footer)
		},
		"suggestions": func(path string, n int) string {
			i := len(path) % 7
			var list strings.Builder
			for _, href := range lamps()[i : i+3+i%2] {
				list.WriteString("<li><a href=" + href + ">" + prose(href, 3) + "</a>")
			}
			return fmt.Sprintf(frame, "Nothing found", "<p>There is no such page. Did you mean:<ul>"+list.String()+"</ul>", footer)
		},
		"a phrase by chance": func(path string, n int) string {
			said++ // no two answers one after the other are the same
			return fmt.Sprintf(frame, "Nothing found", "<h1>No such page</h1><p>"+phrases[said%3]+"<p>The address may be misspelled, or the page is gone for good. Please go back to where you have come from, or begin again at our entrance.", footer)
		},
		"another script": func(path string, _ int) string {
			return fmt.Sprintf(frame, "ページが見つかりません", "<p>お探しのページ「"+path+"」は見つかりませんでした。移動したか、削除された可能性があります。", footer)
		},
		"no words at all": func(string, int) string { return "<title>404</title><h1>404</h1>" },
	} {
		t.Run(name, func(t *testing.T) {
			s := &software{hrefs: append(lamps(), "/lamps/gone-lamp")}
			s.page = func(path string, n int) (int, string) {
				if slices.Contains(lamps(), path) {
					return lamp(path)
				}
				return 200, oops(path, n)
			}
			c := s.crawl(t, nil)
			c.expect(t, append(listed(lamps()...), "soft-404 /lamps/gone-lamp")...)
			if got := c.explained(t, "/lamps/gone-lamp"); !strings.HasPrefix(got, badOrigin+"/") || !strings.Contains(got, "looks the same: ") {
				t.Errorf("explained by %q", got)
			}
			if got := c.summary(t).AnsweredAlike; len(got) > 0 {
				t.Errorf("told of %+v", got)
			}
		})
	}
}

// Pages that share all but a few words with each other are no error pages.
func TestSoft404SamePages(t *testing.T) {
	shared := prose("terms", 400)
	lamp := func(path string) string {
		return "<title>Shop</title><div>" + shared + "</div><h1>" + path[len("/lamps/"):] + "</h1><p>" + prose(path, 4)
	}
	t.Run("unknown ones answer 404", func(t *testing.T) {
		s := &software{hrefs: lamps()}
		s.page = func(path string, _ int) (int, string) {
			if slices.Contains(s.hrefs, path) {
				return 200, lamp(path)
			}
			return 404, lamp("/lamps/none")
		}
		c := s.crawl(t, nil)
		c.expect(t, listed(lamps()...)...)
		if n := madeUp(c.server); n != 2 {
			t.Errorf("%d requests for URLs that cannot exist, want one in / and one in /lamps/", n)
		}
	})
	t.Run("unknown ones answer 200 in the same frame", func(t *testing.T) {
		// Four hundred words of terms on each page, and one title for all:
		// only a second look at what differs from the home page tells.
		s := &software{hrefs: append(lamps(), "/lamps/gone-lamp")}
		s.page = func(path string, _ int) (int, string) {
			if slices.Contains(lamps(), path) {
				return 200, lamp(path)
			}
			return 200, "<title>Shop</title><div>" + shared + "</div><h1>Nothing there</h1><p>It may have been sold."
		}
		site := siteOf(t, "", s.hrefs...)
		home := "<title>Shop</title><div>" + shared + "</div>"
		for _, href := range s.hrefs {
			home += "<a href=" + href + ">x</a>\n"
		}
		site.HandleFunc(badOrigin+"/shop/", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, home)
		})
		site.HandleFunc(badOrigin+"/", s.serve)
		c := hostile(t, crawltest.NewServer(t, site), func(o *crawler.Options, _ *fetch.Options) { o.Start = badOrigin + "/shop/" })
		got := c.verdicts(t)
		for _, path := range lamps() {
			if !slices.Contains(got, "listed "+badOrigin+path) {
				t.Errorf("%s is not listed", path)
			}
		}
		if !slices.Contains(got, "soft-404 "+badOrigin+"/lamps/gone-lamp") {
			t.Error("/lamps/gone-lamp is listed")
		}
		if sum := c.summary(t); len(sum.AnsweredAlike) > 0 {
			t.Errorf("told of %+v", sum.AnsweredAlike)
		}
	})
	t.Run("articles about errors", func(t *testing.T) {
		hrefs := []string{"/blog/error-404", "/blog/not-found", "/blog/gone", "/blog/other"}
		s := &software{hrefs: hrefs}
		s.page = func(path string, _ int) (int, string) {
			if slices.Contains(hrefs, path) {
				return 200, "<title>Page not found</title><h1>Page not found: what to do</h1><p>" + prose(path, 60)
			}
			return 200, "<title>Page not found</title><h1>Page not found</h1><p>There is no " + path
		}
		s.crawl(t, nil).expect(t, listed(hrefs...)...)
	})
}

// Where the software answers every address in the same way, its pages stay
// listed, and the summary tells of it.
func TestUnknownURLsAnswer200(t *testing.T) {
	t.Run("one shell for all", func(t *testing.T) {
		hrefs := []string{"/app/1", "/app/2", "/app/3", "/app/settings/all"}
		s := &software{hrefs: hrefs, page: func(path string, _ int) (int, string) {
			return 200, "<title>App</title><p>Please enable JavaScript to use " + path
		}}
		c := s.crawl(t, nil)
		c.expect(t, listed(hrefs...)...)
		got := c.summary(t).AnsweredAlike
		if len(got) == 0 || got[0].Pages != 4 && got[0].Pages != 3 || got[0].Similarity != 100 || !strings.HasPrefix(got[0].Pattern, badOrigin+"/app/") {
			t.Errorf("told of %+v", got)
		}
		if text := c.explained(t, "/app/1"); !strings.Contains(text, "so do") {
			t.Errorf("explained by %q", text)
		}
	})
	t.Run("more than one in twenty", func(t *testing.T) {
		gone := []string{"/lamps/gone", "/lamps/sold"}
		s := &software{hrefs: append(lamps(), gone...)}
		s.page = func(path string, _ int) (int, string) {
			if slices.Contains(lamps(), path) {
				return 200, "<title>" + path + "</title><p>" + prose(path, 30)
			}
			return 200, "<title>Oops</title><p>We have looked everywhere.\n"
		}
		c := s.crawl(t, nil)
		c.expect(t, listed(s.hrefs...)...)
		want := audit.AnsweredAlike{Pattern: badOrigin + "/lamps/*", Pages: 26, Alike: 2, Similarity: 100}
		got := c.summary(t).AnsweredAlike
		if len(got) != 1 {
			t.Fatalf("told of %+v, want %+v", got, want)
		}
		if !slices.Contains(gone, strings.TrimPrefix(got[0].Example, badOrigin)) || !strings.Contains(got[0].Unknown, "/portolan-") {
			t.Errorf("told of %+v", got)
		}
		if got[0].Unknown, got[0].Example = "", ""; got[0] != want {
			t.Errorf("told of %+v, want %+v", got[0], want)
		}
	})
}

// However many of a template look like the answer to a URL that cannot exist, those are none whose title or heading says
// so, whatever else they suggest.
func TestSoft404SaysSo(t *testing.T) {
	for name, oops := range map[string]string{
		"title":   "<title>Product not found | Shop</title><h1>Sorry</h1>",
		"heading": "<title>Lamps and more</title><h1>This item is no longer available</h1>",
		"German":  "<title>Seite nicht gefunden – Laden</title><h1>Schade</h1>",
	} {
		t.Run(name, func(t *testing.T) {
			s := &software{hrefs: lamps()}
			for i := range 16 {
				s.hrefs = append(s.hrefs, fmt.Sprint("/lamps/gone-", i))
			}
			s.page = func(path string, n int) (int, string) {
				if slices.Contains(lamps(), path) {
					return 200, "<title>" + path + "</title><h1>A lamp</h1><p>" + prose(path, 30)
				}
				body := oops + "<p>We do not have it, and will not have it again. What else we have:"
				for i := range 4 {
					href := lamps()[(7*n+len(path)+5*i)%24]
					body += "<li><a href=" + href + ">" + prose(href, 2) + "</a>"
				}
				return 200, body
			}
			c := s.crawl(t, nil)
			want := listed(lamps()...)
			for _, href := range s.hrefs[24:] {
				want = append(want, "soft-404 "+href)
			}
			c.expect(t, want...)
			if got := c.summary(t).AnsweredAlike; len(got) > 0 {
				t.Errorf("told of %+v", got)
			}
		})
	}
}

// What is an error page only once is listed, and explained.
func TestSoft404Intermittent(t *testing.T) {
	const sick = "/lamps/sick-lamp"
	s := &software{hrefs: append(lamps(), sick)}
	s.page = func(path string, n int) (int, string) {
		if slices.Contains(lamps(), path) || path == sick && n > 1 {
			return 200, "<title>" + path + "</title><p>" + prose(path, 30)
		}
		return 200, "<title>Oops</title><p>Something went wrong.\n"
	}
	c := s.crawl(t, nil)
	c.expect(t, listed(s.hrefs...)...)
	if got := c.explained(t, sick); !strings.Contains(got, "comes and goes") {
		t.Errorf("explained by %q", got)
	}
	if got := c.summary(t).Intermittent; !slices.Equal(got, []string{badOrigin + sick}) {
		t.Errorf("told of %q", got)
	}
	if n := c.server.Asked()[badOrigin+sick]; n != 2 {
		t.Errorf("asked for %d times, want 2", n)
	}
}

// The start page is none, even if the answer to what cannot exist is the same.
func TestSoft404StartPage(t *testing.T) {
	var home string
	s := &software{hrefs: []string{"/gone"}, page: func(string, int) (int, string) { return 200, home }}
	site := siteOf(t, "")
	home = "<title>Home</title><p>Welcome to all who come here.<a href=/gone>x</a><a href=/good-1>x</a><a href=/good-2>x</a>"
	site.HandleFunc(badOrigin+"/home/", s.serve)
	site.HandleFunc(badOrigin+"/", s.serve)
	c := hostile(t, crawltest.NewServer(t, site), func(o *crawler.Options, _ *fetch.Options) { o.Start = badOrigin + "/home/" })
	got := c.verdicts(t)
	for _, want := range []string{"listed " + badOrigin + "/home/", "soft-404 " + badOrigin + "/gone", "listed " + badOrigin + "/good-1"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is missing in\n  %s", want, strings.Join(got, "\n  "))
		}
	}
}

// Nor is the page that the start page names as its canonical, or leads to.
func TestSoft404AddressOfStartPage(t *testing.T) {
	const body = "<p>Welcome to all who come here.<a href=/gone>x</a><a href=/good-1>x</a><a href=/good-2>x</a>"
	for name, start := range map[string]func(w http.ResponseWriter, r *http.Request){
		"canonical": func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, "<title>Home</title><link rel=canonical href=/home>"+body)
		},
		"redirect": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/moved/", http.StatusFound) },
	} {
		t.Run(name, func(t *testing.T) {
			site := siteOf(t, "")
			site.HandleFunc(badOrigin+"/", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				switch {
				case r.URL.Path == "/robots.txt":
					http.NotFound(w, r)
				case r.URL.Path == "/start/":
					start(w, r)
				case r.URL.Path == "/moved/":
					http.Redirect(w, r, "/home", http.StatusMovedPermanently)
				case strings.HasPrefix(r.URL.Path, "/good-"):
					fmt.Fprintf(w, "<title>Good %s</title><p>Something else that is told of %s alone.", r.URL.Path, r.URL.Path)
				default:
					fmt.Fprint(w, "<title>Home</title>"+body)
				}
			})
			got := hostile(t, crawltest.NewServer(t, site), func(o *crawler.Options, _ *fetch.Options) { o.Start = badOrigin + "/start/" }).verdicts(t)
			for _, want := range []string{"listed " + badOrigin + "/home", "soft-404 " + badOrigin + "/gone", "listed " + badOrigin + "/good-1"} {

				if !slices.Contains(got, want) {
					t.Errorf("%s is missing in\n  %s", want, strings.Join(got, "\n  "))
				}
			}
		})
	}
}
