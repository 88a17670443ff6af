package option

import (
	"net/url"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/visiting"
)

// Network say how requests are made: how often, as whom, and by which
// way. All commands that fetch have them.
type Network struct {
	visiting.Network // but for what stands below, as it was typed

	headers     []string
	typedCookie string
	basicAuth   string
	Resolve     []string
	proxy       string
}

// Declare declares the flags for a command that does not crawl.
func (f *Network) Declare(fs *pflag.FlagSet) {
	f.DeclarePace(fs)
	f.DeclareLogin(fs)
	f.DeclareNetwork(fs)
}

func (f *Network) DeclarePace(fs *pflag.FlagSet) {
	fs.Float64Var(&f.Rate, "rate", 10, "`N` requests a second at most; 0 means no limit, as on loopback and private addresses if it is not given")
	DurationVar(fs, &f.Delay, "delay", 0, "time between two requests at least")
	DurationVar(fs, &f.Timeout, "timeout", 30*time.Second, "time for one request at most")
}

func (f *Network) DeclareLogin(fs *pflag.FlagSet) {
	fs.StringVar(&f.basicAuth, "basic-auth", "", "`USER:PASSWORD` for the site's own hosts; also @FILE, or PORTOLAN_BASIC_AUTH")
	fs.StringVar(&f.typedCookie, "cookie", "", "cookies `\"a=1; b=2\"` for the site's own hosts; also @FILE, or PORTOLAN_COOKIE")
	fs.StringVar(&f.CookieFile, "cookie-file", "", "send the cookies of a browser's export (Netscape `FILE`) to the site's own hosts")
	fs.StringSliceVar(&f.Cookies, "cookies", nil, "accept and return the cookies of this `HOST`, for this run")
	fs.StringArrayVar(&f.headers, "header", nil, "header `\"Name: value\"` for the site's own hosts; also @FILE, or PORTOLAN_HEADER")
}

func (f *Network) DeclareNetwork(fs *pflag.FlagSet) {
	fs.StringVar(&f.UserAgent, "user-agent", "portolan/"+console.Version(), "`TEXT` of the User-Agent header")
	fs.StringArrayVar(&f.Resolve, "resolve", nil, "connect to another place: `HOST:PORT:ADDR:PORT`")
	fs.StringVar(&f.proxy, "proxy", "", "proxy `URL` (http, https, socks5), with its login where it wants one; also @FILE, or PORTOLAN_PROXY")
	fs.BoolVar(&f.Insecure, "insecure", false, "accept any TLS certificate")
	fs.BoolVar(&f.AllowPrivate, "allow-private", false, "let a site lead to private addresses of other networks than its own")
}

// Check reads the flags. Every error is the user's and names the flag; none
// tells a secret.
func (f *Network) Check() (*visiting.Network, error) {
	n := f.Network
	for _, step := range []func(*visiting.Network) error{f.checkPace, f.checkSecrets, f.checkResolve, f.checkProxy} {
		if err := step(&n); err != nil {
			return nil, err
		}
	}
	return &n, nil
}

// Visitor makes single requests as the flags say.
func (f *Network) Visitor(say visiting.Voice) (*visiting.Visitor, error) {
	n, err := f.Check()
	if err != nil {
		return nil, err
	}
	return visiting.New(n, say)
}

func (f *Network) checkPace(n *visiting.Network) error {
	switch {
	case n.Rate < 0:
		return exit.Usagef("--rate %g: it is 0 (no ceiling) or more", n.Rate)
	case n.Timeout <= 0: // no time can be typed that is negative
		return exit.Usagef("--timeout 0: it is more than 0, such as 30s")
	}
	return nil
}

func (f *Network) checkSecrets(n *visiting.Network) (err error) {
	if n.Header, err = headers(f.headers); err != nil {
		return err
	}
	if n.Cookie, err = Secret(f.typedCookie, "cookie", "PORTOLAN_COOKIE"); err != nil {
		return err
	}
	if n.BasicAuth, err = Secret(f.basicAuth, "basic-auth", "PORTOLAN_BASIC_AUTH"); err != nil {
		return err
	}
	if strings.ContainsAny(n.Cookie+n.BasicAuth, "\r\n") {
		return exit.Usagef("--cookie and --basic-auth want one line; one of them has several")
	}
	if n.BasicAuth != "" && !strings.Contains(n.BasicAuth, ":") {
		return exit.Usagef("--basic-auth wants user:password")
	}
	return nil
}

func (f *Network) checkResolve(n *visiting.Network) (err error) {
	if n.Resolves, err = fetch.ParseResolves(f.Resolve); err != nil {
		return exit.Usagef("--resolve: %w", err)
	}
	return nil
}

func (f *Network) checkProxy(n *visiting.Network) error {
	text, err := Secret(f.proxy, "proxy", "PORTOLAN_PROXY")
	if err != nil || text == "" {
		return err
	}
	if n.Proxy, err = url.Parse(text); err != nil || n.Proxy.Host == "" {
		return exit.Usagef("--proxy wants a URL such as http://proxy.example:3128")
	}
	return nil
}
