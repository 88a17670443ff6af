package crawler_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// spelledSite has pages in lists of ten; each list links to its pages in both
// spellings. other gives the second spelling of a path; answer what is said to it.
func spelledSite(pages int, page, other func(n int) string, answer func(n int, path string) reply) *fakeSite {
	own := map[string]int{}
	for n := range pages {
		own[other(n)], own[page(n)] = -n-1, n+1 // where they are one, there is no other
	}
	show := func(n int, canonical string) string {
		to := []string{"/"}
		if n%10 == 0 {
			for i := n + 1; i < min(n+10, pages); i++ {
				to = append(to, other(i), page(i))
			}
		}
		return fmt.Sprintf("<title>Page %d</title><link rel=canonical href=%q>%s%s", n, canonical, ownText("page "+strconv.Itoa(n)), links(to...))
	}
	return &fakeSite{answer: func(url string, _, _ int) reply {
		path := strings.TrimPrefix(url, fakeOrigin)
		switch n := own[path]; {
		case path == "/":
			var to []string
			for n := 0; n < pages; n += 10 {
				to = append(to, page(n))
			}
			return reply{after: 50 * time.Millisecond, body: ownText("home") + links(to...)}
		case n > 0:
			return reply{after: 50 * time.Millisecond, body: show(n-1, path)}
		case n < 0:
			r := answer(-n-1, path)
			if r.body == "" && r.status == 0 { // the page itself, which names its own address
				r.body = show(-n-1, page(-n-1))
			}
			r.after = 50 * time.Millisecond
			return r
		}
		return reply{status: 404}
	}}
}

func redirectTo(path string) reply {
	return reply{status: 301, header: http.Header{"Location": {path}}}
}

// countAsked is how many URLs for which of is true were asked for.
func (s *fakeSite) countAsked(of func(path string) bool) int {
	asked := map[string]bool{}
	for _, r := range s.asked {
		if of(strings.TrimPrefix(r.url, fakeOrigin)) {
			asked[r.url] = true
		}
	}
	return len(asked)
}

// TestSpellingsOfPaths: a spelling of paths that the site leads back to another
// one twenty times is hardly asked for any more, whatever the number of
// connections; each URL has its verdict, with proof.
func TestSpellingsOfPaths(t *testing.T) {
	const pages = 600
	at := func(format string) func(int) string {
		return func(n int) string { return fmt.Sprintf(format, n) }
	}
	for name, s := range map[string]struct {
		page, other func(int) string
		canonical   bool // instead of a redirect
	}{
		"index file":                         {at("/dir-%d/"), at("/dir-%d/index.html"), false},
		"index file, by canonical":           {at("/dir-%d/"), at("/dir-%d/default.aspx"), true},
		"upper case":                         {at("/page-%d"), at("/Page-%d"), false},
		"upper case, by canonical":           {at("/page-%d.html"), at("/PAGE-%d.HTML"), true},
		"slash":                              {at("/page-%d"), at("/page-%d/"), false},
		"no slash":                           {at("/page-%d/"), at("/page-%d"), false},
		"upper case and index file":          {at("/dir-%d/"), at("/Dir-%d/Index.html"), false},
		"a parameter that is redirected":     {at("/page-%d"), at("/page-%d?partner=7"), false},
		"one of two that is redirected":      {at("/page-%d"), at("/page-%d?partner=7&x=2"), false},
		"a second number, by canonical":      {at("/house/%d-teapot.html"), at("/house/%[1]d-50%[1]d-teapot.html"), true},
		"an escape is no letter, index file": {at("/%%C3%%84/dir-%d/"), at("/%%C3%%84/dir-%d/index.php"), false},
	} {
		numbers := []int{8}
		if strings.HasPrefix(name, "upper case") {
			numbers = []int{1, 8, 32}
		}
		for _, connections := range numbers {
			t.Run(fmt.Sprintf("%s/%d", name, connections), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					site := spelledSite(pages, s.page, s.other, func(n int, _ string) reply {
						if s.canonical {
							return reply{}
						}
						return redirectTo(s.page(n))
					})
					f := crawlFake(t, site, func(o *crawler.Options) { o.Politeness.Concurrency = connections })
					verdicts := f.verdicts(t)
					if want := pages + 1; f.result.End != crawler.Complete || verdicts["listed"] != want {
						t.Errorf("ended as %s, %v, want %d listed", f.result.End, verdicts, want)
					}
					var others []string
					for n := range pages {
						if n%10 != 0 {
							others = append(others, s.other(n))
						}
					}
					asked := site.countAsked(func(path string) bool { return slices.Contains(others, path) })
					if most := 20 + 4*connections + 100; asked > most || asked < 20 {
						t.Errorf("%d of %d spellings were asked for, want 20 to %d", asked, len(others), most)
					}
					if verdicts["duplicate-variant"]+asked != len(others) {
						t.Errorf("%v, %d asked for, want all %d to have a verdict", verdicts, asked, len(others))
					}
					f.explains(t, "duplicate-variant", "led back to the one without it")
				})
			})
		}
	}
}

