package main

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// inTwoLanguages is a site of some kinds of pages in German and in English, five of each;
// that many pages of each kind lead from German to English. All are linked to.
func inTwoLanguages(kinds, merged int) incident {
	const pages = 5
	return func(w http.ResponseWriter, r *http.Request) bool {
		var list []string
		for k := range kinds {
			list = append(list, numbered(fmt.Sprintf("/art-%c/", 'a'+k), pages)...)
			list = append(list, numbered(fmt.Sprintf("/en/kind-%c/", 'a'+k), pages)...)
		}
		list = append(list, numbered("/p/", 20)...) // that are gone, unless the site has them
		kind, n := shopPage(r.URL.Path)
		german := strings.HasPrefix(kind, "/art-")
		switch {
		case r.URL.Path == "/":
			writePage(w, "/", "", links(list...))
		case german && n > 0 && n <= merged:
			http.Redirect(w, r, fmt.Sprintf("/en/kind-%s%d", strings.TrimPrefix(kind, "/art-"), n), http.StatusMovedPermanently)
		case (german || strings.HasPrefix(kind, "/en/kind-")) && n <= pages:
			writePage(w, r.URL.Path, "", "")
		default:
			notFound(w)
		}
		return true
	}
}

// proposed gives the words of the command that a refusal proposes where a loss is meant,
// with a reason.
func proposed(t *testing.T, refusal string) (words []string) {
	t.Helper()
	_, meant, found := strings.Cut(refusal, "If it is meant:\n  portolan ")
	if !found {
		t.Fatalf("no command is proposed:\n%s", refusal)
	}
	line, _, _ := strings.Cut(meant, "\n")
	for _, word := range regexp.MustCompile(`'[^']*'|[^ ]+`).FindAllString(line, -1) {
		words = append(words, strings.ReplaceAll(strings.Trim(word, "'"), " REASON", " it is meant"))
	}
	return words
}

// Half of a site that leads to the other half is lost, until a person says that it is
// meant, by the command that is proposed or beforehand; no later run asks again.
func TestMergedAccepted(t *testing.T) {
	for _, c := range []struct {
		way   string
		kinds int // more than have patterns are accepted by --force
	}{{"proposed", 12}, {"proposed", 24}, {"beforehand", 12}} {
		t.Run(fmt.Sprint(c.way, c.kinds), func(t *testing.T) {
			t.Parallel()
			atShop(t, func(t *testing.T, s *shop) {
				before, after := 1+10*c.kinds, 1+5*c.kinds
				s.change(inTwoLanguages(c.kinds, 0))
				s.crawls(0, before)
				s.change(inTwoLanguages(c.kinds, 5))
				if c.way == "proposed" {
					_, errOut := s.crawls(4, before)
					if !strings.Contains(errOut, " redirect to pages that the sitemap lists beside them") {
						t.Errorf("nowhere is said why:\n%s", errOut)
					}
					s.runs(0, proposed(t, errOut)...)
				} else if out, _ := s.crawls(0, after, "--accept-loss", "/art-* they are English now"); !strings.Contains(out, "60 URLs gone with your leave") {
					t.Errorf("what is accepted is not told:\n%s", out)
				}
				s.crawls(0, after)
				s.crawls(0, after)
			})
		})
	}
}

// Some pages of each kind in a crawl are no reason to ask; what that adds up to is, once.
func TestMergedSlowly(t *testing.T) {
	inLongForm(t)
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		const shops = 20 // pages that stay, so that twelve are no tenth
		site := func(merged int) incident {
			well := inTwoLanguages(12, merged)
			return func(w http.ResponseWriter, r *http.Request) bool {
				if kind, n := shopPage(r.URL.Path); kind == "/p/" && n <= shops {
					writePage(w, r.URL.Path, "", "")
					return true
				}
				return well(w, r)
			}
		}
		s.change(site(0))
		s.crawls(0, 141)
		s.change(site(1))
		s.crawls(0, 129)
		s.change(site(2))
		_, errOut := s.crawls(4, 129)
		if !strings.Contains(errOut, "24 of the 141 URLs that the sitemap listed on") {
			t.Errorf("nowhere is said what has left before:\n%s", errOut)
		}
		s.runs(0, proposed(t, errOut)...)
		s.crawls(0, 117)
	})
}

// Spellings of one page that come to redirect to one of them lose nothing, however many
// they are: all showed the same.
func TestMergedSame(t *testing.T) {
	inLongForm(t)
	t.Parallel()
	const pages = 15
	site := func(merged bool) incident {
		return func(w http.ResponseWriter, r *http.Request) bool {
			path := r.URL.Path
			subject := strings.TrimSuffix(strings.TrimSuffix(path, "index.html"), "/")
			_, n := shopPage(subject)
			var list []string
			for _, name := range numbered("/p/", pages) {
				list = append(list, name, name+"/", name+"/index.html")
			}
			switch {
			case path == "/":
				writePage(w, "/", "", links(list...))
			case n == 0 || n > pages:
				notFound(w)
			case merged && path != subject:
				http.Redirect(w, r, subject, http.StatusMovedPermanently)
			default:
				writePage(w, subject, "", links("/"))
			}
			return true
		}
	}
	atShop(t, func(t *testing.T, s *shop) {
		s.change(site(false))
		s.crawls(0, 1+3*pages)
		s.change(site(true))
		s.crawls(0, 1+pages)
		s.crawls(0, 1+pages)
	})
}
