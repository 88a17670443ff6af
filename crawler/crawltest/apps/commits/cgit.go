package commits

import (
	"iter"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Cgit shows a repository in the manner of cgit: a page is named by the path,
// the state of the repository by parameters.
type Cgit struct{ *Repo }

const (
	cgitRoot = "/demo.git/"
	logPart  = 50
)

// App gives the browser as an application.
func (c Cgit) App(name, about string, limit apps.Limit) *apps.App {
	return &apps.App{Name: name, About: about, Site: c, Seed: c.seed, Limit: limit,
		Frame: apps.Frame{Brand: "Git repositories", Skin: apps.Divs}}
}

// cgitPage is a page of the repository as its URL names it.
type cgitPage struct {
	page, path string
	h, id, id2 string
	query      apps.Params
	at         int // the commit that h and id stand for
}

// Look tells what a URL shows.
func (c Cgit) Look(u apps.URL) apps.View {
	if u.Path == "/" {
		t := apps.Truth{Kind: "overview with parameters"}
		if len(u.Query) == 0 {
			t = apps.Truth{Word: apps.Required, Kind: "overview"}
		}
		return apps.View{Truth: t, Draw: c.drawIndex}
	}
	rest, ok := strings.CutPrefix(u.Path, cgitRoot)
	if !ok {
		return apps.Missing()
	}
	g := cgitPage{query: u.Query, h: u.Query.Get("h"), id: u.Query.Get("id"), id2: u.Query.Get("id2")}
	g.page, g.path, _ = strings.Cut(strings.TrimSuffix(rest, "/"), "/")
	name := g.id
	if name == "" {
		name = g.h
	}
	if g.at, ok = c.resolve(name); !ok || !u.Query.Only("h", "id", "id2", "ofs", "showmsg", "period", "q", "qt") {
		return apps.Missing()
	}
	f, isFile := c.file(g.path, g.at)
	if !isFile && !c.isDir(g.path) && g.page != "snapshot" && g.page != "refs" {
		return apps.Missing()
	}
	v := apps.View{Truth: c.truth(&g)}
	switch g.page {
	case "plain", "patch", "rawdiff", "atom":
		v.Type, v.Body = "text/plain; charset=utf-8", c.plain(&g, f)
	case "snapshot":
		v.Type, v.Body = "application/x-gzip", g.path
	case "", "refs", "log", "tree", "commit", "diff", "blame", "stats", "tag":
		v.Draw = func(p *apps.Page) { c.draw(p, &g, f, isFile) }
	default:
		return apps.Missing()
	}
	return v
}

func (c Cgit) plain(g *cgitPage, f int) string {
	if g.page == "plain" && f >= 0 {
		return c.text(f, c.files[f].version(g.at))
	}
	text := c.commits[g.at].id + "\n"
	for _, f := range c.commits[g.at].changes {
		text += c.diff(f, g.at)
	}
	return text
}

// truth: overview, tree, commits and tags belong in the sitemap. Old trees,
// histories of files and diffs may be there; the same page by another name,
// and what is no page, not.
func (c Cgit) truth(g *cgitPage) apps.Truth {
	bare := len(g.query) == 0
	only := func(names ...string) bool { return g.query.Only(names...) && len(g.query) == len(names) }
	is := func(word apps.Word, kind string) apps.Truth { return apps.Truth{Word: word, Kind: kind} }
	switch g.page {
	case "":
		if bare {
			return is(apps.Required, "overview")
		}
	case "tree":
		switch {
		case bare:
			return is(apps.Required, "tree")
		case only("id"), only("h"):
			return is(apps.Ambiguous, "old tree")
		}
	case "commit":
		switch {
		case g.path != "":
			return is(apps.Forbidden, "commit, one file of it")
		case only("id"):
			return is(apps.Required, "commit")
		case bare:
			return is(apps.Ambiguous, "commit, the last one")
		}
	case "tag":
		if only("h") {
			return is(apps.Required, "tag")
		}
	case "log":
		switch {
		case bare && g.path == "":
			return is(apps.Required, "overview")
		case bare, only("ofs"):
			return is(apps.Ambiguous, "log")
		case only("h"), only("h", "ofs"):
			return is(apps.Ambiguous, "log of the other branch")
		}
	case "refs", "stats":
		if bare {
			return is(apps.Ambiguous, g.page)
		}
	case "diff", "blame":
		if only("id") || bare {
			return is(apps.Ambiguous, g.page)
		}
	}
	return is(apps.Forbidden, g.page+" with parameters")
}

// Required gives overview, tree, commits and tags.
func (c Cgit) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		paths := []string{"/", cgitRoot, cgitRoot + "log/"}
		for _, d := range c.dirs {
			paths = append(paths, c.tree(d, ""))
		}
		for i := range c.files {
			paths = append(paths, c.link("tree", c.files[i].path, ""))
		}
		for n := range c.commits {
			paths = append(paths, c.link("commit", "", c.commits[n].id))
		}
		for _, t := range c.tags {
			paths = append(paths, cgitRoot+"tag/?h="+t.name)
		}
		for _, p := range paths {
			if !yield(p) {
				return
			}
		}
	}
}

// link spells a page, of a state of the repository if id is not "".
func (c Cgit) link(page, path, id string) string {
	href := cgitRoot + page + "/" + path
	if id != "" {
		href += "?id=" + id
	}
	return href
}

// tree spells a directory: cgit ends it with a slash only at the root.
func (c Cgit) tree(dir, id string) string { return c.link("tree", dir, id) }

func (g *cgitPage) offset() int {
	n, err := strconv.Atoi(g.query.Get("ofs"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}
