package guard

import (
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

// gateOf tells what a page seems to be to which others redirect: by what it says,
// and by the answer of a site that is closed.
func (f *first) gateOf(row *frontier.Row) (page.Gate, error) {
	if row.Page == nil {
		return "", nil
	}
	if row.Page.Status == unavailable {
		return page.GateMaintenance, nil
	}
	says, err := saysOf(f.crawl, nil, row.URL, func(string) bool { return false })
	return says.Gate, err
}

// unavailable is the answer of a site that is closed for a while (RFC 9110, 15.6.4).
const unavailable = 503

// isClosed tells whether a start page redirects to a page that says that the site is down, or
// for sale: no site begins with one.
func (f *first) isClosed(to *frontier.Row) (bool, error) {
	gate, err := f.gateOf(to)
	return gate == page.GateMaintenance || gate == page.GateParked || gate == page.GateFault, err
}

// withGate adds what the page seems to be that URLs redirect to.
func (f *first) withGate(s *Shut) error {
	row, err := f.crawl.Find(s.Page)
	if err == nil && row != nil {
		s.Gate, err = f.gateOf(row)
	}
	return err
}
