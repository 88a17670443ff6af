// Package platform serves the shop of package shop with the addresses of
// widespread shop software, and with what that has beside the plain page of a
// product or list: second addresses of products, carts filled by a link.
package platform

import (
	"iter"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/shop"
)

// Platform is how shop software spells its addresses.
type Platform struct {
	// write spells an address of package shop for a link on a page, whose own
	// address is in the spelling of package shop, too.
	write func(here, to apps.URL) string
	// read is the other way round. Another address of a page has a kind.
	read func(u apps.URL) (to apps.URL, kind string, ok bool)
	// links gives more links of a page: address and text, as they stand there.
	links func(p *apps.Page, here apps.URL) []apps.Link
	doors bool // lists lead to other addresses of products: their canonical leads to the page
}

// Shop is a shop with the addresses of a platform.
type Shop struct {
	*shop.Shop
	Platform
	canonical bool
}

// New makes a shop up. Its facets are always in the query of package shop.
func New(c shop.Config, p Platform) *Shop {
	c.Style, c.Paging = shop.Query, shop.PageParam
	return &Shop{shop.New(c), p, c.Canonical}
}

// App gives the shop as an application.
func (s *Shop) App(name, about string, limit apps.Limit) *apps.App {
	a := s.Shop.App(name, about, limit)
	a.Site = s
	for i, path := range a.Sitemap {
		a.Sitemap[i] = s.spell(home, path)
	}
	return a
}

var home = apps.URL{Path: "/"}

func (s *Shop) spell(here apps.URL, href string) string {
	return s.write(here, apps.ParseURL(href))
}

// Required gives everything that has to be listed.
func (s *Shop) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		for path := range s.Shop.Required() {
			if !yield(s.spell(home, path)) {
				return
			}
		}
	}
}

// Look tells what a URL shows.
func (s *Shop) Look(u apps.URL) apps.View {
	to, kind, ok := s.read(u)
	if !ok {
		return apps.Missing()
	}
	v := s.Shop.Look(to)
	switch {
	case v.Status != 0:
		return v
	case kind != "" && (s.canonical || v.Word != apps.Required):
		v.Truth = apps.Truth{Kind: kind, Door: s.doors && v.Word == apps.Required}
	case v.Word == apps.Required && v.Page == "":
		v.Page = s.spell(home, to.String())
	}
	draw := v.Draw
	v.Draw = func(p *apps.Page) {
		p.Sessions = func(href string) string {
			if raw, ok := strings.CutPrefix(href, "raw:"); ok {
				return raw
			}
			return s.spell(to, href)
		}
		draw(p)
		for _, ref := range []*string{&p.Canonical, &p.Prev, &p.Next} {
			if *ref != "" {
				*ref = s.spell(home, *ref)
			}
		}
		if s.links != nil {
			more := s.links(p, to)
			for i := range more {
				more[i].Href = "raw:" + more[i].Href
			}
			p.Links("more", more)
		}
	}
	return v
}

// isList tells the name of a category, for lists.
func isList(u apps.URL) (category string, ok bool) {
	segments := u.Segments()
	if len(segments) != 1 || !strings.HasSuffix(segments[0], "s") || segments[0] == "guides" || segments[0] == "returns" {
		return "", false
	}
	return segments[0], true
}

// isProduct tells the name of a product.
func isProduct(u apps.URL) (slug string, ok bool) {
	segments := u.Segments()
	if len(segments) != 2 || segments[0] != "p" {
		return "", false
	}
	return strings.CutSuffix(segments[1], ".html")
}

// number gives the number that ends the name of a product.
func number(slug string) string { return slug[strings.LastIndexByte(slug, '-')+1:] }
