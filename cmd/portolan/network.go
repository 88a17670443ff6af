package main

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

// network is how requests are made: how often, as whom, and by which way.
type network struct {
	rate    float64 // requests a second at most, 0 for no limit
	rateSet bool    // the user has chosen it: it holds on private networks, too
	delay   time.Duration
	timeout time.Duration

	userAgent  string
	header     http.Header
	cookie     string
	basic      string   // user:password
	cookies    []string // hosts whose cookies are accepted and returned
	cookieFile string
	resolves   []fetch.Resolve
	proxyURL   *url.URL
	insecure   bool
	noCompress bool
	allowPriv  bool
	rootCAs    *x509.CertPool // trusted besides the system's
	dial       dialFunc       // in the network's stead, for tests
}

// fetchOptions are those of a client that sends the credentials to origins.
func (n *network) fetchOptions(origins []string) fetch.Options {
	return fetch.Options{
		UserAgent:       n.userAgent,
		Timeout:         n.timeout,
		Header:          n.header,
		Cookie:          n.cookie,
		BasicAuth:       n.basic,
		CredentialHosts: origins,
		Resolve:         n.resolves,
		Proxy:           n.proxyURL,
		Insecure:        n.insecure,
		RootCAs:         n.rootCAs,
		Dial:            n.dial,
		NoCompress:      n.noCompress,
	}
}

func (n *network) hasCredentials() bool {
	return len(n.header) > 0 || n.cookie != "" || n.basic != "" || n.cookieFile != ""
}

// newClient makes a client with the cookies that the user wants sent.
func (n *network) newClient(o fetch.Options) (*fetch.Client, error) {
	client, err := fetch.NewClient(o)
	if err != nil {
		return nil, mistake.Errorf("%w", err)
	}
	for _, host := range n.cookies {
		client.EnableCookies(host)
	}
	if n.cookieFile != "" {
		if err := client.LoadCookieFile(n.cookieFile); err != nil {
			client.Close()
			return nil, mistake.Errorf("--cookie-file: %w", err)
		}
	}
	return client, nil
}

// politeness gives the ceilings. By default there is none for the rate on the
// user's own network.
func (n *network) politeness(at reach.Reach) crawler.Politeness {
	p := crawler.Politeness{Concurrency: 1, Rate: n.rate, Delay: n.delay}
	if at.Own && !n.rateSet {
		p.Rate = 0
	}
	return p
}

// reachOf finds what a site may lead to whose host the user typed.
func (n *network) reachOf(ctx context.Context, hosts ...string) reach.Reach {
	return reach.Of(ctx, reach.Options{Any: n.allowPriv, Resolves: n.resolves, Proxied: n.proxyURL != nil}, hosts...)
}
