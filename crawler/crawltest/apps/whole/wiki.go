package whole

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Wiki has articles, and for each what one may do with it by ?action=. All of
// that is noindex.
type Wiki struct {
	seed     uint64
	articles int
}

// NewWiki makes a wiki up.
func NewWiki(seed uint64, articles int) *Wiki { return &Wiki{seed, articles} }

// App gives the wiki as an application.
func (w *Wiki) App(name, about string, limit apps.Limit) *apps.App {
	return &apps.App{Name: name, About: about, Site: w, Seed: w.seed, Limit: limit, Frame: apps.Frame{Brand: "The wiki"}}
}

func (w *Wiki) title(i int) string {
	if i == 0 {
		return "Main_Page"
	}
	return strings.ReplaceAll(apps.Phrase(w.seed, 1, uint64(i)), " ", "_") + "_" + strconv.Itoa(i)
}

func (w *Wiki) path(i int) string { return "/wiki/" + w.title(i) }

func (w *Wiki) link(i int) apps.Link { return apps.Link{Href: w.path(i), Text: w.title(i)} }

// Required gives the articles.
func (w *Wiki) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range w.articles {
			if !yield(w.path(i)) {
				return
			}
		}
	}
}

// Look tells what a URL shows.
func (w *Wiki) Look(u apps.URL) apps.View {
	if u.Path == "/" {
		return apps.Redirect("home", w.path(0))
	}
	title := strings.TrimPrefix(u.Path, "/wiki/")
	i, err := strconv.Atoi(title[strings.LastIndexByte(title, '_')+1:])
	if title == w.title(0) {
		i, err = 0, nil
	}
	if err != nil || i < 0 || i >= w.articles || w.path(i) != u.Path {
		return apps.Missing()
	}
	if len(u.Query) == 0 {
		return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: "article"}, Draw: func(p *apps.Page) { w.draw(p, i, 0) }}
	}
	action, old := u.Query.Get("action"), u.Query.Get("oldid")
	version, _ := strconv.Atoi(old)
	switch {
	case action == "raw":
		return apps.View{Truth: apps.Truth{Kind: "raw"}, Type: "text/x-wiki", Body: apps.Prose(80, w.seed, 2, uint64(i))}
	case action == "edit", action == "history", action == "info":
		return apps.View{Truth: apps.Truth{Kind: action}, Draw: func(p *apps.Page) { w.drawAction(p, i, action) }}
	case version > 0:
		return apps.View{Truth: apps.Truth{Kind: "old version"}, Draw: func(p *apps.Page) {
			w.draw(p, i, version)
			p.Robots = "noindex, nofollow"
		}}
	}
	return apps.Missing()
}

func (w *Wiki) draw(p *apps.Page, i, version int) {
	p.Title = strings.ReplaceAll(w.title(i), "_", " ")
	p.Line("tabs", []apps.Link{w.link(i), {Href: w.path(i) + "?action=edit", Text: "Edit"}, {Href: w.path(i) + "?action=history", Text: "History"},
		{Href: w.path(i) + "?action=info", Text: "Information"}, {Href: w.path(i) + "?action=raw", Text: "Source"}})
	if version > 0 {
		p.P(fmt.Sprintf("This is version %d of the article.", version))
	}
	var links []apps.Link
	for k := range uint64(3) {
		p.H2(apps.Phrase(w.seed, 3, uint64(i), k))
		p.P(apps.Prose(50, w.seed, 2, uint64(i), k, uint64(version)/7))
		links = append(links, w.link(apps.Below(w.articles, w.seed, 4, uint64(i), k)))
	}
	for k := 3*i + 1; k <= 3*i+3 && k < w.articles; k++ {
		links = append(links, w.link(k))
	}
	p.Links("see-also", links)
}

func (w *Wiki) drawAction(p *apps.Page, i int, action string) {
	p.Robots = "noindex, nofollow"
	if action == "history" {
		p.Robots = "noindex, follow"
	}
	p.Title = apps.Title(action) + " of " + strings.ReplaceAll(w.title(i), "_", " ")
	p.Line("tabs", []apps.Link{w.link(i), {Href: w.path(i) + "?action=history", Text: "History"}})
	switch action {
	case "edit":
		p.Raw("<textarea>%s</textarea>\n", apps.Prose(80, w.seed, 2, uint64(i)))
		p.Form(w.path(i), "Save")
	case "history":
		for v := 1; v < 6+i%20; v++ {
			p.Raw("<p>%s</p>\n", p.A(apps.Link{Href: fmt.Sprintf("%s?oldid=%d", w.path(i), i*50+v), Text: fmt.Sprintf("version %d", v)}))
		}
	case "info":
		p.Rows([2]string{"Length", strconv.Itoa(3000 + i)}, [2]string{"Number", strconv.Itoa(i)})
	}
}
