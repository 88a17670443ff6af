package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// A set that loses more than this is not published without a person's word.
const (
	guardShare = 0.10 // of the URLs of the set that stands
	guardURLs  = 20
	growth     = 2 // times as many URLs are worth a warning
)

// loss is what the guard found: a set that would lose many URLs.
type loss struct {
	before, after int
	causes        []cause // the most frequent first
}

// cause is why URLs of a part of the site are no longer listed.
type cause struct {
	part  string
	code  audit.Code
	count int
}

// guard compares the set to come with the one that stands. It gives nil if
// nothing speaks against publishing. URLs that could not be read now, or that
// a limit or a quarantine left out, are not lost: only what was decided counts.
func (s *lastSet) guard(ctx context.Context, crawl frontier.Crawl, listed int) (*loss, error) {
	before := s.files.URLs
	if !heavy(before, before-listed) {
		return nil, nil
	}
	if err := s.readKeys(ctx); err != nil {
		return nil, err
	}
	l := &loss{before: before, after: listed}
	counts := map[cause]int{}
	deferred := 0
	for row, err := range crawl.Rows(ctx) {
		if err != nil {
			return nil, err
		}
		if _, wasListed := s.has(row.URL); !wasListed {
			continue
		}
		v, err := crawl.VerdictOf(row.ID)
		if err != nil {
			return nil, err
		}
		switch code := audit.Code(v.Code); code.State() {
		case audit.Deferred:
			deferred++
		case audit.Excluded:
			counts[cause{part: partOf(row.URL), code: code}]++
		}
	}
	if !heavy(before, before-deferred-listed) {
		return nil, nil
	}
	for c, n := range counts {
		c.count = n
		l.causes = append(l.causes, c)
	}
	slices.SortFunc(l.causes, func(a, b cause) int {
		return cmp.Or(b.count-a.count, strings.Compare(a.part, b.part), int(a.code)-int(b.code))
	})
	return l, nil
}

// heavy reports a loss that a person has to look at.
func heavy(before, lost int) bool {
	return lost > guardURLs && float64(lost) > guardShare*float64(before)
}

// warnOfGrowth speaks of a set that has grown so much that a trap may be the
// cause. before is 0 where no set stood.
func (p *program) warnOfGrowth(before, now int) {
	if before > 0 && now > growth*before {
		p.log.Warn("the sitemap has more than doubled", "before", before, "now", now)
	}
}

// partOf names the part of the site in which a URL lies: its first directory.
func partOf(url string) string {
	path := url
	if _, rest, ok := strings.Cut(url, "://"); ok {
		_, path, _ = strings.Cut(rest, "/")
	}
	if dir, _, ok := strings.Cut(path, "/"); ok && !strings.Contains(dir, "?") {
		return "/" + dir + "/*"
	}
	return "/*"
}

// text tells what would be lost, for people.
func (l *loss) text() string {
	const shown = 5
	var b strings.Builder
	fmt.Fprintf(&b, "it would list %s URLs, and the set that stands lists %s", thousands(l.after), thousands(l.before))
	for i, c := range l.causes {
		if i == shown {
			fmt.Fprintf(&b, "\n  and %d more causes", len(l.causes)-shown)
			break
		}
		fmt.Fprintf(&b, "\n  %s under %s: %s", thousands(c.count), oneLine(c.part), c.code)
	}
	return b.String()
}
