package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/crawler/audit"
)

func (p *program) rulesCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "rules [ID]",
		Short: "Print the catalogue of verdicts, or one of them in full",
		Long: `Print the verdicts that portolan gives: every known URL has exactly one. They
stand in order of precedence: of all that match a URL, the first decides. With
an ID, print one of them in full: what it means, what shows it, what to do, and
what other tools call it.`,
		Example: "  portolan rules\n  portolan rules canonical-elsewhere\n  portolan rules --json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("rules wants one ID at most; got %d: %s", len(args), strings.Join(args, " "))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return p.rules(args) },
	}
}

// rules prints all entries of the catalogue, or the one that args names.
func (p *program) rules(args []string) error {
	entries := audit.Catalogue()
	if len(args) == 1 {
		e, found := entryOf(entries, args[0])
		if !found {
			return usagef("there is no verdict %q; 'portolan rules' lists them", args[0])
		}
		entries = []audit.Entry{e}
	}
	var b strings.Builder
	switch {
	case p.json:
		for _, e := range entries {
			line, err := encodeJSON(entryJSON(e))
			if err != nil {
				return failf("print the catalogue: %w", err)
			}
			b.Write(line)
		}
	case p.quiet:
	case len(args) == 1:
		entryText(&b, entries[0])
	default:
		catalogueText(&b, entries)
	}
	if _, err := fmt.Fprint(p.out, b.String()); err != nil {
		return failf("print the catalogue: %w", err)
	}
	return nil
}

func entryOf(entries []audit.Entry, id string) (audit.Entry, bool) {
	for _, e := range entries {
		if strings.EqualFold(e.Code.String(), id) {
			return e, true
		}
	}
	return audit.Entry{}, false
}

// catalogueText is a line for each verdict, in order of precedence.
func catalogueText(b *strings.Builder, entries []audit.Entry) {
	for _, e := range entries {
		fmt.Fprintf(b, "%-22s  %-9s  %s\n", e.Code, e.Code.State(), e.Code.Meaning())
	}
	b.WriteString("\nOf all that match a URL, the first decides. One in full: portolan rules ID\n")
}

func entryText(b *strings.Builder, e audit.Entry) {
	fmt.Fprintf(b, "%s: %s\n\n", e.Code, e.Code.State())
	summaryRow(b, "Meaning", "%s", e.Detail)
	summaryRow(b, "Shown by", "%s", e.Evidence)
	summaryRow(b, "What to do", "%s", e.Advice)
	b.WriteString("\n")
	summaryRow(b, "Screaming Frog", "%s", firstOf(e.ScreamingFrog, "-"))
	summaryRow(b, "Search Console", "%s", firstOf(e.SearchConsole, "-"))
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

func entryJSON(e audit.Entry) catalogueLine {
	return catalogueLine{
		"rule", e.Code.String(), e.Code.State().String(), e.Code.Meaning(), e.Detail, e.Evidence, e.Advice,
		e.ScreamingFrog, e.SearchConsole,
	}
}
