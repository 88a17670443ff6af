package visiting

import (
	"context"
	"crypto/x509"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/reach"
)

// dialFunc opens a connection to host:port.
type dialFunc = func(ctx context.Context, network, address string) (net.Conn, error)

// Network is how requests are made: how often, as whom, and by which way.
type Network struct {
	Rate    float64 // requests a second at most, 0 for no limit
	RateSet bool    // the user has chosen it: it holds on private networks, too
	Delay   time.Duration
	Timeout time.Duration

	UserAgent    string
	Header       http.Header
	Cookie       string
	BasicAuth    string   // user:password
	Cookies      []string // hosts whose cookies are accepted and returned
	CookieFile   string
	Resolves     []fetch.Resolve
	Proxy        *url.URL
	Insecure     bool
	NoCompress   bool
	AllowPrivate bool
	RootCAs      *x509.CertPool // trusted besides the system's
	Dial         dialFunc       // in the network's stead, for tests
}

// FetchOptions are those of a client that sends the credentials to origins.
func (n *Network) FetchOptions(origins []string) fetch.Options {
	return fetch.Options{
		UserAgent:       n.UserAgent,
		Timeout:         n.Timeout,
		Header:          n.Header,
		Cookie:          n.Cookie,
		BasicAuth:       n.BasicAuth,
		CredentialHosts: origins,
		Resolve:         n.Resolves,
		Proxy:           n.Proxy,
		Insecure:        n.Insecure,
		RootCAs:         n.RootCAs,
		Dial:            n.Dial,
		NoCompress:      n.NoCompress,
	}
}

func (n *Network) HasCredentials() bool {
	return len(n.Header) > 0 || n.Cookie != "" || n.BasicAuth != "" || n.CookieFile != ""
}

// NewClient makes a client with the cookies that the user wants sent.
func (n *Network) NewClient(o fetch.Options) (*fetch.Client, error) {
	client, err := fetch.NewClient(o)
	if err != nil {
		return nil, mistake.Errorf("%w", err)
	}
	for _, host := range n.Cookies {
		client.EnableCookies(host)
	}
	if n.CookieFile != "" {
		if err := client.LoadCookieFile(n.CookieFile); err != nil {
			client.Close()
			return nil, mistake.Errorf("--cookie-file: %w", err)
		}
	}
	return client, nil
}

// Politeness gives the ceilings. By default there is none for the rate on the
// user's own network.
func (n *Network) Politeness(at reach.Reach) crawler.Politeness {
	p := crawler.Politeness{Concurrency: 1, Rate: n.Rate, Delay: n.Delay}
	if at.Own && !n.RateSet {
		p.Rate = 0
	}
	return p
}

// ReachOf finds what a site may lead to whose host the user typed.
func (n *Network) ReachOf(ctx context.Context, hosts ...string) reach.Reach {
	return reach.Of(ctx, reach.Options{Any: n.AllowPrivate, Resolves: n.Resolves, Proxied: n.Proxy != nil}, hosts...)
}
