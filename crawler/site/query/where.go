package query

import (
	"context"
	"iter"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// whereColumns are those of where URLs are listed: by the site, and by us.
func whereColumns() Table[URL] {
	return Table[URL]{
		{Name: "listed_in", Words: "the site's own sitemaps that list it, as file:line", Many: true, Glue: "; ", cost: 2, need: needPlaces, Values: func(u *URL) []string {
			if u.Sources&frontier.FromSitemap == 0 {
				return nil
			}
			list, err := u.listed.of(u.ID)
			if err != nil && u.names.err == nil {
				u.names.err = err
			}
			return list
		}},
		{Name: "lastmod", Words: "the date that portolan's sitemap gives it", cost: 2, need: needDates, Values: func(u *URL) []string {
			at, _ := u.lastmod()
			return texts(at)
		}},
		{Name: "lastmod_source", Words: "what that date rests on", cost: 2, need: needDates, Values: func(u *URL) []string {
			_, by := u.lastmod()
			return texts(by)
		}},
	}
}

// dates give the dates of our own sitemap. They keep the last one.
type dates struct {
	of     *audit.LastMods
	id     frontier.ID
	at, by string
}

func newDates(ctx context.Context, crawl *stored.Crawl) (*dates, error) {
	of, err := stored.LastMods(ctx, crawl)
	return &dates{of: of, id: frontier.NoID}, err
}

// lastmod gives the date of a URL that is listed, and what it rests on.
func (u *URL) lastmod() (at, by string) {
	d := u.dates
	if d == nil || u.Code.State() != audit.ListedInFile {
		return "", ""
	}
	if d.id != u.ID {
		at, by, err := d.of.Of(u.Row)
		if err != nil && u.names.err == nil {
			u.names.err = err
		}
		d.id, d.at, d.by = u.ID, at, string(by)
	}
	return d.at, d.by
}

// places tell in the order of URLs where the site's own sitemaps list them.
type places struct {
	next func() (frontier.Found, error, bool)
	stop func()
	at   frontier.Found
	more bool
	read bool

	id   frontier.ID // the last one that was asked for
	list []string
}

func newPlaces(ctx context.Context, crawl *stored.Crawl) *places {
	p := &places{id: frontier.NoID}
	p.next, p.stop = iter.Pull2(crawl.FoundIn(ctx, frontier.FromSitemap))
	return p
}

// of gives file and line of each place.
func (p *places) of(id frontier.ID) ([]string, error) {
	if p.id == id {
		return p.list, nil
	}
	p.id, p.list = id, nil
	for {
		if !p.read {
			var err error
			if p.at, err, p.more = p.next(); err != nil {
				return nil, err
			}
			p.read = true
		}
		if !p.more || p.at.ID > id {
			return p.list, nil
		}
		if p.at.ID == id {
			place, _, _ := strings.Cut(p.at.Detail, " ")
			p.list = append(p.list, strings.Clone(place))
		}
		p.read = false
	}
}
