package stored

import (
	"context"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// Causes groups what is wrong with the site by its causes, as causes.Of
// does. What all findings have come to is kept for those who ask again.
func (s *Crawl) Causes(ctx context.Context, a Asked) ([]causes.Cause, *findings.Summary, error) {
	stamp := ""
	if len(a.IDs) == 0 && len(a.Limits) == 0 && a.Segment == "" && !a.Ignored && len(s.Ignored) == 0 {
		stamp = s.findingsStamp()
	}
	if k := s.causes; k != nil && stamp != "" && k.stamp == stamp {
		return slices.Clone(k.list), k.sum, nil
	}
	list, sum, err := causes.Of(ctx, s, func(give func(*findings.Finding) error) (*findings.Summary, error) { return s.Findings(ctx, a, give) })
	if err == nil && stamp != "" {
		s.causes = &causesKept{stamp, slices.Clone(list), sum}
	}
	return list, sum, err
}

// causesKept are the causes of all findings, and on what they rest.
type causesKept struct {
	stamp string
	list  []causes.Cause
	sum   *findings.Summary
}
