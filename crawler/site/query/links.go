package query

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Link is one link of a stored crawl, for the time of one step of Links.
type Link struct {
	*frontier.Edge
	Status     int        // of the target, 0 where no answer came
	Code, Page audit.Code // verdicts of the target, and of the page that has the link
	Broken     bool       // the target does not answer well; on another host by --check-external
	names      *names
}

// LinkColumns are the columns of links.
func LinkColumns() Table[Link] {
	return Table[Link]{
		{Name: "from", Words: "the page that has the link", cost: 1, Values: func(l *Link) []string { return l.names.of(l.From) }},
		{Name: "to", Words: "the URL that it leads to", cost: 2, Values: func(l *Link) []string { return l.names.of(l.To) }},
		{Name: "anchor", Words: "its text, or the alternative text of its picture; the language of a translation", need: needAnchors, Values: func(l *Link) []string { return texts(l.Anchor) }},
		{Name: "rel", Words: "nofollow, ugc, sponsored", Many: true, Of: func() []string { return rels[:] }, Values: func(l *Link) (list []string) {
			for i, rel := range rels {
				if l.Flags&(frontier.NoFollow<<i) != 0 {
					list = append(list, rel)
				}
			}
			return list
		}},
		{Name: "kind", Words: "a, area, frame, iframe; next, prev, alternate, canonical, refresh, redirect, fold", Of: func() []string { return slices.Sorted(maps.Values(linkKinds)) }, Values: func(l *Link) []string { return texts(linkKinds[l.Flags.Kind()]) }},
		{Name: "region", Words: "where it stands: head, header, nav, main (article, too), aside, footer, body; answer (its HTTP header). Empty in crawls of older versions", Of: regions, Values: func(l *Link) []string {
			if l.Flags&frontier.InHeader != 0 {
				return texts("answer")
			}
			return texts(l.Flags.Region().String())
		}},
		{Name: "status", Words: "status of the URL that it leads to; of one on another host, where --check-external asked for it, that of the end of its redirects", Number: true, Values: func(l *Link) []string {
			if l.Status == 0 {
				return nil
			}
			return number(l.Status)
		}},
		{Name: "verdict", Words: "verdict of that URL", Of: verdicts, few: func(l *Link) audit.Code { return l.Code }, Values: func(l *Link) []string { return texts(l.Code.String()) }},
		{Name: "broken", Words: "yes where that URL does not answer well; one on another host where --check-external found it so", Of: func() []string { return []string{"yes", "no"} }, Values: func(l *Link) []string {
			if l.Broken {
				return texts("yes")
			}
			return texts("no")
		}},
		{Name: "segment", Words: "segment of the site in which the page with the link is (--segment)", cost: 3, Values: func(l *Link) []string { return texts(l.names.crawl.Segments.Of(l.names.text(l.From))) }},
		{Name: "from_verdict", Words: "verdict of the page that has the link", Of: verdicts, few: func(l *Link) audit.Code { return l.Page }, Values: func(l *Link) []string { return texts(l.Page.String()) }},
	}
}

// broken are the verdicts of what does not answer well.
var broken = map[audit.Code]bool{audit.HTTP4xx: true, audit.HTTP5xx: true, audit.NetworkError: true, audit.HTTPOther: true, audit.RedirectLoop: true}

// regions are the values of the column of that name.
func regions() (names []string) {
	for r := record.RegionHead; r <= record.RegionBody; r++ {
		names = append(names, r.String())
	}
	return append(names, "answer")
}

var rels = [...]string{"nofollow", "ugc", "sponsored"}

var linkKinds = map[frontier.LinkFlags]string{
	frontier.LinkA: "a", frontier.LinkArea: "area", frontier.LinkFrame: "frame", frontier.LinkIFrame: "iframe",
	frontier.LinkNext: "next", frontier.LinkPrev: "prev", frontier.LinkAlternate: "alternate", frontier.LinkCanonical: "canonical",
	frontier.LinkRefresh: "refresh", frontier.LinkRedirect: "redirect", frontier.LinkFold: "fold",
}

// Ends are the URLs between which links are asked for; NoID stands for any.
type Ends struct{ From, To frontier.ID }

// Links iterates over the links that pass a filter, by page in the order of
// discovery, within a page by target. The Link is reused. It holds three bytes
// a known URL.
func Links(ctx context.Context, crawl *stored.Crawl, between Ends, f Filter[Link]) iter.Seq2[*Link, error] {
	return func(yield func(*Link, error) bool) {
		if err := links(ctx, crawl, between, &f, yield); err != nil {
			yield(nil, fmt.Errorf("read the links of %s: %w", crawl.Path(), err))
		}
	}
}

func links(ctx context.Context, crawl *stored.Crawl, between Ends, f *Filter[Link], yield func(*Link, error) bool) error {
	if _, err := crawl.Judge(ctx, stored.Instead{}); err != nil {
		return err
	}
	codes, err := crawl.Codes(ctx)
	if err != nil {
		return err
	}
	status := make([]uint16, len(codes))
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if row.Page != nil && int(row.ID) < len(status) {
			status[row.ID] = uint16(row.Page.Status)
		}
	}
	nowhere := map[frontier.ID]bool{} // on other hosts
	if _, err := frontier.EachChecked(crawl.Meta, func(c *frontier.Checked) {
		if c.URL == "" && int(c.ID) < len(status) {
			status[c.ID] = uint16(c.Status)
		}
		if c.Broken() {
			nowhere[c.ID] = true
		}
	}); err != nil {
		return err
	}
	l := Link{names: newNames(ctx, crawl)}
	pass := func(edge *frontier.Edge) bool {
		l.Edge, l.Status, l.Code, l.Page, l.Broken = edge, 0, 0, 0, false
		if int(edge.To) < len(codes) && int(edge.From) < len(codes) {
			l.Status, l.Code, l.Page = int(status[edge.To]), audit.Code(codes[edge.To]), audit.Code(codes[edge.From])
			l.Broken = broken[l.Code] || nowhere[edge.To] || l.Code == audit.ListedCarried && l.Status >= 400 // it keeps its place for a while
		}
		return (between.To == frontier.NoID || edge.To == between.To) && f.Pass(&l) || l.names.err != nil
	}
	for edge, err := range edgesOf(ctx, crawl, between, f, pass) {
		if err != nil {
			return err
		}
		passes := pass(edge)
		if l.names.err != nil {
			return l.names.err
		}
		if passes && !yield(&l, nil) {
			return nil
		}
	}
	return nil
}

// edgesOf gives the links among which some pass: only these, where that does
// not hang on their texts, which are dear.
func edgesOf(ctx context.Context, crawl *stored.Crawl, between Ends, f *Filter[Link], pass func(*frontier.Edge) bool) iter.Seq2[*frontier.Edge, error] {
	switch {
	case between.From != frontier.NoID:
		return crawl.LinksFrom(ctx, between.From)
	case between.To != frontier.NoID:
		return crawl.LinksTo(ctx, []frontier.ID{between.To}, math.MaxInt)
	case len(f.conditions) > 0 && f.need()&needAnchors == 0:
		return crawl.EdgesThat(ctx, pass)
	}
	return crawl.Edges(ctx)
}
