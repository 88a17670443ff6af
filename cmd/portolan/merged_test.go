package main

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// inTwoLanguages is a site of twelve kinds of pages in German and in English, five of each;
// that many pages of each kind lead from German to English. All are linked to.
func inTwoLanguages(merged int) incident {
	const kinds, pages = 12, 5
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
	for _, way := range []string{"proposed", "beforehand"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			atShop(t, func(t *testing.T, s *shop) {
				s.change(inTwoLanguages(0))
				s.crawls(0, 121)
				s.change(inTwoLanguages(5))
				if way == "proposed" {
					_, errOut := s.crawls(4, 121)
					if !strings.Contains(errOut, " redirect to pages that the sitemap lists beside them") {
						t.Errorf("nowhere is said why:\n%s", errOut)
					}
					s.runs(0, proposed(t, errOut)...)
				} else if out, _ := s.crawls(0, 61, "--accept-loss", "/art-* they are English now"); !strings.Contains(out, "60 URLs gone with your leave") {
					t.Errorf("what is accepted is not told:\n%s", out)
				}
				s.crawls(0, 61)
				s.crawls(0, 61)
			})
		})
	}
}

// Some pages of each kind in a crawl are no reason to ask; what that adds up to is, once.
func TestMergedSlowly(t *testing.T) {
	t.Parallel()
	atShop(t, func(t *testing.T, s *shop) {
		const shops = 20 // pages that stay, so that twelve are no tenth
		site := func(merged int) incident {
			well := inTwoLanguages(merged)
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
