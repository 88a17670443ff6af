package option

import (
	"context"
	"slices"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/failon"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/query"
)

// DeclareBaseline declares the flag --baseline.
func DeclareBaseline(fs *pflag.FlagSet, file *string) {
	fs.StringVar(file, "baseline", "", "`FILE` of findings that are not new: a crawl file, or what 'portolan findings --format jsonl' has printed (default: the complete crawl before)")
}

// Baseline gives the findings of the file that --baseline names, nil without
// one. What it could not see may have been there: it is said.
func Baseline(ctx context.Context, p *console.Program, file string, asked query.Asked) (*query.Known, error) {
	if file == "" {
		return nil, nil
	}
	known, err := query.ReadKnown(ctx, file, asked)
	if err != nil {
		return nil, exit.Usagef("--baseline: %w", err)
	}
	if known.Incomplete != "" {
		p.Log.Warn("--baseline: " + safe.Printable(file) + " is of a crawl that had not seen the whole site: " + safe.OneLine(known.Incomplete) + "; what is called new may have been there unseen")
	}
	return known, nil
}

// BaselineOf refuses a baseline of another site.
func BaselineOf(known *query.Known, file, site string) error {
	if known == nil || known.Site == "" || known.Site == site {
		return nil
	}
	return exit.Usagef("--baseline: %s is a crawl of %s, and this is one of %s: nothing in it can be compared", safe.Printable(file), safe.OneLine(known.Site), safe.OneLine(site))
}

// AsksForNew reports a rule that counts only what is new.
func (f *FailOn) AsksForNew() bool {
	return slices.ContainsFunc(f.Rules, func(r failon.Rule) bool { return r.New })
}
