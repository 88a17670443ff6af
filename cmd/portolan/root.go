package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/typedurl"
)

// run executes one command line and returns the exit code. It is main without
// the process: tests call it with streams of their own.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	p := console.New(in, out, errOut, exitNow)
	p.Err.Hide(option.MayHoldLogins(args)...)
	root := rootCmd(p)
	p.Args = withCrawl(root, args)
	root.SetArgs(p.Args)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		completeCommand(root)
		plainUsages(root)
	}
	root.SetIn(in)
	root.SetErr(errOut)
	err := p.Out.Outcome(root.ExecuteContext(ctx))
	if !exit.Silent(err) {
		p.Say(err.Error())
	}
	return exit.Code(err)
}

// Commands stand in the order in which they are needed.
func init() { cobra.EnableCommandSorting = false }

func rootCmd(p *console.Program) *cobra.Command {
	root := &cobra.Command{
		Use:   "portolan [crawl] URL",
		Short: "Crawl a web site and write its sitemap",
		Long: `portolan crawls a web site, finds every URL, and writes a sitemap that search
engines take without complaint. For every URL that is not in it, it can say why.

  portolan example.com      crawl a site; the flags are those of "portolan crawl"
  portolan demo             see it at work on a small built-in site, without network
  portolan crawl --help     the common flags; --help-all has all of them

Exit codes: 0 done; 1 done, and something was found; 2 wrong usage or input;
3 the job could not be done; 4 sitemap made but not published; 130 interrupted,
the same command goes on.`,
		Version:           console.Version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              cobra.ArbitraryArgs,
		RunE:              func(cmd *cobra.Command, args []string) error { return noCommand(p, cmd, args) },
		PersistentPreRunE: func(*cobra.Command, []string) error { return p.OpenLog() },
	}
	root.SetFlagErrorFunc(option.Error)
	common := root.PersistentFlags()
	common.BoolVar(&p.JSON, "json", false, "print JSON Lines on standard output")
	common.BoolVarP(&p.Quiet, "quiet", "q", false, "print errors only")
	common.BoolVarP(&p.Verbose, "verbose", "v", false, "tell of every request and every URL's verdict on standard error, and all in the summary of a crawl")
	common.StringVar(&p.LogFormat, "log-format", "text", "`FORM` of log lines: text, which is plain sentences on a terminal, or json")
	root.AddCommand(commands(p)...)
	root.SetHelpCommand(helpCmd())
	wrapHelp(p, root)
	root.SetOut(p.Out) // before completion, which takes hold of it
	root.InitDefaultCompletionCmd()
	namesShells(root)
	return root
}

// withCrawl puts the crawl command before a command line that begins with no
// command but holds a URL, or a flag of it. A word before them that is neither
// is left alone: it is a mistyped command.
func withCrawl(root *cobra.Command, args []string) []string {
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		words := withCrawl(root, args[1:])
		if typing := args[len(args)-1]; len(words) == 1 && words[0] == typing && strings.HasPrefix(typing, "-") {
			words = []string{"crawl", typing} // whose flags are the most
		}
		return append(args[:1:1], words...)
	}
	crawl, _, err := root.Find([]string{"crawl"})
	if err != nil {
		return args
	}
	word, isCrawl, hasURL := "", false, false
	for i := 0; i < len(args) && !hasURL; i++ {
		switch arg := args[i]; {
		case isCommand(root, arg):
			return args
		case strings.HasPrefix(arg, "-"):
			common := isFlagOf(root.PersistentFlags(), arg)
			own := isFlagOf(crawl.Flags(), arg) && !common
			isCrawl = isCrawl || own
			mistyped := !own && !common
			if takesValue(crawl, arg) || mistyped && i+1 < len(args) && !isCommand(root, args[i+1]) && !typedurl.IsWord(args[i+1]) {
				i++
			}
		case typedurl.IsWord(arg):
			hasURL = true
		case word == "":
			word = arg
		}
	}
	switch {
	case !isCrawl && !hasURL:
		return args
	case word != "":
		return []string{word}
	}
	return append([]string{"crawl"}, args...)
}

func isCommand(root *cobra.Command, word string) bool {
	return slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == word }) ||
		word == "help" || word == "completion"
}

// isFlagOf tells whether a word is one of the flags.
func isFlagOf(fs *pflag.FlagSet, word string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	if strings.HasPrefix(word, "--") {
		return fs.Lookup(name) != nil
	}
	return len(name) > 0 && fs.ShorthandLookup(name[:1]) != nil
}

// takesValue tells whether the word after this one is the value of a flag.
func takesValue(cmd *cobra.Command, word string) bool {
	name, isLong := strings.CutPrefix(word, "--")
	switch {
	case isLong:
		for _, fs := range []*pflag.FlagSet{cmd.Flags(), cmd.Root().PersistentFlags()} {
			if f := fs.Lookup(name); f != nil {
				return f.NoOptDefVal == ""
			}
		}
	case len(word) == 2 && word[0] == '-':
		f := cmd.Flags().ShorthandLookup(word[1:])
		return f != nil && f.NoOptDefVal == ""
	}
	return false
}

// helpCmd is cobra's own help command, but for a word that is no command.
func helpCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about any command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				word := strings.Join(args, " ")
				return exit.Usagef("there is no command %q%s", word, spelling.DidYouMean(word, "", commandNames(cmd.Root())))
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			return commandNames(cmd.Root()), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// noCommand answers a command line without a command or URL.
func noCommand(p *console.Program, cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	word := args[0]
	if cmd.Flags().Lookup(word) != nil {
		return exit.Usagef("there is no command %q; did you mean --%s?", word, word)
	}
	near := spelling.DidYouMean(word, "", commandNames(cmd))
	if near == "" {
		near = "\na URL to crawl holds a dot, a colon or a slash, as in example.com or http://intranet/; see 'portolan --help'"
	}
	return exit.Usagef("there is no command %q%s", word, near)
}
