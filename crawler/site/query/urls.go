package query

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// URL is one known URL of a stored crawl, for the time of one step of URLs.
type URL struct {
	*frontier.Row
	Code     audit.Code
	InLinks  sqlite.InLinks
	Findings []string // ids of the rules that fired
	names    *names
	shapes   *lookalike.Templates
	why      *why    // nil where nobody asks
	dates    *dates  // the same
	listed   *places // the same

	taken   map[string]any // of Page.Extracted
	takenOf frontier.ID
}

// What has to be read besides the rows.
const (
	needFindings = 1 << iota
	needInLinks
	needAnchors // the texts of links
	needTemplates
	needReasons // of verdicts
	needDates   // of our own sitemap
	needPlaces  // in the site's sitemaps
	needBefore  // findings of the crawl before
	needClicks  // an export
)

// URLColumns are the columns of URLs.
func URLColumns() Table[URL] {
	page := func(value func(*record.Page) string) func(*URL) []string {
		return func(u *URL) []string {
			if u.Page == nil {
				return nil
			}
			return texts(value(u.Page))
		}
	}
	count := func(value func(*record.Page) int) func(*URL) []string {
		return func(u *URL) []string {
			if u.Page == nil || u.Page.Status == 0 {
				return nil
			}
			return number(value(u.Page))
		}
	}
	html := func(value func(*record.Page) int) func(*URL) []string {
		return func(u *URL) []string {
			if u.Page == nil || !u.Page.HTML {
				return nil
			}
			return number(value(u.Page))
		}
	}
	return slices.Concat(Table[URL]{
		{Name: "url", Words: "the URL in its canonical form", Values: func(u *URL) []string { return texts(u.Row.URL) }},
		{Name: "verdict", Key: "verdict.code", Words: "why it is listed or not (portolan rules); verdict.code in report.jsonl", Of: verdicts, few: codeOf, Values: func(u *URL) []string { return texts(u.Code.String()) }},
		{Name: "state", Key: "verdict.state", Words: "listed, excluded or deferred; verdict.state in report.jsonl", Of: func() []string { return []string{"listed", "excluded", "deferred"} }, few: codeOf, Values: func(u *URL) []string { return texts(u.Code.State().String()) }},
		{Name: "status", Words: "status of the answer", Number: true, Values: count(func(p *record.Page) int { return p.Status })},
		{Name: "error", Words: "why no answer came, or not all of it: dns, connect, tls, timeout, reset, truncated ...", Values: page(func(p *record.Page) string { return p.Err.String() })},
		{Name: "type", Key: "media_type", Words: "media type; media_type in JSON", Values: page(func(p *record.Page) string { return p.Type })},
		{Name: "depth", Words: "clicks from the start, as it was found", Number: true, Values: func(u *URL) []string {
			if u.Depth == frontier.NoDepth {
				return nil
			}
			return number(u.Depth)
		}},
		{Name: "inlinks", Words: "links to it", Number: true, need: needInLinks, Values: func(u *URL) []string { return number(u.InLinks.Links) }},
		{Name: "linking_pages", Words: "other pages with a link to it", Number: true, need: needInLinks, Values: func(u *URL) []string { return number(u.InLinks.Pages) }},
		{Name: "title", Words: "its title", Values: page(func(p *record.Page) string { return p.Title })},
		{Name: "title_width", Words: "columns of the title, wide characters two", Number: true, Values: html(func(p *record.Page) int { return findings.Columns(p.Title) })},
		{Name: "description", Words: "its meta description", Values: page(func(p *record.Page) string { return p.Description })},
		{Name: "description_width", Words: "columns of the description", Number: true, Values: html(func(p *record.Page) int { return findings.Columns(p.Description) })},
		{Name: "h1", Words: "its first main heading", Values: page(func(p *record.Page) string { return p.H1[0] })},
		{Name: "h1_second", Words: "its second main heading", Values: page(func(p *record.Page) string { return p.H1[1] })},
		{Name: "words", Words: "words of visible text", Number: true, Values: html(func(p *record.Page) int { return p.Words })},
		{Name: "lang", Words: "language that it declares", Values: page(func(p *record.Page) string { return p.Lang })},
		{Name: "charset", Words: "charset in which it was read", Values: page(func(p *record.Page) string { return p.Charset })},
		{Name: "canonical", Words: "what its canonical amounts to: absent, self, other, invalid, conflict", Of: func() []string { return canonicalStates }, Values: page(canonicalState)},
		{Name: "canonical_url", Words: "the other URL that it names as canonical", cost: 2, Values: func(u *URL) []string {
			if u.Page == nil || u.Page.Canonical != record.CanonicalOther {
				return nil
			}
			return u.names.of(u.Canonical)
		}},
		{Name: "redirect_url", Words: "where it redirects", cost: 2, Values: func(u *URL) []string { return u.names.of(u.Location) }},
		{Name: "robots", Words: "directives of metas and header", Many: true, Values: func(u *URL) []string {
			if u.Page == nil || u.Page.MetaRobots|u.Page.HeaderRobots == 0 {
				return nil
			}
			return strings.Split((u.Page.MetaRobots | u.Page.HeaderRobots).String(), ", ")
		}},
		{Name: "bytes", Words: "size of the body, unpacked", Number: true, Values: count(func(p *record.Page) int { return int(p.Inflated) })},
		{Name: "wire_bytes", Words: "size of the body as it was sent", Number: true, Values: count(func(p *record.Page) int { return int(p.Wire) })},
		{Name: "first_byte_ms", Words: "milliseconds to the first byte", Number: true, Values: count(func(p *record.Page) int { return int(p.TTFB.Milliseconds()) })},
		{Name: "total_ms", Words: "milliseconds to the last byte", Number: true, Values: count(func(p *record.Page) int { return int(p.Total.Milliseconds()) })},
		{Name: "tries", Words: "requests that were made for it", Number: true, Values: count(func(p *record.Page) int { return p.Tries })},
		{Name: "fetched_at", Words: "when, in UTC", Values: page(func(p *record.Page) string { return when(p.FetchedAt) })},
		{Name: "last_modified", Words: "Last-Modified, in UTC; as it was sent where it is no date", Values: page(func(p *record.Page) string {
			if at, err := http.ParseTime(p.LastModified); err == nil {
				return when(at)
			}
			return p.LastModified
		})},
		{Name: "problems", Words: "what was wrong with its HTML", Many: true, Values: func(u *URL) (list []string) {
			if u.Page != nil {
				for p := range u.Page.Facts.Problems.Each {
					list = append(list, p.String())
				}
			}
			return list
		}},
		{Name: "sources", Words: "ways in which it became known: start, link, sitemap, log, list, directory, previous, hreflang (a sitemap names it as a translation)", Many: true, Of: func() []string { return sourceNames[:] }, Values: func(u *URL) (list []string) {
			for i, name := range sourceNames {
				if u.Sources&(1<<i) != 0 {
					list = append(list, name)
				}
			}
			return list
		}},
		{Name: "first_linked_from", Words: "the page that first linked to it", cost: 2, Values: func(u *URL) []string { return u.names.of(u.Via) }},
		{Name: "segment", Words: "segment of the site (--segment)", cost: 1, Values: func(u *URL) []string { return texts(u.names.crawl.Segments.Of(u.Row.URL)) }},
		{Name: "findings", Words: "what is wrong with it (portolan findings)", Many: true, Of: findings.IDs, need: needFindings, Values: func(u *URL) []string { return u.Findings }},
		{Name: "template", Words: "shape of the URL, by which pages of a kind are told", need: needTemplates, Values: func(u *URL) []string { return texts(strings.Clone(u.shapes.Of(u.Row.URL).Pattern)) }},
		{Name: "clicks", Words: "clicks in search results, by an export (--from-export)", Number: true, cost: 1, need: needClicks, Values: func(u *URL) []string { return u.names.clicksOf(u.Row.URL) }},
	}, whyColumns(), whereColumns())
}

