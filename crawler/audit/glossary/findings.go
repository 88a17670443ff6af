package glossary

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/prose"
)

// FindingList is a line for each kind of finding, by topic.
func FindingList(b *strings.Builder, kinds []*findings.Rule) {
	b.WriteString("\nFindings, by topic: a URL can have any number of them.\n")
	for _, r := range kinds {
		fmt.Fprintf(b, "%-27s  %-7s  %s\n", r.ID, r.Severity, r.Title)
	}
}

// kindText is a kind of finding in full.
func kindText(b *strings.Builder, r *findings.Rule) {
	likely := ""
	if r.Likely {
		likely = ", likely"
	}
	fmt.Fprintf(b, "%s: %s%s\n\n", r.ID, r.Severity, likely)
	prose.Row(b, "Finding", "%s", r.Title)
	prose.Row(b, "When", "%s", r.Text())
	prose.Row(b, "Why", "%s", r.Why)
	prose.Row(b, "What to do", "%s", r.Fix)
	b.WriteString("\n")
	prose.Row(b, "About", "%s", r.Scope)
	prose.Row(b, "Incomplete", "%s", r.Need)
	for i, l := range r.Limits {
		label := ""
		if i == 0 {
			label = "Limits"
		}
		prose.Row(b, label, "%s.%s=%g", r.ID, l.Name, l.Value)
	}
}

// kindLine is a kind of finding for programs.
type kindLine struct {
	Type     string             `json:"type"` // "finding-rule"
	ID       string             `json:"id"`
	Severity string             `json:"severity"`
	Likely   bool               `json:"likely"`
	Scope    string             `json:"scope"`
	Need     string             `json:"incomplete_crawl"`
	Title    string             `json:"title"`
	When     string             `json:"when"`
	Why      string             `json:"why"`
	Fix      string             `json:"fix"`
	Limits   map[string]float64 `json:"limits"`
}

func KindJSON(r *findings.Rule) kindLine {
	l := kindLine{"finding-rule", r.ID, r.Severity.String(), r.Likely, r.Scope.String(), r.Need.String(), r.Title, r.Text(), r.Why, r.Fix, map[string]float64{}}
	for _, limit := range r.Limits {
		l.Limits[limit.Name] = limit.Value
	}
	return l
}
