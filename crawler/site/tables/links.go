package tables

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/frontier"
)

// linkColumns are those of Screaming Frog's "All Inlinks" whose facts a crawl
// notes. Alt Text is missing, for a link's anchor is its text or else the
// alternative text of its picture, and the two are not told apart; so is Link
// Path, for no place in the document is kept but its part (Link Position).
var linkColumns = columns("Type", "Source", "Destination", "Anchor", "Status Code#", "Status", "Follow", "Rel", "Link Position", "Link Origin", "Verdict")

func brokenTable() *Table {
	return &Table{Name: "broken-links", Sheet: "Broken links", Words: "links to what does not answer well", Columns: linkColumns,
		rows: func(ctx context.Context, s *Source, row func(...string) error) error {
			return linkRows(ctx, s, []string{"broken=yes"}, row)
		}}
}

func linksTable() *Table {
	return &Table{Name: "links", Words: "all links", Columns: linkColumns,
		rows: func(ctx context.Context, s *Source, row func(...string) error) error {
			return linkRows(ctx, s, nil, row)
		}}
}

var linkTypes = map[frontier.LinkFlags]string{
	frontier.LinkA: "Hyperlink", frontier.LinkArea: "Hyperlink", frontier.LinkFrame: "Frame", frontier.LinkIFrame: "iframe", frontier.LinkNext: "Rel Next",
	frontier.LinkPrev: "Rel Prev", frontier.LinkAlternate: "HREFLANG", frontier.LinkCanonical: "HTML Canonical", frontier.LinkRefresh: "Meta Refresh",
	frontier.LinkRedirect: "HTTP Redirect", frontier.LinkFold: "Other Spelling",
}

func linkRows(ctx context.Context, s *Source, where []string, row func(...string) error) error {
	table := query.LinkColumns()
	filter, err := table.Filter(s.where(where))
	if err != nil {
		return err
	}
	c, err := table.Columns([]string{"from", "to", "rel", "region", "verdict"})
	if err != nil {
		return err
	}
	rendered := map[frontier.ID]bool{} // few: each takes a browser seconds
	for r, err := range s.Crawl.Renderings(ctx) {
		if err != nil {
			return err
		}
		if r.Page != nil {
			rendered[r.ID] = true
		}
	}
	for l, err := range query.Links(ctx, s.Crawl, query.Ends{From: frontier.NoID, To: frontier.NoID}, filter) {
		if err != nil {
			return err
		}
		value := func(i int) string { return strings.Join(c[i].Values(l), " ") }
		status, says, follow := "", "", "true"
		if l.Status != 0 {
			status, says = strconv.Itoa(l.Status), http.StatusText(l.Status)
		}
		if l.Flags&frontier.NoFollow != 0 {
			follow = "false"
		}
		verdict := value(4)
		if l.Broken && l.Code == audit.ScopeHost {
			verdict = "external-link-broken"
		}
		if err := row(linkTypes[l.Flags.Kind()], value(0), value(1), l.Anchor, status, says, follow, value(2), value(3), linkOrigin(l.Flags, rendered[l.From]), verdict); err != nil {
			return err
		}
	}
	return nil
}

// linkOrigin tells what a link was read from, in Screaming Frog's words: of a
// page whose scripts were run, from what they have made of it.
func linkOrigin(flags frontier.LinkFlags, rendered bool) string {
	switch {
	case flags.Kind() == frontier.LinkFold:
		return ""
	case flags&frontier.InHeader != 0 || flags.Kind() == frontier.LinkRedirect:
		return "HTTP Header"
	case rendered:
		return "Rendered HTML"
	}
	return "HTML"
}
