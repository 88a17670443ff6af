package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/sitemap/publish"
)

// allTests asks for the long forms of tests.
var allTests = os.Getenv("PORTOLAN_TEST_ALL") != ""

// inShortForm tells whether the row of that number in a long table is run: each
// sixth, or all where all are asked for.
func inShortForm(row int) bool { return allTests || row%6 == 0 }

// inForm gives the number for the form in which tests are run.
func inForm(short, long int) int {
	if allTests {
		return long
	}
	return short
}

// inLongForm leaves a test to those who ask for all of them.
func inLongForm(t *testing.T) {
	t.Helper()
	if !allTests {
		t.Skip("runs where PORTOLAN_TEST_ALL is set")
	}
}

// catalogue is a site of a home page and the products numbered so; all else is
// gone.
func catalogue(from, to int) incident {
	return func(w http.ResponseWriter, r *http.Request) bool {
		var list []string
		for n := from; n <= to; n++ {
			list = append(list, fmt.Sprintf("/p/%d", n))
		}
		switch kind, n := shopPage(r.URL.Path); {
		case r.URL.Path == "/":
			writePage(w, "/", "", links(list...))
		case kind == "/p/" && n >= from && n <= to:
			writePage(w, r.URL.Path, "", "")
		default:
			notFound(w)
		}
		return true
	}
}

// crawls crawls and expects an exit code and the number of URLs that stand.
func (s *shop) crawls(code, size int, args ...string) (out, errOut string) {
	s.t.Helper()
	got, out, errOut := s.crawl(args...)
	if now := len(s.published()); got != code || now != size {
		s.t.Fatalf("exit %d, and %d URLs stand; want %d and %d\n%s%s", got, now, code, size, out, errOut)
	}
	return out, errOut
}

// runs runs another command.
func (s *shop) runs(code int, args ...string) (out, errOut string) {
	s.t.Helper()
	var stdout, stderr strings.Builder
	got := run(s.t.Context(), args, strings.NewReader(""), &stdout, &stderr)
	if got != code {
		s.t.Fatalf("portolan %s: exit %d, want %d\n%s%s", strings.Join(args, " "), got, code, stdout.String(), stderr.String())
	}
	return stdout.String(), stderr.String()
}

// Nine in a hundred a run are no reason to ask; what they add up to is, though
// --keep has removed the crawls that it was made of.
func TestSlowLoss(t *testing.T) {
	inLongForm(t)
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		s.change(catalogue(1, 200))
		s.crawls(0, 201, "--keep", "1")
		s.change(catalogue(19, 200))
		s.crawls(0, 183, "--keep", "1")
		s.change(catalogue(35, 200))
		out, errOut := s.crawls(4, 183, "--keep", "1")
		for _, want := range []string{"NOT PUBLISHED: 34 of the 201 URLs that the sitemap listed on 2000-01-01 would", "18 had left it before, 16 would leave it now", "34 of 200 in /p/* "} {
			if !strings.Contains(strings.Join(strings.Fields(out+errOut), " "), want) {
				t.Errorf("nowhere is said %q:\n%s%s", want, out, errOut)
			}
		}
		for from := 50; from < 180; from += 20 {
			s.change(catalogue(from, 200))
			s.crawls(4, 183, "--keep", "1")
		}
		// A person decides, and that is what later losses are measured by.
		s.runs(0, "sitemap", s.dir, "--accept-loss", "/p/* they are sold out", "--quiet")
		if n := len(s.published()); n != 32 {
			t.Fatalf("%d URLs stand, want 32", n)
		}
		s.crawls(0, 32)
		s.change(catalogue(172, 200))
		s.crawls(0, 30)
		s.change(catalogue(180, 200))
		s.crawls(4, 30)
	})
}

// Products that come and go are no loss, however many they are in the end.
func TestChurnIsNoLoss(t *testing.T) {
	inLongForm(t)
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		for run := range 14 {
			s.change(catalogue(1+18*run, 200+18*run))
			s.crawls(0, 201)
			time.Sleep(24 * time.Hour)
		}
	})
}

