package findings

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Options are what findings rest on besides the facts of the crawl and its
// verdicts.
type Options struct {
	Scope      canonical.Scope
	Incomplete string // why the crawl has not seen the whole site, "" if it has
	Sitemaps   []SitemapFile
	Front      page.Front            // what the start page's markup shows
	Alike      []audit.AnsweredAlike // as audit.JudgeAll has told
	// Agents are those by whose groups of robots.txt the crawl has gone: its own, and
	// that of the engine it lists for.
	Agents []string
	// NoRobots: robots.txt was not obeyed, or another one stood in for it.
	NoRobots bool
	// RobotsAsked: that of the site was asked for, though it was not obeyed.
	RobotsAsked bool
	// Limits are other values of thresholds, by "RULE.LIMIT".
	Limits map[string]float64
	// Only are the rules that are asked for, all if there are none. Others are
	// not counted, either.
	Only []string
	// In tells which URLs, hosts and patterns findings may be about; nil for all.
	In func(url string) bool
	// Linked tells of other URLs that pages In link to: findings about them that
	// may be mended at those pages count, too. nil for none.
	Linked func(frontier.ID) bool
	// Ignored says why a finding is left as it is, "" for one that is not. Such
	// ones are counted apart, and given with ShowIgnored alone.
	Ignored     func(rule, url string) (reason string)
	ShowIgnored bool
	// Keep, where given, gets every finding, whatever else of these options is
	// not to be about; an error ends it.
	Keep func(*Finding) error
}

// SitemapFile is a sitemap of the site as the crawl found it.
type SitemapFile struct {
	URL     string
	Named   string // by what: robots, index, given, usual-place
	Status  int    // 0 = no answer
	Read    bool   // it is a sitemap, and was read
	Told    bool   // all that it says of translations was read
	Untold  bool   // the site has not said whether it is there
	URLs    int
	Errors  int    // that break the protocol
	Problem string // the first of them: code and line
	Note    string // why it was not read
	At      time.Time
	Dates   SitemapDates
	Flaws   []SitemapFlaw // errors and warnings by kind; crawls of earlier versions have none
}

// SitemapDates are the dates of a sitemap's pages: how many have one, and how
// many the commonest day. Crawls of earlier versions have none.
type SitemapDates struct {
	N     int
	Day   string // 2006-01-02
	OnDay int
}

// SitemapFlaw is one kind of what is wrong with a sitemap.
type SitemapFlaw struct {
	Code   string // of sitemap.Code
	N      int
	Line   int // of the first; 0 = the whole file
	Detail string
	Error  bool // it breaks the protocol
}

// Find gives the findings of a crawl that has its verdicts: those of files and
// hosts, then those of each known URL in the order of discovery, then those of
// patterns. A Finding is give's until it returns; an error of give ends it. It
// holds some 20 bytes a known URL and 60 a page.
func Find(ctx context.Context, crawl frontier.Crawl, o Options, give func(*Finding) error) (*Summary, error) {
	s := newSurvey(crawl, o, give)
	s.ctx = ctx
	if err := s.read(ctx); err != nil {
		return nil, fmt.Errorf("look for findings: %w", err)
	}
	for _, r := range s.rules {
		if r.before != nil && s.use(r) {
			r.before(s)
		}
	}
	if err := s.eachURL(ctx); err != nil {
		return nil, fmt.Errorf("look for findings: %w", err)
	}
	for _, r := range s.rules {
		if r.after != nil && s.use(r) {
			r.after(s)
		}
	}
	s.why = s.idle()
	return s.summary(), s.err
}

// use makes a rule the one whose findings come; false if it is withheld.
func (s *survey) use(r *Rule) bool {
	s.rule = r
	return s.counts[r.place].Withheld == "" && s.err == nil
}

// eachURL calls the rules for each known URL.
func (s *survey) eachURL(ctx context.Context) error {
	if err := s.chooseStandIns(ctx); err != nil {
		return err
	}
	defer s.openRenderings(ctx)()
	var each []*Rule
	for _, r := range s.rules {
		if r.each != nil && s.use(r) {
			each = append(each, r)
		}
	}
	return s.lookAt(ctx, each)
}

// lookAt calls some rules for each known URL.
func (s *survey) lookAt(ctx context.Context, each []*Rule) error {
	u := subject{survey: s}
	for row, err := range s.crawl.Rows(ctx) {
		if err != nil {
			return err
		}
		if !s.valid(row.ID) || s.standIns.choosing && !s.mayShare(row) {
			continue
		}
		u.set(row)
		instead := u.marks&isInstead != 0
		for _, r := range each {
			if s.rule = r; !instead || r.Instead {
				r.each(s, &u)
			}
		}
		if s.err != nil {
			return s.err
		}
		if !s.standIns.choosing && !instead {
			s.note(&u)
		}
	}
	return nil
}

