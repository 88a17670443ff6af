package commits

import (
	"iter"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Gitweb shows a repository in the manner of gitweb: one address, and all else
// in parameters behind semicolons.
type Gitweb struct{ *Repo }

const webPart = 40

// App gives the browser as an application.
func (w Gitweb) App(name, about string, limit apps.Limit) *apps.App {
	return &apps.App{Name: name, About: about, Site: w, Seed: w.seed, Limit: limit,
		Frame: apps.Frame{Brand: "projects", Skin: apps.Divs}}
}

// webPage is a page as its URL names it.
type webPage struct {
	a, f, h, hb string
	query       apps.Params
	at          int // commit
	from        int // that it is compared with
	file        int // -1 if f is none
}

// Look tells what a URL shows.
func (w Gitweb) Look(u apps.URL) apps.View {
	q := u.Query
	if u.Path != "/" {
		return apps.Missing()
	}
	if !q.Has("p") {
		if a := q.Get("a"); a == "opml" || a == "project_index" {
			return apps.View{Truth: apps.Truth{Kind: "no page"}, Type: "text/plain", Body: "demo.git"}
		}
		t := apps.Truth{Kind: "overview with parameters"}
		if len(q) == 0 {
			t = apps.Truth{Word: apps.Required, Kind: "overview"}
		}
		return apps.View{Truth: t, Draw: w.drawIndex}
	}
	g := webPage{a: q.Get("a"), f: q.Get("f"), h: q.Get("h"), hb: q.Get("hb"), query: q, file: -1}
	name := g.hb
	if name == "" && g.a != "blob" && g.a != "blob_plain" {
		name = g.h
	}
	var ok bool
	if g.at, ok = w.resolve(name); !ok {
		return apps.Missing()
	}
	if g.from, ok = w.resolve(q.Get("hpb")); !ok {
		return apps.Missing()
	}
	if f, isFile := w.Repo.file(g.f, g.at); isFile {
		g.file = f
	} else if !w.isDir(g.f) {
		return apps.Missing()
	}
	return w.view(&g)
}

func (w Gitweb) view(g *webPage) apps.View {
	v := apps.View{Truth: w.truth(g)}
	switch g.a {
	case "blob_plain", "commitdiff_plain", "blobdiff_plain", "patch", "rss", "atom", "snapshot":
		v.Type, v.Body = "text/plain; charset=utf-8", w.commits[g.at].id+"\n"
		return v
	case "", "summary", "shortlog", "log", "commit", "commitdiff", "tree", "tags", "heads", "tag", "history", "search":
	case "blob", "blame", "blobdiff":
		if g.file < 0 {
			return apps.Missing()
		}
	default:
		return apps.Missing()
	}
	v.Draw = func(p *apps.Page) { w.draw(p, g) }
	return v
}

// truth is as that of cgit. The tree of the last commit has several names.
func (w Gitweb) truth(g *webPage) apps.Truth {
	is := func(word apps.Word, kind string) apps.Truth { return apps.Truth{Word: word, Kind: kind} }
	only := func(names ...string) bool {
		return g.query.Only(append(names, "p", "a")...) && len(g.query) == len(names)+2
	}
	bare := only()
	switch g.a {
	case "summary":
		if bare {
			return is(apps.Required, "overview")
		}
	case "tree", "blob":
		switch {
		case g.at == w.head() && (g.hb != "" || g.a == "tree" && g.h == ""):
			return apps.Truth{Word: apps.Required, Kind: "tree", Page: g.a + " " + g.f}
		case g.hb != "":
			return is(apps.Ambiguous, "old tree")
		}
	case "commit":
		switch {
		case only("h") && g.h == w.commits[g.at].id:
			return is(apps.Required, "commit")
		case bare:
			return is(apps.Ambiguous, "commit, the last one")
		}
	case "tag":
		if only("h") {
			return is(apps.Required, "tag")
		}
	case "shortlog", "log":
		if bare || only("pg") {
			return is(apps.Ambiguous, "log")
		}
	case "tags", "heads":
		if bare {
			return is(apps.Ambiguous, "refs")
		}
	case "commitdiff", "history", "blame", "blobdiff":
		if !g.query.Has("hp") || g.a == "blobdiff" {
			return is(apps.Ambiguous, g.a)
		}
	}
	return is(apps.Forbidden, g.a+" with parameters")
}

// Required gives overview, tree, commits and tags.
func (w Gitweb) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		paths := []string{"/", w.link("summary")}
		for _, d := range w.dirs {
			paths = append(paths, w.tree(d, w.head(), "HEAD"))
		}
		for f := range w.files {
			paths = append(paths, w.blob(f, w.head(), "HEAD"))
		}
		for n := range w.commits {
			paths = append(paths, w.link("commit", "h", w.commits[n].id))
		}
		for _, t := range w.tags {
			paths = append(paths, w.link("tag", "h", t.id))
		}
		for _, p := range paths {
			if !yield(p) {
				return
			}
		}
	}
}

// link spells a page, with more parameters in pairs of name and value.
func (w Gitweb) link(a string, more ...string) string {
	q := apps.Params{{Name: "p", Value: "demo.git"}, {Name: "a", Value: a}}
	for i := 0; i+1 < len(more); i += 2 {
		if more[i+1] != "" {
			q = append(q, apps.Param{Name: more[i], Value: more[i+1]})
		}
	}
	return "/" + q.Join(";")
}

func (w Gitweb) tree(dir string, n int, base string) string {
	return w.link("tree", "f", dir, "h", w.treeID(dir, n), "hb", base)
}

func (w Gitweb) blob(f, n int, base string) string {
	return w.link("blob", "f", w.files[f].path, "h", w.blobID(f, w.files[f].version(n)), "hb", base)
}

func (g *webPage) part() int {
	n, err := strconv.Atoi(g.query.Get("pg"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}
