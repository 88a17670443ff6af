package verify

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/robots"
)

type robotsFlags struct {
	option.Network
	file  string
	agent string
	mode  string
	jsonl bool
	llms  bool // ask for llms.txt, too
}

func Robots(p *console.Program) *cobra.Command {
	f := &robotsFlags{}
	cmd := &cobra.Command{
		Use:   "robots {--file FILE | SITE} [URL... | -]",
		Short: "Say what a robots.txt says of URLs",
		Long: `Robots tells for each URL whether a crawler may fetch it, and quotes the line
that decides. The rules are those of a file, or of the site whose URL is the
first argument; if that is the only argument, it is also the URL asked about.
URLs are given whole, or as path and query, as arguments or one a line on
standard input.

Two readings can be had. rfc9309 is the standard: escaped and plain characters
are compared as equal, and /robots.txt itself is always allowed. google answers
as Google's published library does, which compares a URL as it is given.

The exit code is 0 if every URL is allowed, 1 if one is not.`,
		Example: `  portolan robots https://example.com/private/page.html
  portolan robots https://example.com/ /cart /search?q=x --agent googlebot
  portolan robots --file draft-robots.txt --json - <urls.txt`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.RateSet = cmd.Flags().Changed("rate")
			return runRobots(cmd.Context(), p, f, args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.file, "file", "", "read the rules from `FILE`, - for standard input")
	flags.StringVar(&f.agent, "agent", "portolan", "product `TOKEN` of the crawler, as in googlebot")
	flags.StringVar(&f.mode, "mode", "rfc9309", "whose `READING`: rfc9309 or google")
	flags.BoolVar(&f.jsonl, "jsonl", false, `read objects {"url"} from standard input, one a line`)
	f.Declare(flags)
	return cmd
}

// runRobots answers all URLs in their order.
func runRobots(ctx context.Context, p *console.Program, f *robotsFlags, args []string) error {
	mode, ok := map[string]robots.Mode{"rfc9309": robots.RFC9309, "google": robots.Google}[f.mode]
	if !ok {
		return exit.Usagef("--mode %s: there are only rfc9309 and google", f.mode)
	}
	from, args, err := robotsRules(ctx, p, f, args)
	if err != nil {
		return err
	}
	if f.jsonl && len(args) > 0 && !slices.Equal(args, []string{"-"}) {
		return exit.Usagef("--jsonl reads standard input: give no URLs, or -")
	}
	a := &robotsAnswers{
		robotsSource: from, agent: from.rules.Agent(f.agent, mode),
		out: bufio.NewWriterSize(p.Out, 64<<10), json: p.JSON, quiet: p.Quiet,
	}
	if err := a.begin(f.agent); err != nil {
		return err
	}
	if err := eachURL(p, f, args, a); err != nil {
		return errors.Join(err, a.out.Flush())
	}
	if err := a.out.Flush(); err != nil {
		return exit.Failf("write the answers: %w", err)
	}
	if a.blocked {
		return exit.Quiet(exit.Found)
	}
	return nil
}

// eachURL answers each argument, or each line of standard input, and flushes
// when no more input is at hand.
func eachURL(p *console.Program, f *robotsFlags, args []string, a *robotsAnswers) error {
	if len(args) == 0 {
		args = []string{"-"}
	}
	in := bufio.NewReaderSize(p.In, 64<<10)
	for _, arg := range args {
		if arg != "-" {
			if err := a.typed(arg); err != nil {
				return err
			}
			continue
		}
		p.ReadsTerminal("URLs")
		err := console.EachLine(in, func(n int, line []byte) error {
			if f.jsonl && len(bytes.TrimSpace(line)) == 0 {
				return nil
			}
			asked := string(line)
			if f.jsonl {
				var err error
				if asked, err = urlOfObject(n, line); err != nil {
					return err
				}
			}
			if err := a.answer(asked); err != nil || in.Buffered() > 0 {
				return err
			}
			return a.out.Flush()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func urlOfObject(n int, line []byte) (string, error) {
	var object struct {
		URL *string `json:"url"`
	}
	if err := json.Unmarshal(line, &object); err != nil {
		return "", exit.Usagef("line %d of standard input: %w", n, err)
	}
	if object.URL == nil {
		return "", exit.Usagef("line %d of standard input: no \"url\"", n)
	}
	return *object.URL, nil
}

// robotsAnswers writes the answers. Tail holds what every JSON line has in
// common, made once.
type robotsAnswers struct {
	robotsSource
	agent       *robots.Agent
	out         *bufio.Writer
	json, quiet bool
	tail        []byte
	line        []byte
	blocked     bool
}

// robotsLine is the part of a JSON line that is the URL's own.
type robotsLine struct {
	URL   string `json:"url"`
	Allow bool   `json:"allow"`
	Line  int    `json:"line"`
	Rule  string `json:"rule"`
}

// robotsTail is what the file says besides.
type robotsTail struct {
	CrawlDelay  *float64           `json:"crawl_delay"`
	Sitemaps    []string           `json:"sitemaps"`
	Host        string             `json:"host"`
	CleanParams []robotsCleanParam `json:"clean_params"`
}

type robotsCleanParam struct {
	Params []string `json:"params"`
	Path   string   `json:"path"`
}

func (a *robotsAnswers) begin(agent string) error {
	if !a.json {
		if !a.quiet {
			a.describe(agent)
		}
		return nil
	}
	if a.site != nil && a.rules.WebPage() {
		a.warn(robots.WebPageText)
	}
	tail := robotsTail{Sitemaps: a.rules.Sitemaps(), Host: a.rules.Host(), CleanParams: []robotsCleanParam{}}
	if delay, ok := a.agent.CrawlDelay(); ok {
		seconds := delay.Seconds()
		tail.CrawlDelay = &seconds
	}
	for _, c := range a.rules.CleanParams() {
		tail.CleanParams = append(tail.CleanParams, robotsCleanParam{c.Params, c.Path})
	}
	err := a.encode(tail)
	a.tail = a.line
	return err
}

// encode puts the JSON of v and a newline into a.line.
func (a *robotsAnswers) encode(v any) error {
	var err error
	if a.line, err = safe.JSON(v); err != nil {
		return exit.Failf("write the answers: %w", err)
	}
	return nil
}

func (a *robotsAnswers) answer(asked string) error {
	if err := a.ownSite(asked); err != nil {
		return err
	}
	d := a.agent.Test(asked)
	a.blocked = a.blocked || !d.Allow
	switch {
	case a.json:
		if err := a.encode(robotsLine{asked, d.Allow, d.Line, d.Rule}); err != nil {
			return err
		}
		head := bytes.TrimSuffix(a.line, []byte("}\n"))
		a.out.Write(head)
		a.out.WriteByte(',')
		a.out.Write(a.tail[1:])
	case !a.quiet:
		a.explain(asked, d)
	}
	return nil
}

// typed answers for an argument. Without a scheme it is a path, or begins with
// the site's host.
func (a *robotsAnswers) typed(arg string) error {
	if a.json || strings.HasPrefix(arg, "/") || strings.Contains(arg, "://") {
		return a.answer(arg)
	}
	if a.site != nil {
		if rest, ok := strings.CutPrefix(arg, a.site.Host); ok && (rest == "" || strings.ContainsRune("/?#", rune(rest[0]))) {
			return a.answer(a.site.Scheme + "://" + arg)
		}
	}
	return exit.Usagef("%q is neither a URL nor a path: a path begins with a slash", arg)
}

// ownSite refuses a URL of another origin than the one whose robots.txt was
// fetched.
func (a *robotsAnswers) ownSite(asked string) error {
	if a.site == nil || !strings.HasPrefix(asked, "http:") && !strings.HasPrefix(asked, "https:") {
		return nil
	}
	if u, err := url.Parse(asked); err == nil && (u.Scheme != a.site.Scheme || !strings.EqualFold(u.Host, a.site.Host)) {
		return exit.Usagef("%s is not on %s://%s, whose robots.txt this is", asked, a.site.Scheme, a.site.Host)
	}
	return nil
}
