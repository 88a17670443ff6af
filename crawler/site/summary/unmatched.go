package summary

import (
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier"
)

// MatchedURLs is on how many URLs patterns are tried before they count as
// matching none.
const MatchedURLs = 1_000_000

// Unmatched is a pattern that matches no URL that is known: it is mistyped, most
// likely.
type Unmatched struct {
	At      int    `json:"-"` // its place in the list that was given
	Pattern string `json:"pattern"`
	Would   string `json:"would"`   // a pattern that was meant, perhaps; "" if there is none
	Matches int    `json:"matches"` // URLs that it matches

	typed, wider crawler.Filter
}

// MatchNothing gives those of the patterns of a crawler.Filter that match none
// of the known URLs, of which the first MatchedURLs are tried.
func MatchNothing(ctx context.Context, crawl frontier.Crawl, patterns []string) ([]Unmatched, error) {
	var left []Unmatched
	for i, pattern := range patterns {
		u := Unmatched{At: i, Pattern: pattern}
		if err := u.typed.Add(pattern, true); err != nil {
			return nil, err
		}
		if wider := "*" + strings.Trim(pattern, "*") + "*"; !strings.HasPrefix(pattern, "re:") && wider != pattern {
			u.Would = wider
			_ = u.wider.Add(wider, true) // a glob has no errors
		}
		left = append(left, u)
	}
	if len(left) == 0 {
		return nil, nil
	}
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if row.ID >= MatchedURLs || len(left) == 0 {
			break
		}
		url := []byte(row.URL)
		left = slices.DeleteFunc(left, func(u Unmatched) bool { return matches(&u.typed, url) })
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

func matches(f *crawler.Filter, url []byte) bool {
	_, number, _ := f.Pass(url)
	return number > 0
}
