package audit

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/crawler/filetype"
	"github.com/portolan-seo/portolan/crawler/pathforms"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// Options are what verdicts rest on besides the facts of the crawl.
type Options struct {
	// Decide gives the reason for which a URL is not fetched, from the URL
	// alone, as the crawl used it.
	Decide func(url []byte) frontier.Reason
	// DecidedBy tells in words what Decide's reason rests on: the boundary,
	// or the rule with its number. It and NoListBy are for evidence alone and
	// may be nil.
	DecidedBy func(url []byte) string
	Rules     *canonical.Rules // identity rules with all that was learned

	IgnoreRobots bool   // robots.txt decides nothing
	Staging      bool   // robots.txt and noindex are noted, and decide nothing
	Agent        string // product token whose rules the crawl obeyed
	ListAgent    string // the search engine's crawler whose rules count, too
	RobotsFile   []byte // rules that stood in for the live file, nil if none

	ListTypes []string // media types that are listed besides HTML
	NoList    func(url []byte) bool
	NoListBy  func(url []byte) string // the rule behind NoList
	// NoListParts lists the first part of a list alone.
	NoListParts bool
	MaxDepth    int // as crawler.Limits.Depth
	// CollapseDuplicates lists one of the pages with the same title and visible
	// text, and no other.
	CollapseDuplicates bool
	// NoViews leaves out the look for views of pages, which reads the whole crawl:
	// for whoever only explains verdicts that it has.
	NoViews bool
	// Single says that few verdicts are asked for: where URLs lead is then looked
	// up for these, not read of all.
	Single bool

	Left   Code   // verdict of what the run left in the frontier
	LeftBy string // the limit behind Left, in words, for evidence

	// Accepted tells of URLs of the last sitemap whose loss a person has
	// accepted: they are not carried. Forced: a person has accepted all that is
	// lost, so that only what could not be read is carried.
	Accepted func(url string) bool
	Forced   bool

	Digest string
}

// Summary counts verdicts. Known is their sum.
type Summary struct {
	Known    int
	Counts   [codeCount]int
	Examples [codeCount][]Example // the first five of each verdict, by ID
	Own      OwnSitemaps
	// AnsweredAlike are templates that look as URLs do that cannot exist, those
	// with most such pages first, at most 100.
	AnsweredAlike []AnsweredAlike
	// Views are the classes of views of pages with most URLs, at most five.
	Views []classes.Class
	// Intermittent are the first five listed pages that looked like the answer
	// to a URL that cannot exist, and did not when asked for once more.
	Intermittent []string
	// Book is what tells of views later, for MetaViews of the crawl: see ViewsText.
	Book *classes.Book
	// Overruled counts the listed URLs that robots.txt or noindex would have
	// kept out, had Options.Staging not been set.
	Overruled [codeCount]int
	// Doors are the logins and consent pages to which a part of the site redirects, by URL.
	Doors []Door
}

// Example is a URL that has a verdict.
type Example struct {
	ID     frontier.ID
	URL    string
	Via    frontier.ID // the page that first linked to it, NoID if none did
	Status int         // 0 where no answer came
	Err    record.ErrClass
}

const maxExamples = 5

// add counts a URL's verdict.
func (s *Summary) add(code Code, row *frontier.Row) {
	s.Known++
	s.Counts[code]++
	s.Own.add(code, row)
	if len(s.Examples[code]) == maxExamples {
		return
	}
	e := Example{ID: row.ID, URL: strings.Clone(row.URL), Via: row.Via}
	if row.Page != nil {
		e.Status, e.Err = row.Page.Status, row.Page.Err
	}
	s.Examples[code] = append(s.Examples[code], e)
}

// Of counts the URLs in a state.
func (s *Summary) Of(state State) int {
	n := 0
	for c, count := range s.Counts {
		if Code(c) != NoVerdict && Code(c).State() == state {
			n += count
		}
	}
	return n
}

// Balanced reports that listed, excluded and deferred add up to what is known.
func (s *Summary) Balanced() bool {
	return s.Of(ListedInFile)+s.Of(Excluded)+s.Of(Deferred) == s.Known && s.Counts[NoVerdict] == 0
}

// JudgeAll gives every known URL its verdict and stores them in the crawl. It
// passes over the crawl once, after it has looked where URLs lead, and holds
// five bytes a known URL. A crawl that asked URLs that cannot exist, and had
// answers, takes another pass.
func JudgeAll(ctx context.Context, crawl frontier.Crawl, o Options) (*Summary, error) {
	j, err := NewJudge(ctx, crawl, o)
	if err != nil {
		return nil, err
	}
	views, err := j.classes()
	if err != nil {
		return nil, err
	}
	sum := &Summary{Views: largestViews(views), Book: views.NewBook()}
	if err := crawl.PutVerdicts(ctx, o.Digest, j.verdicts(ctx, sum)); err != nil {
		return nil, fmt.Errorf("store verdicts: %w", err)
	}
	sum.Doors = j.trouble.walls.ofParts()
	sum.AnsweredAlike = j.trouble.soft404s.answeredAlike()
	if err := sum.Own.findOrphans(ctx, crawl); err != nil {
		return nil, err
	}
	if !sum.Balanced() || sum.Known != crawl.Counts().Known {
		return nil, fmt.Errorf("verdicts do not add up: %d of %d known URLs have one", sum.Known, crawl.Counts().Known)
	}
	return sum, nil
}

