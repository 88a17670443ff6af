package guard

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// What is left beside a wall is next to nothing if it is at most so much.
const (
	leftBehindStart = 5 // URLs, where the start page itself leads to the wall
	leftBeside      = 2
	leftShare       = 20 // one URL in so many that are behind it

	samePages  = 5  // that show one text, of which nineteen in twenty do
	shellWords = 20 // pages made by scripts have hardly a word for us
)

// First looks whether a crawl was let into the site; nil if it was, or if that
// cannot be told. front is what the markup of the start page shows. It is for
// sites that have no published set: there Compare tells more.
func First(ctx context.Context, crawl frontier.Crawl, front page.Front) (*Shut, error) {
	shut, err := frontier.List[frontier.SecondLook](crawl.Meta(frontier.MetaShut))
	if err != nil {
		return nil, err
	}
	f := &first{crawl: crawl, front: front, shut: shut, hosts: map[string]int{}, walls: map[string]int{}}
	if err := f.read(ctx); err != nil {
		return nil, fmt.Errorf("look whether the site let the crawl in: %w", err)
	}
	for _, look := range []func() *Shut{f.wall, f.unread, f.midway} {
		s := look()
		if s == nil {
			continue
		}
		if is, err := f.isArea(ctx, s); err != nil {
			return nil, fmt.Errorf("look whether the site let the crawl in: %w", err)
		} else if !is {
			return f.withSays(s)
		}
	}
	return f.withSays(cmp.Or(f.sameText(), f.keptBack()))
}

// withSays adds what pages say that are the same, or what it is to which URLs redirect.
func (f *first) withSays(s *Shut) (*Shut, error) {
	switch {
	case s == nil:
		return s, nil
	case s.Kind() == Wall.String() && !s.Host && s.Gate == "":
		return s, f.withGate(s)
	case !s.Same || s.Blank:
		return s, nil
	}
	shows := s.Page
	if s.Midway {
		shows = f.example // of the start page the crawl has another text, from before
	}
	row, err := f.crawl.Find(shows)
	if err != nil || row == nil || row.Page == nil {
		return s, err
	}
	text := wholeText(row)
	s.Says, err = saysOf(f.crawl, nil, shows, func(url string) bool {
		row, err := f.crawl.Find(url)
		return err == nil && row != nil && row.Page != nil && wholeText(row) == text
	})
	return s, err
}

type first struct {
	crawl frontier.Crawl
	front page.Front
	shut  []frontier.SecondLook // frontier.MetaShut
	codes []uint8

	listed, behind int
	startBehind    bool
	walls          map[string]int // redirects to them, by URL without query
	hosts          map[string]int // redirects to the same path there, by origin
	moved          int            // in hosts
	led            tally          // redirects to a page that would be listed, of what is linked; its example
	sent           int            // redirects to where the start page redirects by now
	start          *frontier.Row
	words          int // of it

	texts          map[uint64]int    // of what would be listed; the first few
	logins         map[uint64]logins // of these those whose title is that of a login
	failed, denied tally             // URLs that could not be read, and that ask for a permission
	blanks         tally             // pages with nothing on them
	withheld       withheld
	unknown        int    // pages that show what the site answers to URLs that cannot exist
	example        string // of these
}

// maxLookedUp are the redirects whose targets are looked at.
const maxLookedUp = 10_000

func (f *first) read(ctx context.Context) error {
	codes, err := f.crawl.Codes(ctx)
	if err != nil {
		return err
	}
	f.codes = codes
	unknown, err := frontier.List[frontier.Unknown](f.crawl.Meta(frontier.MetaUnknown))
	if err != nil {
		return err
	}
	answers := lookalike.ReadAnswers(unknown)
	f.texts, f.logins, f.withheld.texts = map[uint64]int{}, map[uint64]logins{}, map[uint64]bool{}
	redirects := 0
	for row, err := range f.crawl.Brief(ctx, 0, frontier.DetailLook, frontier.DetailContent) {
		if err != nil {
			return err
		}
		code := f.code(row)
		if row.Sources&frontier.FromStart != 0 && f.start == nil {
			f.start = clone(row)
		}
		switch {
		case code == audit.NetworkError, code == audit.Throttled, code == audit.HTTP5xx, code == audit.Challenged:
			f.failed.add(row)
		case code == audit.Denied:
			f.denied.add(row)
		case code == audit.NoIndexMeta, code == audit.NoIndexHeader, code == audit.CanonicalElsewhere, code == audit.HTTP4xx:
			f.withheld.add(row, code)
		case code == audit.Listed, code == audit.Soft404:
			f.show(row, code, answers)
		case isAway(row, code) && row.Sources&frontier.FromStart != 0:
			if err := f.away(row, code); err != nil {
				return err
			}
		case isAway(row, code):
			redirects++
		}
	}
	if err := f.readAway(ctx, redirects); err != nil {
		return err
	}
	if f.start == nil {
		return nil
	}
	whole, err := f.crawl.Row(f.start.ID)
	if err == nil && whole != nil && whole.Page != nil {
		f.words = whole.Page.Words
	}
	return err
}

