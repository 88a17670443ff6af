package findings

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/nearly"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// survey is what rules need to know of other URLs than the one they look at.
type survey struct {
	counter
	ctx   context.Context
	crawl frontier.Crawl
	rule  *Rule // whose findings come
	err   error

	one     *frontier.OneAnswer  // that came in the place of many pages, nil for none
	oneAt   frontier.ID          // the first of these
	private bool                 // the site is of a private network
	refused map[frontier.ID]bool // see refusedForNow
	area    bool                 // what stands before a login is a members' area
	doubt   string               // why findings that need the whole site are only likely

	fewWords float64 // an error page has less, by soft-404

	// By number of URL:
	codes   []uint8
	answers map[frontier.ID]audit.Code // of carried URLs: what their answer comes to, if it is a broken one, or leads elsewhere
	mark    []marks
	status  []uint16
	to      []frontier.ID // where it redirects, or the other URL that it names as canonical
	inPages []uint32      // other pages with a link that a reader can click
	clicks  *audit.Clicks
	start   frontier.ID

	templates lookalike.Templates
	copies    [copyKinds]copies
	near      nearly.Pages
	pairs     []badLink // links that are worth a finding of their own, by page
	nexts     []pair    // links of rel next, by target, and of rel prev
	prevs     []pair
	aliases   map[frontier.ID][]frontier.ID // see namesOf
	mixed     map[frontier.ID]mixedTongue
	calledBy  []uint16 // the language by which hreflang names each URL: its place in langs, and one; none without hreflang
	nextPair  int

	from        marks // of the page whose links are read: what they give
	standIns    standIns
	commonLinks map[string]bool // without a text, by poorLink: those of many pages
	fromHidden  []pair          // followed links of pages that say noindex, by page

	languages    []languageRef // by page
	languagesCut bool          // there are more than are held
	langs        []string      // as written

	// By place in langs: the place of the first that differs in case alone; the
	// language without its region, "" where it is void, and for x-default; is it not void.
	plainLangs []uint16
	tongues    []string
	validLangs []bool

	langsOf     frontier.ID            // the page that the next two are of; NoID at first
	pageLangs   map[uint16]frontier.ID // the address of each language, by plainLangs
	ambiguousAt []int

	lastHost struct { // of privateURL
		name    string
		private bool
	}
	seed    maphash.Seed
	folding []byte // of hash

	robots map[string][]*robots.Agent // by origin, those of Options.Agents; nil until it is asked for

	failing     bool                          // most answers are errors of the server
	down        []string                      // hosts that were given up
	counted     bool                          // redirected is filled
	sitemapsAre int                           // 0: not asked yet, 1: not all were read, 2: read, and of use
	redirected  map[frontier.ID]int           // to how many URLs that are named somewhere redirect
	gaveUp      map[frontier.ID]*massTarget   // nil until it is asked for
	conflicts   map[frontier.ID][]frontier.ID // canonicals of pages that name several
	shapes      map[string]*shapeFacts
	tally       tally

	measures           map[uint64]measured // by URL
	botHits, botListed float64
	renderings         renderings

	pageWords []wordsOf

	logins     []loginPage
	nearLogins map[frontier.ID]bool // see findLogins
	spelled    *spelled             // nil until it is asked for
	drift      drift

	anyPlaceLinks bool // a link leads to a place of another page
	places        places

	ownMachines map[frontier.ID]bool // loopback addresses to which pages link
	tellsOfOwn  map[frontier.ID]bool // pages with a link to one that says so
	ends        []uint8              // how the path of each URL ends
	words       map[string]int       // median of templates
	lists       map[frontier.ID]bool // pages of few words: is it a list of links

	doubtful  map[uint64][]doubtfulPart // by the hash of what they may be parts of
	doubtfuls int

	// What there is at all for rules to look at:
	sources                    frontier.Source
	marksOfAll                 marks
	logged, exported, rendered bool
	canonicals, secure         bool // a page names a canonical; one answers by https

	toldOf frontier.ID // see tellsOn
	toldBy *Rule
	told   int

	led   *ledAway // nil until it is asked for
	ledTo *string  // see inBaseFolder

	noIndexed int // pages that comesNoIndexed is of

	brokenLinks   map[frontier.ID]frontier.Checked
	linksAnswered int // links to other hosts
}

