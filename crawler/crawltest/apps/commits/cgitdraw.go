package commits

import (
	"fmt"
	"html"
	"path"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

func (c Cgit) drawIndex(p *apps.Page) {
	p.Title, p.Robots = "Git repository browser", "index, follow"
	p.Line("sort", []apps.Link{{Href: "/?s=name", Text: "Name"}, {Href: "/?s=desc", Text: "Description"}, {Href: "/?s=owner", Text: "Owner"}, {Href: "/?s=idle", Text: "Idle"}})
	p.Card(apps.Link{Href: cgitRoot, Text: "demo.git"}, "Unnamed repository; edit this file to name the repository.")
}

// draw writes a page: its tabs keep the state of the repository, as cgit's do.
func (c Cgit) draw(p *apps.Page, g *cgitPage, f int, isFile bool) {
	p.Robots = "index, follow"
	p.Title = fmt.Sprintf("demo.git - %s %s", g.page, g.path)
	if g.id != "" {
		p.Title += " " + g.id[:min(8, len(g.id))]
	}
	c.drawTabs(p, g)
	switch g.page {
	case "", "refs":
		c.drawRefs(p)
		if g.page == "" {
			c.drawLog(p, "", c.touching("", c.head())[:min(10, len(c.commits))], "")
		}
	case "log":
		c.drawLogPage(p, g)
	case "tree":
		c.drawTree(p, g, f, isFile)
	case "blame":
		if isFile {
			p.Raw("<pre>%s</pre>\n", html.EscapeString(c.text(f, c.files[f].version(g.at))))
		}
	case "commit", "diff":
		c.drawCommit(p, g)
	case "stats":
		for _, period := range []string{"w", "m", "q", "y"} {
			p.Raw("<p>%s</p>\n", p.A(apps.Link{Href: cgitRoot + "stats/" + g.path + "?period=" + period, Text: period}))
		}
		p.Rows([2]string{c.author(1), fmt.Sprint(len(c.touching(g.path, g.at)))}, [2]string{c.author(2), g.query.Get("period")})
	case "tag":
		p.Rows([2]string{"tag name", g.h}, [2]string{"tagged by", c.author(g.at)})
		p.P("Release " + g.h + ". " + apps.Prose(30, c.seed, 20, apps.Hash(g.h)))
		p.Raw("%s %s\n", p.A(apps.Link{Href: c.link("commit", "", c.commits[g.at].id), Text: c.commits[g.at].id}),
			p.A(apps.Link{Href: cgitRoot + "snapshot/demo-" + g.h + ".tar.gz", Text: "download"}))
	}
}

func (c Cgit) drawTabs(p *apps.Page, g *cgitPage) {
	h := ""
	if g.h == branch {
		h = "?h=" + branch
	}
	tail := g.path
	p.Line("tabs", []apps.Link{
		{Href: cgitRoot + h, Text: "summary"}, {Href: cgitRoot + "refs/" + h, Text: "refs"}, {Href: cgitRoot + "log/" + tail + h, Text: "log"},
		{Href: c.link("tree", tail, g.id), Text: "tree"}, {Href: c.link("commit", tail, g.id), Text: "commit"},
		{Href: c.link("diff", tail, g.id), Text: "diff"}, {Href: cgitRoot + "stats/" + tail + h, Text: "stats"},
	})
}

func (c Cgit) drawRefs(p *apps.Page) {
	for _, h := range []string{"master", branch} {
		href := cgitRoot + "log/"
		if h == branch {
			href += "?h=" + h
		}
		p.Card(apps.Link{Href: href, Text: h}, c.author(c.head()))
	}
	for _, t := range c.tags {
		p.Card(apps.Link{Href: cgitRoot + "tag/?h=" + t.name, Text: t.name}, "demo-"+t.name+".tar.gz")
		p.Raw("%s %s\n", p.A(apps.Link{Href: cgitRoot + "snapshot/demo-" + t.name + ".tar.gz", Text: "demo-" + t.name}),
			p.A(apps.Link{Href: c.link("commit", "", c.commits[t.commit].id), Text: "commit " + c.commits[t.commit].id[:8]}))
	}
}

func (c Cgit) drawLogPage(p *apps.Page, g *cgitPage) {
	list := c.touching(g.path, g.at)
	from := min(g.offset(), len(list))
	to := min(from+logPart, len(list))
	message := g.query.Get("showmsg")
	toggle := apps.Link{Href: c.logLink(g, "1", 0), Text: "Expand"}
	if message != "" {
		toggle = apps.Link{Href: c.logLink(g, "", 0), Text: "Collapse"}
	}
	p.Raw("<p>%s</p>\n", p.A(toggle))
	c.drawLog(p, g.h, list[from:to], message)
	var pager []apps.Link
	if from > 0 {
		pager = append(pager, apps.Link{Href: c.logLink(g, message, from-logPart), Text: "[prev]"})
	}
	if to < len(list) {
		pager = append(pager, apps.Link{Href: c.logLink(g, message, to), Text: "[next]"})
	}
	p.Line("pager", pager)
}

func (c Cgit) logLink(g *cgitPage, message string, offset int) string {
	var q apps.Params
	for _, a := range []apps.Param{{Name: "h", Value: g.h}, {Name: "id", Value: g.id}, {Name: "showmsg", Value: message}} {
		if a.Value != "" {
			q = append(q, a)
		}
	}
	if offset > 0 {
		q = append(q, apps.Param{Name: "ofs", Value: fmt.Sprint(offset)})
	}
	return cgitRoot + "log/" + g.path + q.String()
}

func (c Cgit) drawLog(p *apps.Page, h string, list []int, message string) {
	p.Raw("<table class=\"list\">\n")
	for _, n := range list {
		href := c.link("commit", "", c.commits[n].id)
		if h == branch {
			href = cgitRoot + "commit/?h=" + branch + "&id=" + c.commits[n].id
		}
		p.Raw("<tr><td>%s</td><td>%s</td><td>%s</td></tr>\n", c.age(n), p.A(apps.Link{Href: href, Text: c.subject(n)}), c.author(n))
		if message != "" {
			p.Raw("<tr><td colspan=\"3\">%s</td></tr>\n", apps.Prose(20, c.seed, 21, uint64(n)))
		}
	}
	p.Raw("</table>\n")
}

func (c Cgit) drawTree(p *apps.Page, g *cgitPage, f int, isFile bool) {
	if isFile {
		p.Raw("<p>blob: %s (%s)</p>\n", c.blobID(f, c.files[f].version(g.at)), p.A(apps.Link{Href: c.link("plain", g.path, g.id), Text: "plain"}))
		p.Raw("<pre>%s</pre>\n", html.EscapeString(c.text(f, c.files[f].version(g.at))))
		p.Raw("<p>%s</p>\n", p.A(apps.Link{Href: c.link("blame", g.path, g.id), Text: "blame"}))
		return
	}
	dirs, files := c.entries(g.path, g.at)
	row := func(name string) {
		p.Raw("<tr><td>%s</td><td>%s %s %s</td></tr>\n", p.A(apps.Link{Href: c.link("tree", name, g.id), Text: path.Base(name)}),
			p.A(apps.Link{Href: c.link("log", name, g.id), Text: "log"}), p.A(apps.Link{Href: c.link("stats", name, g.id), Text: "stats"}),
			p.A(apps.Link{Href: c.link("plain", name, g.id), Text: "plain"}))
	}
	p.Raw("<p>tree: %s</p><table class=\"list\">\n", c.treeID(g.path, g.at))
	for _, d := range dirs {
		row(d)
	}
	for _, f := range files {
		row(c.files[f].path)
	}
	p.Raw("</table>\n")
}

func (c Cgit) drawCommit(p *apps.Page, g *cgitPage) {
	id := c.commits[g.at].id
	if g.page == "commit" {
		p.Rows([2]string{"author", c.author(g.at)}, [2]string{"date", c.age(g.at)})
		p.Raw("<p>%s (%s) tree %s</p>\n", p.A(apps.Link{Href: c.link("commit", g.path, id), Text: id}),
			p.A(apps.Link{Href: c.link("patch", g.path, id), Text: "patch"}), p.A(apps.Link{Href: c.tree(g.path, id), Text: c.treeID("", g.at)}))
		if g.at > 0 {
			parent := c.commits[g.at-1].id
			p.Raw("<p>parent %s (%s)</p>\n", p.A(apps.Link{Href: c.link("commit", g.path, parent), Text: parent}),
				p.A(apps.Link{Href: c.link("diff", g.path, id) + "&id2=" + parent, Text: "diff"}))
		}
		p.H2(c.subject(g.at))
		p.P(apps.Prose(20, c.seed, 21, uint64(g.at)))
	}
	for _, f := range c.commits[g.at].changes {
		name := c.files[f].path
		p.Raw("<p>%s</p>\n", p.A(apps.Link{Href: c.link("diff", name, id), Text: name}))
		if g.path == "" || g.path == name {
			p.Raw("<pre>%s</pre>\n<p>%s</p>\n", html.EscapeString(c.diff(f, g.at)), p.A(apps.Link{Href: c.link("tree", name, id), Text: name}))
		}
	}
}
