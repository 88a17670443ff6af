package agents

import (
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/robots"
)

// directives count pages by what their robots metas and headers say to search
// engines.
type directives struct{ noIndex, noSnippet, noAI, contrary int }

func (d *directives) take(u *query.URL) {
	p := u.Row.Page
	if p == nil {
		return
	}
	both := p.MetaRobots | p.HeaderRobots
	if !both.Indexable() {
		d.noIndex++
	}
	if both&robots.NoSnippet != 0 {
		d.noSnippet++
	}
	if both.Conflict() {
		d.contrary++
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(p.RobotsMeta+" "+p.RobotsHeader), func(r rune) bool { return strings.ContainsRune(", :\n", r) }) {
		if word == "noai" {
			d.noAI++
			break
		}
	}
}

func (d *directives) words() (list []string) {
	say := func(n int, text string) {
		if n > 0 {
			list = append(list, pages(n)+" "+text)
		}
	}
	say(d.noIndex, "with noindex: search engines show none of it, nor do answers of AI that rest on their indexes")
	say(d.noSnippet, "with nosnippet or max-snippet:0: results show no text of it, and Google's AI answers do not use it")
	say(d.noAI, "with noai, which no search engine knows")
	return list
}

func pages(n int) string {
	if n == 1 {
		return "1 page"
	}
	return strconv.Itoa(n) + " pages"
}
