package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
)

func rulesCmd(p *console.Program) *cobra.Command {
	return &cobra.Command{
		Use:   "rules [ID | WORD]",
		Short: "Explain verdicts and findings, and the words of the summary",
		Long: `Print the verdicts that portolan gives: every known URL has exactly one. They
stand in order of precedence: of all that match a URL, the first decides. Then
the findings, of which a URL can have any number. With an ID, print one of them
in full: what it means, what shows it, what to do, and what other tools call a
verdict; of a finding also why it matters and its limits. Words of the summary
and of messages, such as scope, folded or quarantine, are explained, too.`,
		Example: "  portolan rules\n  portolan rules canonical-elsewhere\n  portolan rules quarantine\n  portolan rules --json",
		Args: func(_ *cobra.Command, args []string) error {
			if _, known := wordOf(strings.Join(args, " ")); len(args) > 1 && !known {
				return exit.Usagef("rules wants one ID or word at most; got %d: %s", len(args), strings.Join(args, " "))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return runRules(p, strings.Join(args, " ")) },
	}
}

// runRules prints all entries of the catalogue, or the entry or word that is
// named.
func runRules(p *console.Program, name string) error {
	entries := audit.Catalogue()
	kinds := findings.Rules()
	var w word
	if name != "" {
		e, found := entryOf(entries, name)
		if entries = []audit.Entry{e}; !found {
			entries = nil
		}
		if kinds = nil; findings.RuleOf(strings.ToLower(name)) != nil {
			kinds = []*findings.Rule{findings.RuleOf(strings.ToLower(name))}
		}
		if w, found = wordOf(name); !found && entries == nil && kinds == nil {
			return exit.Usagef("there is no verdict, no finding and no word %q%s; 'portolan rules' lists them", name, spelling.DidYouMean(name, "", ruleNames()))
		}
	}
	var b strings.Builder
	switch {
	case p.JSON:
		var lines []any
		for _, e := range entries {
			lines = append(lines, entryJSON(e))
		}
		for _, r := range kinds {
			lines = append(lines, kindJSON(r))
		}
		if w.id != "" {
			lines = append(lines, wordLine{"word", w.id, w.meaning})
		}
		for _, l := range lines {
			line, err := safe.JSON(l)
			if err != nil {
				return exit.Failf("print the catalogue: %w", err)
			}
			b.Write(line)
		}
	case p.Quiet:
	case name != "":
		oneText(&b, entries, kinds, w)
	default:
		catalogueText(&b, entries)
		findingList(&b, kinds)
		wordsText(&b)
	}
	if _, err := fmt.Fprint(p.Out, b.String()); err != nil {
		return exit.Failf("print the catalogue: %w", err)
	}
	return nil
}

// oneText explains what has one name: a verdict, a finding, a word, or several.
func oneText(b *strings.Builder, entries []audit.Entry, kinds []*findings.Rule, w word) {
	for _, e := range entries {
		entryText(b, e)
	}
	for _, r := range kinds {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		kindText(b, r)
	}
	if w.id != "" && b.Len() > 0 {
		b.WriteString("\n")
	}
	if w.id != "" {
		w.text(b)
	}
}

// ruleNames are the names of all verdicts, findings and words.
func ruleNames() (names []string) {
	for _, e := range audit.Catalogue() {
		names = append(names, e.Code.String())
	}
	names = append(names, findings.IDs()...)
	for _, w := range words {
		names = append(names, w.id)
	}
	return names
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

func entryJSON(e audit.Entry) catalogueLine {
	return catalogueLine{
		"rule", e.Code.String(), e.Code.State().String(), e.Code.Meaning(), e.Detail, e.Evidence, e.Advice,
		e.ScreamingFrog, e.SearchConsole,
	}
}
