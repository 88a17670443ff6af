package query

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Fate is what has become of a finding that the crawl before has and this one has not.
type Fate string

// The fates.
const (
	Fixed      Fate = "fixed"      // what it is about was read without it, or nothing names any more what nothing should
	Unverified Fate = "unverified" // this crawl could not have found it, or found it under another address
	NoMore     Fate = "gone"       // the page answers 404 or the like, or this crawl, which is complete, does not know the URL: nothing leads to it
)

// Gone calls give for each finding of the crawl before that this one has not, in the
// order of Findings, with its fate. What is not seen is not fixed, nor is anything where
// the set was refused: the site may be broken. What has moved with its page, or is known
// under another spelling now, is as it is there. It holds eight bytes a finding of this
// crawl, and some twenty for each URL of which something is gone.
func Gone(ctx context.Context, crawl, before *stored.Crawl, asked Asked, give func(f *Finding, fate Fate) error) error {
	g := &goneFrom{crawl: crawl, before: before, gates: map[uint64]page.Gate{}, now: &Known{seed: maphash.MakeSeed()}, seen: map[uint64]sighting{}, spelled: map[uint64]string{}, moved: map[uint64]string{}}
	var err error
	if g.form, err = crawl.Forms(); err != nil {
		return err
	}
	g.sum, err = Findings(ctx, crawl, asked, func(f *Finding) error {
		g.now.had = append(g.now.had, g.now.key(f.Rule.ID, f.URL))
		return nil
	})
	if err != nil {
		return err
	}
	slices.Sort(g.now.had)
	_, err = Findings(ctx, before, asked, func(f *Finding) error {
		if !g.now.Has(f) {
			g.ask(f)
		}
		return nil
	})
	if err != nil || len(g.seen) == 0 {
		return err
	}
	if err := g.look(ctx); err != nil {
		return err
	}
	then, err := before.Codes(ctx)
	if err != nil {
		return err
	}
	if g.behind, err = isBehind(ctx, crawl, before); err != nil {
		return err
	}
	if g.unread, err = unreadMakers(ctx, crawl, before, g.made); err != nil {
		return err
	}
	refused := crawl.Refused() != ""
	_, err = Findings(ctx, before, asked, func(f *Finding) error {
		if g.now.Has(f) {
			return nil
		}
		code := audit.NoVerdict
		if int(f.ID) < len(then) {
			code = audit.Code(then[f.ID])
		}
		fate := g.fate(f, code)
		if fate == Fixed && (refused || g.unread[made{f.Rule.ID, f.URL}]) {
			fate = Unverified
		}
		return give(f, fate)
	})
	return err
}

// goneFrom is what Gone needs to know of the crawl.
type goneFrom struct {
	crawl   *stored.Crawl
	before  *stored.Crawl
	gates   map[uint64]page.Gate // of them, what shows a gate now
	form    func(url string) string
	now     *Known
	sum     *findings.Summary
	seen    map[uint64]sighting // by the key of what findings are about
	spelled map[uint64]string   // of them, what has another canonical form by now
	moved   map[uint64]string   // where URLs of these lead to now
	made    []made              // those that other URLs made, and of them those of which some were not read
	unread  map[made]bool
	behind  bool
}

// isBehind tells of a crawl that what stands before the pages was read in their stead,
// or that robots.txt or noindex keeps next to all from search that was listed before.
func isBehind(ctx context.Context, crawl, before *stored.Crawl) (bool, error) {
	if stored.UnpublishedOf(crawl).Behind() {
		return true, nil
	}
	then, err := before.Codes(ctx)
	if err != nil {
		return false, err
	}
	listed, _ := countedOf(then)
	now, err := crawl.Codes(ctx)
	if err != nil {
		return false, err
	}
	left, kept := countedOf(now)
	return left*20 < listed && kept+left >= listed, nil
}

// countedOf counts the URLs that are listed, and those that are kept from search.
func countedOf(codes []uint8) (listed, kept int) {
	for _, c := range codes {
		switch code := audit.Code(c); {
		case code.State() == audit.ListedInFile:
			listed++
		case findings.HasLeft(audit.Listed, code) && code != audit.CanonicalElsewhere:
			kept++
		}
	}
	return listed, kept
}

// sighting is what the crawl knows of a URL.
type sighting struct {
	known, read bool
	code        audit.Code
}

