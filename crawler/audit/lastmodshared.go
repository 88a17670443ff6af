package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// MetaDates is the key of Meta under which a judged crawl keeps which dates most of
// its pages share: SharedText of its LastMods.
const MetaDates = "dates"

// sharedDates are the dates that many pages have.
type sharedDates struct {
	Header  common // what Last-Modified says all over the site
	Page    common
	File    common
	Changed common // content, of all listed pages
}

// common counts how often each second, and each day, comes as a date.
type common struct {
	Total         int
	Seconds, Days map[int64]int
}

const (
	minDates = 20 // below that, pages that changed together prove nothing
	dayShare = 0.9
	// Where half of all listed pages change their content from one crawl to the next
	// the site was made anew: what of it is a page's own change is not known.
	changedShare = 0.5
	secondsADay  = 24 * 60 * 60
)

// readShared takes what the crawl keeps, or looks for it.
func (m *LastMods) readShared(ctx context.Context) error {
	text, kept := strings.CutPrefix(m.crawl.Meta(MetaDates), sharedStamp(m.crawl))
	if kept && json.Unmarshal([]byte(text), &m.shared) == nil {
		return nil
	}
	m.shared = sharedDates{}
	return m.look(ctx)
}

// SharedText gives what is kept under MetaDates: of the dates those alone that may
// turn out to be shared by too many pages.
func (m *LastMods) SharedText() string {
	kept := m.shared
	for _, c := range []*common{&kept.Header, &kept.Page, &kept.File, &kept.Changed} {
		rare := func(_ int64, n int) bool { return 2*n < c.Total }
		c.Seconds, c.Days = maps.Clone(c.Seconds), maps.Clone(c.Days)
		maps.DeleteFunc(c.Seconds, rare)
		maps.DeleteFunc(c.Days, rare)
	}
	text, err := json.Marshal(kept)
	if err != nil {
		panic(err) // numbers
	}
	return sharedStamp(m.crawl) + string(text)
}

// sharedStamp says on what they rest: the verdicts, and what was read.
func sharedStamp(crawl frontier.Crawl) string {
	c := crawl.Counts()
	return fmt.Sprintf("1 %s %d %d ", crawl.Meta(frontier.MetaVerdicts), c.Known, c.Settled)
}

func (c *common) add(at time.Time) {
	c.Total++
	c.count(at)
}

// count adds a date of what is in the total already.
func (c *common) count(at time.Time) {
	if c.Seconds == nil {
		c.Seconds, c.Days = map[int64]int{}, map[int64]int{}
	}
	c.Seconds[at.Unix()]++
	c.Days[at.Unix()/secondsADay]++
}

// untrue reports a date that most of the site has: the same second on more
// than half of the dated pages, or the same day on nine tenths of them.
func (c *common) untrue(at time.Time) bool {
	if c.Total < minDates {
		return false
	}
	return 2*c.Seconds[at.Unix()] > c.Total || c.dayHas(at, dayShare)
}

// dayHas reports a day that at least a share of the dates have.
func (c *common) dayHas(at time.Time, share float64) bool {
	return c.Total >= minDates && float64(c.Days[at.Unix()/secondsADay]) >= share*float64(c.Total)
}
