package main

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/reach"
)

// dialFunc opens a connection to host:port.
type dialFunc = func(ctx context.Context, network, address string) (net.Conn, error)

// networkFlags say how requests are made: how often, as whom, and by which
// way. All commands that fetch have them.
type networkFlags struct {
	rate    float64
	rateSet bool
	delay   time.Duration
	timeout time.Duration

	userAgent  string
	headers    []string
	cookie     string
	basicAuth  string
	cookies    []string
	cookieFile string
	resolve    []string
	proxy      string
	insecure   bool
	noCompress bool
	allowPriv  bool
	rootCAs    certPool // of the demo
	dial       dialFunc // in the network's stead, for tests
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
	fs.StringVar(&f.cookie, "cookie", "", "cookies `\"a=1; b=2\"` for the site's own hosts; also @FILE, or PORTOLAN_COOKIE")
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

// network is what the flags say once they make sense by themselves.
type network struct {
	flags    *networkFlags
	header   http.Header
	cookie   string
	basic    string // user:password
	resolves []fetch.Resolve
	proxyURL *url.URL
}

// check reads the flags. Every error is the user's and names the flag; none
// tells a secret.
func (f *networkFlags) check() (*network, error) {
	n := &network{flags: f}
	for _, step := range []func() error{n.checkPace, n.checkSecrets, n.checkResolve, n.checkProxy} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return n, nil
}

func (n *network) checkPace() error {
	switch {
	case n.flags.rate < 0:
		return usagef("--rate %g: it is 0 (no ceiling) or more", n.flags.rate)
	case n.flags.timeout <= 0: // no time can be typed that is negative
		return usagef("--timeout 0: it is more than 0, such as 30s")
	}
	return nil
}

func (n *network) checkSecrets() (err error) {
	if n.header, err = headers(n.flags.headers); err != nil {
		return err
	}
	if n.cookie, err = secret(n.flags.cookie, "cookie", "PORTOLAN_COOKIE"); err != nil {
		return err
	}
	if n.basic, err = secret(n.flags.basicAuth, "basic-auth", "PORTOLAN_BASIC_AUTH"); err != nil {
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

func (n *network) checkResolve() error {
	for _, r := range n.flags.resolve {
		parsed, err := fetch.ParseResolve(r)
		if err != nil {
			return usagef("--resolve: %w", err)
		}
		n.resolves = append(n.resolves, parsed)
	}
	return nil
}

func (n *network) checkProxy() error {
	text, err := secret(n.flags.proxy, "proxy", "PORTOLAN_PROXY")
	if err != nil || text == "" {
		return err
	}
	if n.proxyURL, err = url.Parse(text); err != nil || n.proxyURL.Host == "" {
		return usagef("--proxy wants a URL such as http://proxy.example:3128")
	}
	return nil
}

// fetchOptions are those of a client that sends the credentials to origins.
func (n *network) fetchOptions(origins []string) fetch.Options {
	return fetch.Options{
		UserAgent:       n.flags.userAgent,
		Timeout:         n.flags.timeout,
		Header:          n.header,
		Cookie:          n.cookie,
		BasicAuth:       n.basic,
		CredentialHosts: origins,
		Resolve:         n.resolves,
		Proxy:           n.proxyURL,
		Insecure:        n.flags.insecure,
		RootCAs:         n.flags.rootCAs,
		Dial:            n.flags.dial,
		NoCompress:      n.flags.noCompress,
	}
}

func (n *network) hasCredentials() bool {
	return len(n.header) > 0 || n.cookie != "" || n.basic != "" || n.flags.cookieFile != ""
}

// newClient makes a client with the cookies that the user wants sent.
func (n *network) newClient(o fetch.Options) (*fetch.Client, error) {
	client, err := fetch.NewClient(o)
	if err != nil {
		return nil, usagef("%w", err)
	}
	for _, host := range n.flags.cookies {
		client.EnableCookies(host)
	}
	if n.flags.cookieFile != "" {
		if err := client.LoadCookieFile(n.flags.cookieFile); err != nil {
			client.Close()
			return nil, usagef("--cookie-file: %w", err)
		}
	}
	return client, nil
}

// politeness gives the ceilings. By default there is none for the rate on the
// user's own network.
func (n *network) politeness(at reach.Reach) crawler.Politeness {
	p := crawler.Politeness{Concurrency: 1, Rate: n.flags.rate, Delay: n.flags.delay}
	if at.Own && !n.flags.rateSet {
		p.Rate = 0
	}
	return p
}

// reachOf finds what a site may lead to whose host the user typed.
func (n *network) reachOf(ctx context.Context, hosts ...string) reach.Reach {
	return reach.Of(ctx, reach.Options{Any: n.flags.allowPriv, Resolves: n.resolves, Proxied: n.proxyURL != nil}, hosts...)
}
