package stored

import (
	"context"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// Causes groups what is wrong with the site by its causes, as findings.Causes
// does.
func (s *Crawl) Causes(ctx context.Context, a Asked) ([]findings.Cause, *findings.Summary, error) {
	o, err := s.findingsOptions(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	return findings.Causes(ctx, s, o)
}
