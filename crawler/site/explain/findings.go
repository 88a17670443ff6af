package explain

import (
	"cmp"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// Finding is one thing that is wrong with the URL.
type Finding struct {
	ID         string `json:"id"`
	Severity   string `json:"severity"`
	Confidence string `json:"confidence"`
	Detail     string `json:"detail"`
	Target     string `json:"target"` // another URL that it is about, "" if there is none

	target frontier.ID
}

// findings tells what is wrong with the URL, the gravest first. Where the crawl
// file does not have it, it takes passes over the whole crawl, and so is left
// out of big ones.
func (e *explainer) findings(x *Explanation, row *frontier.Row) error {
	of, kept, err := e.crawl.FindingsOf(e.ctx, row.ID)
	if err == nil && !kept {
		if e.crawl.Counts().Settled > explainWays {
			return nil
		}
		_, err = e.crawl.Findings(e.ctx, stored.Asked{}, func(f *findings.Finding) error {
			if f.ID == row.ID {
				of = append(of, *f)
			}
			return nil
		})
	}
	if err != nil {
		return err
	}
	x.Findings = []Finding{}
	for _, f := range of {
		x.Findings = append(x.Findings, Finding{f.Rule.ID, f.Severity.String(), f.Confidence(), f.Detail, "", f.Target})
	}
	order := findings.Severities()
	slices.SortStableFunc(x.Findings, func(a, b Finding) int {
		return cmp.Compare(slices.Index(order, a.Severity), slices.Index(order, b.Severity))
	})
	for i := range x.Findings {
		f := &x.Findings[i]
		if f.target == frontier.NoID {
			continue
		}
		url, err := e.crawl.URL(f.target)
		if err != nil {
			return err
		}
		f.Target = url
	}
	return nil
}
