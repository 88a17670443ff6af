package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/robots"
)

type robotsFlags struct {
	networkFlags
	file  string
	agent string
	mode  string
	jsonl bool
}

func (p *program) robotsCmd() *cobra.Command {
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
			f.rateSet = cmd.Flags().Changed("rate")
			return p.robots(cmd.Context(), f, args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.file, "file", "", "read the rules from this file, - for standard input")
	flags.StringVar(&f.agent, "agent", "portolan", "product token of the crawler, as in googlebot")
	flags.StringVar(&f.mode, "mode", "rfc9309", "whose reading: rfc9309 or google")
	flags.BoolVar(&f.jsonl, "jsonl", false, `read objects {"url"} from standard input, one a line`)
	f.declare(flags)
	return cmd
}

// robots answers all URLs in their order.
func (p *program) robots(ctx context.Context, f *robotsFlags, args []string) error {
	mode, ok := map[string]robots.Mode{"rfc9309": robots.RFC9309, "google": robots.Google}[f.mode]
	if !ok {
		return usagef("--mode %s: there are only rfc9309 and google", f.mode)
	}
	rules, site, args, err := p.robotsRules(ctx, f, args)
	if err != nil {
		return err
	}
	if f.jsonl && len(args) > 0 && !slices.Equal(args, []string{"-"}) {
		return usagef("--jsonl reads standard input: give no URLs, or -")
	}
	a := &robotsAnswers{
		rules: rules, agent: rules.Agent(f.agent, mode), site: site,
		out: bufio.NewWriterSize(p.out, 64<<10), json: p.json, quiet: p.quiet,
	}
	if err := a.begin(f.agent); err != nil {
		return err
	}
	if err := p.eachURL(f, args, a); err != nil {
		return errors.Join(err, a.out.Flush())
	}
	if err := a.out.Flush(); err != nil {
		return failf("write the answers: %w", err)
	}
	if a.blocked {
		return quietExit(exitFound)
	}
	return nil
}

// robotsRules reads the rules from the file, or from the site that the first
// argument names, and returns the arguments that are URLs to test. Site is
// nil for a file.
func (p *program) robotsRules(ctx context.Context, f *robotsFlags, args []string) (*robots.Rules, *url.URL, []string, error) {
	if f.file != "" {
		if f.file == "-" && (f.jsonl || len(args) == 0 || slices.Contains(args, "-")) {
			return nil, nil, nil, usagef("--file - and the URLs cannot both be standard input")
		}
		body, err := p.readRobots(f.file)
		if err != nil {
			return nil, nil, nil, usagef("read %s: %w", f.file, err)
		}
		return robots.Parse(body), nil, args, nil
	}
	if len(args) == 0 || args[0] == "-" {
		return nil, nil, nil, usagef("give --file FILE, or the URL of a site\nsee 'portolan robots --help'")
	}
	args = slices.Clone(args)
	login, err := takeLoginsOf(args)
	if err != nil {
		return nil, nil, nil, err
	}
	site, err := siteOf(args[0])
	if err != nil {
		return nil, nil, nil, err
	}
	rules, err := p.robotsOfSite(ctx, f, site.Scheme+"://"+site.Host, login)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(args) > 1 || f.jsonl {
		args = args[1:]
	}
	return rules, site, args, nil
}

// robotsOfSite fetches a robots.txt. That no answer came is said, and nothing
// is allowed then.
func (p *program) robotsOfSite(ctx context.Context, f *robotsFlags, origin, login string) (*robots.Rules, error) {
	v, err := p.newVisitor(&f.networkFlags)
	if err != nil {
		return nil, err
	}
	defer v.close()
	visit, err := v.visit(ctx, origin, login)
	if err != nil {
		return nil, err
	}
	canonicalOrigin, _ := typedOrigin(v.rules, origin)
	rules, file, err := crawler.AskRobots(ctx, visit, canonicalOrigin)
	switch {
	case err != nil:
		return nil, failf("fetch %s/robots.txt: %w", origin, err)
	case file.Status == 0:
		p.say("fetch " + origin + "/robots.txt: " + file.Note)
	}
	return rules, nil
}

// takeLoginsOf takes the logins out of URLs, and gives that of the first.
func takeLoginsOf(urls []string) (first string, err error) {
	for i, u := range urls {
		var login string
		if urls[i], login, err = takeLogin(u); err != nil {
			return "", err
		}
		if i == 0 {
			first = login
		}
	}
	return first, nil
}

// readRobots reads as much of a file as counts.
func (p *program) readRobots(name string) ([]byte, error) {
	in := p.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	return io.ReadAll(io.LimitReader(in, robots.MaxSize+1))
}

// siteOf reads the URL of a site; without a scheme it is https.
func siteOf(arg string) (*url.URL, error) {
	if !strings.Contains(arg, "://") {
		arg = "https://" + arg
	}
	u, err := url.Parse(arg)
	if err != nil {
		return nil, usagef("%w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, usagef("%s is not the URL of a site", arg)
	}
	return u, nil
}

// eachURL answers each argument, or each line of standard input, and flushes
// when no more input is at hand.
func (p *program) eachURL(f *robotsFlags, args []string, a *robotsAnswers) error {
	if len(args) == 0 {
		args = []string{"-"}
	}
	in := bufio.NewReaderSize(p.in, 64<<10)
	for _, arg := range args {
		if arg != "-" {
			if err := a.answer(arg); err != nil {
				return err
			}
			continue
		}
		err := eachLine(in, func(n int, line []byte) error {
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
		return "", usagef("line %d of standard input: %w", n, err)
	}
	if object.URL == nil {
		return "", usagef("line %d of standard input: no \"url\"", n)
	}
	return *object.URL, nil
}

// robotsAnswers writes the answers. Tail holds what every JSON line has in
// common, made once.
type robotsAnswers struct {
	rules       *robots.Rules
	agent       *robots.Agent
	site        *url.URL
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
	if a.line, err = encodeJSON(v); err != nil {
		return failf("write the answers: %w", err)
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

// ownSite refuses a URL of another origin than the one whose robots.txt was
// fetched.
func (a *robotsAnswers) ownSite(asked string) error {
	if a.site == nil || !strings.HasPrefix(asked, "http:") && !strings.HasPrefix(asked, "https:") {
		return nil
	}
	if u, err := url.Parse(asked); err == nil && (u.Scheme != a.site.Scheme || !strings.EqualFold(u.Host, a.site.Host)) {
		return usagef("%s is not on %s://%s, whose robots.txt this is", asked, a.site.Scheme, a.site.Host)
	}
	return nil
}
