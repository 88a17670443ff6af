package recheck

import (
	"bytes"
	"context"
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// member is a finding of the cause.
type member struct {
	id, target, from frontier.ID
	url, rule        string
	said             said
	of               int // findings of the rule about the URL
	order            [sha256.Size]byte
}

// membersOf gives a cause and its findings in the order in which they are drawn:
// by the SHA-256 of their URLs, which no site chooses and each run has alike.
func membersOf(ctx context.Context, crawl *stored.Crawl, id string) (*causes.Cause, []member, error) {
	all, _, err := crawl.Causes(ctx, stored.Asked{})
	if err != nil {
		return nil, nil, err
	}
	at := slices.IndexFunc(all, func(c causes.Cause) bool { return c.ID == id })
	if at < 0 {
		return nil, nil, noCause(crawl, id)
	}
	cause := &all[at]
	is := cause.Has()
	var list []member
	of := map[frontier.ID]int{}
	_, err = crawl.Findings(ctx, stored.Asked{IDs: []string{cause.Rule.ID}}, func(f *findings.Finding) error {
		if f.ID != frontier.NoID && is(f) {
			to, err := urlOf(crawl, f.Target)
			list = append(list, member{f.ID, f.Target, f.From, strings.Clone(f.URL), cause.Rule.ID, said{to, strings.Clone(f.Detail)}, 0, sha256.Sum256([]byte(f.URL))})
			of[f.ID]++
			return err
		}
		return nil
	})
	for i := range list {
		list[i].of = of[list[i].id]
	}
	if err == nil {
		err = wantsCrawl(cause, len(list))
	}
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(list, func(a, b member) int { return bytes.Compare(a.order[:], b.order[:]) })
	return cause, list, nil
}
