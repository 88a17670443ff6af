package crawler

import (
	"context"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier/record"
)

// deadEnds asks once more for pages that were not there: a file that was just
// being replaced is no broken link, and must not leave the sitemap. The
// first answer is held back, unsettled, until nothing else is left to fetch; it
// counts where the second request cannot be made. So many are held that they cost
// little: one request in ten of a small crawl, one in fifty of a large one,
// and of the pages that the last sitemap lists a thousand more.
type deadEnds struct {
	modest
	s      *scheduler
	held   []*pageTask // asked once
	asking []*pageTask // to be asked again now
	again  int         // asked for again, without an answer yet
	bytes  int         // of what is held
	listed int         // that were held as the last sitemap lists them
	others int         // that were held besides
}

const (
	maxListedEnds = 1000
	maxEndBytes   = 16 << 20
	linkBytes     = 64 // of a link in memory, besides what it points to
)

// deadEnd tells of an answer that says there is no such page: neither one that
// asks for a login, or for less, nor one for which the same page is asked again anyhow.
func deadEnd(x *record.Exchange) bool {
	if x.Outcome != record.Answered || x.Status < 400 || retryable(x) {
		return false
	}
	switch x.Status {
	case 401, 402, 403, 407, 451:
		return false
	}
	return true
}

// hold keeps the outcome of a page that was not there, or lets it be settled.
func (d *deadEnds) hold(t *pageTask) {
	size := t.deadEnd.kept + linkBytes*len(t.deadEnd.page.Links)
	fetched := d.s.pages.before + d.s.pages.fetched
	switch {
	case d.bytes+size > maxEndBytes:
		d.s.c.outcomes <- t.deadEnd
		return
	case d.listed < maxListedEnds && d.s.c.listed([]byte(t.item.URL)):
		d.listed++
	case d.others < min(10+fetched/10, 100+fetched/50):
		d.others++
	default:
		d.s.c.outcomes <- t.deadEnd
		return
	}
	d.bytes += size
	d.held = append(d.held, t)
}

// unsettled is how many outcomes are held.
func (d *deadEnds) unsettled() int { return len(d.held) + len(d.asking) + d.again }

func (d *deadEnds) busy() bool { return len(d.asking) > 0 || d.again > 0 }

func (d *deadEnds) begin(context.Context) (more bool) {
	d.asking, d.held, d.bytes = d.held, nil, 0
	return len(d.asking) > 0
}

func (d *deadEnds) next(_ time.Time, offer func(task) bool) (wait time.Duration) {
	for len(d.asking) > 0 && offer(d.asking[0]) {
	}
	return forever
}

func (d *deadEnds) granted(t task, _ *origin) bool {
	d.asking = d.asking[1:]
	d.again++
	page := t.(*pageTask)
	page.again, page.started = true, time.Now()
	page.item.Tries++
	return true
}

func (d *deadEnds) refused(t task, _ string) {
	d.asking = d.asking[1:]
	d.s.c.outcomes <- t.(*pageTask).deadEnd
}

// answered lets the first answer be settled if there is no second one.
func (d *deadEnds) answered(t *pageTask, x *pace.Exchange) {
	d.again--
	if x.Err == record.ErrCanceled {
		d.s.c.outcomes <- t.deadEnd
		return
	}
	d.s.owed--
}

// end lets all be settled that is held.
func (d *deadEnds) end() {
	for _, t := range slices.Concat(d.held, d.asking) {
		d.s.c.outcomes <- t.deadEnd
	}
	d.held, d.asking = nil, nil
}
