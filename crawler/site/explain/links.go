package explain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// links counts what leads to the URL.
func (e *explainer) links(x *Explanation, row *frontier.Row) error {
	linked, kept, err := e.crawl.LinkedOf(e.ctx, row.ID)
	switch {
	case err != nil:
		return err
	case kept:
		return e.keptLinks(x, row, linked)
	}
	in := &Links{Examples: []Link{}}
	x.InLinks = in
	var examples []frontier.Edge
	last, ways := frontier.NoID, e.hasWays()
	for edge, err := range e.crawl.LinksTo(e.ctx, []frontier.ID{row.ID}, math.MaxInt) {
		if err != nil {
			return err
		}
		if ways {
			e.linkers.Add(edge)
		}
		first := edge.From != last
		if edge.From == row.Via && x.Found.Via == nil {
			via, err := e.link(*edge)
			if err != nil {
				return err
			}
			x.Found.Via = &via
		}
		if !edge.Flags.Clickable() {
			in.References++
			continue
		}
		in.Links++
		if edge.Flags&frontier.NoFollow != 0 {
			in.NoFollow++
		}
		if first {
			in.Pages++
			last = edge.From
			if len(examples) < explainExamples {
				examples = append(examples, *edge)
			}
		}
	}
	for _, edge := range examples {
		l, err := e.link(edge)
		if err != nil {
			return err
		}
		in.Examples = append(in.Examples, l)
	}
	return nil
}

// keptLinks is links by what the crawl file keeps.
func (e *explainer) keptLinks(x *Explanation, row *frontier.Row, l frontier.Linked) error {
	in := &Links{Links: l.Links, NoFollow: l.NoFollow, Pages: l.Pages, References: l.References, Examples: []Link{}}
	x.InLinks = in
	e.linkers = audit.LinkersOf(l.First, l.Kinds)
	pages := l.First
	if row.Via != frontier.NoID && !slices.Contains(pages, row.Via) {
		pages = append(slices.Clone(pages), row.Via)
	}
	last := frontier.NoID
	for edge, err := range e.crawl.LinksBetween(e.ctx, pages, row.ID) {
		if err != nil {
			return err
		}
		first := edge.Flags.Clickable() && edge.From != last && len(in.Examples) < len(l.First)
		via := edge.From == row.Via && x.Found.Via == nil
		if !first && !via {
			continue
		}
		link, err := e.link(*edge)
		if err != nil {
			return err
		}
		if via {
			x.Found.Via = &link
		}
		if first {
			in.Examples, last = append(in.Examples, link), edge.From
		}
	}
	return nil
}

var linkKinds = map[frontier.LinkFlags]string{
	frontier.LinkA: "a", frontier.LinkArea: "area", frontier.LinkFrame: "frame", frontier.LinkIFrame: "iframe",
	frontier.LinkNext: "next", frontier.LinkPrev: "prev", frontier.LinkAlternate: "alternate", frontier.LinkCanonical: "canonical",
	frontier.LinkRefresh: "refresh", frontier.LinkRedirect: "redirect", frontier.LinkFold: "fold",
}

func (e *explainer) link(edge frontier.Edge) (Link, error) {
	from, err := e.crawl.Row(edge.From)
	if err != nil || from == nil {
		return Link{}, cmp.Or(err, fmt.Errorf("URL %d is missing", edge.From))
	}
	l := Link{URL: from.URL, Anchor: edge.Anchor, Kind: linkKinds[edge.Flags.Kind()], Rel: []string{}}
	for i, rel := range [...]string{"nofollow", "ugc", "sponsored"} {
		if edge.Flags&(frontier.NoFollow<<i) != 0 {
			l.Rel = append(l.Rel, rel)
		}
	}
	return l, nil
}

// outLinks counts what the page links to.
func (e *explainer) outLinks(x *Explanation, row *frontier.Row) error {
	if row.Page == nil || row.Page.Outcome != record.Answered {
		return nil
	}
	out := &Out{}
	x.Out = out
	last := frontier.NoID
	for edge, err := range e.crawl.LinksFrom(e.ctx, row.ID) {
		if err != nil {
			return err
		}
		if !edge.Flags.Clickable() {
			out.References++
			e.canonicalPlace(edge, row)
			if edge.Flags.Kind() == frontier.LinkAlternate && edge.Anchor != "" && !slices.Contains(e.alternates, hreflang{edge.To, edge.Anchor}) {
				e.alternates = append(e.alternates, hreflang{edge.To, strings.Clone(edge.Anchor)})
			}
			continue
		}
		out.Links++
		if edge.Flags&frontier.NoFollow != 0 {
			out.NoFollow++
		}
		if edge.To != last {
			out.URLs++
			last = edge.To
		}
	}
	return nil
}

// canonicalPlace notes where the page's canonical stands.
func (e *explainer) canonicalPlace(edge *frontier.Edge, row *frontier.Row) {
	if edge.Flags.Kind() != frontier.LinkCanonical || edge.To != row.Canonical {
		return
	}
	place := "tag"
	if edge.Flags&frontier.InHeader != 0 {
		place = "header"
	}
	if !slices.Contains(e.canonicalIn, place) {
		e.canonicalIn = append(e.canonicalIn, place)
	}
}
