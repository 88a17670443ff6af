package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// program is one run of portolan: its streams and the flags that all
// commands share.
type program struct {
	in       io.Reader
	out, err io.Writer

	json      bool
	quiet     bool
	verbose   bool
	logFormat string
	log       *slog.Logger
}

// run executes one command line and returns the exit code. It is main without
// the process: tests call it with streams of their own.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	p := &program{in: in, out: out, err: errOut}
	root := p.rootCmd()
	root.SetArgs(withCrawl(root, args))
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	if e, ok := err.(*exitError); err != nil && !(ok && e.err == nil) {
		fmt.Fprintf(errOut, "portolan: %s\n", printable(err.Error()))
	}
	return exitCode(err)
}

func (p *program) rootCmd() *cobra.Command {
	root := &cobra.Command{
		Use:   "portolan [crawl] URL",
		Short: "Crawl a web site and write its sitemap",
		Long: `portolan crawls a web site, finds every URL, and writes a sitemap that search
engines take without complaint. For every URL that is not in it, it can say why.

  portolan example.com      crawl a site; the flags are those of "portolan crawl"
  portolan demo             see it at work on a small built-in site, without network

Exit codes: 0 done; 1 done, and something was found; 2 wrong usage or input;
3 the job could not be done; 4 sitemap made but not published; 130 interrupted,
the same command goes on.`,
		Version:           versionString(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              cobra.ArbitraryArgs,
		RunE:              p.noCommand,
		PersistentPreRunE: func(*cobra.Command, []string) error { return p.openLog() },
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%w\nsee '%s --help'", err, cmd.CommandPath())
	})
	common := root.PersistentFlags()
	common.BoolVar(&p.json, "json", false, "print JSON Lines on standard output")
	common.BoolVarP(&p.quiet, "quiet", "q", false, "print errors only")
	common.BoolVarP(&p.verbose, "verbose", "v", false, "print every decision on standard error")
	common.StringVar(&p.logFormat, "log-format", "text", "form of log lines: text or json")
	root.AddCommand(p.commands()...)
	return root
}

// withCrawl puts the crawl command before a command line that begins with no
// command but holds a URL: a word with a dot, a colon or a slash.
func withCrawl(root *cobra.Command, args []string) []string {
	isCommand := func(word string) bool {
		return slices.ContainsFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == word }) ||
			word == "help" || word == "completion" || strings.HasPrefix(word, cobra.ShellCompRequestCmd)
	}
	for _, word := range args {
		switch {
		case isCommand(word):
			return args
		case !strings.HasPrefix(word, "-") && strings.ContainsAny(word, ".:/"):
			return append([]string{"crawl"}, args...)
		}
	}
	return args
}

// noCommand answers a command line without a command or URL.
func (p *program) noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	hint := ""
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = fmt.Sprintf("; did you mean %q?", near[0])
	}
	return usagef("there is no command %q%s\na URL to crawl holds a dot, a colon or a slash; see 'portolan --help'", args[0], hint)
}

// openLog sets up the log on standard error.
func (p *program) openLog() error {
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	switch {
	case p.quiet:
		options.Level = slog.LevelError
	case p.verbose:
		options.Level = slog.LevelDebug
	}
	switch p.logFormat {
	case "text":
		p.log = slog.New(slog.NewTextHandler(p.err, options))
	case "json":
		p.log = slog.New(slog.NewJSONHandler(p.err, options))
	default:
		return usagef("--log-format %q: it is text or json", p.logFormat)
	}
	return nil
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

// unsafeRune reports control characters (C0, DEL, C1) other than newline and
// tab, and the bidirectional controls that reorder what a reader sees.
func unsafeRune(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f:
		return true
	}
	return false
}
