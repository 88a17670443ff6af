package verify

import (
	"context"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/agents"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/robots"
)

// robotsSource is the robots.txt that is asked.
type robotsSource struct {
	rules  *robots.Rules
	site   *url.URL // whose it is, nil for a file
	status int      // that it was answered with, 0 for a file
	warn   func(text string)
	llms   *agents.LLMsText // where that is asked for, too
}

// robotsRules reads the rules from the file, or from the site that the first
// argument names, and returns the arguments that are URLs to test.
func robotsRules(ctx context.Context, p *console.Program, f *robotsFlags, args []string) (robotsSource, []string, error) {
	from := robotsSource{warn: func(text string) { p.Log.Warn(text) }}
	if f.file != "" {
		if f.file == "-" && (f.jsonl || len(args) == 0 || slices.Contains(args, "-")) {
			return from, nil, exit.Usagef("--file - and the URLs cannot both be standard input")
		}
		body, err := readRobots(p, f.file)
		if err != nil {
			return from, nil, exit.Usagef("read %s: %w", f.file, err)
		}
		from.rules = robots.Parse(body)
		return from, args, nil
	}
	if len(args) == 0 || args[0] == "-" {
		return from, nil, exit.Usagef("give --file FILE, or the URL of a site\nsee 'portolan robots --help'")
	}
	args = slices.Clone(args)
	login, err := typedurl.TakeLogins(args)
	if err != nil {
		return from, nil, err
	}
	if typedurl.LooksLikeFile(args[0]) {
		return from, nil, exit.Usagef("%q looks like a file of this machine: portolan robots --file %s", args[0], safe.ShellQuote(args[0]))
	}
	if err := typedurl.Check(args[0]); err != nil {
		return from, nil, err
	}
	if err := robotsOfSite(ctx, p, f, args[0], login, &from); err != nil {
		return from, nil, err
	}
	if len(args) > 1 || f.jsonl {
		return from, args[1:], nil
	}
	if !strings.Contains(args[0], "://") {
		args[0] = from.site.Scheme + "://" + args[0]
	}
	return from, args, nil
}

// robotsOfSite fetches the robots.txt of a site as it was typed.
func robotsOfSite(ctx context.Context, p *console.Program, f *robotsFlags, typed, login string, from *robotsSource) error {
	v, err := f.Visitor(p)
	if err != nil {
		return err
	}
	defer v.Close()
	found, err := v.Find(ctx, typed, login)
	switch {
	case exit.Code(err) == exit.Failed:
		return exit.Failf("%w\nwhile no answer comes, crawlers fetch nothing of the site", err)
	case err != nil:
		return err
	}
	from.rules, from.status = found.Rules, found.Robots.Status
	if from.site, err = typedurl.Site(found.URL); err != nil {
		return err
	}
	at := from.site.Scheme + "://" + from.site.Host + "/llms.txt"
	if f.llms && from.rules.Agent("portolan", robots.RFC9309).Test(at).Allow {
		from.llms = &agents.LLMsText{}
		from.llms.Status, from.llms.Type, from.llms.Body = ask.Text(ctx, found, at)
	}
	return nil
}

// readRobots reads as much of a file as counts.
func readRobots(p *console.Program, name string) ([]byte, error) {
	in := p.In
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