// sourceNames are the ways in which a URL becomes known, by bit.
var sourceNames = [...]string{"start", "link", "sitemap", "log", "list", "directory", "previous", "hreflang"}

func canonicalState(p *record.Page) string {
	if !p.HTML && p.Canonical == record.CanonicalAbsent {
		return ""
	}
	return canonicalStates[p.Canonical]
}

var canonicalStates = []string{"absent", "self", "other", "invalid", "conflict"}

func codeOf(u *URL) audit.Code { return u.Code }

// verdicts are the names of all verdicts.
func verdicts() (names []string) {
	for _, c := range audit.Codes() {
		names = append(names, c.String())
	}
	return names
}

func when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// URLs iterates over the known URLs that pass a filter, in the order of
// discovery. The columns are those whose Values will be asked for. The URL is
// reused. Findings are looked for where a column or the filter wants them; a
// crawl without verdicts is judged first.
func URLs(ctx context.Context, crawl *stored.Crawl, f Filter[URL], columns []*Column[URL]) iter.Seq2[*URL, error] {
	need := f.need()
	for _, c := range columns {
		need |= c.need
	}
	return func(yield func(*URL, error) bool) {
		if f.need()&needClicks != 0 {
			if err := newNames(ctx, crawl).wantClicks(); err != nil {
				yield(nil, err)
				return
			}
		}
		if err := urls(ctx, crawl, &f, need, yield); err != nil {
			yield(nil, fmt.Errorf("read the URLs of %s: %w", crawl.Path(), err))
		}
	}
}