// marks are facts of one URL as bits.
type marks uint32

const (
	linked         marks = 1 << iota // by a followed link of another page that a reader can click
	linkedTwice                      // by those of two pages
	linkedNoFol                      // by one that is not followed
	fromHome                         // by the start page
	asCanonical                      // another page names it as canonical
	asAlternate                      // another page names it by hreflang
	asNext                           // another page names it by rel next or prev
	inSitemap                        // a sitemap of the site names it
	isStart                          //
	isRedirect                       // to holds where it redirects
	isFolded                         // to holds the form that a learned rule gives it
	isStacked                        // its path holds another address, as of a link that lacks its scheme
	byRefresh                        // by a refresh of no seconds
	slowRefresh                      // it has a refresh with a delay that leads elsewhere
	isCanonical                      // to holds what it names as canonical
	isSeries                         // it names the part of a list before it by rel prev
	fewLinks                         // it has at most three links
	overHTTP                         // it is an http URL
	isPrivate                        // its host is of a private network
	outside                          // it is out of scope
	isLater                          // it is a later part of a list
	byScript                         // scripts gave a page this URL, without a link
	linkedOpenly                     // by a followed link of a page that may be indexed
	isStaging                        // its host is called as a copy of the site for tests
	asTranslation                    // a sitemap names it by hreflang
	noIndexUnsure                    // it says noindex where engines may not read it
	inSeries                         // a page of an address like its own names it by rel next or prev
	onForeign                        // it is on another host, where most pages name their canonicals
	comesNoIndexed                   // the last sitemap lists it, and it says noindex now, as many do
	isInstead                        // one answer came in its place, as in that of many others
	isLonger                         // a page names it as canonical that has a parameter less, as most pages do
	named          = linked | linkedNoFol | asCanonical | asAlternate | asTranslation | inSitemap
	linkedAtAll    = linked | linkedNoFol
)

// pair is a link from a page to a URL.
type pair struct{ from, to frontier.ID }

const maxPairs = 4 << 20 // 32 MiB

func newSurvey(crawl frontier.Crawl, o Options, give func(*Finding) error) *survey {
	s := &survey{counter: newCounter(o, give), crawl: crawl, private: privateHost(o.Scope.Host), seed: maphash.MakeSeed(), start: frontier.NoID, oneAt: frontier.NoID, langsOf: frontier.NoID,
		doubtful: map[uint64][]doubtfulPart{}, redirected: map[frontier.ID]int{}, conflicts: map[frontier.ID][]frontier.ID{}, shapes: map[string]*shapeFacts{}, tally: tally{foldedBy: map[string]bool{}}}
	s.fewWords = s.limitOf(RuleOf("soft-404"), "words")
	s.askFor(s.rules)
	return s
}

func (s *survey) valid(id frontier.ID) bool { return uint64(id) < uint64(len(s.codes)) }

// code gives the verdict of a URL, NoVerdict if it is not known.
func (s *survey) code(id frontier.ID) audit.Code {
	if !s.valid(id) {
		return audit.NoVerdict
	}
	return audit.Code(s.codes[id])
}

// answerCode gives the verdict of a URL by its answer, carried or not.
func (s *survey) answerCode(id frontier.ID) audit.Code {
	if c, carried := s.answers[id]; carried {
		return c
	}
	return s.code(id)
}

// readCarried takes what the answers of carried URLs come to.
func (s *survey) readCarried(ctx context.Context) error {
	s.answers = map[frontier.ID]audit.Code{}
	for v, err := range s.crawl.Having(ctx, uint8(audit.ListedCarried)) {
		if err != nil {
			return err
		}
		switch c := audit.CarriedFor(v); c {
		case audit.HTTP4xx, audit.HTTP5xx, audit.HTTPOther, audit.Denied, audit.NetworkError, audit.Redirect, audit.RedirectWall:
			s.answers[v.ID] = c
		}
	}
	return nil
}

// has tells whether a URL has all of some marks.
func (s *survey) has(id frontier.ID, m marks) bool { return s.valid(id) && s.mark[id]&m == m }

