package stored

import (
	"context"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// Causes groups what is wrong with the site by its causes, as findings.Causes
// does.
func (s *Crawl) Causes(ctx context.Context, a Asked) ([]findings.Cause, *findings.Summary, error) {
	return findings.Causes(ctx, s, func(give func(*findings.Finding) error) (*findings.Summary, error) { return s.Findings(ctx, a, give) })
}
