package findings

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// FindOneAnswer gives the one answer that came in the place of many pages of a judged crawl, nil for
// none. That of an earlier look, known by which pages have come to show it, is looked at alone; so
// is a first crawl where most pages show one text, whatever it says, and any crawl where it says
// what it is: a notice that too much is asked for at a tenth of the pages, a login or the like at
// most of them. What scripts have yet to fill is none.
func FindOneAnswer(ctx context.Context, crawl frontier.Crawl, come *frontier.OneAnswer, first bool) (*frontier.OneAnswer, error) {
	l := &oneLook{ctx: ctx, crawl: crawl}
	err := l.begin()
	switch {
	case err != nil:
		return nil, err
	case come != nil:
		return l.counted(*come)
	}
	if err = l.gather(); err != nil {
		return nil, err
	}
	for _, find := range []func() (*frontier.OneAnswer, error){l.said, l.near} {
		if a, err := find(); a != nil || err != nil {
			return a, err
		}
	}
	if first {
		return l.same()
	}
	return nil, nil
}

// oneLook looks for it.
type oneLook struct {
	ctx   context.Context
	crawl frontier.Crawl
	codes []uint8
	leads map[string]string // how texts begin, by URL

	// Of gather:
	common   lookalike.Commonest // of sketches
	vote     lookalike.Majority[look]
	begins   []shown         // of leads
	sketches []record.Sketch // of the same pages
}

// shown is how the text of a page begins, and what it is called.
type shown struct{ begin, name string }

// look is the text of a page, and its picture.
type look struct{ text, content uint64 }

func lookOf(row *frontier.Row) look { return look{row.Page.TextHash, row.Page.Content} }

func (l *oneLook) begin() (err error) {
	if l.codes, err = l.crawl.Codes(l.ctx); err != nil {
		return err
	}
	leads, err := frontier.List[frontier.Lead](l.crawl.Meta(frontier.MetaLeads))
	l.leads = make(map[string]string, len(leads))
	for _, lead := range leads {
		l.leads[lead.URL] = lead.Text
	}
	return err
}

// gather takes in one pass what tells whether to look further.
func (l *oneLook) gather() error {
	return l.each(func(row *frontier.Row) {
		l.common.Add(uint64(row.Page.Sketch))
		l.vote.Add(lookOf(row))
		if begin, kept := l.leads[row.URL]; kept {
			l.begins, l.sketches = append(l.begins, shown{begin, row.Page.Title + " " + row.Page.H1[0] + " " + row.URL}), append(l.sketches, row.Page.Sketch)
		}
	})
}

// each gives the pages that are listed, or are left out for what they show.
func (l *oneLook) each(take func(*frontier.Row), more ...frontier.Detail) error {
	for row, err := range l.crawl.Brief(l.ctx, 0, append(more, frontier.DetailLook, frontier.DetailContent, frontier.DetailText, frontier.TextsPass)...) {
		if err != nil {
			return fmt.Errorf("look for one answer at many addresses: %w", err)
		}
		if l.isRead(row) {
			take(row)
		}
	}
	return nil
}

func (l *oneLook) isRead(row *frontier.Row) bool {
	if int(row.ID) >= len(l.codes) || !isPage(row) || isShell(row.Page) {
		return false
	}
	switch audit.Code(l.codes[row.ID]) {
	case audit.Listed, audit.Soft404, audit.DuplicateContent:
		return true
	}
	return false
}

// isMost tells of so many pages that the site itself is in doubt.
func isMost(n, of int) bool { return n >= fewDoubts && 2*n > of }

// limitShare is the part of the pages at which a notice that too much is asked for tells of a crawl
// that was kept from more.
const limitShare = 10

// said finds a text that many pages have, their own addresses aside, and that says what it is.
func (l *oneLook) said() (*frontier.OneAnswer, error) {
	enough := func(n, of int) bool { return n >= fewDoubts && n*limitShare >= of }
	text, n, err := l.common.Most(enough, func(each func(uint64)) error {
		return l.each(func(row *frontier.Row) { each(uint64(row.Page.Sketch)) })
	})
	if err != nil || text == 0 || !enough(n, l.common.Rows) {
		return nil, err
	}
	a, err := l.counted(frontier.OneAnswer{Sketch: record.Sketch(text)})
	if err != nil || a.Gate == "" || a.Gate != string(page.GateLimit) && !isMost(a.Pages, a.Of) {
		return nil, err
	}
	return a, nil
}

// same finds the text, with its picture, that most pages show.
func (l *oneLook) same() (*frontier.OneAnswer, error) {
	if l.vote.Most.text == 0 {
		return nil, nil
	}
	n, of := 0, 0
	err := l.each(func(row *frontier.Row) {
		if of++; lookOf(row) == l.vote.Most {
			n++
		}
	})
	if err != nil || !isMost(n, of) {
		return nil, err
	}
	return l.counted(frontier.OneAnswer{TextHash: l.vote.Most.text})
}

// near finds next to the same text at most pages, which is that of a login or the like, and names
// the page. That texts are alike says nothing by itself: so are those of products that have a name
// and a price. It goes by the pages of which it is kept how their texts begin.
func (l *oneLook) near() (*frontier.OneAnswer, error) {
	most := record.Common(l.sketches)
	says := map[page.Gate][]shown{}
	for i, p := range l.begins {
		gate := page.GateOf("", "", belowHeading(p.begin))
		if differ, bins := l.sketches[i].Differ(most); gate != "" && differ*3 <= bins {
			says[gate] = append(says[gate], p)
		}
	}
	for gate, pages := range says { // most are of one
		if isMost(len(pages), len(l.begins)) && isMost(withoutTheirOwn(pages), len(l.begins)) {
			return l.counted(frontier.OneAnswer{Sketch: most, Near: true, Gate: string(gate), Says: pages[0].begin})
		}
	}
	return nil, nil
}