// explains checks the evidence of the first URL with a verdict.
func (f *faked) explains(t *testing.T, verdict, want string) {
	t.Helper()
	rules, err := canonical.New(canonical.Config{Rules: f.store.Rules()})
	if err != nil {
		t.Fatal(err)
	}
	j, err := audit.NewJudge(t.Context(), f.store, audit.Options{Decide: f.opts.Decide, Rules: rules, Agent: "portolan", ListAgent: "googlebot", Left: audit.Pending})
	if err != nil {
		t.Fatal(err)
	}
	for row, err := range f.store.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Page != nil || j.Verdict(row).Code.String() != verdict {
			continue
		}
		reasons, err := j.Explain(row)
		if err != nil || len(reasons) == 0 || reasons[0].Target == nil || reasons[0].Target.Code != audit.Listed || !strings.Contains(fmt.Sprint(reasons[0].Evidence), want) {
			t.Errorf("%s is explained by %+v, %v", row.URL, reasons, err)
		}
		return
	}
	t.Errorf("no URL that was not asked for is %s", verdict)
}

// TestSpellingsThatArePages: what speaks against a spelling, before twenty have
// led back or after, in another part of the site or by its content, has all of
// them asked for.
func TestSpellingsThatArePages(t *testing.T) {
	const pages = 600
	page := func(n int) string { return fmt.Sprintf("/kind-%02d/page-%d", n*20/pages, n) }
	upper := func(n int) string { return fmt.Sprintf("/kind-%02d/Page-%d", n*20/pages, n) }
	own := func(n int, canonical string) reply {
		return reply{body: fmt.Sprintf("<title>Another %d</title><link rel=canonical href=%q>%s", n, canonical, ownText("other "+strconv.Itoa(n)))}
	}
	odd := func(n int) bool { return strings.HasPrefix(page(n), "/kind-07/") }
	for name, s := range map[string]struct {
		answer func(n int, path string) reply
		listed int // of the second spellings
		most   int // asked for of them, 0 for all
	}{
		"pages in one kind of twenty": {func(n int, path string) reply {
			if odd(n) {
				return own(n, path)
			}
			return redirectTo(page(n))
		}, 27, 0},
		"only where the number is high": {func(n int, path string) reply {
			if n >= 400 {
				return own(n, path)
			}
			return redirectTo(page(n))
		}, 180, 0},
		"pages without canonical": {func(n int, path string) reply { return own(n, "") }, 540, 0},
		"canonicals that lie":     {func(n int, path string) reply { return own(n, page(n)) }, 0, 0},
		"canonicals of home":      {func(n int, path string) reply { return own(n, "/") }, 0, 0},
		"gone in one kind of twenty": {func(n int, path string) reply {
			if odd(n) {
				return reply{status: 404, body: "gone"}
			}
			return redirectTo(page(n))
		}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				site := spelledSite(pages, page, upper, s.answer)
				f := crawlFake(t, site, nil)
				verdicts := f.verdicts(t)
				if want := pages + 1 + s.listed; f.result.End != crawler.Complete || verdicts["listed"] != want {
					t.Errorf("ended as %s, %v, want %d listed", f.result.End, verdicts, want)
				}
				if asked := site.countAsked(func(path string) bool { return strings.Contains(path, "/Page-") }); asked != pages*9/10 {
					t.Errorf("%d of %d spellings were asked for", asked, pages*9/10)
				}
			})
		})
	}
}

