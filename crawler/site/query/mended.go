package query

import (
	"context"
	"net/http"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// sight tells what a crawl has seen. A site that is shut, blank, or the same at
// all addresses has no finding any more, and has mended nothing.
type sight struct {
	crawl, before *stored.Crawl
	sum           *findings.Summary
	found         causes.Found
	checked       map[frontier.ID]bool   // URLs of other hosts that were asked for: whether they are there; nil until it is wanted
	ids, thenIDs  map[string]frontier.ID // of the URLs that will be looked at, in both crawls
	unreadMakers  map[made]bool
}

// lookFor finds the URLs of causes in both crawls: a crawl that is open for
// reading is passed over for it once, not for each of them.
func (s *sight) lookFor(ctx context.Context, gone []causes.Cause) (err error) {
	var urls []string
	var asked []made
	for i := range gone {
		urls = append(append(urls, gone[i].Examples...), gone[i].Linking...)
		for _, url := range gone[i].Examples {
			asked = append(asked, made{gone[i].Rule.ID, url})
		}
	}
	if s.unreadMakers, err = unreadMakers(ctx, s.crawl, s.before, asked); err != nil {
		return err
	}
	first, err := s.crawl.Row(0)
	if err != nil {
		return err
	}
	if first != nil {
		urls = append(urls, first.URL)
	}
	if s.ids, err = s.crawl.FindAll(ctx, urls...); err != nil {
		return err
	}
	s.thenIDs, err = s.before.FindAll(ctx, urls...)
	return err
}

// rowIn gives the row of a URL in one of the crawls, nil if that does not know it.
func rowIn(crawl *stored.Crawl, ids map[string]frontier.ID, url string) (*frontier.Row, error) {
	id, known := ids[url]
	if !known {
		return nil, nil
	}
	return crawl.Row(id)
}

// state is what a crawl has seen of a URL.
type state uint8

const (
	unread state = iota
	unknown
	moved // for good, or as it did before, to a page that was read and is not the start
	gone  // 404 or 410
	read
)

// fate tells what has become of a cause of which the crawl has found nothing: it is
// fixed where that was seen of one of its URLs, or at the page that leads there.
func (s *sight) fate(ctx context.Context, x *causes.Cause) (Fate, error) {
	if s.sum.Of(x.Rule.ID).Withheld != "" || findings.Unasked(s.sum.Idle[x.Rule.ID]) {
		return Unverified, nil
	}
	for _, url := range x.Examples {
		if s.unreadMakers[made{x.Rule.ID, url}] {
			return Unverified, nil
		}
	}
	if len(x.Linking) == 0 { // of a host, a file or the site
		first, err := s.crawl.Row(0)
		if err != nil || first == nil {
			return Unverified, err
		}
		if start, err := s.of(first.URL); err != nil || start != read || s.sum.Seen.Unread*2 > s.sum.Seen.InScope {
			return Unverified, err
		}
		return Fixed, nil
	}
	with := 0 // examples that are gone, and took with them what was found of them
	for i, url := range x.Examples {
		fate, err := s.fateOf(x.Rule, url, x.Linking[i])
		switch {
		case err != nil || fate == Fixed:
			return fate, err
		case fate == NoMore:
			with++
		}
	}
	if with > 0 && with == len(x.Examples) {
		return NoMore, nil
	}
	return Unverified, nil
}

// fateOf tells what has become of a finding of one URL, to which another one led.
func (s *sight) fateOf(rule *findings.Rule, url, linking string) (Fate, error) {
	now, err := s.of(url)
	if err != nil {
		return Unverified, err
	}
	if _, was := s.thenIDs[url]; was && now == unknown && !rule.MendedUnnamed() {
		return NoMore, nil
	}
	if fate, err := s.left(rule, url); err != nil || fate != Fixed {
		return fate, err
	}
	if now == read {
		return Fixed, nil
	}
	from := read
	if linking != "" && linking != url {
		if from, err = s.of(linking); err != nil {
			return Unverified, err
		}
	} else if now == unknown {
		return Unverified, nil
	}
	if now != unread && (from == read || from == gone) {
		return Fixed, nil
	}
	return Unverified, nil
}

// left tells of a page that has left what a rule looks at since, hidden or gone; Fixed
// of one that has not.
func (s *sight) left(rule *findings.Rule, url string) (Fate, error) {
	var codes [2]audit.Code
	for i, crawl := range [...]*stored.Crawl{s.before, s.crawl} {
		id, known := [...]map[string]frontier.ID{s.thenIDs, s.ids}[i][url]
		if !known {
			return Fixed, nil
		}
		v, err := crawl.VerdictOf(id)
		if err != nil {
			return Unverified, err
		}
		codes[i] = audit.Code(v.Code)
	}
	switch {
	case rule.Hidden(codes[0], codes[1]):
		return Unverified, nil
	case rule.Gone(codes[0], codes[1]):
		return NoMore, nil
	}
	return Fixed, nil
}

// maxMoves is how many redirects are followed to the page that counts.
const maxMoves = 5

func (s *sight) of(url string) (state, error) {
	row, err := rowIn(s.crawl, s.ids, url)
	if err != nil || row == nil {
		return unknown, err
	}
	then, err := rowIn(s.before, s.thenIDs, url)
	if err != nil {
		return unread, err
	}
	movedThen := then != nil && then.Location != frontier.NoID
	var was *record.Page
	if then != nil {
		was = then.Page
	}
	for moves := 0; ; moves++ {
		now, to, err := s.ofRow(row, movedThen)
		switch {
		case err != nil:
			return unread, err
		case to == frontier.NoID && (now == read && gated(row.Page, was) || moves > 0 && page.IsWall(url, row.URL)):
			return unread, nil
		case to == frontier.NoID && moves > 0 && (now != read || row.ID == 0 || findings.LeadsToFirst(url, row.URL)): // dead addresses are sent to the start page, parts of lists to the first
			return unread, nil
		case to == frontier.NoID && moves > 0:
			return moved, nil
		case to == frontier.NoID:
			return now, nil
		}
		if row, err = s.crawl.Row(to); err != nil || row == nil || moves == maxMoves {
			return unread, err
		}
	}
}

// ofRow tells of one URL, or where it has moved: for good, or for a while if it
// did so before.
func (s *sight) ofRow(row *frontier.Row, movedThen bool) (now state, to frontier.ID, err error) {
	p, to, url := row.Page, row.Location, row.URL
	if p == nil {
		now, err = s.ofOther(row.ID)
		return now, frontier.NoID, err
	}
	if p.Outcome != record.Answered {
		return unread, frontier.NoID, nil
	}
	status := p.Status
	blank := p.Facts.Problems&(1<<record.Blank) != 0
	v, err := s.crawl.VerdictOf(row.ID)
	code := audit.Code(v.Code)
	switch {
	case err != nil:
		return unread, frontier.NoID, err
	case code.State() == audit.Deferred, code == audit.RedirectWall, code == audit.Challenged, code == audit.Denied, code == audit.ListedCarried:
		return unread, frontier.NoID, nil
	case status == http.StatusNotFound, status == http.StatusGone:
		return gone, frontier.NoID, nil
	case to != frontier.NoID && (movedThen || status == http.StatusMovedPermanently || status == http.StatusPermanentRedirect):
		return unread, to, nil
	case to != frontier.NoID, status != http.StatusOK, blank, s.found.Has(findings.RuleOf("soft-404"), url):
		return unread, frontier.NoID, nil
	}
	return read, frontier.NoID, nil
}

// ofOther tells of a URL that is no page of the crawl, by --check-external.
func (s *sight) ofOther(id frontier.ID) (state, error) {
	if s.checked == nil {
		s.checked = map[frontier.ID]bool{}
		_, err := frontier.EachChecked(s.crawl.Meta, func(c *frontier.Checked) {
			if c.URL == "" && c.Status != 0 {
				s.checked[c.ID] = !c.Broken()
			}
		})
		if err != nil {
			return unread, err
		}
	}
	if s.checked[id] {
		return read, nil
	}
	return unread, nil
}
