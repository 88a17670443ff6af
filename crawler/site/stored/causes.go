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
	if k := s.causes; k != nil && k.stamp != "" && k.stamp == s.causesStamp(a) {
		return slices.Clone(k.list), k.sum, nil
	}
	return s.CausesAnd(ctx, a, nil)
}

// CausesAnd is Causes; on the way it calls give for each finding.
func (s *Crawl) CausesAnd(ctx context.Context, a Asked, give func(*findings.Finding) error) ([]causes.Cause, *findings.Summary, error) {
	if k := s.causes; k != nil && k.stamp != "" && k.stamp == s.causesStamp(a) {
		sum, err := s.Findings(ctx, a, give)
		return slices.Clone(k.list), sum, err
	}
	list, sum, err := causes.Of(ctx, s, func(take func(*findings.Finding) error) (*findings.Summary, error) {
		return s.Findings(ctx, a, func(f *findings.Finding) error {
			if give != nil {
				if err := give(f); err != nil {
					return err
				}
			}
			return take(f)
		})
	})
	if stamp := s.causesStamp(a); err == nil && stamp != "" {
		s.causes = &causesKept{stamp, slices.Clone(list), sum}
	}
	return list, sum, err
}

// KeepsCauses tells whether Causes keeps what these findings come to.
func (s *Crawl) KeepsCauses(a Asked) bool { return s.causesStamp(a) != "" }

// causesStamp says on what kept causes rest, "" for those that are not kept.
func (s *Crawl) causesStamp(a Asked) string {
	if len(a.IDs) == 0 && len(a.Limits) == 0 && a.Segment == "" && !a.Ignored && len(s.Ignored) == 0 {
		return s.findingsStamp()
	}
	return ""
}

// causesKept are the causes of all findings, and on what they rest.
type causesKept struct {
	stamp string
	list  []causes.Cause
	sum   *findings.Summary
}