// TestParameterOfItems: where what is gone from a list leads to the list, the
// others are asked for, however many were gone before.
func TestParameterOfItems(t *testing.T) {
	const gone, items = 200, 15
	for _, connections := range []int{1, 8} {
		t.Run(strconv.Itoa(connections), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var to []string
				for n := range gone + items {
					to = append(to, fmt.Sprintf("/news.php?id=%d", n))
				}
				site := &fakeSite{answer: func(url string, _, _ int) reply {
					path := strings.TrimPrefix(url, fakeOrigin)
					n := slices.Index(to, path)
					switch {
					case path == "/":
						return reply{body: ownText("home") + links("/news.php")}
					case path == "/news.php":
						return reply{body: ownText("news") + links(to...)}
					case n >= gone:
						return reply{body: ownText(path)}
					case n >= 0:
						return redirectTo("/news.php")
					}
					return reply{status: 404}
				}}
				f := crawlFake(t, site, func(o *crawler.Options) { o.Politeness.Concurrency = connections })
				if verdicts := f.verdicts(t); verdicts["listed"] != items+2 {
					t.Errorf("%v, want %d listed", verdicts, items+2)
				}
			})
		})
	}
}

// TestSpellingsInAFile: what is learned holds in a run that goes on, and in the
// crawl file.
func TestSpellingsInAFile(t *testing.T) {
	const pages = 400
	page := func(n int) string { return fmt.Sprintf("/dir-%d/", n) }
	other := func(n int) string { return fmt.Sprintf("/dir-%d/index.html", n) }
	synctest.Test(t, func(t *testing.T) {
		open := sqliteFile(t)
		site := spelledSite(pages, page, other, func(n int, _ string) reply { return redirectTo(page(n)) })
		for _, limit := range []int{150, 300} {
			if res, _ := crawlFakeFile(t, site, open, func(o *crawler.Options) { o.Limits.Pages = limit }); res.End != crawler.LimitPages {
				t.Fatalf("ended as %s", res.End)
			}
		}
		res, verdicts := crawlFakeFile(t, site, open, nil)
		asked := site.countAsked(func(path string) bool { return strings.HasSuffix(path, "index.html") })
		if res.End != crawler.Complete || verdicts["listed"] != pages+1 || verdicts["duplicate-variant"] != pages*9/10-asked || asked > 60 {
			t.Errorf("ended as %s, %v; %d spellings were asked for, want 60 at most", res.End, verdicts, asked)
		}
	})
}

// TestSpellingsThatSourcesName: a spelling that a sitemap names is asked for, and so is
// one of which the page is not there.
func TestSpellingsThatSourcesName(t *testing.T) {
	const pages = 300
	page := func(n int) string { return fmt.Sprintf("/dir-%d/", n) }
	other := func(n int) string { return fmt.Sprintf("/dir-%d/index.html", n) }
	synctest.Test(t, func(t *testing.T) {
		site := spelledSite(pages, page, other, func(n int, path string) reply {
			if n%100 == 99 {
				return reply{body: ownText(path), header: http.Header{"X": {"a page, but it is the only one"}}}
			}
			return redirectTo(page(n))
		})
		answer := site.answer
		site.answer = func(url string, n, flight int) reply {
			switch path := strings.TrimPrefix(url, fakeOrigin); {
			case strings.HasSuffix(path, "99/"):
				return reply{status: 404}
			case path == "/robots.txt":
				return reply{body: "Sitemap: " + fakeOrigin + "/named.xml", header: http.Header{"Content-Type": {"text/plain"}}}
			case path == "/named.xml":
				return reply{body: "<urlset><url><loc>" + fakeOrigin + other(295) + "</loc></url></urlset>", header: http.Header{"Content-Type": {"text/xml"}}}
			}
			return answer(url, n, flight)
		}
		f := crawlFake(t, site, nil)
		for _, want := range []string{other(295), other(99), other(199), other(299)} {
			if site.countAsked(func(path string) bool { return path == want }) == 0 {
				t.Errorf("%s was never asked for", want)
			}
		}
		if f.result.End != crawler.Complete {
			t.Errorf("ended as %s", f.result.End)
		}
	})
}
