package stored

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/frontier"
)

// Instead are options of verdicts in the stead of those of a crawl. The zero
// value leaves all as they are.
type Instead struct {
	Accept    Acceptances // besides the crawl's
	Force     bool
	NoList    crawler.Filter
	ListTypes *[]string
	Collapse  *bool
	NoParts   *bool
}

func (o *Instead) empty() bool {
	return len(o.Accept) == 0 && o.NoList.Empty() && o.ListTypes == nil && o.Collapse == nil && o.NoParts == nil
}

// Judge gives verdicts anew where others are asked for than those of the crawl,
// or where those in the crawl file rest on something else: a run that was
// killed on the way leaves such. It gives what they rest on.
func (s *Crawl) Judge(ctx context.Context, o Instead) (audit.Options, error) {
	s.instead = map[string]string{}
	for _, a := range o.Accept {
		if !slices.Contains(s.Accept, a) {
			s.Accept = append(s.Accept, a)
		}
	}
	options, err := s.AuditOptions()
	if err != nil || s.FactsOnly {
		return options, err
	}
	others := !o.empty() || o.Force && !options.Forced
	if !others && s.Meta(frontier.MetaVerdicts) == options.Digest {
		return options, nil
	}
	s.explainer = nil
	if others {
		options.Digest = "" // they are of this caller alone
	}
	options.Forced = options.Forced || o.Force
	if !o.NoList.Empty() {
		options.NoList = noListed(&o.NoList)
		s.instead[optionNoList] = o.NoList.String()
	}
	if o.ListTypes != nil {
		options.ListTypes = *o.ListTypes
		s.instead[optionListTypes] = strings.Join(*o.ListTypes, " ")
	}
	if o.Collapse != nil {
		options.CollapseDuplicates = *o.Collapse
		s.instead[optionCollapse] = strconv.FormatBool(*o.Collapse)
	}
	if o.NoParts != nil {
		options.NoListParts = *o.NoParts
		s.instead[optionParts] = strconv.FormatBool(*o.NoParts)
	}
	if _, err := audit.JudgeAll(ctx, s, options); err != nil {
		if s.End == "" && ctx.Err() == nil {
			return options, mistake.Errorf("%s: the crawl is at work, and has no verdicts yet; ask again once it has ended (%w)", s.Options.Scope, err)
		}
		return options, fmt.Errorf("%s: %w", s.Options.Scope, err)
	}
	return options, nil
}

// mostViews is up to how many known URLs Explainer looks again for what views of
// pages show: beyond, that takes longer than all tables of a report.
const mostViews = 200_000

// Explainer gives what explains the verdicts of URLs, and is made once. In a
// crawl of more than 200,000 URLs it does not know views of pages: of those the
// stored verdict has the page.
func (s *Crawl) Explainer(ctx context.Context) (*audit.JudgeCrawl, error) {
	if s.explainer != nil {
		return s.explainer, nil
	}
	options, err := s.Judge(ctx, Instead{})
	if err != nil {
		return nil, err
	}
	options.NoViews = s.Counts().Known > mostViews
	s.explainer, err = audit.NewJudge(ctx, s, options)
	return s.explainer, err
}
