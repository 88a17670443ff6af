package consult

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/audit/glossary"
	"github.com/portolan-seo/portolan/crawler/safe"
)

func Rules(p *console.Program) *cobra.Command {
	return &cobra.Command{
		Use:   "rules [ID | WORD]...",
		Short: "Explain verdicts and findings, and the words of the summary",
		Long: `Print the verdicts that portolan gives: every known URL has exactly one. They
stand in order of precedence: of all that match a URL, the first decides. Then
the findings, of which a URL can have any number. With IDs, print these
in full: what it means, what shows it, what to do, and what other tools call a
verdict; of a finding also why it matters and its limits. Words of the summary
and of messages, such as scope, folded or quarantine, are explained, too.`,
		Example: "  portolan rules\n  portolan rules canonical-elsewhere\n  portolan rules quarantine\n  portolan rules --json",
		RunE: func(_ *cobra.Command, args []string) error {
			if _, one := glossary.WordOf(strings.Join(args, " ")); one || len(args) < 2 {
				return runRules(p, strings.Join(args, " "))
			}
			for _, arg := range args {
				if err := runRules(p, arg); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// runRules prints all entries of the catalogue, or the entry or word that is
// named.
func runRules(p *console.Program, name string) error {
	entries := audit.Catalogue()
	kinds := findings.Rules()
	var w glossary.Word
	if name != "" {
		e, found := glossary.EntryOf(entries, name)
		if entries = []audit.Entry{e}; !found {
			entries = nil
		}
		if kinds = nil; findings.RuleOf(strings.ToLower(name)) != nil {
			kinds = []*findings.Rule{findings.RuleOf(strings.ToLower(name))}
		}
		if w, found = glossary.WordOf(name); !found && entries == nil && kinds == nil {
			return exit.Usagef("there is no verdict, no finding and no word %q%s; 'portolan rules' lists them", name, spelling.DidYouMean(name, "", glossary.Names()))
		}
	}
	var b strings.Builder
	switch {
	case p.JSON:
		var lines []any
		for _, e := range entries {
			lines = append(lines, glossary.EntryJSON(e))
		}
		for _, r := range kinds {
			lines = append(lines, glossary.KindJSON(r))
		}
		if w.Id != "" {
			lines = append(lines, glossary.WordLine{Type: "word", ID: w.Id, Meaning: w.Meaning})
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
		glossary.OneText(&b, entries, kinds, w)
	default:
		glossary.CatalogueText(&b, entries)
		glossary.FindingList(&b, kinds)
		glossary.WordsText(&b)
	}
	if _, err := fmt.Fprint(p.Out, b.String()); err != nil {
		return exit.Failf("print the catalogue: %w", err)
	}
	return nil
}