// renamed is a shop whose products are linked at such addresses, while all that they ever
// had answer the same; in those of the folder broken they all show the text of the first one.
func renamed(folder, broken string) incident {
	return func(w http.ResponseWriter, r *http.Request) bool {
		at, number, isProduct := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		switch {
		case r.URL.Path == "/":
			writePage(w, "/", "", links(numbered("/"+folder+"/", 40)...))
		case isProduct && (at == "tea" || at == "teas"):
			if at == broken {
				number = "0"
			}
			writePage(w, "tea "+number, "", "")
		default:
			notFound(w)
		}
		return true
	}
}

// Pages that are linked under other addresses all at once, and answer as ever under those
// that are listed, keep these: a site may lead to a folder of its editors. It is said.
func TestRenamedPages(t *testing.T) {
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		for _, folder := range []string{"tea", "teas"} { // shorter, longer
			s.dir += "-" + folder
			other := map[string]string{"tea": "teas", "teas": "tea"}[folder]
			s.change(renamed(folder, ""))
			s.crawls(0, 41)
			before := s.published()
			for range 3 {
				s.change(renamed(other, ""))
				out, _ := s.crawls(0, 41)
				if !strings.Contains(strings.Join(strings.Fields(out), " "), "40 of the 41 URLs in the last sitemap: nothing on the site leads there now") {
					t.Errorf("it is not said that nothing leads there:\n%s", out)
				}
				if after := s.published(); !slices.Equal(before, after) {
					t.Errorf("listed are %q", after)
				}
			}
			s.change(renamed(folder, folder))
			s.crawls(4, 41)
		}
	})
}

// Where the old addresses answer 404, it is said where their pages are.
func TestRenamedPagesWithoutRedirects(t *testing.T) {
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		s.change(renamed("tea", ""))
		s.crawls(0, 41)
		s.change(func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasPrefix(r.URL.Path, "/tea/") {
				notFound(w)
				return true
			}
			return renamed("teas", "")(w, r)
		})
		out, _ := s.crawls(4, 41)
		if want := "40 pages are found at new addresses with the same text, such as http://shop.example/tea/"; !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
			t.Errorf("nowhere is said %q:\n%s", want, out)
		}
		_, out, _ = s.crawl("--json")
		if want := `"renamed":{"count":40,"from":"http://shop.example/tea/`; !strings.Contains(out, want) {
			t.Errorf("nowhere is said %q:\n%s", want, out)
		}
	})
}

// Whoever asks of a crawl whose sitemap was refused is told so, and an acceptance that is meant for it says
// after a crawl that a limit has stopped that it is not what is accepted.
func TestRefusedIsSaid(t *testing.T) {
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		s.crawls(0, shopSize)
		s.change(items(status(404)))
		s.crawls(4, shopSize)
		for _, command := range []string{"causes", "urls", "links", "classes"} {
			if _, errOut := s.runs(0, command, s.dir); !strings.Contains(errOut, "would have been lost: the sitemap of this crawl was not published") {
				t.Errorf("%s does not say that the sitemap was refused: %s", command, errOut)
			}
		}
		s.crawls(0, shopSize, "--max-pages", "5")
		_, errOut := s.runs(0, "sitemap", s.dir, "--accept-loss", "/p/* meant")
		for _, want := range []string{"has not gone through the whole site: it stopped at its limit, --max-pages 5", "was refused (much of what the sitemap lists would have been lost), and is not what is written or accepted here"} {
			if !strings.Contains(errOut, want) {
				t.Errorf("nowhere is said %q: %s", want, errOut)
			}
		}
		if n := len(s.published()); n != shopSize {
			t.Errorf("%d URLs stand, want %d", n, shopSize)
		}
	})
}

// A first crawl that a check for robots has kept from most pages is not published.
func TestFirstCrawlBehindAChallenge(t *testing.T) {
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		s.change(items(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cf-Mitigated", "challenge")
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, "<title>Just a moment...</title>")
		}))
		code, out, errOut := s.crawl()
		if _, stands, err := publish.Current(s.dir); code != 3 || stands || err != nil {
			t.Errorf("exit %d, a sitemap stands: %t, %v\n%s%s", code, stands, err, out, errOut)
		}
	})
}

