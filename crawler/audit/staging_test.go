package audit_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// TestStaging: on a staging copy robots.txt and noindex are kept in Also and
// decide nothing; all else decides as ever.
func TestStaging(t *testing.T) {
	noindex := robots.ParseHeader("noindex", "googlebot", record.Exchange{}.FetchedAt)
	for _, c := range []struct {
		name    string
		status  int
		staging bool
		want    audit.Code
		noted   []audit.Code
	}{
		{"a page of a copy", 200, true, audit.Listed, []audit.Code{audit.RobotsBlocked, audit.NoIndexHeader, audit.NoIndexMeta}},
		{"the same elsewhere", 200, false, audit.RobotsBlocked, []audit.Code{audit.NoIndexHeader, audit.NoIndexMeta}},
		{"a dead link of a copy", 404, true, audit.HTTP4xx, []audit.Code{audit.RobotsBlocked}},
	} {
		record := &record.Page{}
		record.Status, record.HTML = c.status, true
		record.HeaderRobots, record.MetaRobots = noindex, noindex
		v := audit.Judge(&audit.Facts{
			Row:     &frontier.Row{Page: record, Location: frontier.NoID, Canonical: frontier.NoID},
			Blocked: true, Staging: c.staging, ListType: true,
		})
		if v.Code != c.want {
			t.Errorf("%s: %s, want %s", c.name, v.Code, c.want)
		}
		for _, code := range c.noted {
			if v.Also&(1<<code) == 0 {
				t.Errorf("%s: %s is not noted", c.name, code)
			}
		}
	}
}
