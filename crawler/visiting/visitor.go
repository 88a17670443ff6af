// Package visiting makes the single requests of whoever does not crawl: at the
// pace of a crawl, with credentials for what was typed alone.
package visiting

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/check"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Voice is who tells the user what comes up.
type Voice interface {
	Say(text string) // whatever is silenced
	Inform(sentence, message string, values ...any)
	Logger() *slog.Logger
}

// Visitor makes the single requests of commands that do not crawl, as a crawl
// makes its own: at its pace, with credentials for what was typed, and never
// to addresses that only a site leads to.
type Visitor struct {
	say   Voice
	net   *Network
	Rules *canonical.Rules
	sites map[string]*Visit // by origin
}

// Visit is what belongs to one typed URL.
type Visit struct {
	*check.Fetcher
	Client *fetch.Client
	Pace   crawler.Politeness
	unsent bool // credentials were given, and are not sent
}

func New(n *Network, say Voice) (*Visitor, error) {
	// What is asked for is what was named, session ids included.
	rules, err := canonical.New(canonical.Config{NoSessionRules: true, NoTrackingRules: true})
	if err != nil {
		return nil, fmt.Errorf("set up the rules of URLs: %w", err)
	}
	return &Visitor{say: say, net: n, Rules: rules, sites: map[string]*Visit{}}, nil
}

// Anonymous gives a visitor that makes its requests in the same way, but has no
// credentials to send.
func (v *Visitor) Anonymous() *Visitor {
	n := *v.net
	n.CookieFile, n.Cookies, n.Header, n.Cookie, n.BasicAuth = "", nil, nil, "", ""
	return &Visitor{say: v.say, net: &n, Rules: v.Rules, sites: map[string]*Visit{}}
}

func (v *Visitor) Close() {
	for _, s := range v.sites {
		s.Client.Close()
	}
}

// Visit prepares for requests that start at a URL, with the login that was
// typed in it. Credentials go where what was typed says: a site that is found
// under http, because nobody answers under https, gets none.
func (v *Visitor) Visit(ctx context.Context, url, typed, login string) (*Visit, error) {
	origins, err := typedurl.Origins(v.Rules, typed)
	if err != nil {
		return nil, err
	}
	origin, host := typedurl.Origin(v.Rules, url)
	if s := v.sites[origin]; s != nil {
		return s, nil
	}
	n := *v.net
	n.UseLogin(v.say.Logger(), login)
	unsent := n.HasCredentials() && !slices.Contains(origins, origin)
	if unsent {
		v.say.Logger().Warn("no credentials are sent to " + origin + ", which is not encrypted; to send them, type http://")
	}
	at := n.ReachOf(ctx, host)
	o := n.FetchOptions(origins)
	o.MaxConns, o.AllowAddr = 1, at.Filter()
	client, err := n.NewClient(o)
	if err != nil {
		return nil, err
	}
	polite := n.Politeness(at)
	s := &Visit{&check.Fetcher{PoliteFetcher: pace.NewPoliteFetcher(client.NewFetcher(), polite), Rules: v.Rules, Log: v.say.Logger(),
		Private: "; to go there all the same: --allow-private"}, client, polite, unsent}
	s.Refused = s.notSent
	v.sites[origin] = s
	return s, nil
}

// notSent says of a refusal that the credentials were not sent, and what sends
// them; "" if they were, or nothing was refused.
func (v *Visit) notSent(url string, status int) string {
	if !v.unsent || status != http.StatusUnauthorized && status != http.StatusForbidden {
		return ""
	}
	return "; the credentials that you gave were not sent, since it is not encrypted, and http:// was not typed; to send them all the same, type " + url
}