// code gives the verdict of a URL.
func (f *first) code(row *frontier.Row) audit.Code {
	if int(row.ID) < len(f.codes) {
		return audit.Code(f.codes[row.ID])
	}
	return audit.NoVerdict
}

func isAway(row *frontier.Row, code audit.Code) bool {
	return (code == audit.RedirectWall || code == audit.Redirect) && row.Location != frontier.NoID
}

// readAway takes the redirects but for that of the start, if there are so many that
// they might say something.
func (f *first) readAway(ctx context.Context, redirects int) error {
	if redirects == 0 || f.listed > leftBehindStart && !f.nextToNothing(redirects) && !(f.redirected() && many(redirects, redirects+f.listed)) {
		return nil
	}
	looked := 0
	for row, err := range f.crawl.Brief(ctx, 0) {
		if err == nil && isAway(row, f.code(row)) && row.Sources&frontier.FromStart == 0 && looked < maxLookedUp {
			looked++
			err = f.away(row, f.code(row))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// blank tells of a start page with nothing on it.
func (f *first) blank() bool {
	return f.words == 0 && f.start.Page.Title == "" && f.front == page.Front{}
}

func clone(row *frontier.Row) *frontier.Row {
	c := *row
	c.URL = strings.Clone(row.URL)
	if row.Page != nil {
		p := *row.Page
		p.Title = strings.Clone(p.Title)
		c.Page = &p
	}
	return &c
}

// fewTexts are counted: those that come first.
const fewTexts = 16

// show takes a page that would be listed, or seems to be an error page.
func (f *first) show(row *frontier.Row, code audit.Code, answers *lookalike.Answers) {
	if code == audit.Listed {
		f.listed++
	}
	if !lookalike.IsPage(row) {
		return
	}
	if found, _ := answers.Match(row); found != nil {
		if f.unknown++; f.example == "" {
			f.example = strings.Clone(row.URL)
		}
	}
	if code == audit.Listed && row.Page.Problems&(1<<record.Blank) != 0 {
		f.blanks.add(row)
	}
	if code == audit.Listed {
		text := wholeText(row)
		if len(f.texts) < fewTexts || f.texts[text] > 0 {
			f.texts[text]++
		}
		if f.texts[text] > 0 && page.NamesLogin(row.Page.Title) {
			l := f.logins[text]
			if l.pages++; l.url == "" {
				l.url = strings.Clone(row.URL)
			}
			f.logins[text] = l
		}
	}
}

// away takes a URL that redirects.
func (f *first) away(row *frontier.Row, code audit.Code) error {
	to, err := f.end(row)
	if err != nil || to == nil {
		return err
	}
	if f.redirected() && withoutQuery(to.URL) == withoutQuery(f.shut[0].URL) {
		f.sent++
	}
	isStart := row.Sources&frontier.FromStart != 0
	if f.code(to) == audit.Listed && row.Sources&frontier.FromLink != 0 { // addresses of old redirect, too
		f.led.add(to)
	}
	named := isStart && to.Page != nil && to.Page.Outcome == record.Answered && page.NamesLogin(to.Page.Title)
	if isStart && !named {
		if named, err = f.isClosed(to); err != nil {
			return err
		}
	}
	switch {
	case code == audit.RedirectWall || named:
		f.behind++
		f.walls[withoutQuery(to.URL)]++
		f.startBehind = f.startBehind || isStart && (named || page.IsLogin(to.URL))
	case originOf(to.URL) != originOf(row.URL):
		_, _, path, _ := canonical.Split([]byte(row.URL))
		_, _, there, _ := canonical.Split([]byte(to.URL))
		if string(path) == string(there) {
			f.moved++
			f.hosts[originOf(to.URL)]++
		}
	}
	return nil
}

// end gives where the redirects of a URL end, or the last that is known of
// them.
func (f *first) end(row *frontier.Row) (*frontier.Row, error) {
	to, err := f.crawl.Row(row.Location)
	for hops := 0; err == nil && to != nil && to.Location != frontier.NoID && hops < maxChain; hops++ {
		var next *frontier.Row
		if next, err = f.crawl.Row(to.Location); next == nil {
			break
		}
		to = next
	}
	return to, err
}

const maxChain = 10

// wall tells of a page or a host to which what was asked for redirects.
func (f *first) wall() *Shut {
	switch {
	case f.behind > 0 && (f.startBehind && f.listed <= leftBehindStart || f.nextToNothing(f.behind)):
		wall := mostOf(f.walls)
		s := &Shut{Page: wall, From: f.behind, Listed: f.listed}
		if page.IsLogin(wall) {
			s.Gate = page.GateLogin
		}
		return s
	case f.moved > 0 && f.nextToNothing(f.moved):
		return &Shut{Page: mostOf(f.hosts), Host: true, From: f.moved, Listed: f.listed}
	case f.listed == 1 && f.led.n >= leastWithheld:
		return &Shut{Page: f.led.example, Only: true, From: f.led.n, Listed: 1}
	}
	return nil
}

// midway tells of a site that has shut while it was crawled: the start page has
// become what many URLs are, and any address is. Where that was for others alone,
// they are pages that look alike.
func (f *first) midway() *Shut {
	switch {
	case len(f.shut) == 0 || f.start == nil:
		return nil
	case f.redirected() && many(f.sent, f.sent+f.listed):
		return &Shut{Page: withoutQuery(f.shut[0].URL), Midway: true, From: f.sent, Listed: f.listed}
	case !f.redirected() && many(f.unknown, f.listed):
		return &Shut{Page: f.start.URL, Midway: true, Same: true, From: f.unknown, Listed: f.listed}
	}
	return nil
}

// redirected tells of a start page that redirects now.
func (f *first) redirected() bool { return len(f.shut) > 0 && f.shut[0].Status/100 == 3 }

// unread tells of a site of which more could not be read than would be listed, or
// next to all of which asks for a permission.
func (f *first) unread() *Shut {
	switch {
	case f.failed.n >= smallURLs && f.failed.n > f.listed:
		return &Shut{Page: f.failed.example, Failed: true, From: f.failed.n, Listed: f.listed}
	case f.denied.n >= smallURLs && f.nextToNothing(f.denied.n):
		return &Shut{Page: f.denied.example, Denied: true, From: f.denied.n, Listed: f.listed}
	}
	return nil
}

// tally counts URLs that have something in common.
type tally struct {
	n       int
	example string
}

func (t *tally) add(row *frontier.Row) {
	if t.n++; t.n == 1 {
		t.example = strings.Clone(row.URL)
	}
}

func (f *first) nextToNothing(behind int) bool {
	return f.listed == 0 || behind >= smallURLs && (f.listed <= leftBeside || f.listed*leftShare <= behind)
}

func mostOf(counts map[string]int) (what string) {
	for url, n := range counts {
		if m := counts[what]; n > m || n == m && url < what {
			what = url
		}
	}
	return what
}

// wholeText is textOf, and the main text: of a site that is made of tables the
// former may have no more than the menus, which stand first.
func wholeText(row *frontier.Row) uint64 { return textOf(row) ^ row.Page.ContentOwn*31 }

// logins are pages of a text whose titles are those of a login.
type logins struct {
	url   string // of the first
	pages int
}

// sameText tells of pages that all show the same as the start page, or a login, and
// of as many that are blank as there are others: a site whose pages have a start
// page of their own, and else one text, is badly written, and no more; so is a gallery
// whose login has as few words as its pictures. Pages made by scripts have next to no text, and mostly
// the same.
func (f *first) sameText() *Shut {
	if f.listed == 0 || f.start == nil || f.start.Page == nil {
		return nil
	}
	same, text := 0, uint64(0)
	for t, n := range f.texts {
		if n > same {
			same, text = n, t
		}
	}
	shell := f.front.Gate == "" && f.front.Scripts > 0 && f.words < shellWords
	all := same >= samePages && (same*20 >= f.listed*19 || same >= f.listed-leftBeside)
	switch {
	case all && f.logins[text].pages*20 >= same*19:
		return &Shut{Page: f.logins[text].url, Same: true, Gate: page.GateLogin, From: same, Listed: f.listed}
	case all && !shell && wholeText(f.start) == text:
		return &Shut{Page: f.start.URL, Same: true, Gate: f.front.Gate, From: same, Listed: f.listed}
	case f.blanks.n >= samePages && f.blanks.n*2 >= f.listed:
		return &Shut{Page: f.blanks.example, Same: true, Blank: true, From: f.blanks.n, Listed: f.listed}
	case f.blank() && f.listed == same && wholeText(f.start) == text:
		return &Shut{Page: f.start.URL, Same: true, Blank: true, From: same, Listed: f.listed}
	case f.front.Gate != "" && f.unknown >= f.listed && f.example != "":
		return &Shut{Page: f.start.URL, Same: true, Gate: f.front.Gate, From: f.unknown, Listed: f.listed}
	}
	return nil
}
