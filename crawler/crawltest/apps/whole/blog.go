package whole

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Blog has posts, and archives of them by tag, by author, by month, and by tag
// and year. Its home page leads to the newest posts and to the archives, and
// these alone to the other posts.
type Blog struct {
	seed    uint64
	posts   []post
	quiet   bool // archives are noindex
	archive map[string][]int
	paths   []string // of the archives, sorted
}

type post struct {
	path, title string
	archives    []string
}

const archivePart = 40

// NewBlog makes a blog up.
func NewBlog(seed uint64, posts int, quiet bool) *Blog {
	b := &Blog{seed: seed, quiet: quiet, archive: map[string][]int{}}
	for i := range posts {
		month := i * 120 / posts
		year := 2017 + month/12
		p := post{title: apps.Phrase(seed, 1, uint64(i))}
		p.path = fmt.Sprintf("/%d/%02d/%s-%d/", year, month%12+1, apps.Slug(p.title), i)
		p.archives = []string{fmt.Sprintf("/%d/%02d/", year, month%12+1), "/author/" + apps.Noun(50+apps.Below(8, seed, 2, uint64(i))) + "/"}
		for k := range uint64(2) {
			tag := "/tag/" + apps.Noun(apps.Below(40, seed, 3, uint64(i), k)) + "/"
			if !slices.Contains(p.archives, tag) {
				p.archives = append(p.archives, tag, fmt.Sprintf("%s%d/", tag, year))
			}
		}
		for _, path := range p.archives {
			if b.archive[path] == nil {
				b.paths = append(b.paths, path)
			}
			b.archive[path] = append(b.archive[path], i)
		}
		b.posts = append(b.posts, p)
	}
	slices.Sort(b.paths)
	return b
}

// App gives the blog as an application.
func (b *Blog) App(name, about string, limit apps.Limit) *apps.App {
	return &apps.App{Name: name, About: about, Site: b, Seed: b.seed, Limit: limit, Frame: apps.Frame{Brand: "A blog", Skin: apps.Divs}}
}

func (b *Blog) parts(path string) int { return (len(b.archive[path]) + archivePart - 1) / archivePart }

func part(path string, n int) string {
	if n == 1 {
		return path
	}
	return path + "page/" + strconv.Itoa(n) + "/"
}

// Required gives the posts, and the archives if they may be listed.
func (b *Blog) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield("/") {
			return
		}
		for i := range b.posts {
			if !yield(b.posts[i].path) {
				return
			}
		}
		for _, path := range b.paths {
			for n := 1; n <= b.parts(path) && !b.quiet; n++ {
				if !yield(part(path, n)) {
					return
				}
			}
		}
	}
}

// Look tells what a URL shows.
func (b *Blog) Look(u apps.URL) apps.View {
	if u.Path == "/" && len(u.Query) == 0 {
		return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: "home"}, Draw: b.drawHome}
	}
	path, number, paged := strings.Cut(u.Path, "page/")
	n := 1
	if paged {
		n, _ = strconv.Atoi(strings.TrimSuffix(number, "/"))
	}
	if list := b.archive[path]; list != nil && n >= 1 && n <= b.parts(path) && part(path, n) == u.Path && len(u.Query) == 0 {
		t := apps.Truth{Word: apps.Required, Kind: "archive"}
		if b.quiet {
			t = apps.Truth{Kind: "archive", Door: true}
		}
		return apps.View{Truth: t, Draw: func(p *apps.Page) { b.drawArchive(p, path, n) }}
	}
	name := strings.TrimSuffix(u.Path, "/")
	i, err := strconv.Atoi(name[strings.LastIndexByte(name, '-')+1:])
	if err != nil || i < 0 || i >= len(b.posts) || b.posts[i].path != u.String() {
		return apps.Missing()
	}
	return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: "post"}, Draw: func(p *apps.Page) { b.drawPost(p, i) }}
}

func (b *Blog) link(i int) apps.Link { return apps.Link{Href: b.posts[i].path, Text: b.posts[i].title} }

func (b *Blog) drawHome(p *apps.Page) {
	p.Title = "The newest posts"
	for i := len(b.posts) - 1; i >= max(0, len(b.posts)-8); i-- {
		p.Card(b.link(i), apps.Prose(20, b.seed, 4, uint64(i)))
	}
	var archives []apps.Link
	for _, path := range b.paths {
		if strings.Count(path, "/") == 3 {
			archives = append(archives, apps.Link{Href: path, Text: strings.Trim(path, "/")})
		}
	}
	p.Block("Archives", archives)
}

func (b *Blog) drawArchive(p *apps.Page, path string, n int) {
	p.Title = "Archive: " + strings.ReplaceAll(strings.Trim(path, "/"), "/", " ")
	if b.quiet {
		p.Robots = "noindex, follow"
	}
	list := b.archive[path]
	for _, i := range list[(n-1)*archivePart : min(n*archivePart, len(list))] {
		p.Card(b.link(i), apps.Prose(20, b.seed, 4, uint64(i)))
	}
	var pager, years []apps.Link
	if n > 1 {
		pager = append(pager, apps.Link{Href: part(path, n-1), Text: "Newer"})
	}
	if n < b.parts(path) {
		pager = append(pager, apps.Link{Href: part(path, n+1), Text: "Older"})
	}
	p.Line("pager", pager)
	for _, other := range b.paths {
		if strings.HasPrefix(other, path) && other != path {
			years = append(years, apps.Link{Href: other, Text: strings.TrimPrefix(other, path)})
		}
	}
	p.Block("By year", years)
}

func (b *Blog) drawPost(p *apps.Page, i int) {
	p.Title = b.posts[i].title
	for k := range uint64(3) {
		p.P(apps.Prose(60, b.seed, 5, uint64(i), k))
	}
	var links []apps.Link
	for _, path := range b.posts[i].archives {
		links = append(links, apps.Link{Href: path, Text: strings.Trim(path, "/")})
	}
	p.Links("filed", links)
}
