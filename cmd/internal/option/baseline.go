package option

import (
	"context"
	"slices"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/failon"
	"github.com/portolan-seo/portolan/crawler/site/query"
)

// DeclareBaseline declares the flag --baseline.
func DeclareBaseline(fs *pflag.FlagSet, file *string) {
	fs.StringVar(file, "baseline", "", "`FILE` of findings that are not new: a crawl file, or what 'portolan findings --format jsonl' has printed (default: the complete crawl before)")
}

// Baseline gives the findings of the file that --baseline names, nil without
// one.
func Baseline(ctx context.Context, file string, asked query.Asked) (*query.Known, error) {
	if file == "" {
		return nil, nil
	}
	known, err := query.ReadKnown(ctx, file, asked)
	if err != nil {
		return nil, exit.Usagef("--baseline: %w", err)
	}
	return known, nil
}

// AsksForNew reports a rule that counts only what is new.
func (f *FailOn) AsksForNew() bool {
	return slices.ContainsFunc(f.Rules, func(r failon.Rule) bool { return r.New })
}
