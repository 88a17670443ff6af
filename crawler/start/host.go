package start

import (
	"context"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// decideHost moves the start to the host that the user prefers, www or bare,
// if the site serves it there.
func (r *Resolver) decideHost(ctx context.Context, start *Start) error {
	scheme, host, path, query := split(start.URL)
	switch {
	case r.Host == "" || !namedHost(host):
		return nil
	case !sameSite(host, r.Host):
		return fmt.Errorf("%w: %s is not the www or bare form of %s", ErrElsewhere, r.Host, host)
	case host == r.Host:
		start.preferHost(wwwTwin(host), host)
		return nil
	}
	url := scheme + "://" + r.Host + path
	if query != "" {
		url += "?" + query
	}
	v := r.twin(ctx, url)
	s, h, _, _ := split(v.target)
	switch {
	case !v.answered || v.status >= 400:
		start.Notes = append(start.Notes, fmt.Sprintf("%s was asked for, but does not serve the page: %s", r.Host, v.why))
	case v.target != "" && h == host:
		start.Notes = append(start.Notes, fmt.Sprintf("%s was asked for, but redirects to %s://%s", r.Host, s, h))
	default:
		start.preferHost(host, r.Host)
		start.URL, start.home = url, v
	}
	return ctx.Err()
}

// preferHost folds one host into another, instead of what was found before.
func (s *Start) preferHost(from, to string) {
	for _, rule := range s.Rules {
		if rule.Kind == canonical.RuleHost && rule.Host == from && rule.Value == to {
			return
		}
	}
	s.Rules = append(s.Rules, canonical.Rule{Host: from, Kind: canonical.RuleHost, Value: to, Proof: "set by the user"})
}

// wwwTwin gives the host with www of the bare one, and the reverse.
func wwwTwin(host string) string {
	if bare, ok := strings.CutPrefix(host, "www."); ok {
		return bare
	}
	return "www." + host
}
