package outcome

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/summary"
	"github.com/portolan-seo/portolan/frontier"
)

// unmatched is a pattern that was typed and matches no URL that is known: it
// is mistyped, most likely.
type unmatched struct {
	Flag string `json:"flag"` // with its dashes
	summary.Unmatched
}

// Pattern is a pattern of URLs as it was typed for a flag.
type Pattern struct {
	Flag string // with its dashes
	Text string
}

// unmatched tries the patterns of filters on the known URLs.
func (r *Outcome) unmatched(ctx context.Context) ([]unmatched, error) {
	return MatchNothing(ctx, r.Store, slices.Concat(r.Told.Filters, r.Told.NoList))
}

// MatchNothing gives those of the patterns of flags that match none of the
// known URLs.
func MatchNothing(ctx context.Context, crawl frontier.Crawl, patterns []Pattern) ([]unmatched, error) {
	var texts []string
	for _, p := range patterns {
		texts = append(texts, p.Text)
	}
	found, err := summary.MatchNothing(ctx, crawl, texts)
	var list []unmatched
	if found != nil {
		list = []unmatched{}
	}
	for _, u := range found {
		list = append(list, unmatched{patterns[u.At].Flag, u})
	}
	return list, err
}

// unmatchedRows tells of patterns that match nothing, with those that would.
func (r *Outcome) unmatchedRows(b *strings.Builder) {
	list, err := r.unmatched(context.Background())
	if err != nil {
		r.Log.Warn(err.Error())
	}
	unmatchedRows(b, list, r.Verdicts.Known)
}

func unmatchedRows(b *strings.Builder, list []unmatched, known int) {
	among := prose.Thousands(known) + " known URLs"
	if known > summary.MatchedURLs {
		among = "first " + prose.Thousands(summary.MatchedURLs) + " known URLs"
	}
	label := "No match"
	for _, u := range list {
		text := fmt.Sprintf("%s %s matches none of the %s", u.Flag, safe.ShellQuote(safe.OneLine(u.Pattern)), among)
		if u.Would != "" {
			text += fmt.Sprintf(": a pattern is for the whole URL; this one would match %s", prose.Thousands(u.Matches))
		}
		prose.Row(b, label, "%s", text)
		if u.Would != "" {
			fmt.Fprintf(b, "  to replace it:  %s %s\n", u.Flag, safe.ShellQuote(safe.OneLine(u.Would)))
		}
		label = ""
	}
	if label == "" {
		b.WriteString("\n")
	}
}
