package live

import (
	"context"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/opinions"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// look is what a page shows: its whole text, its main picture and its title; of a login the title alone, since many
// name the page that was asked for, or have a number for each request. The zero look is that of a page without anything.
type look struct {
	text, content uint64
	title         string
}

// leastSame pages with one look are no chance.
const leastSame = 10

// lookOf gives the look of a page that may be indexed; ok is false where it is none, or scripts make it.
func lookOf(row *frontier.Row) (l look, ok bool) {
	p := row.Page
	if row.Sources&frontier.FromList == 0 || p == nil || p.Outcome != record.Answered || !record.IsPage(p.Status) || !p.HTML || row.Location != frontier.NoID || opinions.IsShell(&p.Facts) {
		return look{}, false
	}
	switch {
	case page.NamesLogin(p.Title):
		return look{title: p.Title}, true
	case p.TextHash == 0 && (p.Title != "" || p.Content != 0 || p.Frameset):
		return look{}, false // frames, or what is to be looked at
	}
	return look{p.TextHash, p.Content, p.Title}, true
}

// oneLook finds the look that more than half of all pages share, and how many do: a login, or a message of the server's,
// at any address.
func oneLook(ctx context.Context, run *site.Run) (most look, n int, err error) {
	var vote lookalike.Majority[look]
	for row, err := range run.Store.Rows(ctx) {
		if err != nil {
			return look{}, 0, err
		}
		if l, ok := lookOf(row); ok && vote.Add(l) {
			vote.Most.title = strings.Clone(l.title) // of the row at hand
		}
	}
	most = vote.Most
	pages := 0
	for row, err := range run.Store.Rows(ctx) {
		if err != nil {
			return look{}, 0, err
		}
		if l, ok := lookOf(row); ok {
			if pages++; l == most {
				n++
			}
		}
	}
	if n < leastSame || n*2 <= pages {
		return look{}, 0, nil
	}
	return most, n, nil
}

// saysMissing tells of a page whose title and heading say that there is none.
func saysMissing(p *record.Page) bool {
	return p != nil && record.IsPage(p.Status) && lookalike.SaysNone(p.Title, p.H1[0])
}

// doubt makes a fault of a page that is none by what it shows.
func (a *Answer) doubt(row *frontier.Row, same look, n int) {
	switch l, ok := lookOf(row); {
	case a.Kind() != Good || !ok:
	case n > 0 && l == same:
		a.Same = n
		a.Reason = fmt.Sprintf("it shows %q", l.title)
		if l == (look{}) {
			a.Reason = "it shows nothing"
		}
	case saysMissing(row.Page):
		a.Code, a.Reason = audit.Soft404, fmt.Sprintf("it says %q", l.title)
	}
}
