package workload

import (
	"fmt"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// Measured is the cost of a crawl's store step.
type Measured struct {
	URLs  int // known at the end
	Pages int // settled
	// CPU is that of the process in all, Last that of the last tenth of the
	// pages; making up the pages is included. Slowest is the longest commit.
	CPU, Last time.Duration
	LastPages int
	Slowest   time.Duration
}

// PerThousand gives the CPU time of 1,000 pages in the last tenth.
func (m Measured) PerThousand() time.Duration {
	return m.Last * 1000 / time.Duration(max(1, m.LastPages))
}

// Crawl drives a new frontier through a made-up site until so many URLs are
// known and so many pages settled (0: as many as it takes), in batches of
// 500.
func Crawl(f frontier.Frontier, key [16]byte, urls, pages int) (m Measured, err error) {
	w := New(urls, key)
	if err := f.Settle(w.Start()); err != nil {
		return m, err
	}
	all := pages
	if all == 0 {
		all = max(1, ((urls-menuLinks-1)*2+6)/7)
	}
	start, tail := CPUTime(), time.Duration(0)
	b := &frontier.Batch{}
	for m.Pages < all {
		if tail == 0 && m.Pages >= all-all/10 {
			tail, m.LastPages = CPUTime(), m.Pages
		}
		items, _, err := f.Lease(min(500, all-m.Pages), frontier.LastRank, epoch)
		if err != nil {
			return m, err
		}
		if len(items) == 0 {
			return m, fmt.Errorf("nothing left to lease after %d pages", m.Pages)
		}
		w.Fill(b, items)
		before := time.Now()
		if err := f.Settle(b); err != nil {
			return m, err
		}
		m.Slowest = max(m.Slowest, time.Since(before))
		m.Pages += len(items)
	}
	end := CPUTime()
	m.CPU, m.Last, m.LastPages = end-start, end-tail, m.Pages-m.LastPages
	m.URLs = f.Counts().Known
	return m, nil
}