// ask notes what has to be looked for.
func (g *goneFrom) ask(f *Finding) {
	if makers[f.Rule.ID] != nil {
		g.made = append(g.made, made{f.Rule.ID, strings.Clone(f.URL)})
	}
	if from := g.linking(f); from != "" {
		if key := g.now.key("", from); !g.asked(key) {
			g.seen[key] = sighting{}
		}
	}
	key := g.now.key("", f.URL)
	if g.asked(key) {
		return
	}
	g.seen[key] = sighting{}
	if f.ID == frontier.NoID {
		return
	}
	if form := g.form(f.URL); form != f.URL {
		g.spelled[key], g.seen[g.now.key("", form)] = form, sighting{}
	}
}

// linking gives the page that leads to a URL of which nothing is wrong any more once none
// does, "" for another finding.
func (g *goneFrom) linking(f *Finding) string {
	if f.From == frontier.NoID || !f.Rule.MendedUnnamed() {
		return ""
	}
	return f.FromURL()
}

func (g *goneFrom) asked(key uint64) bool {
	_, asked := g.seen[key]
	return asked
}

// look tells what the crawl knows of the URLs of which something is gone.
func (g *goneFrom) look(ctx context.Context) error {
	codes, err := g.crawl.Codes(ctx)
	if err != nil {
		return err
	}
	for row, err := range g.crawl.Brief(ctx, 0, frontier.DetailLook, frontier.DetailText, frontier.TextsPass) {
		if err != nil {
			return fmt.Errorf("read the URLs of %s: %w", g.crawl.Path(), err)
		}
		key := g.now.key("", row.URL)
		if g.asked(key) && int(row.ID) < len(codes) {
			code := audit.Code(codes[row.ID])
			g.seen[key] = sighting{true, isRead(row, code), code}
			if gate := gateOf(row.Page); gate != "" {
				g.gates[key] = gate
			}
			if err := g.follow(key, row.Location); err != nil {
				return err
			}
		}
	}
	return g.shut(ctx)
}

// follow notes where a URL that redirects leads to.
func (g *goneFrom) follow(key uint64, to frontier.ID) error {
	for moves := 0; to != frontier.NoID && moves < maxMoves; moves++ {
		row, err := g.crawl.Row(to)
		if err != nil || row == nil {
			return err
		}
		g.moved[key], to = strings.Clone(row.URL), row.Location
	}
	return nil
}

// fate tells what has become of a finding, of a URL that had a verdict then.
func (g *goneFrom) fate(f *Finding, then audit.Code) Fate {
	key := g.now.key("", f.URL)
	at, form := g.seen[key], g.spelled[key]
	if !at.known && form != "" {
		if g.now.hasKey(g.now.key(f.Rule.ID, form)) {
			return Unverified
		}
		key = g.now.key("", form)
		at = g.seen[key]
	}
	to, moved := g.moved[key]
	switch {
	case !at.known && g.crawl.WhyIncomplete() != "", g.behind:
		return Unverified
	case !at.known && f.ID != frontier.NoID && !f.Rule.MendedUnnamed():
		return NoMore
	case g.sum.Of(f.Rule.ID).Withheld != "", findings.Unasked(g.sum.Idle[f.Rule.ID]), at.known && !at.read, f.Rule.Hidden(then, at.code),
		moved && (g.now.hasKey(g.now.key(f.Rule.ID, to)) || page.IsWall(f.URL, to)), !at.known && g.linkUnread(f):
		return Unverified
	case f.Rule.Gone(then, at.code):
		return NoMore
	}
	return Fixed
}

// linkUnread tells of a page with a link that this crawl knows, and has not read.
func (g *goneFrom) linkUnread(f *Finding) bool {
	from := g.linking(f)
	if from == "" {
		return false
	}
	key := g.now.key("", from)
	at := g.seen[key]
	return at.known && (!at.read || page.IsWall(from, g.moved[key]))
}

// isRead tells whether a crawl has read a page, so that it can tell of it.
func isRead(row *frontier.Row, code audit.Code) bool {
	switch {
	case code.State() == audit.Deferred, code == audit.RedirectWall, code == audit.Challenged, code == audit.Denied, code == audit.ListedCarried:
		return false
	case row.Page == nil: // it need not be asked for
		return code.State() == audit.Excluded
	}
	return row.Page.Outcome == record.Answered && !row.Page.Problems.Has(record.Blank)
}
