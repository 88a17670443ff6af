package start

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// Start is where a crawl begins, once the URL that the user typed has been
// followed to the spelling that the site itself prefers.
type Start struct {
	URL   string           // canonical form
	Rules []canonical.Rule // decisions on scheme and host, with their proof
	Notes []string         // sentences for the user about what was found
	// TwoSites tells that http and https answer with different contents, and none
	// of them says which it is.
	TwoSites bool
	// CookieHosts are those, without port, that let nobody in who does not
	// accept their cookies.
	CookieHosts []string
	// Front is what the markup of the start page shows, zero where it was not
	// fetched or did not answer 200.
	Front page.Front

	home variant // what URL answered, zero where it was not fetched
}

// Resolver finds the start of a crawl.
type Resolver struct {
	Fetcher   pace.Fetcher
	Identity  canonical.Config
	Robots    ask.Policy
	ListAgent string
	// Scheme and Host are what the user wants, "" for no wish: http or https,
	// the host with www or the bare one. They have the last word over what the
	// site shows, unless the site redirects away from them.
	Scheme, Host string
	// EnableCookies accepts the cookies of a host, a name without port, from
	// then on: for a start that redirects to itself, or to a page that stands
	// before the site. Nil never accepts any.
	EnableCookies func(host string)
	// Fixed leaves the decision on scheme and host out: redirects alone are
	// followed.
	Fixed bool

	rules  *canonical.Rules
	asker  ask.Asker
	parser *page.Parser
	agents map[string]*originAgent // by origin

	cookieHosts []string // those whose cookies let us in
}

// originAgent is an origin's robots.txt and what it says to us.
type originAgent struct {
	*robots.Agent
	rules *robots.Rules
	from  string // its URL, after redirects
}

const startHops = 5

// Resolve follows what the user typed between schemes and www and bare host
// of the same site, up to five hops, and decides on http or https. Without a
// scheme, https is tried first, then http. It asks each origin's robots.txt
// before anything else of it.
func (r *Resolver) Resolve(ctx context.Context, typed string) (*Start, error) {
	rules, err := canonical.New(r.Identity)
	if err != nil {
		return nil, err
	}
	r.rules = rules
	r.asker = ask.Asker{Fetcher: r.Fetcher, Resolver: rules.NewResolver()}
	r.parser = page.NewParser(page.Options{ListAgent: r.ListAgent})
	r.agents = map[string]*originAgent{}
	start, err := r.followFirst(ctx, rules, typed)
	if err != nil {
		return nil, err
	}
	err = r.decide(ctx, start)
	start.CookieHosts, start.Front = r.cookieHosts, start.home.front
	return start, err
}

// decide settles host and scheme.
func (r *Resolver) decide(ctx context.Context, start *Start) error {
	if r.Fixed || !start.home.answered {
		return nil
	}
	if err := r.decideHost(ctx, start); err != nil {
		return err
	}
	return r.decideScheme(ctx, start)
}

// followFirst follows the first spelling of what was typed that leads to a
// page. If none does, one that is answered with an error is better than one
// that is not answered.
func (r *Resolver) followFirst(ctx context.Context, rules *canonical.Rules, typed string) (answered *Start, firstErr error) {
	for _, candidate := range Spellings(typed) {
		form := rules.Canonical(candidate)
		if form.Reason != canonical.OK {
			return nil, fmt.Errorf("%q: %w", typed, ErrNoURL)
		}
		start, err := r.follow(ctx, string(form.URL))
		switch {
		case err == nil && start.home.status < 400:
			return start, nil
		case err == nil && answered == nil:
			answered = start
		case err != nil:
			firstErr = bothErrors(firstErr, err)
		}
		if err != nil && !errors.Is(err, ErrUnreachable) || ctx.Err() != nil {
			break
		}
	}
	if answered != nil {
		return answered, nil
	}
	return nil, firstErr
}

// Spellings gives the URLs that a typed word may mean, best first: itself if
// it has a scheme, else with https and with http.
func Spellings(typed string) []string {
	typed = strings.TrimSpace(typed)
	if hasScheme(typed) {
		return []string{typed}
	}
	return []string{"https://" + typed, "http://" + typed}
}

// hasScheme tells scheme:rest from host:port/path.
func hasScheme(typed string) bool {
	before, after, found := strings.Cut(typed, ":")
	return found && !strings.ContainsAny(before, "/?#[") && (after == "" || after[0] < '0' || after[0] > '9')
}

// follow walks from url along redirects of the same site.
func (r *Resolver) follow(ctx context.Context, url string) (*Start, error) {
	start := &Start{URL: url}
	for hop := 0; ; hop++ {
		if err := r.mayFetch(ctx, start.URL); err != nil {
			switch {
			case errors.Is(err, errRobotsUnavailable):
				start.Notes = append(start.Notes, err.Error())
				return start, nil
			}
			if silent, ok := errors.AsType[*noAnswer](err); ok {
				err = silent.of(start.URL)
			}
			return nil, err
		}
		start.home = r.variant(ctx, start.URL)
		if !start.home.answered {
			return nil, &UnreachableError{URL: start.URL, Err: start.home.err, Text: start.home.why}
		}
		r.tryCookies(ctx, start)
		target := start.home.target
		if target == "" || hop == startHops {
			return start, nil
		}
		next, follow, err := nextStart(start.URL, target)
		if err != nil || !follow {
			return start, err
		}
		if rule, ok := hostRule(start.URL, next); ok {
			start.Rules = append(start.Rules, rule)
		}
		start.URL = next
	}
}

