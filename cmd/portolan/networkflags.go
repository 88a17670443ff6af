package main

import (
	"net/url"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/crawler/fetch"
)

// networkFlags say how requests are made: how often, as whom, and by which
// way. All commands that fetch have them.
type networkFlags struct {
	network // but for what stands below, as it was typed

	headers     []string
	typedCookie string
	basicAuth   string
	resolve     []string
	proxy       string
}

// declare declares the flags for a command that does not crawl.
func (f *networkFlags) declare(fs *pflag.FlagSet) {
	f.declarePace(fs)
	f.declareLogin(fs)
	f.declareNetwork(fs)
}

func (f *networkFlags) declarePace(fs *pflag.FlagSet) {
	fs.Float64Var(&f.rate, "rate", 10, "`N` requests a second at most; 0 means no limit, as on loopback and private addresses if it is not given")
	durationVar(fs, &f.delay, "delay", 0, "time between two requests at least")
	durationVar(fs, &f.timeout, "timeout", 30*time.Second, "time for one request at most")
}

func (f *networkFlags) declareLogin(fs *pflag.FlagSet) {
	fs.StringVar(&f.basicAuth, "basic-auth", "", "`USER:PASSWORD` for the site's own hosts; also @FILE, or PORTOLAN_BASIC_AUTH")
	fs.StringVar(&f.typedCookie, "cookie", "", "cookies `\"a=1; b=2\"` for the site's own hosts; also @FILE, or PORTOLAN_COOKIE")
	fs.StringVar(&f.cookieFile, "cookie-file", "", "send the cookies of a browser's export (Netscape `FILE`) to the site's own hosts")
	fs.StringSliceVar(&f.cookies, "cookies", nil, "accept and return the cookies of this `HOST`, for this run")
	fs.StringArrayVar(&f.headers, "header", nil, "header `\"Name: value\"` for the site's own hosts; also @FILE, or PORTOLAN_HEADER")
}

func (f *networkFlags) declareNetwork(fs *pflag.FlagSet) {
	fs.StringVar(&f.userAgent, "user-agent", "portolan/"+versionString(), "User-Agent header")
	fs.StringArrayVar(&f.resolve, "resolve", nil, "connect to another place: `HOST:PORT:ADDR:PORT`")
	fs.StringVar(&f.proxy, "proxy", "", "proxy `URL` (http, https, socks5), with its login where it wants one; also @FILE, or PORTOLAN_PROXY")
	fs.BoolVar(&f.insecure, "insecure", false, "accept any TLS certificate")
	fs.BoolVar(&f.allowPriv, "allow-private", false, "let a site lead to private addresses of other networks than its own")
}

// check reads the flags. Every error is the user's and names the flag; none
// tells a secret.
func (f *networkFlags) check() (*network, error) {
	n := f.network
	for _, step := range []func(*network) error{f.checkPace, f.checkSecrets, f.checkResolve, f.checkProxy} {
		if err := step(&n); err != nil {
			return nil, err
		}
	}
	return &n, nil
}

// visitor makes single requests as the flags say.
func (f *networkFlags) visitor(say voice) (*visitor, error) {
	n, err := f.check()
	if err != nil {
		return nil, err
	}
	return newVisitor(n, say)
}

func (f *networkFlags) checkPace(n *network) error {
	switch {
	case n.rate < 0:
		return usagef("--rate %g: it is 0 (no ceiling) or more", n.rate)
	case n.timeout <= 0: // no time can be typed that is negative
		return usagef("--timeout 0: it is more than 0, such as 30s")
	}
	return nil
}

func (f *networkFlags) checkSecrets(n *network) (err error) {
	if n.header, err = headers(f.headers); err != nil {
		return err
	}
	if n.cookie, err = secret(f.typedCookie, "cookie", "PORTOLAN_COOKIE"); err != nil {
		return err
	}
	if n.basic, err = secret(f.basicAuth, "basic-auth", "PORTOLAN_BASIC_AUTH"); err != nil {
		return err
	}
	if strings.ContainsAny(n.cookie+n.basic, "\r\n") {
		return usagef("--cookie and --basic-auth want one line; one of them has several")
	}
	if n.basic != "" && !strings.Contains(n.basic, ":") {
		return usagef("--basic-auth wants user:password")
	}
	return nil
}

func (f *networkFlags) checkResolve(n *network) error {
	for _, r := range f.resolve {
		parsed, err := fetch.ParseResolve(r)
		if err != nil {
			return usagef("--resolve: %w", err)
		}
		n.resolves = append(n.resolves, parsed)
	}
	return nil
}

func (f *networkFlags) checkProxy(n *network) error {
	text, err := secret(f.proxy, "proxy", "PORTOLAN_PROXY")
	if err != nil || text == "" {
		return err
	}
	if n.proxyURL, err = url.Parse(text); err != nil || n.proxyURL.Host == "" {
		return usagef("--proxy wants a URL such as http://proxy.example:3128")
	}
	return nil
}
