package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/glossary"
)

// completeCommand has the shell offer what fits for flags and arguments of a
// command and of those below it: names of files only where a file is wanted.
func completeCommand(cmd *cobra.Command) {
	for _, fs := range []*pflag.FlagSet{cmd.LocalNonPersistentFlags(), cmd.PersistentFlags()} {
		fs.VisitAll(func(f *pflag.Flag) {
			if f.NoOptDefVal == "" {
				_ = cmd.RegisterFlagCompletionFunc(f.Name, flagCompletion(f)) // fails for a second one alone
			}
		})
	}
	if args := argCompletions[cmd.Name()]; cmd.ValidArgsFunction == nil && args != nil {
		cmd.ValidArgsFunction = args
	}
	for _, sub := range cmd.Commands() {
		completeCommand(sub)
	}
}

// plainUsages takes the marks around the names of values out of what a shell
// shows of flags.
func plainUsages(cmd *cobra.Command) {
	for _, fs := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		fs.VisitAll(func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) })
	}
	for _, sub := range cmd.Commands() {
		plainUsages(sub)
	}
}

// namesShells has the command completion say which shells there are.
func namesShells(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.Args, cmd.RunE = cobra.ArbitraryArgs, shells
		}
	}
}

// shells makes wrong usage of a shell that completion does not know.
func shells(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	return exit.Usagef("there is no completion for %q: it is bash, zsh, fish or powershell", args[0])
}

func flagCompletion(f *pflag.Flag) cobra.CompletionFunc {
	values, listed := option.Values[f.Name]
	name, _ := pflag.UnquoteUsage(f)
	switch {
	case listed && strings.HasSuffix(f.Value.Type(), "Slice"):
		return listCompletion(values)
	case listed:
		return cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)
	case name == "FILE":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
	case name == "DIR":
		return cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	}
	return cobra.NoFileCompletions
}

// listCompletion completes the last of several values between commas.
func listCompletion(values []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		var out []string
		for _, v := range values {
			if !slices.Contains(strings.Split(before, ","), v) {
				out = append(out, before+v)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// argCompletions say what the arguments of a command are, by its name.
var argCompletions = map[string]cobra.CompletionFunc{
	"portolan":  cobra.NoFileCompletions, // the names of commands are cobra's own
	"crawl":     cobra.NoFileCompletions,
	"demo":      cobra.NoFileCompletions,
	"canonical": cobra.NoFileCompletions,
	"robots":    cobra.NoFileCompletions,
	"sitemap":   firstIsFolder,
	"explain":   firstIsFolder,
	"classes":   firstIsFolder,
	"man":       firstIsFolder,
	"notify":    firstIsFolder,
	"diff":      cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
	"check":     cobra.FixedCompletions([]string{"xml", "gz", "txt", "rss", "atom"}, cobra.ShellCompDirectiveFilterFileExt),
	"rules": func(_ *cobra.Command, args []string, _ string) (ids []string, _ cobra.ShellCompDirective) {
		for _, e := range audit.Catalogue() {
			if len(args) == 0 {
				ids = append(ids, e.Code.String()+"\t"+e.Code.Meaning())
			}
		}
		for _, w := range glossary.Words {
			if len(args) == 0 && !strings.Contains(w.Id, " ") {
				ids = append(ids, w.Id+"\ta word of the summary")
			}
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	},
}

func firstIsFolder(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}
