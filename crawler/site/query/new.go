package query

import (
	"context"
	"errors"
	"path/filepath"

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
	if before != nil {
		defer before.Close() // read only
	}
	return NewSince(ctx, crawl, before, asked)
}

// NewSince is New, where the crawl before is open: nil if there is none.
func NewSince(ctx context.Context, crawl, before *stored.Crawl, asked Asked) (sum *findings.Summary, why string, err error) {
	if before == nil {
		return nil, "there is no complete crawl before it", nil
	}
	known, err := KnownOf(ctx, before, asked)
	if err != nil {
		return nil, "", err
	}
	sum, err = NewTo(ctx, crawl, asked, known)
	return sum, "", err
}

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
	before, err := stored.OpenComplete(filepath.Dir(filepath.Dir(crawl.Path())), crawl.Path(), skipped)
	if before != nil { // what is let be is not what changed
		before.Ignored, before.Segments = crawl.Ignored, crawl.Segments
	}
	if _, none := errors.AsType[*mistake.Error](err); none {
		return nil, nil
	}
	return before, err
}
