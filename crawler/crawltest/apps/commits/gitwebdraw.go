package commits

import (
	"cmp"
	"fmt"
	"html"
	"path"
	"slices"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

func (w Gitweb) drawIndex(p *apps.Page) {
	p.Title, p.Robots = "projects", "index, follow"
	p.Line("sort", []apps.Link{{Href: "/?o=project", Text: "Project"}, {Href: "/?o=owner", Text: "Owner"}, {Href: "/?o=age", Text: "Last Change"}})
	p.Card(apps.Link{Href: w.link("summary"), Text: "demo.git"}, "Unnamed repository; edit this file to name the repository.")
	p.Line("views", []apps.Link{{Href: w.link("shortlog"), Text: "shortlog"}, {Href: w.link("log"), Text: "log"}, {Href: w.link("tree"), Text: "tree"},
		{Href: "/?a=opml", Text: "OPML"}, {Href: "/?a=project_index", Text: "TXT"}})
}

// draw writes a page: its tabs keep the commit.
func (w Gitweb) draw(p *apps.Page, g *webPage) {
	id := w.commits[g.at].id
	p.Title = fmt.Sprintf("demo.git/%s %s", g.a, g.f)
	p.Robots = "index, follow"
	h, hb := g.h, id
	if g.h == "" && (g.hb == "" || g.hb == "HEAD") {
		hb = "HEAD"
	}
	if g.hb != "" {
		h = g.hb
	}
	p.Line("page_nav", []apps.Link{{Href: w.link("summary"), Text: "summary"}, {Href: w.link("shortlog", "h", h), Text: "shortlog"},
		{Href: w.link("log", "h", h), Text: "log"}, {Href: w.link("commit", "h", h), Text: "commit"},
		{Href: w.link("commitdiff", "h", h), Text: "commitdiff"}, {Href: w.tree("", g.at, hb), Text: "tree"}})
	switch g.a {
	case "summary", "":
		w.drawLog(p, w.touching("", w.head())[:min(16, len(w.commits))], g)
		w.drawTags(p)
		w.drawHeads(p)
	case "tags":
		w.drawTags(p)
	case "heads":
		w.drawHeads(p)
	case "shortlog", "log":
		w.drawLogPage(p, g)
	case "history":
		w.drawLog(p, w.touching(g.f, g.at), g)
	case "search":
		w.drawLog(p, slices.DeleteFunc(w.touching("", g.at), func(n int) bool { return w.author(n) != g.query.Get("s") }), g)
	case "commit", "commitdiff":
		w.drawCommit(p, g)
	case "tree":
		w.drawTree(p, g, hb)
	case "blob", "blame", "blobdiff":
		w.drawBlob(p, g, hb)
	case "tag":
		p.Rows([2]string{"object", id}, [2]string{"author", w.author(g.at)})
		p.P("Release " + apps.Prose(30, w.seed, 20, apps.Hash(g.h)))
		p.Raw("%s\n", p.A(apps.Link{Href: w.link("commit", "h", id), Text: id}))
	}
}

func (w Gitweb) drawTags(p *apps.Page) {
	for _, t := range w.tags {
		id := w.commits[t.commit].id
		p.Card(apps.Link{Href: w.link("tag", "h", t.id), Text: t.name}, "release")
		p.Line("views", []apps.Link{{Href: w.link("commit", "h", id), Text: "commit"}, {Href: w.link("shortlog", "h", "refs/tags/"+t.name), Text: "shortlog"},
			{Href: w.link("log", "h", "refs/tags/"+t.name), Text: "log"}})
	}
}

func (w Gitweb) drawHeads(p *apps.Page) {
	for _, h := range []string{"master", branch} {
		ref := "refs/heads/" + h
		p.Card(apps.Link{Href: w.link("shortlog", "h", ref), Text: h}, w.age(w.head()))
		p.Line("views", []apps.Link{{Href: w.link("log", "h", ref), Text: "log"}, {Href: w.link("tree", "h", ref, "hb", ref), Text: "tree"}})
	}
}

func (w Gitweb) drawLogPage(p *apps.Page, g *webPage) {
	list := w.touching("", g.at)
	from := min(g.part()*webPart, len(list))
	to := min(from+webPart, len(list))
	w.drawLog(p, list[from:to], g)
	if g.a == "log" {
		for _, n := range list[from:to] {
			p.P(apps.Prose(20, w.seed, 21, uint64(n)))
		}
	}
	var pager []apps.Link
	if from > 0 {
		pager = append(pager, apps.Link{Href: w.link(g.a, "h", g.h), Text: "first"}, apps.Link{Href: w.partLink(g, g.part()-1), Text: "prev"})
	}
	if to < len(list) {
		pager = append(pager, apps.Link{Href: w.partLink(g, g.part()+1), Text: "next"})
	}
	p.Line("pager", pager)
}

func (w Gitweb) partLink(g *webPage, part int) string {
	if part == 0 {
		return w.link(g.a, "h", g.h)
	}
	return w.link(g.a, "h", g.h, "pg", fmt.Sprint(part))
}

// drawLog lists commits; those of a file with the file as it was, and what has
// changed in it up to the state that is looked at.
func (w Gitweb) drawLog(p *apps.Page, list []int, g *webPage) {
	base, file := cmp.Or(g.hb, "HEAD"), ""
	if g.a == "history" {
		file = g.f
	}
	p.Raw("<table class=\"shortlog\">\n")
	for _, n := range list {
		id := w.commits[n].id
		views := []apps.Link{{Href: w.link("commit", "h", id), Text: "commit"}, {Href: w.link("commitdiff", "h", id), Text: "commitdiff"},
			{Href: w.tree("", n, id), Text: "tree"}, {Href: w.link("snapshot", "h", id, "sf", "tgz"), Text: "snapshot"}}
		if f, ok := w.Repo.file(file, n); ok {
			views = append(views[:2:2], apps.Link{Href: w.blob(f, n, id), Text: "blob"},
				apps.Link{Href: w.link("blobdiff", "f", file, "h", w.blobID(f, w.files[f].version(g.at)), "hp", w.blobID(f, w.files[f].version(n)), "hb", base, "hpb", id), Text: "diff to current"})
		}
		p.Raw("<tr><td>%s</td><td>%s</td><td>%s</td><td>", w.age(n), w.author(n), p.A(apps.Link{Href: w.link("commit", "h", id), Text: w.subject(n)}))
		for _, v := range views {
			p.Raw("%s | ", p.A(v))
		}
		p.Raw("</td></tr>\n")
	}
	p.Raw("</table>\n")
}

func (w Gitweb) drawCommit(p *apps.Page, g *webPage) {
	n := g.at
	id := w.commits[n].id
	p.Rows([2]string{"author", w.author(n)}, [2]string{"committer", w.author(n)}, [2]string{"commit", id})
	p.Raw("<p>%s</p>\n", p.A(apps.Link{Href: w.link("search", "h", id, "s", w.author(n), "st", "author"), Text: w.author(n)}))
	p.Raw("<p>tree %s</p>\n", p.A(apps.Link{Href: w.tree("", n, id), Text: w.treeID("", n)}))
	parent := ""
	if n > 0 {
		parent = w.commits[n-1].id
		p.Raw("<p>parent %s (%s)</p>\n", p.A(apps.Link{Href: w.link("commit", "h", parent), Text: parent}),
			p.A(apps.Link{Href: w.link("commitdiff", "h", id, "hp", parent), Text: "commitdiff"}))
	}
	p.Raw("<p>%s</p>\n", p.A(apps.Link{Href: w.link("patch", "h", id), Text: "patch"}))
	p.H2(w.subject(n))
	p.P(apps.Prose(20, w.seed, 21, uint64(n)))
	if g.a == "commitdiff" {
		w.drawStyle(p, g)
	}
	for _, f := range w.commits[n].changes {
		name, v := w.files[f].path, w.files[f].version(n)
		views := []apps.Link{{Href: w.blob(f, n, id), Text: name}, {Href: w.link("history", "f", name, "hb", id), Text: "history"}}
		if v > 1 {
			views = append(views, apps.Link{Href: w.link("blobdiff", "f", name, "h", w.blobID(f, v), "hp", w.blobID(f, v-1), "hb", id, "hpb", parent), Text: "diff"})
		}
		p.Line("file", views)
		if g.a == "commitdiff" {
			p.Raw("<pre>%s</pre>\n", html.EscapeString(w.diff(f, n)))
		}
	}
}

func (w Gitweb) drawTree(p *apps.Page, g *webPage, hb string) {
	if g.hb == "HEAD" {
		hb = "HEAD"
	}
	dirs, files := w.entries(g.f, g.at)
	p.Raw("<table class=\"tree\">\n")
	for _, d := range dirs {
		p.Raw("<tr><td>%s</td><td>%s</td></tr>\n", p.A(apps.Link{Href: w.tree(d, g.at, hb), Text: path.Base(d)}),
			p.A(apps.Link{Href: w.link("history", "f", d, "hb", hb), Text: "history"}))
	}
	for _, f := range files {
		name := w.files[f].path
		p.Raw("<tr><td>%s</td><td>%s %s</td></tr>\n", p.A(apps.Link{Href: w.blob(f, g.at, hb), Text: path.Base(name)}),
			p.A(apps.Link{Href: w.link("blame", "f", name, "h", w.blobID(f, w.files[f].version(g.at)), "hb", hb), Text: "blame"})+" "+
				p.A(apps.Link{Href: w.link("history", "f", name, "hb", hb), Text: "history"}),
			p.A(apps.Link{Href: w.link("blob_plain", "f", name, "hb", hb), Text: "raw"}))
	}
	p.Raw("</table>\n")
}

func (w Gitweb) drawBlob(p *apps.Page, g *webPage, hb string) {
	if g.hb == "HEAD" {
		hb = "HEAD"
	}
	p.Line("views", []apps.Link{{Href: w.link("history", "f", g.f, "hb", hb), Text: "history"},
		{Href: w.link("blob_plain", "f", g.f, "hb", hb), Text: "raw"}, {Href: w.link("blob", "f", g.f, "hb", "HEAD"), Text: "HEAD"}})
	text := w.text(g.file, w.files[g.file].version(g.at))
	if g.a == "blobdiff" {
		w.drawStyle(p, g)
		text = w.between(g.file, g.from, g.at)
	}
	p.Raw("<pre>%s</pre>\n", html.EscapeString(text))
}

// drawStyle links a diff in the other style.
func (w Gitweb) drawStyle(p *apps.Page, g *webPage) {
	if g.query.Has("ds") {
		p.Line("style", []apps.Link{{Href: "/" + g.query.Without("ds").Join(";"), Text: "inline"}})
		return
	}
	p.Line("style", []apps.Link{{Href: "/" + g.query.With("ds", "sidebyside").Join(";"), Text: "side by side"}})
}
