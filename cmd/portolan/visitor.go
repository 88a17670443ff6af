package main

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
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// voice is who tells the user what comes up.
type voice interface {
	Say(text string) // whatever is silenced
	Inform(sentence, message string, values ...any)
	Logger() *slog.Logger
}

// visitor makes the single requests of commands that do not crawl, as a crawl
// makes its own: at its pace, with credentials for what was typed, and never
// to addresses that only a site leads to.
type visitor struct {
	say   voice
	net   *network
	rules *canonical.Rules
	sites map[string]*visit // by origin
}

// visit is what belongs to one typed URL.
type visit struct {
	*check.Fetcher
	client *fetch.Client
	pace   crawler.Politeness
	unsent bool // credentials were given, and are not sent
}

func newVisitor(n *network, say voice) (*visitor, error) {
	// What is asked for is what was named, session ids included.
	rules, err := canonical.New(canonical.Config{NoSessionRules: true, NoTrackingRules: true})
	if err != nil {
		return nil, fmt.Errorf("set up the rules of URLs: %w", err)
	}
	return &visitor{say: say, net: n, rules: rules, sites: map[string]*visit{}}, nil
}

// anonymous gives a visitor that makes its requests in the same way, but has no
// credentials to send.
func (v *visitor) anonymous() *visitor {
	n := *v.net
	n.cookieFile, n.cookies, n.header, n.cookie, n.basic = "", nil, nil, "", ""
	return &visitor{say: v.say, net: &n, rules: v.rules, sites: map[string]*visit{}}
}

func (v *visitor) close() {
	for _, s := range v.sites {
		s.client.Close()
	}
}

// visit prepares for requests that start at a URL, with the login that was
// typed in it. Credentials go where what was typed says: a site that is found
// under http, because nobody answers under https, gets none.
func (v *visitor) visit(ctx context.Context, url, typed, login string) (*visit, error) {
	origins, err := typedOrigins(v.rules, typed)
	if err != nil {
		return nil, err
	}
	origin, host := typedOrigin(v.rules, url)
	if s := v.sites[origin]; s != nil {
		return s, nil
	}
	n := *v.net
	n.useLogin(v.say.Logger(), login)
	unsent := n.hasCredentials() && !slices.Contains(origins, origin)
	if unsent {
		v.say.Logger().Warn("no credentials are sent to " + origin + ", which is not encrypted; to send them, type http://")
	}
	at := n.reachOf(ctx, host)
	o := n.fetchOptions(origins)
	o.MaxConns, o.AllowAddr = 1, at.Filter()
	client, err := n.newClient(o)
	if err != nil {
		return nil, err
	}
	polite := n.politeness(at)
	s := &visit{&check.Fetcher{PoliteFetcher: pace.NewPoliteFetcher(client.NewFetcher(), polite), Rules: v.rules, Log: v.say.Logger(),
		Private: "; to go there all the same: --allow-private"}, client, polite, unsent}
	s.Refused = s.notSent
	v.sites[origin] = s
	return s, nil
}

// notSent says of a refusal that the credentials were not sent, and what sends
// them; "" if they were, or nothing was refused.
func (v *visit) notSent(url string, status int) string {
	if !v.unsent || status != http.StatusUnauthorized && status != http.StatusForbidden {
		return ""
	}
	return "; the credentials that you gave were not sent, since it is not encrypted, and http:// was not typed; to send them all the same, type " + url
}
