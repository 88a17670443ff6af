package findings

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// readLinks takes from all links how each URL is linked.
func (s *survey) readLinks(ctx context.Context) error {
	page, links, alternates := frontier.NoID, 0, false
	last, lastSeen := frontier.NoID, frontier.LinkFlags(0) // the target before, and how the page has named it
	end := func() {
		if page != frontier.NoID && links > 3 {
			s.mark[page] &^= fewLinks
		}
	}
	walk, err := (*audit.Walk)(nil), error(nil)
	if slices.ContainsFunc(s.rules, func(r *Rule) bool { return r.clicks }) {
		if walk, err = audit.BeginClicks(ctx, s.crawl); err != nil {
			return err
		}
	}
	for e, err := range s.crawl.Graph(ctx) {
		if err != nil {
			return err
		}
		if walk != nil {
			walk.Take(e)
		}
		if !s.valid(e.From) || !s.valid(e.To) {
			continue
		}
		if e.From != page {
			end()
			page, links, last = e.From, 0, frontier.NoID
			s.from = openPage
			if isNoIndex(s.code(page)) {
				s.from = hiddenPage
			}
		}
		if e.To != last {
			last, lastSeen = e.To, 0
		}
		if e.Flags.Clickable() {
			links++
		}
		alternates = s.link(e, lastSeen) || alternates
		if e.Flags.Clickable() {
			lastSeen |= 1
			if e.Flags&frontier.NoFollow == 0 {
				lastSeen |= 2
			}
		}
	}
	end()
	if walk != nil {
		if s.clicks, err = walk.End(ctx); err != nil {
			return err
		}
	}
	if err := s.markSeries(ctx); err != nil {
		return err
	}
	s.sortSeries()
	if alternates || s.sources&frontier.FromSitemap != 0 {
		return s.readLanguages(ctx)
	}
	return nil
}

// link takes one link; seen tells how the page has linked to the same URL
// before. It tells whether it is an alternate.
func (s *survey) link(e *frontier.Edge, seen frontier.LinkFlags) (alternate bool) {
	switch e.Flags.Kind() {
	case frontier.LinkRefresh:
		if e.To != e.From && s.to[e.From] != e.To {
			s.mark[e.From] |= slowRefresh
		}
	case frontier.LinkPrev, frontier.LinkNext:
		if e.To != e.From {
			s.mark[e.To] |= asNext
			s.noteSeries(e)
		}
	case frontier.LinkAlternate:
		alternate = true
		if e.To != e.From {
			s.mark[e.To] |= asAlternate
		}
	case frontier.LinkCanonical:
		if e.To != e.From {
			s.mark[e.To] |= asCanonical
		}
	case frontier.LinkScript:
		s.mark[e.To] |= byScript
	}
	if !e.Flags.Clickable() || e.From == e.To {
		return alternate
	}
	if seen&1 == 0 {
		s.inPages[e.To]++
		if s.worthPair(e.From, e.To) && len(s.pairs) < maxPairs {
			s.pairs = append(s.pairs, badLink{pair{e.From, e.To}, e.Flags.Region().Shared()})
		}
	}
	to := &s.mark[e.To]
	if e.From == s.start {
		*to |= fromHome
	}
	if e.Flags&frontier.NoFollow != 0 {
		*to |= linkedNoFol
		return alternate
	}
	if seen&2 == 0 && s.code(e.From) != audit.CanonicalElsewhere {
		if *to&linked != 0 {
			*to |= linkedTwice
		}
	}
	if *to |= s.from; s.from == hiddenPage && seen&2 == 0 && len(s.fromHidden) < maxSeries {
		s.fromHidden = append(s.fromHidden, pair{e.From, e.To})
	}
	return alternate
}

// What a followed link of a page gives its target, by whether the page may be
// indexed.
const (
	openPage   = linked | linkedOpenly
	hiddenPage = linked
)

// worthPair tells whether a link between two URLs is a finding of its own.
func (s *survey) worthPair(from, to frontier.ID) bool {
	m := s.mark[to]
	switch {
	case m&(isPrivate|isStaging) != 0 && !s.private, s.code(to) == audit.InvalidURL, s.code(to) == audit.DuplicateSession:
		return true
	case m&overHTTP != 0 && s.mark[from]&overHTTP == 0:
		return s.code(to) == audit.ScopeScheme || m&outside == 0
	}
	return m&isStacked != 0 && s.code(to) == audit.HTTP4xx
}

// passOn gives the ends of redirects the links that lead to their beginnings.
func (s *survey) passOn() {
	for id := range s.mark {
		m := s.mark[id]
		if m&(isRedirect|isFolded) == 0 || m&linkedAtAll == 0 {
			continue
		}
		for at, hops := s.to[id], 0; s.valid(at) && hops < maxHops; at, hops = s.to[at], hops+1 {
			if m&linked != 0 && s.mark[at]&linked != 0 {
				s.mark[at] |= linkedTwice
			}
			s.mark[at] |= m & (linkedAtAll | linkedTwice | linkedOpenly)
			if s.mark[at]&(isRedirect|isFolded) == 0 {
				break
			}
		}
	}
}

// isNamed tells of a URL that a page or a sitemap names itself: not of one that
// only lies on the way of a redirect.
func (s *survey) isNamed(id frontier.ID) bool {
	return s.inPages[id] > 0 || s.mark[id]&(asCanonical|asAlternate|asTranslation|inSitemap) != 0
}

// maxHops is how many redirects are followed; engines give up after ten.
const maxHops = 50

// way follows the redirects of a URL: the number of hops, and the URL at the
// end; loop tells that there is none.
func (s *survey) way(id frontier.ID) (hops int, end frontier.ID, loop bool) {
	var seen []frontier.ID
	for at := id; ; at = s.to[at] {
		if !s.has(at, isRedirect) {
			return hops, at, false
		}
		if slices.Contains(seen, at) || hops == maxHops {
			return hops, at, true
		}
		seen = append(seen, at)
		hops++
	}
}

// leadsAlone counts the listed pages to which a page that says noindex links, and
// no page that may be indexed.
func (s *survey) leadsAlone(id frontier.ID) (n int, first frontier.ID) {
	at, _ := slices.BinarySearchFunc(s.fromHidden, id, func(p pair, id frontier.ID) int { return cmp.Compare(p.from, id) })
	for ; at < len(s.fromHidden) && s.fromHidden[at].from == id; at++ {
		if to := s.fromHidden[at].to; s.code(to) == audit.Listed && s.mark[to]&(linkedOpenly|isStart) == 0 {
			if n++; n == 1 {
				first = to
			}
		}
	}
	return n, first
}

// pairsOf gives the targets of the pairs of a URL. It is called in order of ID.
func (s *survey) pairsOf(id frontier.ID) []badLink {
	for s.nextPair < len(s.pairs) && s.pairs[s.nextPair].from < id {
		s.nextPair++
	}
	end := s.nextPair
	for end < len(s.pairs) && s.pairs[end].from == id {
		end++
	}
	return s.pairs[s.nextPair:end]
}

// badLink is a link from a page to a URL that no page should link to.
type badLink struct {
	pair
	shared bool // it stands in a header, a navigation or a footer
}

// linksTo gives a finding about a link of the URL; of what the pages of a template
// share, about one of them alone.
func (u *subject) linksTo(link badLink, f Finding) {
	if link.shared {
		if !u.stands(link.to, "") {
			return
		}
		if n := int(u.inPages[link.to]); n > 1 {
			f.Detail += fmt.Sprintf("; %s pages do, in what they share", number(float64(n)))
		}
	}
	f.Target = link.to
	u.found(f)
}
