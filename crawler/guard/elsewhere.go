package guard

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// maxElsewhere is how many other hosts are counted: a site of links has thousands.
const maxElsewhere = 100

// noteElsewhere counts, by host and scheme, URLs that pages lead to and that are those of the
// set that stands but for that: links were written for another host (a copy
// for tests, a wrong <base href>). Home pages tell nothing: all hosts have one.
func (c *Comparison) noteElsewhere(code audit.Code, row *frontier.Row) {
	if code != audit.ScopeHost && code != audit.ScopeScheme || row.Via == frontier.NoID || c.origin == "" {
		return
	}
	origin := canonical.Origin(row.URL)
	path := row.URL[len(origin):]
	if len(path) < 2 || c.elsewhere[origin] == 0 && len(c.elsewhere) == maxElsewhere {
		return
	}
	if at, ok := c.book.find(c.origin + path); ok && c.book.keys[at]&inStanding != 0 {
		if c.elsewhere == nil {
			c.elsewhere = map[string]int{}
		}
		c.elsewhere[strings.Clone(origin)]++
	}
}

// Elsewhere gives the other host where most URLs of the set that stands are linked
// to now, scheme and host, and how many of them; "" where they are fewer than half
// of those that nothing leads to on the site itself.
func (c *Comparison) Elsewhere() (origin string, urls int) {
	for o, n := range c.elsewhere {
		if 2*n >= c.Unlinked && (n > urls || n == urls && o < origin) {
			origin, urls = o, n
		}
	}
	return origin, urls
}
