// Package manual makes up documentation in many languages, in which what is
// not translated is shown in English, and documentation in many versions.
package manual

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Config says what a translated manual is like.
type Config struct {
	Seed  uint64
	Pages int // in English

	InQuery  bool // ?lang=sv instead of /sv/
	HrefLang bool // all languages name each other, translated or not
	OwnLang  bool // the html element of a page in English says so, wherever it is
	Notice   bool // a page in English tells, in the reader's language, that it is
	Apart    bool // only the contents lead to other languages: these are read one after the other
	Plain    bool // menu and headings of a page in English are English, too
}

// Manual is a translated manual.
type Manual struct{ Config }

// languages with the share of pages that are translated, in percent.
var languages = []struct {
	code  string
	share int
}{{"en", 100}, {"de", 62}, {"fr", 55}, {"ja", 48}, {"es", 45}, {"ru", 40}, {"pt", 33}, {"it", 28}, {"nl", 20}, {"pl", 12}, {"sv", 6}}

const sectionSize = 12

// New makes a manual up.
func New(c Config) *Manual { return &Manual{c} }

// App gives the manual as an application.
func (m *Manual) App(name, about string, limit apps.Limit) *apps.App {
	return &apps.App{Name: name, About: about, Site: m, Seed: m.Seed, Limit: limit, Frame: apps.Frame{Brand: "Manual"}}
}

// translated tells whether a page is there in a language. The first one, the
// contents, always is.
func (m *Manual) translated(page, lang int) bool {
	return page == 0 || apps.Share(languages[lang].share, m.Seed, 1, uint64(page), uint64(lang))
}

// path gives the address of a page in a language.
func (m *Manual) path(page, lang int) string {
	name := ""
	if page > 0 {
		name = fmt.Sprintf("%s/%s-%d.html", apps.Noun(page/sectionSize), apps.Slug(m.title(page)), page)
	}
	code := languages[lang].code
	switch {
	case !m.InQuery:
		return "/" + code + "/manual/" + name
	case lang == 0:
		return "/manual/" + name
	}
	return "/manual/" + name + "?lang=" + code
}

func (m *Manual) title(page int) string { return apps.Phrase(m.Seed, 2, uint64(page)) }

// Required gives each page in each language in which it is there.
func (m *Manual) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield("/") {
			return
		}
		for page := range m.Pages {
			for lang := range languages {
				if m.translated(page, lang) && !yield(m.path(page, lang)) {
					return
				}
			}
		}
	}
}

// Look tells what a URL shows.
func (m *Manual) Look(u apps.URL) apps.View {
	if u.Path == "/" && len(u.Query) == 0 {
		return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: "home"}, Draw: m.drawHome}
	}
	rest := strings.TrimSuffix(u.Path, ".html")
	page, err := strconv.Atoi(rest[strings.LastIndexByte(rest, '-')+1:])
	if strings.HasSuffix(u.Path, "/manual/") {
		page, err = 0, nil
	}
	code := u.Query.Get("lang")
	if !m.InQuery {
		code, _, _ = strings.Cut(strings.Trim(u.Path, "/"), "/")
	} else if code == "" {
		code = "en"
	}
	lang := slices.IndexFunc(languages, func(l struct {
		code  string
		share int
	}) bool {
		return l.code == code
	})
	if err != nil || lang < 0 || page < 0 || page >= m.Pages || apps.ParseURL(m.path(page, lang)).Path != u.Path {
		return apps.Missing()
	}
	return apps.View{Truth: m.truth(page, lang, u), Draw: func(p *apps.Page) { m.draw(p, page, lang) }}
}

func (m *Manual) truth(page, lang int, u apps.URL) apps.Truth {
	switch {
	case u.String() != apps.ParseURL(m.path(page, lang)).String():
		return apps.Truth{Kind: "English, by parameter"}
	case m.translated(page, lang):
		return apps.Truth{Word: apps.Required, Kind: "page"}
	case m.HrefLang: // partners never fold
		return apps.Truth{Word: apps.Ambiguous, Kind: "fallback"}
	}
	return apps.Truth{Kind: "fallback", Door: m.Apart} // to pages of its section that are translated
}

func (m *Manual) drawHome(p *apps.Page) {
	p.Title = "Manual"
	p.P(apps.Prose(30, m.Seed, 3))
	for lang := range languages {
		p.Card(apps.Link{Href: m.path(0, lang), Text: languages[lang].code}, apps.Say(languages[lang].code, "Read the manual"))
	}
}

func (m *Manual) draw(p *apps.Page, page, lang int) {
	code := languages[lang].code
	around, text := code, code
	if !m.translated(page, lang) {
		text = "en"
		if m.Plain {
			around = "en"
		}
	}
	if p.Lang = code; m.OwnLang {
		p.Lang = text
	}
	p.Title = apps.Say(text, m.title(page))
	p.Trail = []apps.Link{{Href: "/", Text: apps.Say(around, "Home")}, {Href: m.path(0, lang), Text: apps.Say(around, "Contents")}}
	m.drawMenu(p, page, lang, around)
	if text != code && m.Notice {
		p.Raw("<div class=\"note\">%s</div>\n", apps.Say(code, "This page is not translated yet and is shown in English."))
	}
	if page == 0 {
		var links []apps.Link
		for n := 1; n < m.Pages; n += sectionSize {
			links = append(links, apps.Link{Href: m.path(n, lang), Text: apps.Say(text, m.title(n))})
		}
		p.Links("contents", links)
		return
	}
	for n := range uint64(3 + page%3) {
		p.H2(apps.Say(text, apps.Phrase(m.Seed, 4, uint64(page), n)))
		p.P(apps.Say(text, apps.Prose(60, m.Seed, 5, uint64(page), n)))
	}
	p.Raw("<pre>%s(%d)</pre>\n", apps.Slug(m.title(page)), page)
}

// drawMenu leads to the pages of the section, the ones before and after, and
// the same page in all languages.
func (m *Manual) drawMenu(p *apps.Page, page, lang int, around string) {
	var section, switches []apps.Link
	first := page / sectionSize * sectionSize
	for n := max(1, first); n < min(first+sectionSize+1, m.Pages); n++ {
		section = append(section, apps.Link{Href: m.path(n, lang), Text: apps.Say(around, m.title(n))})
	}
	p.Block(apps.Say(around, "Section"), section)
	for l := range languages {
		if m.Apart && page > 0 {
			return
		}
		switches = append(switches, apps.Link{Href: m.path(page, l), Text: languages[l].code})
	}
	p.Block(apps.Say(around, "Languages"), switches)
	if m.HrefLang {
		p.Alternates = switches
	}
}
