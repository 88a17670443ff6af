package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
)

// unmatchedURLs is on how many URLs patterns are tried before they count as
// matching none.
const unmatchedURLs = 1_000_000

// unmatched is a pattern that was typed and matches no URL that is known: it
// is mistyped, most likely.
type unmatched struct {
	Flag    string `json:"flag"` // with its dashes
	Pattern string `json:"pattern"`
	Would   string `json:"would"`   // a pattern that was meant, perhaps; "" if there is none
	Matches int    `json:"matches"` // URLs that it matches

	typed, wider crawler.Filter
}

// unmatched tries the patterns of filters on the known URLs.
func (r *crawlRun) unmatched(ctx context.Context) ([]unmatched, error) {
	left := slices.Concat(patternsOf(r.opts.filters), patternsOf(r.opts.crawlFlags.noList, "--no-list"))
	if len(left) == 0 {
		return left, nil
	}
	for row, err := range r.Store.Brief(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if row.ID >= unmatchedURLs || len(left) == 0 {
			break
		}
		url := []byte(row.URL)
		left = slices.DeleteFunc(left, func(u unmatched) bool { return matches(&u.typed, url) })
		for i := range left {
			if left[i].Would != "" && matches(&left[i].wider, url) {
				left[i].Matches++
			}
		}
	}
	for i := range left {
		if left[i].Matches == 0 {
			left[i].Would = ""
		}
	}
	return left, nil
}

// patternsOf gives the patterns of filters; flag is that of all of them, or
// they are --include and --exclude.
func patternsOf(filters filterFlags, flag ...string) []unmatched {
	var out []unmatched
	for _, f := range filters {
		u := unmatched{Flag: "--exclude", Pattern: f.pattern}
		switch {
		case len(flag) > 0:
			u.Flag = flag[0]
		case f.include:
			u.Flag = "--include"
		}
		_ = u.typed.Add(f.pattern, true) // it was compiled once
		if wider := "*" + strings.Trim(f.pattern, "*") + "*"; !strings.HasPrefix(f.pattern, "re:") && wider != f.pattern {
			u.Would = wider
			_ = u.wider.Add(wider, true)
		}
		out = append(out, u)
	}
	return out
}

func matches(f *crawler.Filter, url []byte) bool {
	_, number, _ := f.Pass(url)
	return number > 0
}

// unmatchedRows tells of patterns that match nothing, with those that would.
func (r *crawlRun) unmatchedRows(b *strings.Builder) {
	list, err := r.unmatched(context.Background())
	if err != nil {
		r.p.log.Warn(err.Error())
	}
	among := thousands(r.Verdicts.Known) + " known URLs"
	if r.Verdicts.Known > unmatchedURLs {
		among = "first " + thousands(unmatchedURLs) + " known URLs"
	}
	label := "No match"
	for _, u := range list {
		text := fmt.Sprintf("%s %s matches none of the %s", u.Flag, shellQuote(oneLine(u.Pattern)), among)
		if u.Would != "" {
			text += fmt.Sprintf(": a pattern is for the whole URL; this one would match %s", thousands(u.Matches))
		}
		summaryRow(b, label, "%s", text)
		if u.Would != "" {
			fmt.Fprintf(b, "  to replace it:  %s %s\n", u.Flag, shellQuote(oneLine(u.Would)))
		}
		label = ""
	}
	if label == "" {
		b.WriteString("\n")
	}
}
