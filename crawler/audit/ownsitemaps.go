package audit

import (
	"context"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// OwnSitemaps compares the sitemaps that the site has with the verdicts: what
// they list and should not, and what they miss. It counts URLs in canonical
// form: a page that they list under two spellings counts once.
type OwnSitemaps struct {
	// Counts has the URLs that they list, by verdict.
	Counts [codeCount]int
	// Orphans are listed URLs that no followed link of another page leads to.
	Orphans        int
	OrphanExamples []string // the first five

	unreached []frontier.ID // listed by them and us, and reached by no click from the start
}

// add counts a URL that has its verdict.
func (o *OwnSitemaps) add(code Code, row *frontier.Row) {
	if row.Sources&frontier.FromSitemap == 0 {
		return
	}
	o.Counts[code]++
	if code == Listed && row.Depth == frontier.NoDepth {
		o.unreached = append(o.unreached, row.ID)
	}
}

// Total counts the URLs that the site's sitemaps list.
func (o *OwnSitemaps) Total() int {
	n := 0
	for _, count := range o.Counts {
		n += count
	}
	return n
}

// Of counts those of them that have one of some verdicts.
func (o *OwnSitemaps) Of(codes ...Code) int {
	n := 0
	for _, c := range codes {
		n += o.Counts[c]
	}
	return n
}

// findOrphans looks for links to the URLs that no click from the start
// reaches: another such page may have one.
func (o *OwnSitemaps) findOrphans(ctx context.Context, crawl frontier.Crawl) error {
	if len(o.unreached) == 0 {
		return nil
	}
	orphan := make(map[frontier.ID]bool, len(o.unreached))
	for _, id := range o.unreached {
		orphan[id] = true
	}
	for e, err := range crawl.Graph(ctx, func(frontier.ID) bool { return true }, func(to frontier.ID) bool { return orphan[to] }) {
		if err != nil {
			return fmt.Errorf("read the links of all pages: %w", err)
		}
		if e.From != e.To && followed(e.Flags) {
			delete(orphan, e.To)
		}
	}
	o.Orphans = len(orphan)
	for _, id := range o.unreached {
		if !orphan[id] || len(o.OrphanExamples) == maxExamples {
			continue
		}
		row, err := crawl.Row(id)
		if err != nil {
			return fmt.Errorf("read a known URL: %w", err)
		}
		o.OrphanExamples = append(o.OrphanExamples, strings.Clone(row.URL))
	}
	o.unreached = nil
	return nil
}

// followed reports links that lead a visitor or an engine to their target.
func followed(f frontier.LinkFlags) bool {
	switch f.Kind() {
	case frontier.LinkCanonical, frontier.LinkRedirect, frontier.LinkFold:
		return false
	}
	return f&frontier.NoFollow == 0
}
