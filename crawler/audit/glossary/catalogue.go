// Package glossary explains verdicts, findings, and the words of summaries.
package glossary

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/prose"
)

// OneText explains what has one name: a verdict, a finding, a word, or several.
func OneText(b *strings.Builder, entries []audit.Entry, kinds []*findings.Rule, w Word) {
	for _, e := range entries {
		entryText(b, e)
	}
	for _, r := range kinds {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		kindText(b, r)
	}
	if w.Id != "" && b.Len() > 0 {
		b.WriteString("\n")
	}
	if w.Id != "" {
		w.text(b)
	}
}

// Names are the names of all verdicts, findings and words.
func Names() (names []string) {
	for _, e := range audit.Catalogue() {
		names = append(names, e.Code.String())
	}
	names = append(names, findings.IDs()...)
	for _, w := range Words {
		names = append(names, w.Id)
	}
	return names
}

func EntryOf(entries []audit.Entry, id string) (audit.Entry, bool) {
	for _, e := range entries {
		if strings.EqualFold(e.Code.String(), id) {
			return e, true
		}
	}
	return audit.Entry{}, false
}

// CatalogueText is a line for each verdict, in order of precedence.
func CatalogueText(b *strings.Builder, entries []audit.Entry) {
	for _, e := range entries {
		fmt.Fprintf(b, "%-22s  %-9s  %s\n", e.Code, e.Code.State(), e.Code.Meaning())
	}
	b.WriteString("\nOf all that match a URL, the first decides. One in full: portolan rules ID\n")
}

func entryText(b *strings.Builder, e audit.Entry) {
	fmt.Fprintf(b, "%s: %s\n\n", e.Code, e.Code.State())
	prose.Row(b, "Meaning", "%s", e.Detail)
	prose.Row(b, "Shown by", "%s", e.Evidence)
	prose.Row(b, "What to do", "%s", e.Advice)
	b.WriteString("\n")
	prose.Row(b, "Screaming Frog", "%s", cmp.Or(e.ScreamingFrog, "-"))
	prose.Row(b, "Search Console", "%s", cmp.Or(e.SearchConsole, "-"))
}

// catalogueLine is one verdict for programs.
type catalogueLine struct {
	Type          string `json:"type"` // "rule"
	ID            string `json:"id"`
	State         string `json:"state"`
	Meaning       string `json:"meaning"`
	Detail        string `json:"detail"`
	Evidence      string `json:"evidence"`
	Advice        string `json:"advice"`
	ScreamingFrog string `json:"screaming_frog"` // "" where it has no name for it
	SearchConsole string `json:"search_console"`
}

func EntryJSON(e audit.Entry) catalogueLine {
	return catalogueLine{
		"rule", e.Code.String(), e.Code.State().String(), e.Code.Meaning(), e.Detail, e.Evidence, e.Advice,
		e.ScreamingFrog, e.SearchConsole,
	}
}
