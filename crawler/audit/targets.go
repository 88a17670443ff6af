package audit

import (
	"context"
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// targets knows of every URL what matters to those that point to it. It
// holds five bytes a known URL, unless it looks up those that it is asked for
// (see lookUp).
type targets struct {
	mark []mark
	next []frontier.ID // where it points: redirect, else canonical
	look *lookUp
}

type mark uint8

const (
	isRedirect  mark = 1 << iota
	isCanonical      // names another URL as its canonical
	isGone           // 404, 410
	leadsToGone      // its redirects end in 404 or 410
	leadsToLoop      // its redirects run in a circle
	onCycle          // redirects and canonicals lead from it to itself
	onPath           // on the path being walked
	walked           // its path has been walked
)

func readTargets(ctx context.Context, crawl frontier.Crawl) (targets, error) {
	known := crawl.Counts().Known
	t := targets{mark: make([]mark, known), next: make([]frontier.ID, known)}
	for row, err := range crawl.Pointers(ctx) {
		if err != nil {
			return targets{}, fmt.Errorf("read where URLs lead: %w", err)
		}
		if t.valid(row.ID) {
			t.mark[row.ID], t.next[row.ID] = markOf(row)
		}
	}
	t.walkAll(isRedirect, t.endRedirects)
	t.walkAll(isRedirect|isCanonical, t.endMixed)
	return t, nil
}

func markOf(row *frontier.Row) (mark, frontier.ID) {
	p := row.Page
	switch {
	case p.Outcome == record.Answered && (p.Status == 404 || p.Status == 410):
		return isGone, frontier.NoID
	case row.Location != frontier.NoID && statusCode(p.Status) == NoVerdict:
		return isRedirect, row.Location
	case p.Canonical == record.CanonicalOther && row.Canonical != frontier.NoID:
		return isCanonical, row.Canonical
	}
	return 0, frontier.NoID
}

// walkAll follows every URL along edges of the given kinds, each URL once.
// done is told where a path began and where it stopped: at a URL without such
// an edge, at one walked before, or at one of the same path, which is a cycle.
func (t *targets) walkAll(edges mark, done func(from, stop frontier.ID)) {
	for i := range t.mark {
		from := frontier.ID(i)
		at := from
		for t.valid(at) && t.mark[at]&edges != 0 && t.mark[at]&(onPath|walked) == 0 {
			t.mark[at] |= onPath
			at = t.next[at]
		}
		done(from, at)
		for at = from; t.valid(at) && t.mark[at]&onPath != 0; at = t.next[at] {
			t.mark[at] = t.mark[at]&^onPath | walked
		}
	}
	for i := range t.mark {
		t.mark[i] &^= walked
	}
}

// endRedirects marks a path of redirects by what it ends in.
func (t *targets) endRedirects(from, stop frontier.ID) {
	var end mark
	if t.valid(stop) {
		switch m := t.mark[stop]; {
		case m&(onPath|leadsToLoop) != 0:
			end = leadsToLoop
		case m&(isGone|leadsToGone) != 0:
			end = leadsToGone
		}
	}
	if end == 0 {
		return
	}
	for at := from; t.valid(at) && t.mark[at]&onPath != 0 && t.mark[at]&end == 0; at = t.next[at] {
		t.mark[at] |= end
	}
}

// endMixed marks the URLs of a cycle.
func (t *targets) endMixed(_, stop frontier.ID) {
	for at := stop; t.valid(at) && t.mark[at]&onPath != 0 && t.mark[at]&onCycle == 0; at = t.next[at] {
		t.mark[at] |= onCycle
	}
}

// redirectOf gives where a URL redirects, NoID if it does not.
func (t *targets) redirectOf(id frontier.ID) frontier.ID {
	if t.look != nil {
		return t.look.redirectOf(id)
	}
	if !t.valid(id) || t.mark[id]&isRedirect == 0 {
		return frontier.NoID
	}
	return t.next[id]
}

func (t *targets) valid(id frontier.ID) bool { return uint64(id) < uint64(len(t.mark)) }

// redirects tells what becomes of those who follow a redirecting URL.
func (t *targets) redirects(id frontier.ID) Target {
	if t.look != nil {
		return t.look.redirects(id)
	}
	if !t.valid(id) {
		return TargetOther
	}
	switch m := t.mark[id]; {
	case m&leadsToLoop != 0:
		return TargetLoop
	case m&(isGone|leadsToGone) != 0:
		return TargetGone
	}
	return TargetOther
}

// canonical tells what becomes of those who follow a page's canonical. A page
// whose canonical leads back to itself is in a circle.
func (t *targets) canonical(row *frontier.Row) Target {
	if row.Canonical == frontier.NoID {
		return TargetOther
	}
	if t.look != nil && t.look.inCircle(row.ID) || t.valid(row.ID) && t.mark[row.ID]&onCycle != 0 {
		return TargetLoop
	}
	return t.redirects(row.Canonical)
}
