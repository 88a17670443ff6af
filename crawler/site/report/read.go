package report

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Asked is what a report is to hold.
type Asked struct {
	Segment string        // the one segment that it tells of, "" for the whole site
	Before  *stored.Crawl // the complete crawl before, nil if there is none
	// FiguresOnly leaves out all but counts: verdicts, findings, templates.
	FiguresOnly bool
	// Changes gives what has changed since the crawl before; nil leaves it out.
	Changes func(ctx context.Context, give func(*diff.Change) error) error
	// Causes gives those of the crawl, where somebody else wants them, too.
	Causes func(ctx context.Context) (*query.CausesFound, error)
}

// Read gathers what is known of a crawl, or of one segment of it.
func Read(ctx context.Context, crawl *stored.Crawl, a Asked) (*Report, error) {
	segment := a.Segment
	asked := query.Asked{Asked: stored.Asked{Segment: segment}}
	var in query.Filter[query.URL]
	if segment != "" {
		var err error
		if in, err = query.URLColumns().Filter([]string{"segment=" + segment}); err != nil {
			return nil, err
		}
	}
	g := &gatherer{
		r: &Report{
			Segment: segment, Site: crawl.Options.Scope.String(), host: crawl.Options.Scope.Host, Began: crawl.Began, Version: crawl.Version(), Published: stored.Published(crawl), Unpublished: stored.UnpublishedOf(crawl), one: frontier.OneAnswerOf(crawl), Unbegun: crawl.Unbegun(),
		},
		groups: map[string]*Group{}, shares: map[string]map[string]int{}, templates: map[string]*Template{},
		crawl: crawl, tree: tree{}, segments: segments{crawl, map[string]*Segment{}},
	}
	known := crawl.Counts().Known
	var err error
	if !a.FiguresOnly {
		g.hops, g.langs = newHops(known), newLangs(known)
		if g.robots, err = newRobotsTest(crawl); err != nil {
			return nil, fmt.Errorf("read the robots.txt of %s: %w", crawl.Path(), err)
		}
	}
	withCauses := asked
	withCauses.Causes = !a.FiguresOnly
	sum, fresh, none, err := query.FindingsSince(ctx, crawl, a.Before, withCauses, g.finding)
	if err != nil {
		return nil, fmt.Errorf("read the findings of %s: %w", crawl.Path(), err)
	}
	g.r.NoNew = none
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return nil, fmt.Errorf("read the pages of %s: %w", crawl.Path(), err)
		}
		if row.ID == 0 { // the start
			g.r.obscured = sum.Obscured(row.URL)
		}
		if crawl.Options.Scope.Check([]byte(row.URL)) == canonical.OK {
			g.r.Shapes.Add(row.URL, false) // as the findings do
		}
	}
	links := query.InLinksOf(ctx, crawl)
	defer links.Stop()
	for u, err := range query.URLs(ctx, crawl, in, nil) {
		if err != nil {
			return nil, err
		}
		if err := g.url(u, links); err != nil {
			return nil, fmt.Errorf("read the in-links of %s: %w", crawl.Path(), err)
		}
	}
	g.conclude(sum, fresh)
	g.r.readSettings(crawl)
	left := query.LeftOut(crawl, a.Before)
	g.r.Refused = stored.CountRefused(left, a.Before)
	g.r.LeftOut = len(left) - len(stored.Refused(left)) + g.r.Refused
	if g.r.Before, err = figuresOf(ctx, a.Before, segment); err != nil {
		return nil, err
	}
	if a.FiguresOnly {
		return g.r, nil
	}
	if segment == "" {
		if err := g.r.readScripts(crawl); err != nil {
			return nil, err
		}
	}
	if err := g.concludeSections(ctx, a); err != nil {
		return nil, err
	}
	if err := g.r.readCauses(ctx, crawl, a); err != nil {
		return nil, err
	}
	return g.r, nil
}

// gatherer counts.
type gatherer struct {
	r         *Report
	groups    map[string]*Group
	shares    map[string]map[string]int // by rule and template
	templates map[string]*Template
	codes     [64]int
	depths    [maxDepth + 2][2]int // the last one: no link leads there
	statuses  [7]int
	byDepth   [maxDepth + 2][7]int
	crawl     *stored.Crawl
	tree      tree
	hops      *hops
	langs     *langs
	robots    *robotsTest
	origins   origins
	segments  segments
	times     [timeClasses]int32 // pages by the class of their time
}

func (g *gatherer) finding(f *query.Finding) error {
	g.segments.finding(f)
	id := f.Rule.ID
	group := g.groups[id]
	if group == nil {
		group = &Group{New: -1}
		g.groups[id], g.shares[id] = group, map[string]int{}
	}
	group.Links += f.Pages
	if f.Template != "" {
		if shares := g.shares[id]; shares[f.Template] > 0 {
			shares[f.Template]++
		} else if len(shares) < maxTemplates {
			shares[strings.Clone(f.Template)] = 1
		}
		if t := g.template(f.Template); t != nil {
			t.Findings++
			switch f.Severity {
			case findings.Error:
				t.Errors++
			case findings.Warning:
				t.Warnings++
			}
		}
	}
	group.example(f)
	return nil
}

// template gives the counts of a shape, nil where there are too many.
func (g *gatherer) template(pattern string) *Template {
	t := g.templates[pattern]
	if t == nil && len(g.templates) < maxTemplates {
		t = &Template{Pattern: strings.Clone(pattern)}
		g.templates[t.Pattern] = t
	}
	return t
}

