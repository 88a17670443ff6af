package classes

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

const (
	maxEnds   = 400 // of the redirects of a class that are looked at: most of them may wait
	leastEnds = 20  // that have answered
	maxHops   = 5   // of redirects, as for robots.txt (RFC 9309, section 2.3.1.2)
	// listedShare: one end in so many may be a page that is to be listed.
	listedShare = 20
)

// leads are the redirects of a class.
type leads struct {
	redirects int
	targets   set
	ends      []frontier.ID // maxEnds at most
}

func (l *leads) add(to frontier.ID) {
	l.redirects++
	l.targets.add(uint32(mix(uint64(to))))
	if len(l.ends) < maxEnds {
		l.ends = append(l.ends, to)
	}
}

// toFew tells whether redirects lead to few pages that may be listed: to few at all, or to such as name others as
// canonical, say noindex, or are the same for each, as a login is. waits: they lead to views that have not been read.
func (r *reader) toFew(l *leads) (few, waits bool, err error) {
	if l.targets.count()*barrenShare <= l.redirects {
		return true, false, nil
	}
	answered, waiting, listed := 0, 0, map[uint64]bool{}
	for _, id := range l.ends {
		end, err := r.endOf(id)
		switch {
		case err != nil:
			return false, false, err
		case end.Page != nil:
			answered++
		case strings.IndexByte(end.URL, '?') >= 0:
			waiting++
		}
		if mayBeListed(end) {
			listed[end.Page.ContentOwn] = true
		}
	}
	if answered < leastEnds {
		return false, waiting >= leastEnds, nil
	}
	return len(listed)*listedShare <= answered, false, nil
}

// endOf follows redirects.
func (r *reader) endOf(id frontier.ID) (row *frontier.Row, err error) {
	for range maxHops {
		if row, err = r.crawl.Row(id); err != nil || row.Location == frontier.NoID {
			break
		}
		id = row.Location
	}
	return row, err
}
