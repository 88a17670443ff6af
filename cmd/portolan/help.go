package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// mostHelpWidth is how wide help is printed at most, on a terminal that is
// wider than the 80 columns of others.
const mostHelpWidth = 110

func (p *program) helpWidth() int {
	if f := p.out.file(); f != nil {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width >= 40 {
			return min(width, mostHelpWidth)
		}
	}
	return summaryWidth
}

// wrapHelp has the flags of all commands wrapped to the width of the terminal.
func (p *program) wrapHelp(root *cobra.Command) {
	wrapped := fmt.Sprintf(".FlagUsagesWrapped %d ", p.helpWidth())
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", wrapped))
}

// crawlHelp makes --help of the crawl command short, the common flags alone,
// and adds --help-all, which has all of them under headings.
func (p *program) crawlHelp(cmd *cobra.Command, groups []flagGroup) {
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
			return p.printHelp(p.allFlagsText(cmd, groups))
		}
		return run(cmd, args)
	}
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		text := p.commonFlagsText(cmd, groups)
		if all {
			text = p.allFlagsText(cmd, groups)
		}
		_ = p.printHelp(text) // p.out remembers if it fails
	})
}

func (p *program) printHelp(text string) error {
	if _, err := fmt.Fprint(p.out, text); err != nil {
		return failf("print help: %w", err)
	}
	return nil
}

func (p *program) commonFlagsText(cmd *cobra.Command, groups []flagGroup) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage:\n  %s\n\nExamples:\n%s\n", cmd.Long, cmd.UseLine(), cmd.Example)
	common := pflag.NewFlagSet("common", pflag.ContinueOnError)
	common.SortFlags = false
	for _, name := range commonFlags {
		common.AddFlag(cmd.Flags().Lookup(name))
	}
	p.flagRows(&b, "Common flags", common)
	p.flagRows(&b, "Flags of every command", cmd.InheritedFlags())
	fmt.Fprintf(&b, "\nAll others, explained by --help-all:\n")
	for _, g := range groups {
		var names []string
		g.flags.VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !slices.Contains(commonFlags, f.Name) {
				names = append(names, "--"+f.Name)
			}
		})
		title, _, _ := strings.Cut(g.title, ":")
		for _, line := range wrap(strings.Join(names, " "), p.helpWidth()-labelWidth) {
			fmt.Fprintf(&b, "  %-*s%s\n", labelWidth-2, title, line)
			title = ""
		}
	}
	return b.String()
}

func (p *program) allFlagsText(cmd *cobra.Command, groups []flagGroup) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage:\n  %s\n", cmd.UseLine())
	for _, g := range groups {
		p.flagRows(&b, g.title, g.flags)
	}
	p.flagRows(&b, "Every command", cmd.InheritedFlags())
	b.WriteString("\nWhat the command does: portolan crawl --help\n")
	return b.String()
}

func (p *program) flagRows(b *strings.Builder, title string, flags *pflag.FlagSet) {
	fmt.Fprintf(b, "\n%s:\n%s", title, flags.FlagUsagesWrapped(p.helpWidth()))
}
