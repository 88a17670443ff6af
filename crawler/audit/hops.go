package audit

import (
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// maxHops is how many redirects an explanation follows; search engines give
// up after ten.
const maxHops = 20

// Hop is one URL on the way along redirects.
type Hop struct {
	URL    string
	Status int // 0 where no answer came or none was asked for
	Err    record.ErrClass
	Code   Code // its own verdict
	Again  bool // it is the second time on this way: a circle
}

// Hops follows the redirects of a URL: its target first, to the URL that is
// no redirect, to the one that comes again, or to the twentieth.
func (j *JudgeCrawl) Hops(row *frontier.Row) ([]Hop, error) {
	var hops []Hop
	seen := map[frontier.ID]bool{row.ID: true}
	for next := row.Location; next != frontier.NoID && len(hops) < maxHops; {
		at, err := j.crawl.Row(next)
		if err != nil {
			return nil, fmt.Errorf("follow redirects of %s: %w", row.URL, err)
		}
		if at == nil {
			break
		}
		hop := Hop{URL: at.URL, Code: j.Verdict(at).Code, Again: seen[at.ID]}
		if at.Page != nil {
			hop.Status, hop.Err = at.Page.Status, at.Page.Err
		}
		hops = append(hops, hop)
		if hop.Again {
			break
		}
		seen[at.ID] = true
		next = at.Location
	}
	return hops, nil
}