// What a limit has kept from being read is linked where it was: that nothing leads there is said of whole crawls alone.
func TestUnreadIsNotUnlinked(t *testing.T) {
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		s.crawls(0, shopSize)
		out, _ := s.crawls(0, shopSize, "--max-depth", "1")
		if strings.Contains(strings.Join(strings.Fields(out), " "), "nothing on the site leads there") {
			t.Errorf("it is said that nothing leads to what was not read:\n%s", out)
		}
	})
}

// A page that was removed before the others were renamed leaves the larger set the one that losses are
// measured by: once nobody asks for the old addresses any more they are not lost, and what goes at the
// new ones counts.
func TestRenamedAfterALoss(t *testing.T) {
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		folder, size := "tea", 40
		change := func() {
			now, n := folder, size
			s.change(func(w http.ResponseWriter, r *http.Request) bool {
				at, number, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
				switch i, err := strconv.Atoi(number); {
				case r.URL.Path == "/":
					writePage(w, "/", "", links(numbered("/"+now+"/", n)...))
				case err != nil || i > n || at != now && at != "tea":
					notFound(w)
				case at != now:
					http.Redirect(w, r, "/"+now+"/"+number, http.StatusMovedPermanently)
				default:
					writePage(w, "tea "+number, "", "")
				}
				return true
			})
		}
		change()
		s.crawls(0, 41)
		size--
		change()
		s.crawls(0, 40)
		folder = "coffee"
		change()
		for range 6 {
			s.crawls(0, 40)
		}
		size -= 3
		change()
		s.crawls(0, 37)
		size -= 3
		change()
		s.crawls(4, 37)
	})
}

// After ten sitemaps and ninety days a new one is what losses are measured by.
func TestReferenceOfLate(t *testing.T) {
	inLongForm(t)
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		s.change(catalogue(1, 200))
		s.crawls(0, 201)
		s.change(catalogue(15, 200))
		for range 11 {
			s.crawls(0, 187)
			time.Sleep(8 * 24 * time.Hour)
		}
		s.change(catalogue(29, 200))
		s.crawls(4, 187)
		s.change(catalogue(15, 200))
		time.Sleep(8 * 24 * time.Hour)
		s.crawls(0, 187)
		s.change(catalogue(29, 200))
		s.crawls(0, 173)
	})
}

func TestSmallSites(t *testing.T) {
	inLongForm(t)
	for _, c := range []struct{ before, after, code int }{
		{21, 2, 4}, {21, 15, 4}, {21, 16, 0}, {9, 4, 4}, {5, 2, 4}, {5, 3, 0}, {4, 1, 4}, {3, 1, 0}, {2, 1, 0},
	} {
		t.Run(fmt.Sprintf("%d to %d", c.before, c.after), func(t *testing.T) {
			t.Parallel()
			atShop(t, func(t *testing.T, s *shop) {
				s.change(catalogue(1, c.before-1))
				s.crawls(0, c.before)
				s.change(catalogue(1, c.after-1))
				stands := c.after
				if c.code != 0 {
					stands = c.before
				}
				s.crawls(c.code, stands)
				s.change(catalogue(1, c.before-1))
				s.crawls(0, c.before)
			})
		})
	}
}

// Walls of small sites: five URLs that are half of it.
func TestSmallWall(t *testing.T) {
	inLongForm(t)
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		s.change(catalogue(1, 9))
		s.crawls(0, 10)
		well := catalogue(1, 9)
		s.change(func(w http.ResponseWriter, r *http.Request) bool {
			if _, n := shopPage(r.URL.Path); n >= 1 && n <= 5 {
				http.Redirect(w, r, "/welcome?to="+r.URL.Path, http.StatusFound)
				return true
			}
			if r.URL.Path == "/welcome" {
				writePage(w, "welcome", "", "")
				return true
			}
			return well(w, r)
		})
		s.crawls(4, 10)
	})
}

// A refused set stays refused, however long nobody looks at it, and is whole
// again once the site is.
func TestRefusedForWeeks(t *testing.T) {
	inLongForm(t)
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		s.crawls(0, shopSize)
		before := s.published()
		s.change(login(302, "?next=", ""))
		for range 14 {
			time.Sleep(7 * 24 * time.Hour)
			s.crawls(4, shopSize, "--keep", "2")
		}
		s.change(nil)
		s.crawls(0, shopSize)
		s.holds("after all those weeks", before, s.published())
	})
}

