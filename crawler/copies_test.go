package crawler_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// magazineArticles has sections with so many articles.
const magazineArticles = 24

var magazineSections = []string{"gardens", "rivers", "bridges"}

// magazine gives the page at a path of a magazine, "" for none: href writes its links, beside what else is put into an
// article. The start page leads to the articles, too, if it is to.
func magazine(at string, leads bool, href func(string) string, more string) string {
	link := func(to, text string) string { return fmt.Sprintf("<li><a href=%q>%s</a>", href(to), text) }
	menu, list := "<nav>"+link("/", "home"), ""
	article := func(n int) string {
		return "/" + magazineSections[n%len(magazineSections)] + "/" + letters(n+100) + ".html"
	}
	for i, s := range magazineSections {
		menu += link("/"+s+"/", s)
		if at == "/"+s+"/" {
			list = "<p>" + strings.Repeat("Of "+letters(i*7+4000)+" and "+letters(i*13+6000)+" much is said here. ", 3)
		}
	}
	for n := range magazineArticles {
		to := article(n)
		if leads && at == "/" || strings.HasPrefix(to, at) && at != "/" && to != at {
			list += link(to, letters(n+100))
		}
		if to == at {
			list = "<p>" + strings.Repeat(letters(n*31+500)+" and "+letters(n*17+800)+" are what it says of "+letters(n*7+3000)+". ", 3)
			for _, next := range []int{1, 5, 7} {
				list += link(article((n+next)%magazineArticles), "see "+letters((n+next)%magazineArticles+100))
			}
			list += more
			break
		}
	}
	if list == "" && at != "/" {
		return ""
	}
	return fmt.Sprintf("<title>%s</title>%s</nav><main><h1>%[1]s</h1>What there is to read of %[1]s %[3]s</main>", path.Base(at), menu, list)
}

// magazinePages are the addresses of its pages, articles in folders twice if they are stacked.
func magazinePages(stacked bool) (list []string) {
	list = []string{"http://a.example/"}
	for _, s := range magazineSections {
		list = append(list, "http://a.example/"+s+"/")
	}
	for n := range magazineArticles {
		section := magazineSections[n%len(magazineSections)] + "/"
		if stacked {
			section += section
		}
		list = append(list, "http://a.example/"+section+letters(n+100)+".html")
	}
	slices.Sort(list)
	return list
}

// Articles come at other addresses, too; one of each is listed, and that is the one to which the site leads.
func TestCopiesOfArticles(t *testing.T) {
	asIs := func(to string) string { return to }
	relative := func(to string) string { return strings.TrimPrefix(to, "/") }
	inFront := func(leads bool) func(at string) string {
		return func(at string) string {
			folders, file := path.Split(at)
			if section := path.Base(folders); at != "/" {
				at = "/" + section + "/" + file
			}
			return magazine(at, leads, relative, "")
		}
	}
	var sessions atomic.Int32
	drawn := regexp.MustCompile("/z-[0-9a-f]{20}")
	const stacked = "the same, and the start page leads to sections alone"
	for name, answer := range map[string]func(at string) string{
		"an article alone leads to its copy without a menu": func(at string) string {
			of, is := strings.CutPrefix(at, "/amp")
			body := magazine(of, false, asIs, fmt.Sprintf("<a href=%q>amp</a>", "/amp"+of))
			if _, text, found := strings.Cut(body, "<main>"); is && found {
				title, _, _ := strings.Cut(body, "<nav>")
				text, _, _ = strings.Cut(text, "<li>")
				return title + "<main>" + text
			}
			return body
		},
		"relative links stack folders, and nothing in front counts": inFront(true),
		stacked: inFront(false),
		"the start page draws a session, which stands in the path of all links": func(at string) string {
			session := drawn.FindString(at)
			if session == "" {
				session = fmt.Sprintf("/z-%020x", sha256.Sum256([]byte{byte(sessions.Add(1))}))[:23]
			}
			return magazine(strings.TrimPrefix(at, session), false, func(to string) string { return session + to }, "")
		},
	} {
		site := &crawltest.Site{}
		site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
			body := answer(r.URL.Path)
			if body == "" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, body)
		})
		c := crawl(t, site, "http://a.example/", nil)
		got := c.listed(t)
		for i := range got {
			got[i] = drawn.ReplaceAllString(got[i], "")
		}
		slices.Sort(got)
		if want := magazinePages(name == stacked); !slices.Equal(got, want) {
			t.Errorf("%s: %d listed, want %d: %v", name, len(got), len(want), got)
		}
	}
}