// JudgeCrawl gives verdicts to the URLs of one crawl.
type JudgeCrawl struct {
	crawl     frontier.Crawl
	o         Options
	targets   targets
	trouble   trouble
	copies    copies
	classes   func() (*classes.Classes, error) // reads them the first time
	spellings struct {
		ledger *pathforms.Ledger
		held   func() (*pathforms.Held, error) // reads them the first time
	}
	stored  bool          // the verdicts that the crawl holds tell pages
	book    *classes.Book // and what others are views of, where it is not nil
	sure    bool          // the crawl was read for them, or has met pages with the content of others, folders without end, or facets in paths
	err     error         // the first one of a Verdict
	forms   *canonical.Resolver
	learned bool                     // rules were learned on the way
	robots  map[string]*originRobots // by origin; "" holds the file that stood in for all

	facts Facts  // of Verdict, used again
	url   []byte // likewise

	origin   string // of the last URL, to its slash
	ofOrigin *originRobots
}

type originRobots struct {
	own, listing *robots.Agent // the same where the same group holds for both
	unavailable  bool
	file         frontier.RobotsFile // without its body
}

// NewJudge reads what verdicts need to know about other URLs.
func NewJudge(ctx context.Context, crawl frontier.Crawl, o Options) (*JudgeCrawl, error) {
	j := &JudgeCrawl{crawl: crawl, o: o, forms: o.Rules.NewResolver()}
	j.forms.RememberNothing() // a URL comes once
	j.sure = crawl.Meta(frontier.MetaEchoes) != "" || crawl.Meta(frontier.MetaMazes) != "" || classes.InPaths(crawl.Meta(frontier.MetaClasses))
	j.classes = sync.OnceValues(func() (*classes.Classes, error) {
		j.sure = true
		return classes.Read(ctx, crawl)
	})
	if err := j.readSpellings(ctx); err != nil {
		return nil, err
	}
	j.learned = slices.ContainsFunc(crawl.Rules(), func(r canonical.Rule) bool { return r.Name != "" })
	err := j.readRobots()
	if err != nil {
		return nil, err
	}
	if j.trouble, err = readTrouble(crawl); err != nil {
		return nil, fmt.Errorf("read what the crawl noted of hosts: %w", err)
	}
	if o.Single {
		j.targets.look = &lookUp{crawl: crawl}
	} else if j.targets, err = readTargets(ctx, crawl); err != nil {
		return nil, err
	}
	if err := j.trouble.read(ctx, crawl); err != nil {
		return nil, err
	}
	if !o.Single {
		if j.trouble.walls.seekDoors(); j.trouble.walls.err != nil {
			return nil, fmt.Errorf("look for logins to which pages redirect: %w", j.trouble.walls.err)
		}
	}
	if o.CollapseDuplicates {
		if err := j.findCopies(ctx); err != nil {
			return nil, err
		}
	}
	return j, nil
}

// RobotsRules gives the rules of a robots.txt as it was answered. A redirect
// that was not followed to its end reads as "no robots.txt" (RFC 9309 2.3.1.2).
func RobotsRules(f *frontier.RobotsFile) *robots.Rules {
	if f.Status >= 300 && f.Status < 400 {
		return robots.AllowAll()
	}
	return robots.FromStatus(f.Status, f.Body)
}

func (j *JudgeCrawl) agents(rules *robots.Rules, file frontier.RobotsFile) *originRobots {
	own, listing := rules.Agent(j.o.Agent, robots.RFC9309), rules.Agent(j.o.ListAgent, robots.RFC9309)
	if own.Group() == listing.Group() {
		listing = own
	}
	return &originRobots{own: own, listing: listing, unavailable: rules.Unavailable(), file: file}
}

func (j *JudgeCrawl) verdicts(ctx context.Context, sum *Summary) iter.Seq2[frontier.Verdict, error] {
	return func(yield func(frontier.Verdict, error) bool) {
		for row, err := range j.crawl.Brief(ctx, 0, j.trouble.briefDetails()...) {
			if err != nil {
				yield(frontier.Verdict{}, fmt.Errorf("read known URLs: %w", err))
				return
			}
			v := j.Verdict(row)
			if j.err != nil {
				yield(frontier.Verdict{}, j.err)
				return
			}
			sum.add(v.Code, row)
			sum.note(v)
			if len(sum.Intermittent) < maxExamples && v.Code == Listed && j.trouble.soft404s.once(row) {
				sum.Intermittent = append(sum.Intermittent, strings.Clone(row.URL))
			}
			if !yield(frontier.Verdict{ID: row.ID, Code: uint8(v.Code), Also: v.Also, Target: v.Target, View: sum.Book.Enter(j.facts.View)}, nil) {
				return
			}
		}
	}
}