// What is carried expires; the guard counts that, too.
func TestExpiryIsNotSilent(t *testing.T) {
	inLongForm(t)
	for name, args := range map[string][]string{"time": {"--max-time", "2s"}, "bytes": {"--max-bytes", "10KB"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			atShop(t, func(t *testing.T, s *shop) {
				s.crawls(0, shopSize)
				s.change(func(w http.ResponseWriter, r *http.Request) bool {
					time.Sleep(200 * time.Millisecond)
					return false
				})
				args := append([]string{"--resume", "never", "--concurrency", "1", "--no-sitemaps"}, args...)
				for range 3 {
					s.crawls(0, shopSize, args...)
				}
				for range 3 {
					s.crawls(4, shopSize, args...)
				}
				s.crawls(0, shopSize)
			})
		})
	}
}

// Small numbers that are sent away for a while stay, however often the site is crawled
// in two weeks, and leave in the end.
func TestSmallWallExpires(t *testing.T) {
	inLongForm(t)
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		s.crawls(0, shopSize)
		s.change(onPages("/p/", 1, 7, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/about", http.StatusFound) }))
		for range 5 {
			s.crawls(0, shopSize)
		}
		time.Sleep(15 * 24 * time.Hour)
		s.crawls(0, shopSize-7)
		s.change(nil)
		s.crawls(0, shopSize)
	})
}

// Once a person has said that a part of the site is for members only, no later
// run asks again.
func TestAcceptedOnce(t *testing.T) {
	inLongForm(t)
	for _, accept := range [][]string{{"--force"}, {"--accept-loss", "/p/* members only", "--accept-loss", "re:/(sale|old)/[0-9]+$ members, too"}} {
		t.Run(accept[0], func(t *testing.T) {
			t.Parallel()
			atShop(t, func(t *testing.T, s *shop) {
				s.crawls(0, shopSize)
				s.change(login(302, "?next=", noindex))
				s.crawls(4, shopSize)
				s.runs(0, append([]string{"sitemap", s.dir, "--quiet"}, accept...)...)
				for range 5 {
					s.crawls(0, 6)
				}
				s.change(nil)
				s.crawls(0, shopSize-oldPages) // asked for no more, and linked nowhere
			})
		})
	}
}

// A part whose loss is accepted for good does not hide the loss of another.
func TestAcceptanceIsNoLicence(t *testing.T) {
	t.Parallel()
	accept := []string{"--accept-loss", "/sale/* sales end"}
	gone := func(fromSale, fromP int) incident {
		sale, p := onPages("/sale/", 1, fromSale, status(410)), onPages("/p/", 1, fromP, status(404))
		return func(w http.ResponseWriter, r *http.Request) bool { return sale(w, r) || p(w, r) }
	}
	atShop(t, func(t *testing.T, s *shop) {
		s.crawls(0, shopSize, accept...)
		s.change(gone(15, 6))
		s.crawls(0, shopSize-15-6, accept...)
		s.change(nil)
		s.crawls(0, shopSize, accept...)
		s.change(gone(15, 12))
		_, errOut := s.crawls(4, shopSize, accept...)
		if !strings.Contains(errOut, "\n16 of those that stand do not count: left out as you asked, or their loss is accepted\n") {
			t.Errorf("what is accepted is not told:\n%s", errOut)
		}
		s.change(nil)
		s.crawls(0, shopSize, accept...)
	})
}

// A reference that is damaged is told of, and does not stop anybody.
func TestReferenceLost(t *testing.T) {
	inLongForm(t)
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		s.change(catalogue(1, 200))
		s.crawls(0, 201)
		names, err := filepath.Glob(filepath.Join(s.dir, ".portolan-reference*"))
		if err != nil || len(names) != 2 {
			t.Fatalf("%q, %v", names, err)
		}
		slices.Sort(names)
		s.change(catalogue(10, 200))
		s.crawls(0, 192)
		s.spoil(names[0])
		_, errOut := s.crawls(0, 192)
		if !strings.Contains(errOut, "damaged") {
			t.Errorf("it is not told:\n%s", errOut)
		}
		if _, errOut = s.crawls(0, 192); strings.Contains(errOut, "damaged") {
			t.Errorf("it is told again:\n%s", errOut)
		}
	})
}
