package tables

import (
	"context"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/frontier"
)

func hreflangTable() *Table {
	return &Table{Name: "hreflang", Sheet: "hreflang", Words: "translations that do not name each other, or lead nowhere", Columns: columns(
		"URL Missing Return Link", "URL Not Returning Link", "Issue Id", "Detail", "Response Code#", "Expected Link", "hreflang",
	), rows: func(ctx context.Context, s *Source, row func(...string) error) error {
		var rules []string
		for _, id := range findings.IDs() {
			if len(id) > 9 && id[:9] == "hreflang-" {
				rules = append(rules, id)
			}
		}
		return s.eachFinding(ctx, rules, func(f *query.Finding) error {
			status := ""
			if f.Target != frontier.NoID {
				to, err := s.Crawl.Row(f.Target)
				if err != nil {
					return err
				}
				if to != nil && to.Page != nil && to.Page.Status != 0 {
					status = strconv.Itoa(to.Page.Status)
				}
			}
			expected := ""
			if f.Rule.ID == "hreflang-missing-return" {
				expected = f.URL
			}
			return row(f.URL, f.TargetURL(), f.Rule.ID, f.Detail, status, expected, languageIn(f.Detail))
		})
	}}
}

// languageIn gives the language of the annotation that a finding is about, as the
// page has it.
func languageIn(detail string) string {
	_, rest, _ := strings.Cut(detail, "hreflang=")
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return ""
	}
	language, _ := strconv.Unquote(quoted) // QuotedPrefix has looked at it
	return language
}