// subject is the known URL at which the rules look.
type subject struct {
	*survey
	*frontier.Row
	code  audit.Code
	marks marks
	// answer is the code of a URL that is not carried.
	answer audit.Code
	// isPage: it is an HTML page that answered 200; indexable: search engines may
	// have it, and it is no error page in disguise; readable: its text is in it.
	isPage, indexable, readable bool
	template                    string                // "" until it is asked for
	rendered                    *frontier.RenderedRow // nil where scripts were not run
}

func (u *subject) set(row *frontier.Row) {
	u.Row, u.code, u.marks, u.template = row, audit.Code(u.codes[row.ID]), u.mark[row.ID], ""
	u.isPage, u.rendered = isPage(row), u.renderedOf(row.ID)
	u.answer = u.answerCode(row.ID)
	u.indexable = u.isPage && mayRank(u.code) && !u.isError(u.Page, u.marks)
	u.readable = u.indexable && !isShell(u.Page)
}

// shape is the template of the URL.
func (u *subject) shape() string {
	if u.template == "" {
		u.template = strings.Clone(u.templates.Of(u.URL).Pattern)
	}
	return u.template
}

// found gives a finding about the URL. Rule, ID, URL, and where they are zero
// Severity, From and Pages, are filled in.
func (u *subject) found(f Finding) {
	f.ID, f.URL, f.Template = u.ID, u.URL, u.shape()
	if u.Page != nil {
		f.Status = u.Page.Status
	}
	f.From, f.Pages = frontier.NoID, int(u.inPages[u.ID])
	if u.Sources&frontier.FromLink != 0 || u.Depth != frontier.NoDepth {
		f.From = u.Via
	}
	u.survey.found(f)
}

// about gives a finding about the URL with what it points to.
func (u *subject) about(target frontier.ID, severity Severity, format string, args ...any) {
	u.found(Finding{Severity: severity, Target: target, Detail: fmt.Sprintf(format, args...)})
}

// says gives a finding about the URL alone.
func (u *subject) says(format string, args ...any) { u.about(frontier.NoID, 0, format, args...) }

// siteFound gives a finding about a host, a file, or the site.
func (s *survey) siteFound(url string, f Finding) {
	f.ID, f.URL, f.From = frontier.NoID, url, frontier.NoID
	s.found(f)
}

// found fills in what follows from the rule, and counts the finding.
func (s *survey) found(f Finding) {
	if s.err != nil || s.standIns.choosing {
		return
	}
	f.Rule = s.rule
	if !s.tellsOn(&f) {
		return
	}
	if f.Severity == 0 {
		f.Severity = f.Rule.Severity
	}
	f.Likely = f.Likely || f.Rule.Likely || f.Rule.Need == Whole && s.doubt != ""
	if s.o.Keep != nil {
		if s.err = s.o.Keep(&f); s.err != nil {
			return
		}
	}
	s.err = s.count(&f)
}

// maxOfURL is how many findings of one rule about one URL are told: the first
// ones, of which the last says that there are more.
const maxOfURL = 1000

// tellsOn counts the findings of a rule about a URL, which come one after the
// other.
func (s *survey) tellsOn(f *Finding) bool {
	if f.ID == frontier.NoID || f.ID != s.toldOf || f.Rule != s.toldBy {
		s.toldOf, s.toldBy, s.told = f.ID, f.Rule, 0
	}
	if s.told++; s.told == maxOfURL {
		f.Detail += "; there are more of them on this page"
	}
	return s.told <= maxOfURL || f.ID == frontier.NoID
}

// unverified counts a URL to which the rule could not be applied.
func (s *survey) unverified() { s.counts[s.rule.place].Unverified++ }

// limit gives a threshold of the rule.
func (s *survey) limit(name string) float64 { return s.limitOf(s.rule, name) }

func (s *survey) limitOf(r *Rule, name string) float64 {
	if len(s.o.Limits) > 0 { // putting the name together takes time
		if v, is := s.o.Limits[r.ID+"."+name]; is {
			return v
		}
	}
	for _, l := range r.Limits {
		if l.Name == name {
			return l.Value
		}
	}
	panic("rule " + r.ID + " has no limit " + name)
}
