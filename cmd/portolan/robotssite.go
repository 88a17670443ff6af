package main

import (
	"context"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/robots"
)

// robotsSource is the robots.txt that is asked.
type robotsSource struct {
	rules  *robots.Rules
	site   *url.URL // whose it is, nil for a file
	status int      // that it was answered with, 0 for a file
	warn   func(text string)
}

// robotsRules reads the rules from the file, or from the site that the first
// argument names, and returns the arguments that are URLs to test.
func (p *program) robotsRules(ctx context.Context, f *robotsFlags, args []string) (robotsSource, []string, error) {
	from := robotsSource{warn: func(text string) { p.log.Warn(text) }}
	if f.file != "" {
		if f.file == "-" && (f.jsonl || len(args) == 0 || slices.Contains(args, "-")) {
			return from, nil, usagef("--file - and the URLs cannot both be standard input")
		}
		body, err := p.readRobots(f.file)
		if err != nil {
			return from, nil, usagef("read %s: %w", f.file, err)
		}
		from.rules = robots.Parse(body)
		return from, args, nil
	}
	if len(args) == 0 || args[0] == "-" {
		return from, nil, usagef("give --file FILE, or the URL of a site\nsee 'portolan robots --help'")
	}
	args = slices.Clone(args)
	login, err := takeLoginsOf(args)
	if err != nil {
		return from, nil, err
	}
	if looksLikeFile(args[0]) {
		return from, nil, usagef("%q looks like a file of this machine: portolan robots --file %s", args[0], shellQuote(args[0]))
	}
	if err := checkTyped(args[0]); err != nil {
		return from, nil, err
	}
	if err := p.robotsOfSite(ctx, f, args[0], login, &from); err != nil {
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
func (p *program) robotsOfSite(ctx context.Context, f *robotsFlags, typed, login string, from *robotsSource) error {
	v, err := f.visitor(p)
	if err != nil {
		return err
	}
	defer v.close()
	found, err := v.find(ctx, typed, login)
	switch {
	case exitCode(err) == exitFailed:
		return failf("%w\nwhile no answer comes, crawlers fetch nothing of the site", err)
	case err != nil:
		return err
	}
	from.rules, from.status = found.rules, found.robots.Status
	from.site, err = siteOf(found.url)
	return err
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

// siteOf reads the URL of a site.
func siteOf(arg string) (*url.URL, error) {
	u, err := url.Parse(arg)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, mistake.Errorf("%q is not the URL of a site, such as https://www.example.com/", arg)
	}
	return u, nil
}
