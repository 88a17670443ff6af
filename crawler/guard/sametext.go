package guard

import (
	"context"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// findSameText finds a text that many pages of the set that stands show now
// and did not before: a login in the place of each page, a parked domain,
// pages that have come out blank. On sites whose pages are made by scripts all
// look alike to us; they did so in the earlier crawl, too.
func (c *Comparison) findSameText(ctx context.Context) error {
	if c.o.Earlier == nil {
		return nil
	}
	look, n, err := c.looks.commonest(ctx, c.crawl, c.keptNow)
	if err != nil || !many(n, c.looks.of) {
		return err
	}
	before, err := c.alikeBefore(ctx)
	if err != nil || before*2 >= n {
		return err
	}
	for row, err := range c.crawl.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return err
		}
		if !c.keptNow(row) || lookOf(row) != look {
			continue
		}
		if c.SameText == "" {
			c.SameText = strings.Clone(row.URL)
		}
		at, _ := c.book.find(row.URL)
		c.fates[at] = Alike
	}
	return nil
}

// keptNow reports a URL of the set that stands that is kept.
func (c *Comparison) keptNow(row *frontier.Row) bool {
	at, ok := c.book.find(row.URL)
	return ok && c.book.keys[at]&(inStanding|isAccepted) == inStanding && c.fates[at] == Kept
}

// alikeBefore gives how many listed pages of the earlier crawl shared a text
// at most.
func (c *Comparison) alikeBefore(ctx context.Context) (int, error) {
	codes, err := c.o.Earlier.Codes(ctx)
	if err != nil {
		return 0, err
	}
	listed := func(row *frontier.Row) bool { return int(row.ID) < len(codes) && codes[row.ID] == uint8(audit.Listed) }
	var before looks
	for row, err := range c.o.Earlier.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return 0, err
		}
		if listed(row) {
			before.add(row)
		}
	}
	_, n, err := before.commonest(ctx, c.o.Earlier, listed)
	return n, err
}

// lookOf gives a number that pages of the same main text share. Words of the
// page's own address and those with digits make no difference.
func lookOf(row *frontier.Row) uint64 {
	if row.Page.Sketch != 0 {
		return uint64(row.Page.Sketch)
	}
	return row.Page.TextHash
}

// looks finds those that most pages share. A few counts are enough: a look that
// more than a ninth of all have is among them at the end, with a count that is
// too low by a ninth of all at most (Misra and Gries, 1982).
type looks struct {
	counts map[uint64]int
	of     int
}

const lookCounts = 8

func (l *looks) add(row *frontier.Row) {
	if l.counts == nil {
		l.counts = map[uint64]int{}
	}
	l.of++
	look := lookOf(row)
	if _, counted := l.counts[look]; counted || len(l.counts) < lookCounts {
		l.counts[look]++
		return
	}
	for other := range l.counts {
		if l.counts[other]--; l.counts[other] == 0 {
			delete(l.counts, other)
		}
	}
}

// commonest gives the look that most of the rows share that were added, and
// how many do, 0 if they are not many. It takes another pass only if they may
// be.
func (l *looks) commonest(ctx context.Context, crawl frontier.Crawl, added func(*frontier.Row) bool) (look uint64, n int, err error) {
	likely := false
	for _, count := range l.counts {
		likely = likely || many(count+l.of/(lookCounts+1), l.of)
	}
	if !likely {
		return 0, 0, nil
	}
	exact := make(map[uint64]int, len(l.counts))
	for look := range l.counts {
		exact[look] = 0
	}
	for row, err := range crawl.Brief(ctx, 0, frontier.DetailLook) {
		if err != nil {
			return 0, 0, err
		}
		if added(row) {
			if count, counted := exact[lookOf(row)]; counted {
				exact[lookOf(row)] = count + 1
			}
		}
	}
	for l, count := range exact {
		if count > n || count == n && l < look {
			look, n = l, count
		}
	}
	return look, n, nil
}
