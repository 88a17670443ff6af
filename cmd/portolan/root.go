package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// program is one run of portolan: its streams and the flags that all
// commands share.
type program struct {
	in  io.Reader
	out *output
	err *liveWriter

	json      bool
	quiet     bool
	verbose   bool
	logFormat string
	log       *slog.Logger

	passedOver []string // crawl files that cannot be read, named once
	args       []string // the command line, its command included

	exit func(code int) // ends the process where it stands
}

// newProgram gives a run with its streams. exit ends the process where it stands.
func newProgram(in io.Reader, out, errOut io.Writer, exit func(code int)) *program {
	return &program{in: in, out: &output{Writer: out}, err: &liveWriter{out: errOut}, logFormat: "text", exit: exit}
}

// run executes one command line and returns the exit code. It is main without
// the process: tests call it with streams of their own.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	p := newProgram(in, out, errOut, exitNow)
	p.err.hide(args...)
	root := p.rootCmd()
	p.args = withCrawl(root, args)
	root.SetArgs(p.args)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		plainUsages(root)
	}
	root.SetIn(in)
	root.SetErr(errOut)
	err := p.out.outcome(root.ExecuteContext(ctx))
	if !silent(err) {
		p.Say(err.Error())
	}
	return exitCode(err)
}

// Say tells the user something on standard error that --quiet does not
// silence.
func (p *program) Say(text string) {
	if p.log != nil && p.logFormat == "json" {
		p.log.Error(text)
		return
	}
	fmt.Fprintf(p.err, "portolan: %s\n", printable(text))
}

// Commands stand in the order in which they are needed.
func init() { cobra.EnableCommandSorting = false }

func (p *program) rootCmd() *cobra.Command {
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
		Version:           versionString(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              cobra.ArbitraryArgs,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.noCommand(cmd, args) },
		PersistentPreRunE: func(*cobra.Command, []string) error { return p.openLog() },
	}
	root.SetFlagErrorFunc(flagError)
	common := root.PersistentFlags()
	common.BoolVar(&p.json, "json", false, "print JSON Lines on standard output")
	common.BoolVarP(&p.quiet, "quiet", "q", false, "print errors only")
	common.BoolVarP(&p.verbose, "verbose", "v", false, "tell of every request and every URL's verdict on standard error")
	common.StringVar(&p.logFormat, "log-format", "text", "`FORM` of log lines: text, which is plain sentences on a terminal, or json")
	root.AddCommand(p.commands()...)
	root.SetHelpCommand(helpCmd())
	p.wrapHelp(root)
	root.SetOut(p.out) // before completion, which takes hold of it
	root.InitDefaultCompletionCmd()
	completeCommand(root)
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
			if takesValue(crawl, arg) || mistyped && i+1 < len(args) && !isCommand(root, args[i+1]) && !isURLWord(args[i+1]) {
				i++
			}
		case isURLWord(arg):
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

// isURLWord tells the URL of a crawl from a command: it holds a dot, a colon
// or a slash, or is this machine.
func isURLWord(word string) bool {
	return !strings.HasPrefix(word, "-") && (strings.ContainsAny(word, ".:/") || strings.EqualFold(word, "localhost"))
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
				return usagef("there is no command %q%s", word, didYouMean(word, "", commandNames(cmd.Root())))
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
func (p *program) noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	word := args[0]
	if cmd.Flags().Lookup(word) != nil {
		return usagef("there is no command %q; did you mean --%s?", word, word)
	}
	near := didYouMean(word, "", commandNames(cmd))
	if near == "" {
		near = "\na URL to crawl holds a dot, a colon or a slash, as in example.com or http://intranet/; see 'portolan --help'"
	}
	return usagef("there is no command %q%s", word, near)
}

// printable makes text that may come from a site safe for a terminal: control
// characters are shown, never sent (CWE-150).
func printable(s string) string {
	if !strings.ContainsFunc(s, unsafeRune) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unsafeRune(r) {
			fmt.Fprintf(&b, "\\x%02x", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// unsafeRune reports what shows nothing by itself: control characters (C0,
// DEL, C1) other than newline and tab, line separators, and format characters
// such as the bidirectional controls that reorder what a reader sees, the marks
// of no width that make two addresses look like one, and letters that are blank.
func unsafeRune(r rune) bool {
	if r < 0x7f {
		return r < ' ' && r != '\n' && r != '\t'
	}
	return !unicode.IsGraphic(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}
