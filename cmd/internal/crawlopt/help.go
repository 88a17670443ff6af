package crawlopt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/prose"
)

// Help makes --help of the crawl command short, the common flags alone,
// and adds --help-all, which has all of them under headings.
func Help(p *console.Program, cmd *cobra.Command, groups []flagGroup) {
	var all bool
	cmd.Flags().BoolVar(&all, "help-all", false, "help with all flags")
	inner := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if all {
			return nil
		}
		return inner(cmd, args)
	}
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if all {
			return printHelp(p, allFlagsText(p, cmd, groups))
		}
		return run(cmd, args)
	}
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		text := commonFlagsText(p, cmd, groups)
		if all {
			text = allFlagsText(p, cmd, groups)
		}
		_ = printHelp(p, text) // p.out remembers if it fails
	})
}

func printHelp(p *console.Program, text string) error {
	if _, err := fmt.Fprint(p.Out, text); err != nil {
		return exit.Failf("print help: %w", err)
	}
	return nil
}

func commonFlagsText(p *console.Program, cmd *cobra.Command, groups []flagGroup) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage:\n  %s\n\nExamples:\n%s\n", cmd.Long, cmd.UseLine(), cmd.Example)
	common := pflag.NewFlagSet("common", pflag.ContinueOnError)
	common.SortFlags = false
	for _, name := range CommonFlags {
		common.AddFlag(cmd.Flags().Lookup(name))
	}
	flagRows(p, &b, "Common flags", common)
	flagRows(p, &b, "Flags of every command", cmd.InheritedFlags())
	fmt.Fprintf(&b, "\nAll others, explained by --help-all:\n")
	for _, g := range groups {
		var names []string
		g.flags.VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !slices.Contains(CommonFlags, f.Name) {
				names = append(names, "--"+f.Name)
			}
		})
		title, _, _ := strings.Cut(g.title, ":")
		for _, line := range prose.Wrap(strings.Join(names, " "), console.HelpWidth(p)-prose.LabelWidth) {
			fmt.Fprintf(&b, "  %-*s%s\n", prose.LabelWidth-2, title, line)
			title = ""
		}
	}
	return b.String()
}

func allFlagsText(p *console.Program, cmd *cobra.Command, groups []flagGroup) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage:\n  %s\n", cmd.UseLine())
	for _, g := range groups {
		flagRows(p, &b, g.title, g.flags)
	}
	flagRows(p, &b, "Every command", cmd.InheritedFlags())
	b.WriteString("\nWhat the command does: portolan crawl --help\n")
	return b.String()
}

func flagRows(p *console.Program, b *strings.Builder, title string, flags *pflag.FlagSet) {
	fmt.Fprintf(b, "\n%s:\n%s", title, flags.FlagUsagesWrapped(console.HelpWidth(p)))
}