// nextStart decides whether a redirect moves the start: it does where it
// changes scheme or www within the site, or completes the path by a slash. A
// home page that forwards into the site stays the start.
func nextStart(from, to string) (next string, follow bool, err error) {
	fromScheme, fromHost, fromPath, _ := split(from)
	toScheme, toHost, toPath, _ := split(to)
	switch {
	case !sameSite(fromHost, toHost) && page.IsWall(from, to):
		return "", false, wallError(from, to)
	case !sameSite(fromHost, toHost):
		return "", false, &ElsewhereError{from, to}
	case fromScheme == toScheme && fromHost == toHost:
		return to, toPath == fromPath+"/", nil
	case fromPath == "/" && toPath != "/":
		return toScheme + "://" + toHost + "/", true, nil
	}
	return to, true, nil
}

func split(url string) (scheme, host, path, query string) {
	s, h, p, q := canonical.Split([]byte(url))
	return string(s), string(h), string(p), string(q)
}

// sameSite tells whether two hosts differ at most by "www.".
func sameSite(a, b string) bool {
	return strings.TrimPrefix(a, "www.") == strings.TrimPrefix(b, "www.")
}

// hostRule is what a redirect between www and bare host teaches.
func hostRule(from, to string) (canonical.Rule, bool) {
	_, fromHost, _, _ := split(from)
	_, toHost, _, _ := split(to)
	if fromHost == toHost {
		return canonical.Rule{}, false
	}
	return canonical.Rule{
		Host:  fromHost,
		Kind:  canonical.RuleHost,
		Value: toHost,
		Proof: from + " redirects to " + to,
	}, true
}

var errRobotsUnavailable = errors.New("robots.txt is unavailable")

// mayFetch asks the origin's robots.txt about a URL.
func (r *Resolver) mayFetch(ctx context.Context, url string) error {
	if r.Robots.Ignore || r.Robots.Advisory {
		return nil
	}
	origin := canonical.Origin(url)
	agent := r.agents[origin]
	if agent == nil {
		rules, from := robots.Parse(r.Robots.File), origin+"/robots.txt"
		if r.Robots.File == nil {
			answer, file := r.asker.FollowRobots(ctx, origin)
			switch {
			case file.Status == 0 && !hostAnswered(&r.asker.Res, file.Note):
				return &noAnswer{r.asker.Res.Err, r.asker.Res.ErrText}
			case file.Status == 0:
				return fmt.Errorf("%s/robots.txt: %s: %w", origin, file.Note, errRobotsUnavailable)
			case answer.Rules.Unavailable():
				return fmt.Errorf("%s/robots.txt answers %d: %w", origin, file.Status, errRobotsUnavailable)
			}
			rules = answer.Rules
			if target, redirected := strings.CutPrefix(file.Note, ask.Redirected); redirected {
				from = target
			}
		}
		agent = &originAgent{rules.Agent(r.Robots.Agent, robots.RFC9309), rules, from}
		r.agents[origin] = agent
	}
	if d := agent.Test(url); !d.Allow {
		return fmt.Errorf("%w %s: %s line %d: %q; %s", ErrForbidden, url, agent.from, d.Line, d.Rule, agent.allowed(url))
	}
	return nil
}

// hostAnswered tells a robots.txt that was not had from a host that is not there:
// the host has answered in part, or by a redirect.
func hostAnswered(res *fetch.Response, note string) bool {
	return res.Outcome == record.Answered || strings.HasPrefix(note, ask.Redirected)
}

// allowed says which agents may fetch a URL.
func (a *originAgent) allowed(url string) string {
	const shown = 10
	names := a.rules.AllowedAgents(url, robots.RFC9309)
	switch {
	case len(names) == 0:
		return "no agent is allowed to"
	case len(names) > shown:
		names = append(names[:shown:shown], fmt.Sprintf("%d more", len(names)-shown))
	}
	text := strings.Join(names, ", ")
	return "allowed are: " + strings.Replace(text, "*", "all that it does not name", 1)
}

func (r *Resolver) fetch(ctx context.Context, url string) *fetch.Response {
	r.Fetcher.Fetch(ctx, &fetch.Request{URL: url}, &r.asker.Res)
	return &r.asker.Res
}

// namedHost reports hosts that have a name of their own and the default port:
// only these have twins under the other scheme.
func namedHost(host string) bool {
	if strings.Contains(host, ":") || net.ParseIP(strings.Trim(host, "[]")) != nil {
		return false
	}
	return host != "localhost" && !strings.HasSuffix(host, ".localhost")
}
