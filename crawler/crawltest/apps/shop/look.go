package shop

import (
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Look tells what a URL shows.
func (s *Shop) Look(u apps.URL) apps.View {
	number := ""
	if s.Paging == PagePath {
		u.Path, number, _ = strings.Cut(u.Path, "/page/")
	}
	path, picked, rest := s.Style.take(u)
	if number != "" {
		rest = append(rest.Without("page"), apps.Param{Name: "page", Value: number})
	}
	if len(path) == 0 {
		v, _ := s.readVariant(rest)
		return s.page("home", v, s.drawHome)
	}
	category := slices.IndexFunc(s.categories, func(c category) bool { return c.slug == path[0] })
	switch {
	case category >= 0 && len(path) == 1:
		if l, ok := s.read(category, picked, rest); ok {
			return s.lookList(l)
		}
	case len(path) == 2 && (category >= 0 || path[0] == "p"):
		v, _ := s.readVariant(rest)
		return s.lookProduct(path[1], category, v)
	case len(path) == 1 && slices.Contains(info, path[0]):
		v, _ := s.readVariant(rest)
		return s.page("info", v, func(p *apps.Page, v variant) { s.drawInfo(p, path[0], v) })
	case len(path) == 2 && path[0] == "guides":
		v, _ := s.readVariant(rest)
		if n, err := strconv.Atoi(path[1]); err == nil && 0 < n && n <= s.guides() {
			return s.page("guide", v, func(p *apps.Page, v variant) { s.drawGuide(p, n-1, v) })
		}
	}
	return apps.Missing()
}

// page is the view of a page that is neither list nor product.
func (s *Shop) page(kind string, v variant, draw func(*apps.Page, variant)) apps.View {
	t := apps.Truth{Word: apps.Required, Kind: kind}
	if v.noise {
		t = apps.Truth{Kind: "session or tracking"}
	} else {
		t = s.inVariant(t, v, false)
	}
	return apps.View{Truth: t, Draw: func(p *apps.Page) {
		s.begin(p, v)
		draw(p, v)
	}}
}

func (s *Shop) lookList(l listing) apps.View {
	if l.part > s.parts(l) && s.Past == NoNext {
		return apps.Missing()
	}
	return apps.View{Truth: s.truth(l), Draw: func(p *apps.Page) {
		s.begin(p, l.variant)
		s.drawList(p, l)
	}}
}

// lookProduct shows a product under a category, or under none (-1).
func (s *Shop) lookProduct(name string, category int, v variant) apps.View {
	name = strings.TrimSuffix(name, ".html")
	number, err := strconv.Atoi(name[strings.LastIndexByte(name, '-')+1:])
	i := number - 100
	if err != nil || i < 0 || i >= len(s.products) || s.products[i].slug != name {
		return apps.Missing()
	}
	of := s.products[i].categories
	at := slices.Index(of, category)
	if s.Copies == (at < 0) {
		return apps.Missing()
	}
	t := apps.Truth{Word: apps.Required, Kind: "product"}
	if len(of) > 1 {
		t.Page = "product " + name
	}
	if at > 0 && s.Canonical {
		t = apps.Truth{Kind: "product, other address"}
	}
	if t = s.inVariant(t, v, true); s.AllTracked {
		t.Page = "product " + name
	} else if v.noise {
		t = apps.Truth{Kind: "session or tracking"}
	}
	return apps.View{Truth: t, Draw: func(p *apps.Page) {
		s.begin(p, v)
		s.drawProduct(p, i, max(at, 0), v)
	}}
}

// productPath is the address of a product in the nth of its categories.
func (s *Shop) productPath(i, n int) string {
	p := &s.products[i]
	if s.Copies {
		return "/" + s.categories[p.categories[n]].slug + "/" + p.slug + ".html"
	}
	return "/p/" + p.slug + ".html"
}

// tracked is the address of a product with where it was seen.
func (s *Shop) tracked(i int, from string, pos int) string {
	path := s.productPath(i, 0)
	if !s.Tracking {
		return path
	}
	path += "?from=" + from
	if pos > 0 {
		path += "&pos=" + strconv.Itoa(pos)
	}
	return path
}

func (s *Shop) categoryLink(c int) apps.Link {
	return apps.Link{Href: s.listPath(listing{category: c}), Text: s.categories[c].name}
}