// offered reports a URL that the site offers to be indexed. One that was known before
// links led there (of the last set, of a log) is told by these.
func offered(row *frontier.Row, code audit.Code, links *query.InLinks) (bool, error) {
	if row.NoFollow || slices.Contains(notOffered, code) {
		return false, nil
	}
	if row.Sources&(frontier.FromStart|frontier.FromLink|frontier.FromSitemap|frontier.FromHreflang) != 0 || row.Depth != frontier.NoDepth {
		return true, nil
	}
	n, err := links.Of(row.ID)
	return n.Pages > 0, err
}

// notOffered are the verdicts of URLs that are not the site's to offer, that the user
// leaves out, or that are spellings as those that were folded.
var notOffered = []audit.Code{audit.DuplicateSession, audit.DuplicateTracking, audit.InvalidURL, audit.ScopeHost, audit.ScopeScheme, audit.ScopePath, audit.PrivateAddress, audit.FilterCrawl, audit.FilterList}

func (g *gatherer) url(u *query.URL, links *query.InLinks) error {
	g.codes[u.Code%64]++
	listed := u.Code.State() == audit.ListedInFile
	isOffered, err := offered(u.Row, u.Code, links)
	if err != nil {
		return err
	}
	if isOffered {
		if g.r.Offered++; isIndexable(u.Code, u.Page) {
			g.r.Indexable++
		}
	}
	if g.hops != nil { // not for counts alone
		g.sections(u, listed)
	}
	p := u.Page
	if p == nil {
		return nil
	}
	depth := maxDepth + 1
	if u.Depth != frontier.NoDepth {
		depth = min(int(u.Depth), maxDepth)
	}
	g.statuses[classOf(p)]++
	g.byDepth[depth][classOf(p)]++
	if p.Outcome != record.Answered || !p.HTML || !record.IsPage(p.Status) || u.Code == audit.ListedCarried {
		return nil
	}
	g.depths[depth][0]++
	g.times[timeClass(int(p.TTFB.Milliseconds()))]++
	if listed {
		g.depths[depth][1]++
	}
	if t := g.template(g.r.Shapes.Of(u.Row.URL).Pattern); t != nil {
		if t.URLs++; t.Example == "" {
			t.Example = strings.Clone(u.Row.URL)
		}
		if depth <= maxDepth {
			t.depths[depth]++
			t.linked++
		}
		t.times[timeClass(int(p.Total.Milliseconds()))]++
		if isIndexable(u.Code, p) {
			t.Indexable++
		}
		if listed {
			t.Listed++
		}
	}
	return nil
}

// sections counts a URL for the sections of the document.
func (g *gatherer) sections(u *query.URL, listed bool) {
	inScope := g.crawl.Options.Scope.Check([]byte(u.Row.URL)) == canonical.OK
	if inScope {
		g.robots.add(u)
		g.origins.add(u.Sources, listed)
	}
	p := u.Page
	page := p != nil && p.Outcome == record.Answered && p.HTML && record.IsPage(p.Status) && u.Code != audit.ListedCarried
	if s := g.segments.at(u.Row.URL); s != nil && inScope {
		s.URLs++
		if page {
			s.Pages++
		}
		if listed {
			s.Listed++
		}
	}
	if p == nil {
		return
	}
	if inScope {
		g.tree.add(u.Row.URL, page, listed, failed(u.Code))
		g.hops.add(u.ID, u.Location, p.Status, func() string { return g.r.Shapes.Of(u.Row.URL).Pattern })
	} else {
		g.hops.add(u.ID, frontier.NoID, p.Status, nil)
	}
	if page {
		g.langs.add(u.ID, p.Lang)
	}
}

func (g *gatherer) concludeSections(ctx context.Context, a Asked) (err error) {
	r := g.r
	r.Folders, r.Segments, r.Origins, r.Robots = g.tree.folders(), g.segments.list(), g.origins.list(), g.robots.end()
	if r.Chains, r.MoreChains, err = g.hops.chains(g.crawl); err != nil {
		return err
	}
	if r.Languages, err = g.langs.matrix(ctx, g.crawl); err != nil {
		return fmt.Errorf("read the translations of %s: %w", g.crawl.Path(), err)
	}
	r.readNotes(g.crawl)
	if a.Changes == nil {
		return nil
	}
	c := changes{}
	if err := a.Changes(ctx, c.add); err != nil {
		return fmt.Errorf("compare %s with the crawl before: %w", g.crawl.Path(), err)
	}
	r.Changes = c.list()
	return nil
}

// classOf sorts answers: 2xx to 5xx are 2 to 5, others 1, no answer 6, and 0
// was not asked for.
func classOf(p *record.Page) int {
	switch {
	case p.Outcome == record.Answered && p.Status >= 200 && p.Status < 600:
		return p.Status / 100
	case p.Outcome == record.Answered:
		return 1
	case p.Err != record.ErrNone:
		return 6
	}
	return 0
}

// statusNames are the classes of answers that classOf sorts.
var statusNames = [...]string{2: "2xx, pages and files", 3: "3xx, redirects", 4: "4xx, not found or forbidden", 5: "5xx, errors of the server", 1: "other", 6: "no answer"}

const (
	noLink  = "no link"
	deepest = "20 and more" // maxDepth
)
