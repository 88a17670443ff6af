package crawler

import (
	"github.com/portolan-seo/portolan/frontier"
)

// firstLinks is how many URLs that the start links to come as soon as those
// that are listed: a menu and what is new; not what an endless calendar opens.
const firstLinks = 100

// rank gives the rank of a URL that becomes known, or is named as a seed. The
// committer and the scheduler call it, one at a time.
//
// With a limit of depth, links count by depth alone: what is read in another
// order is not found by its shortest way.
func (c *crawl) rank(url []byte, depth uint16, source frontier.Source) frontier.Rank {
	switch {
	case source&(frontier.FromStart|frontier.FromPrevious) != 0:
		return frontier.RankFirst
	case c.opts.Limits.Depth != 0:
		return frontier.RankPage
	case c.mayCut() && c.listed(url):
		return frontier.RankFirst
	case source&^frontier.FromLink != 0:
		return frontier.RankPage
	}
	rank := c.viewRank(url)
	if rank == frontier.RankPage && c.spelled(url) {
		return rankHeld
	}
	if rank == frontier.RankPage && depth <= 1 && c.firsts < firstLinks {
		c.firsts++
		return frontier.RankFirst
	}
	return rank
}

// mayCut tells of limits at which pages may be left: what is listed is read before all others then. Without them it comes
// in its turn, as in a first crawl: what the URLs of a class are found to be depends on which of them are read first, and of
// views that show the same in which of them is listed.
func (c *crawl) mayCut() bool {
	l := &c.opts.Limits
	return l.Pages|l.Directory != 0 || l.Time != 0 || l.Bytes != 0
}

// listed reports a URL that the sitemap lists which stands.
func (c *crawl) listed(url []byte) bool { return c.opts.Listed != nil && c.opts.Listed(url) }

// firstRank gives the ranks from which URLs are leased to begin with.
func (c *crawl) firstRank() frontier.Rank {
	if !c.mayCut() || c.opts.Listed == nil || c.opts.Mentions == nil || c.opts.Limits.Depth != 0 {
		return c.lastLeased()
	}
	return frontier.RankFirst
}
