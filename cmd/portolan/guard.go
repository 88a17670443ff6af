package main

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/lookalike"
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
	unknown       int     // URLs that the crawl does not know
	causes        []cause // the most frequent first
}

// cause is why URLs of a template are no longer listed.
type cause struct {
	template  string
	code      audit.Code
	count, of int // URLs, of those of the template in the set that stands
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
	deferred, err := s.count(crawl.Rows(ctx), func(row *frontier.Row) (bool, error) {
		v, err := crawl.VerdictOf(row.ID)
		return audit.Code(v.Code).State() == audit.Deferred, err
	})
	if err != nil || !heavy(before, before-deferred-listed) {
		return nil, err
	}
	l := &loss{before: before, after: listed}
	return l, l.findCauses(ctx, s, crawl)
}

// count counts the rows of URLs that the set lists and that are so.
func (s *lastSet) count(rows iter.Seq2[*frontier.Row, error], so func(*frontier.Row) (bool, error)) (n int, err error) {
	for row, err := range rows {
		if err != nil {
			return n, err
		}
		if _, listed := s.has(row.URL); !listed {
			continue
		}
		is, err := so(row)
		if err != nil {
			return n, err
		}
		if is {
			n++
		}
	}
	return n, nil
}

// findCauses tells by template why URLs of the set that stands are lost.
func (l *loss) findCauses(ctx context.Context, s *lastSet, crawl frontier.Crawl) error {
	var templates lookalike.Templates
	for row, err := range crawl.Rows(ctx) {
		if err != nil {
			return err
		}
		templates.Add(row.URL, false)
	}
	counts, of := map[cause]int{}, map[string]int{}
	known, err := s.count(crawl.Rows(ctx), func(row *frontier.Row) (bool, error) {
		template := templates.Of(row.URL).Pattern
		of[template]++
		v, err := crawl.VerdictOf(row.ID)
		if code := audit.Code(v.Code); code.State() == audit.Excluded {
			counts[cause{template: template, code: code}]++
		}
		return true, err
	})
	if err != nil {
		return err
	}
	l.unknown = max(0, l.before-known)
	for c, n := range counts {
		c.count, c.of = n, of[c.template]
		l.causes = append(l.causes, c)
	}
	slices.SortFunc(l.causes, func(a, b cause) int {
		return cmp.Or(b.count-a.count, strings.Compare(a.template, b.template), int(a.code)-int(b.code))
	})
	return nil
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
		fmt.Fprintf(&b, "\n  %s of %s like %s: %s", thousands(c.count), thousands(c.of), oneLine(c.template), c.code)
	}
	if l.unknown > 0 {
		fmt.Fprintf(&b, "\n  %s are not known by these names any more", thousands(l.unknown))
	}
	return b.String()
}