// ownWords are words that a page may have of its own, beside its name: what follows a form to log in
// at the head of a page is more. A number is none: products have a price, entries a date.
const ownWords = 3

// withoutTheirOwn counts the pages that have no more words than those that not half of all have.
func withoutTheirOwn(pages []shown) (n int) {
	in := map[string]int{} // how many pages
	for _, p := range pages {
		for word := range wordSet(p.begin) {
			in[word]++
		}
	}
	for _, p := range pages {
		own, name := 0, wordSet(p.name)
		for word := range wordSet(p.begin) {
			switch {
			case in[word]*2 >= len(pages) || name[word]:
			case strings.ContainsAny(word, "0123456789"):
				own += ownWords + 1
			default:
				own++
			}
		}
		if own <= ownWords {
			n++
		}
	}
	return n
}

func wordSet(text string) map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		words[word] = true
	}
	return words
}

// belowHeading is how a text begins without its first line, where it has more: no more of it
// than is kept below a heading of a hundred bytes.
func belowHeading(text string) string {
	if _, rest, more := strings.Cut(text, frontier.LeadLine); more {
		text = rest
	}
	return text[:min(len(text), 200)]
}

// counted counts the pages that show an answer, and fills in what is not known of it yet: that with
// the shortest URL, what it says, and what that seems to be.
func (l *oneLook) counted(a frontier.OneAnswer) (*frontier.OneAnswer, error) {
	var first *record.Facts
	var began time.Time
	atStart, given := false, a // what guard knows, it knows of the start page, too
	err := l.each(func(row *frontier.Row) {
		a.Of++
		switch p := row.Page; {
		case !given.Shows(row):
			return
		case row.Sources&frontier.FromStart != 0:
			atStart = true
			return
		default:
			if url := row.URL; first == nil || len(url) < len(a.URL) || len(url) == len(a.URL) && url < a.URL { // whichever was found first
				first, a.URL = &record.Facts{Title: strings.Clone(p.Title), H1: [2]string{strings.Clone(p.H1[0])}}, strings.Clone(url)
			}
			if a.Pages++; began.IsZero() || p.FetchedAt.Before(began) {
				began = p.FetchedAt
			}
		}
	}, frontier.DetailTime)
	if err != nil || first == nil {
		return nil, err
	}
	if err := l.quote(&a, first); err != nil {
		return nil, err
	}
	if atStart && (a.Gate != "" || given.URL != "") {
		a.Pages++
	} else {
		a.Start = a.Start || atStart
	}
	if a.Gate == "" && given.URL != "" { // pages that never had a text of their own are read late, too
		err = l.findBegin(&a, began)
	}
	return &a, err
}

// quote tells how an answer begins, and what it seems to be; first is a page that shows it.
func (l *oneLook) quote(a *frontier.OneAnswer, first *record.Facts) error {
	heading, shown := first.H1[0], *a
	if a.Says == "" {
		if err := l.each(func(row *frontier.Row) {
			if begin, kept := l.leads[row.URL]; kept && a.Says == "" && shown.Shows(row) {
				a.Says = begin
			}
		}); err != nil {
			return err
		}
	}
	if a.Gate == "" {
		gate := page.GateOf("", "", belowHeading(a.Says))
		if all := page.GateOf("", "", a.Says); all == page.GateLimit {
			gate = all
		}
		a.Gate = string(cmp.Or(page.GateOf(first.Title, heading, ""), gate))
	}
	a.Says = cmp.Or(a.Says, heading, first.Title)
	return nil
}

// findBegin takes an answer of which nothing tells what it is for a notice that too much is asked
// for if it came from one page on: others were read before, some of the same templates among them,
// and next to none after. A part of the site that has come to show one text is read late, too, and all of it.
func (l *oneLook) findBegin(a *frontier.OneAnswer, began time.Time) error {
	var templates lookalike.Templates
	if err := l.each(func(row *frontier.Row) { templates.Add(row.URL, false) }); err != nil {
		return err
	}
	before, after := map[string]int{}, 0
	showing := map[string]bool{}
	err := l.each(func(row *frontier.Row) {
		switch pattern := templates.Of(row.URL).Pattern; {
		case a.Shows(row):
			showing[pattern] = true
		case !row.Page.FetchedAt.After(began): // or at the same time, over another connection
			before[pattern]++
		default:
			after++
		}
	}, frontier.DetailTime)
	all, mixed := 0, 0
	for pattern, n := range before {
		if all += n; showing[pattern] {
			mixed += n
		}
	}
	if all >= fewDoubts && mixed >= leastMixed && after*20 <= a.Pages {
		a.Gate, a.After = string(page.GateLimit), all
	}
	return err
}

// leastMixed pages have the template of others that show one answer, and were read before it came.
const leastMixed = 2

// OneTextOf says what many pages show.
func OneTextOf(a *frontier.OneAnswer) string {
	what := "one and the same text"
	switch {
	case a.Title != "":
		what = "one and the same title"
	case a.Near:
		what = "next to the same text"
	}
	return fmt.Sprintf("%s of the %s pages show %s, as %s does, \"%s\"", number(float64(a.Pages)), number(float64(a.Of)), what, a.URL, quote(a.Says))
}

// doubtOf says it of a crawl, and what it seems to be.
func doubtOf(a *frontier.OneAnswer) string {
	text := OneTextOf(a)
	if a.After > 0 {
		text += fmt.Sprintf(", since %s pages were read", number(float64(a.After)))
	}
	if seems := page.Gate(a.Gate).Seems(); seems != "" {
		text += ": " + seems
	}
	return text
}

// quote gives as much of a text as tells what it is.
func quote(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
