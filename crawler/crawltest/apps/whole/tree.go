package whole

import (
	"iter"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Tree is a classification: each page but those at the ends leads to so many
// below it, and nothing else leads there. Until the ends are reached it looks like
// a part of a site without end.
type Tree struct {
	seed            uint64
	branches, level int
}

// NewTree makes a tree up, so many levels deep.
func NewTree(seed uint64, branches, levels int) *Tree { return &Tree{seed, branches, levels} }

// App gives the tree as an application.
func (t *Tree) App(name, about string, limit apps.Limit) *apps.App {
	return &apps.App{Name: name, About: about, Site: t, Seed: t.seed, Limit: limit, Frame: apps.Frame{
		Brand: "All That Lives", Nav: []apps.Link{{Href: "/", Text: "Home"}, {Href: "/life", Text: "Life"}},
	}}
}

const treeTop = "/life"

// Required gives everything.
func (t *Tree) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		level := []string{treeTop}
		if !yield("/") {
			return
		}
		for range t.level + 1 {
			var below []string
			for _, path := range level {
				if !yield(path) {
					return
				}
				for k := range t.branches {
					below = append(below, t.below(path, k).Href)
				}
			}
			level = below
		}
	}
}

func (t *Tree) below(path string, k int) apps.Link {
	name := apps.Phrase(t.seed, 1, apps.Hash(path), uint64(k)) + " " + strconv.Itoa(k)
	return apps.Link{Href: path + "/" + apps.Slug(name), Text: name}
}

// Look tells what a URL shows.
func (t *Tree) Look(u apps.URL) apps.View {
	draw, found := t.drawHome, u.Path == "/"
	if level := strings.Count(u.Path, "/") - 1; strings.HasPrefix(u.Path, treeTop) && level <= t.level && t.has(u.Path) {
		draw, found = func(p *apps.Page) { t.drawNode(p, u.Path, level) }, true
	}
	if !found || len(u.Query) > 0 {
		return apps.Missing()
	}
	return apps.View{Truth: apps.Truth{Word: apps.Required, Kind: "node"}, Draw: draw}
}

// has tells whether there is a node of that path.
func (t *Tree) has(path string) bool {
	if path == treeTop {
		return true
	}
	up, name := path[:strings.LastIndexByte(path, '/')], path[strings.LastIndexByte(path, '-')+1:]
	k, err := strconv.Atoi(name)
	return err == nil && k < t.branches && up != "" && t.below(up, k).Href == path && t.has(up)
}

func (t *Tree) drawHome(p *apps.Page) {
	p.Title = "A classification"
	p.P(apps.Prose(60, t.seed, 2))
}

func (t *Tree) drawNode(p *apps.Page, path string, level int) {
	p.Title = apps.Title(strings.ReplaceAll(path[strings.LastIndexByte(path, '/')+1:], "-", " "))
	p.Trail = []apps.Link{{Href: path[:max(strings.LastIndexByte(path, '/'), 1)], Text: "Up"}}
	p.P(apps.Prose(50, t.seed, 3, apps.Hash(path)))
	if level == t.level {
		return
	}
	var links []apps.Link
	for k := range t.branches {
		links = append(links, t.below(path, k))
	}
	p.Links("below", links)
}