func (s *survey) read(ctx context.Context) (err error) {
	if s.codes, err = s.crawl.Codes(ctx); err != nil {
		return err
	}
	if len(s.codes) == 0 && s.crawl.Counts().Known > 0 {
		return fmt.Errorf("the crawl has no verdicts yet")
	}
	if s.seen, s.refused, err = seenOf(ctx, s.crawl, s.codes, s.o.Incomplete); err != nil {
		return err
	}
	s.area, s.one = isArea(s.codes), frontier.OneAnswerOf(s.crawl)
	s.mark, s.status = make([]marks, len(s.codes)), make([]uint16, len(s.codes))
	s.to, s.inPages = slices.Repeat([]frontier.ID{frontier.NoID}, len(s.codes)), make([]uint32, len(s.codes))
	for _, d := range s.downs() {
		s.down = append(s.down, d.Host)
	}
	if err := s.readCarried(ctx); err != nil {
		return err
	}
	if err := s.readURLs(ctx); err != nil {
		return err
	}
	s.near.Groups(func(id, near, first frontier.ID) {
		s.copies[nearContent].list = append(s.copies[nearContent].list, copyOf{uint64(first), id, near})
	})
	for i := range s.copies { // before there are links to be held, too
		s.copies[i].sort()
	}
	s.findLogins()
	if err := s.readParts(ctx); err != nil {
		return err
	}
	if err := s.readLinks(ctx); err != nil {
		return err
	}
	if err := s.readMeasures(ctx); err != nil {
		return err
	}
	s.passOn()
	s.judgeCompleteness()
	for _, kind := range []int{sameTitle, sameDescription} {
		s.copies[kind].list = slices.DeleteFunc(s.copies[kind].list, func(c copyOf) bool { return s.has(c.id, isLater) })
	}
	part := func(id frontier.ID) bool { return s.has(id, isLater) || s.has(id, isSeries) }
	near := &s.copies[nearContent]
	near.list = slices.DeleteFunc(near.list, func(c copyOf) bool { return part(c.id) || part(c.near) })
	for i := range s.copies {
		s.copies[i].group(s.translationOf)
	}
	s.markForeign()
	s.markLonger()
	s.markNoIndexed()
	s.rendered = s.anyRendered(ctx)
	for _, m := range s.mark {
		s.marksOfAll |= m
	}
	return nil
}

// readURLs takes what is known of each URL by itself.
func (s *survey) readURLs(ctx context.Context) error {
	details := []frontier.Detail{frontier.DetailLook, frontier.DetailContent, frontier.DetailText, frontier.TextsPass}
	if s.copies[nearContent].asked {
		details = append(details, frontier.DetailPrint)
	}
	s.near.Room = s.crawl.Counts().Settled
	for i := range s.copies {
		s.copies[i].room = s.near.Room
	}
	for row, err := range s.crawl.Brief(ctx, 0, details...) {
		if err != nil {
			return err
		}
		if !s.valid(row.ID) {
			continue
		}
		m, code := marks(0), audit.Code(s.codes[row.ID])
		s.sources |= row.Sources
		if row.Sources&frontier.FromStart != 0 {
			m |= isStart
			s.start = row.ID
		}
		if row.Sources&frontier.FromSitemap != 0 {
			m |= inSitemap
		}
		if strings.HasPrefix(row.URL, "http:") {
			m |= overHTTP
		}
		switch {
		case !InScope(code):
			m |= outside
		default:
			if s.o.In == nil || s.o.In(row.URL) {
				s.inView++
			}
		}
		if stackedURL(row.URL) {
			m |= isStacked
		}
		if s.privateURL(row.URL) {
			m |= isPrivate
		}
		if m&outside != 0 && s.isStagingURL(row.URL) {
			m |= isStaging
		}
		if p := row.Page; p != nil {
			s.status[row.ID] = uint16(p.Status)
			if p.Facts.Problems.Has(record.NoIndexUnsure) {
				m |= noIndexUnsure
			}
			s.canonicals = s.canonicals || p.Canonical != record.CanonicalAbsent
			if p.Canonical == record.CanonicalConflict && len(s.conflicts) < maxConflicts {
				s.conflicts[row.ID] = nil
			}
			s.anyPlaceLinks = s.anyPlaceLinks || p.PlaceLinks
			s.secure = s.secure || m&(overHTTP|outside) == 0 && p.Status != 0
			switch {
			case row.Location != frontier.NoID && p.Outcome == record.Answered:
				s.to[row.ID] = row.Location
				m |= isRedirect
				if record.IsPage(p.Status) {
					m |= byRefresh
				}
			case row.Location != frontier.NoID:
				s.to[row.ID] = row.Location
				m |= isFolded
			case p.Canonical == record.CanonicalOther && row.Canonical != frontier.NoID:
				s.to[row.ID] = row.Canonical
				m |= isCanonical
			}
			if s.one.Shows(row) {
				m |= isInstead
				if row.URL == s.one.URL {
					s.oneAt = row.ID
				}
			}
			if isPage(row) && m&isInstead == 0 {
				s.pageWords = append(s.pageWords, wordsOf{row.ID, uint32(p.Words)})
				m |= fewLinks | s.addPart(row) // few until they are counted
				s.standIns.wanted = s.standIns.wanted || hasShared(row)
			}
			if isPage(row) && m&isInstead == 0 && mayRank(code) && !s.isError(p, m) {
				s.indexable++
				s.noteLogin(row)
				if !isShell(p) {
					s.addCopies(row)
				}
			}
			if isPage(row) && m&isInstead == 0 && code == audit.DuplicateContent && p.Words >= leastWords {
				s.copies[sameText].add(row.ID, p.TextHash)
			}
			if m&outside == 0 {
				s.templates.Add(row.URL, false)
			}
		}
		s.mark[row.ID] = m
	}
	return nil
}