func urls(ctx context.Context, crawl *stored.Crawl, f *Filter[URL], need int, yield func(*URL, error) bool) error {
	if _, err := crawl.Judge(ctx, stored.Instead{}); err != nil {
		return err
	}
	codes, err := crawl.Codes(ctx)
	if err != nil {
		return err
	}
	found := &firedRules{}
	if need&needFindings != 0 {
		if found, err = readFired(ctx, crawl); err != nil {
			return err
		}
	}
	links := InLinksOf(ctx, crawl)
	defer links.Stop()
	u := URL{names: newNames(ctx, crawl), shapes: &lookalike.Templates{}}
	stop, err := u.prepare(ctx, crawl, need)
	if err != nil {
		return err
	}
	defer stop()
	if need&needTemplates != 0 {
		if err := readTemplates(ctx, crawl, codes, u.shapes); err != nil {
			return err
		}
	}
	for row, err := range crawl.Rows(ctx) {
		if err != nil {
			return err
		}
		u.Row, u.Code, u.Findings = row, 0, found.of(row.ID)
		if int(row.ID) < len(codes) {
			u.Code = audit.Code(codes[row.ID])
		}
		if need&needInLinks != 0 {
			if u.InLinks, err = links.Of(row.ID); err != nil {
				return err
			}
		}
		pass := f.Pass(&u)
		if u.names.err != nil {
			return u.names.err
		}
		if pass && !yield(&u, nil) {
			return nil
		}
	}
	return u.names.err
}

// prepare reads what columns of single URLs rest on.
func (u *URL) prepare(ctx context.Context, crawl *stored.Crawl, need int) (stop func(), err error) {
	stop = func() {}
	if need&needReasons != 0 {
		if u.why, err = newWhy(ctx, crawl); err != nil {
			return stop, err
		}
	}
	if need&needDates != 0 {
		if u.dates, err = newDates(ctx, crawl); err != nil {
			return stop, err
		}
	}
	if need&needPlaces != 0 {
		u.listed = newPlaces(ctx, crawl)
		stop = u.listed.stop
	}
	return stop, nil
}

// readTemplates learns the shapes of URLs, as findings do.
func readTemplates(ctx context.Context, crawl *stored.Crawl, codes []uint8, shapes *lookalike.Templates) error {
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if row.Page != nil && int(row.ID) < len(codes) && findings.InScope(audit.Code(codes[row.ID])) {
			shapes.Add(row.URL, false)
		}
	}
	return nil
}

// firedRules are the rules that fired, by URL.
type firedRules struct {
	list []fired
	next int
	ids  []string
}

type fired struct {
	id   frontier.ID
	rule uint8 // place in ids
}

func readFired(ctx context.Context, crawl *stored.Crawl) (*firedRules, error) {
	r := &firedRules{ids: findings.IDs()}
	places := map[string]uint8{}
	for i, id := range r.ids {
		places[id] = uint8(i)
	}
	_, err := crawl.Findings(ctx, stored.Asked{}, func(f *findings.Finding) error {
		if f.ID != frontier.NoID {
			r.list = append(r.list, fired{f.ID, places[f.Rule.ID]})
		}
		return nil
	})
	slices.SortFunc(r.list, func(a, b fired) int { return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.rule, b.rule)) })
	r.list = slices.Compact(r.list)
	return r, err
}

// of gives the rules of a URL. It is called in order of ID.
func (r *firedRules) of(id frontier.ID) (ids []string) {
	for ; r.next < len(r.list) && r.list[r.next].id <= id; r.next++ {
		if r.list[r.next].id == id {
			ids = append(ids, r.ids[r.list[r.next].rule])
		}
	}
	return ids
}
