package query

import (
	"context"
	"errors"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// New counts the findings that the complete crawl before this one did not have.
// why says that there is none to compare with, "" if there is. It holds eight
// bytes a finding of that crawl.
func New(ctx context.Context, crawl *stored.Crawl, asked Asked, skipped func(file string, err error)) (sum *findings.Summary, why string, err error) {
	before, err := Before(crawl, skipped)
	if err != nil {
		return nil, "", err
	}
	if before == nil {
		return nil, Basis(crawl, nil), nil
	}
	defer before.Close() // read only
	known, err := KnownOf(ctx, before, asked)
	if err == nil {
		sum, err = NewTo(ctx, crawl, asked, known)
	}
	return sum, "", err
}

// FindingsSince is Findings, and counts on the way the findings that the complete
// crawl before did not have: nil, and why, where there is none.
func FindingsSince(ctx context.Context, crawl, before *stored.Crawl, asked Asked, give func(*Finding) error) (sum, fresh *findings.Summary, why string, err error) {
	if before == nil {
		sum, err = Findings(ctx, crawl, asked, give)
		return sum, nil, Basis(crawl, nil), err
	}
	known, err := KnownOf(ctx, before, asked)
	if err != nil {
		return nil, nil, "", err
	}
	n := newCounts()
	sum, err = Findings(ctx, crawl, asked, func(f *Finding) error {
		if !known.Has(f) {
			n.add(f.Finding)
		}
		return give(f)
	})
	if err != nil {
		return nil, nil, "", err
	}
	of := *sum
	of.Counts = slices.Clone(sum.Counts)
	n.into(&of)
	return sum, &of, "", nil
}

const noBefore = "there is no complete crawl before it"

// NewTo counts the findings that are not among those that were known.
func NewTo(ctx context.Context, crawl *stored.Crawl, asked Asked, known *Known) (*findings.Summary, error) {
	fresh := newCounts()
	sum, err := Findings(ctx, crawl, asked, func(f *Finding) error {
		if !known.Has(f) {
			fresh.add(f.Finding)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	fresh.into(sum)
	return sum, nil
}

// Before opens the complete crawl before another one of the same
// folder, nil if there is none.
func Before(crawl *stored.Crawl, skipped func(file string, err error)) (*stored.Crawl, error) {
	before, err := stored.OpenComplete(dirOf(crawl), crawl.Path(), skipped)
	if before != nil { // what is let be is not what changed
		before.Ignored, before.Segments = crawl.Ignored, crawl.Segments
	}
	if _, none := errors.AsType[*mistake.Error](err); none {
		return nil, nil
	}
	return before, err
}