// isPage tells whether a row is that of an HTML page that answered well, and
// sends nobody on.
func isPage(row *frontier.Row) bool { return lookalike.IsPage(row) && row.Location == frontier.NoID }

// isShell tells of a page whose text scripts put in.
func isShell(p *record.Page) bool { return p.Facts.Problems&(1<<record.ScriptShell) != 0 }

// isBlank tells of a page with nothing on it.
func isBlank(p *record.Page) bool { return p.Facts.Problems&(1<<record.Blank) != 0 }

// mayRank tells of the verdicts under which a page is one for search engines.
func mayRank(c audit.Code) bool { return c == audit.Listed || c == audit.FilterList }

// InScope tells of the verdicts of URLs that belong to the site.
func InScope(c audit.Code) bool {
	switch c {
	case audit.ScopeHost, audit.ScopePath, audit.ScopeScheme, audit.InvalidURL:
		return false
	}
	return true
}

// isUnread tells of the verdicts of what should have been read and was not; area
// tells that what stands before a login is a small part of the site.
func isUnread(c audit.Code, area bool) bool {
	switch c {
	case audit.RedirectWall:
		return !area
	case audit.TrapQuarantine:
		return false // nobody wants it read
	case audit.ListedCarried, audit.ListedUnverified:
		return true
	}
	return c.State() == audit.Deferred
}

// definite tells whether it is known what became of a URL.
func (s *survey) definite(id frontier.ID) bool {
	return s.valid(id) && !isUnread(s.code(id), s.area) && s.code(id) != audit.TrapQuarantine && s.mark[id]&outside == 0
}

// judgeCompleteness withholds the rules that need the whole site, or makes
// their findings likely ones.
func (s *survey) judgeCompleteness() {
	why := s.seen.Why()
	if why == "" && s.seen.Unread > 0 {
		s.doubt = number(float64(s.seen.Unread)) + " addresses " + s.seen.lack()
	}
	for _, c := range s.codes {
		switch audit.Code(c) {
		case audit.TrapQuarantine, audit.FilterCrawl, audit.RobotsBlocked:
			s.doubt = "a URL that was not to be read may have a link"
		}
	}
	if s.doubt == "" && s.isPart() {
		s.doubt = "pages beside the part of the site that was crawled may link to it"
	}
	if cut := s.crawl.Meta(frontier.MetaLinksCut); cut != "" && s.doubt == "" {
		s.doubt = "some pages have more links than are kept"
	}
	if why == "" {
		return
	}
	for _, r := range rules {
		if r.Need == Whole {
			s.counts[r.place].Withheld = why
		}
	}
}

// isPart tells of a crawl of what lies below a directory: links from elsewhere are not
// known.
func (s *survey) isPart() bool { return s.o.Scope.Dir != "/" && s.o.Scope.Dir != "" }