// Verdict gives the verdict of one URL.
func (j *JudgeCrawl) Verdict(row *frontier.Row) Verdict {
	row = j.underOwnName(row)
	f := &j.facts
	*f = Facts{Row: row, Location: j.targets.redirects(row.ID), Canonical: j.targets.canonical(row)}
	j.url = append(j.url[:0], row.URL...)
	url := j.url
	switch row.Reason {
	case frontier.InvalidURL:
	case frontier.TooLong:
		f.Decided = j.boundary(url)
	default:
		f.Decided = j.o.Decide(url)
		f.Form = j.form(row, url)
		if f.Decided != frontier.ScopeHost && !j.o.IgnoreRobots {
			f.Blocked, f.RobotsUnavailable = j.blocked(row.URL)
		}
	}
	f.Staging = j.o.Staging
	f.Left = j.left(row)
	f.Wall = j.trouble.walls.before(row, j.targets.redirectOf)
	f.Original = j.copies.of(row.ID)
	f.View = j.viewOf(row)
	if err := j.trouble.of(row, f); err != nil && j.err == nil {
		j.err = err
	}
	if j.err == nil {
		j.err = j.trouble.walls.err
	}
	if row.Page != nil {
		f.ListType = row.Page.HTML || j.listed(row.Page.Type)
	} else if f.Left == ListedUnverified {
		named := filetype.ByName(row.URL)
		f.ListType = named == "" || j.listed(named)
	}
	if j.o.NoList != nil {
		f.NoList = j.o.NoList(url)
	}
	f.NoList = f.NoList || j.leftOutPart(row)
	if look := j.targets.look; look != nil && j.err == nil {
		j.err = look.err
	}
	return j.carry(row, Judge(f))
}

// form canonicalises a URL again, by all rules known at the end.
func (j *JudgeCrawl) form(row *frontier.Row, url []byte) Form {
	r := j.forms.Resolve(url)
	if r.Reason != canonical.OK || string(r.URL) == row.URL || len(r.Removed) == 0 {
		return Form{}
	}
	f := Form{Target: frontier.NoID}
	for _, removed := range r.Removed {
		if c := formCode(removed.Kind); f.Code == NoVerdict || c.before(f.Code) {
			f.Code = c
		}
		f.Also |= 1 << formCode(removed.Kind)
	}
	if row.Location != frontier.NoID && row.Page != nil && row.Page.Outcome == record.Folded {
		f.Target = row.Location
	}
	return f
}

// boundary gives the scope's word on a URL that is too long to be listed. Its
// row holds the form, or the beginning of it.
func (j *JudgeCrawl) boundary(url []byte) frontier.Reason {
	r := j.forms.Resolve(url)
	form := r.URL
	if r.Reason == canonical.TooLong {
		form = r.Long
	}
	if form == nil {
		return frontier.Undecided
	}
	switch reason := j.o.Decide(form); reason {
	case frontier.ScopeHost, frontier.ScopeScheme, frontier.ScopePath:
		return reason
	}
	return frontier.Undecided
}

func (j *JudgeCrawl) blocked(url string) (blocked, unavailable bool) {
	r := j.robots[""]
	if r == nil {
		r = j.robotsOf(url)
	}
	switch {
	case r == nil:
		return false, false
	case r.unavailable:
		return false, true
	}
	return !r.own.Test(url).Allow || r.listing != r.own && !r.listing.Test(url).Allow, false
}

// robotsOf gives the rules of a URL's origin, which mostly is that of the URL
// before.
func (j *JudgeCrawl) robotsOf(url string) *originRobots {
	if j.origin == "" || !strings.HasPrefix(url, j.origin) {
		j.origin = originOf(url) + "/"
		j.ofOrigin = j.robots[strings.TrimSuffix(j.origin, "/")]
	}
	return j.ofOrigin
}

// left is the verdict of a URL that the run did not get to.
func (j *JudgeCrawl) left(row *frontier.Row) Code {
	limit := j.o.MaxDepth
	if row.Sources&frontier.Named == 0 && frontier.Deeper(limit, row.Depth, row.Via) {
		return LimitDepth
	}
	if limit < 0 && row.Depth == frontier.NoDepth && row.Sources&frontier.FromPrevious != 0 {
		return LimitDepth // the last sitemap's are not asked for
	}
	return j.o.Left
}

func (j *JudgeCrawl) listed(mediaType string) bool {
	for _, t := range j.o.ListTypes {
		if t == mediaType {
			return true
		}
	}
	return false
}

func originOf(url string) string {
	scheme, host, _, _ := canonical.Split([]byte(url))
	return string(scheme) + "://" + string(host)
}
