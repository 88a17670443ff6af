package ask_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// site answers by URL; what it does not know is a 404.
type site map[string]fetch.Response

func (s site) Fetch(_ context.Context, req *fetch.Request, res *fetch.Response) {
	answer, known := s[req.URL]
	if !known {
		answer.Status = 404
	}
	if answer.Header == nil {
		answer.Header = http.Header{}
	}
	*res = answer
}

func redirect(to string) fetch.Response {
	return fetch.Response{Exchange: record.Exchange{Status: 301, Location: to}}
}

func answer(status int, body string) fetch.Response {
	return fetch.Response{Exchange: record.Exchange{Status: status}, Body: []byte(body)}
}

func TestRobots(t *testing.T) {
	const own = "https://h/robots.txt"
	const rules = "User-agent: *\nDisallow: /a\n"
	chain := site{own: redirect("/1")}
	for _, hop := range []string{"1", "2", "3", "4", "5", "6"} {
		chain["https://h/"+hop] = redirect("/" + hop + "x")
		chain["https://h/"+hop+"x"] = redirect("/" + string(hop[0]+1))
	}
	cut := answer(200, rules)
	cut.Err = record.ErrTruncated
	challenge := answer(403, "")
	challenge.Header = http.Header{"Cf-Mitigated": {"challenge"}}
	for name, tt := range map[string]struct {
		site    site
		allowed bool   // to fetch /a
		status  int    // noted
		note    string // part of it
	}{
		"rules":                   {site{own: answer(200, rules)}, false, 200, ""},
		"none":                    {site{}, true, 404, ""},
		"an error of the server":  {site{own: answer(503, rules)}, false, 503, ""},
		"a redirect":              {site{own: redirect("https://other/r"), "https://other/r": answer(200, rules)}, false, 200, "redirected to https://other/r"},
		"redirects without end":   {chain, true, 301, "more than 5 redirects"},
		"a redirect to nowhere":   {site{own: redirect("mailto:a@h")}, true, 301, `redirects to what is no URL, "mailto:a@h": read as no robots.txt`},
		"nowhere by another":      {site{own: redirect("/r"), "https://h/r": redirect("")}, true, 301, `redirected to https://h/r, and that redirects to what is no URL, ""`},
		"a file that breaks off":  {site{own: cut}, false, 0, record.ErrTruncated.String()},
		"no answer":               {site{own: {Exchange: record.Exchange{Outcome: record.NoAnswer, Err: record.ErrTimeout}}}, false, 0, record.ErrTimeout.String()},
		"no answer elsewhere":     {site{own: redirect("https://other/r"), "https://other/r": {Exchange: record.Exchange{Outcome: record.NoAnswer, Err: record.ErrConnect}}}, false, 0, "redirected to https://other/r: " + record.ErrConnect.String()},
		"a firewall's challenge":  {site{own: challenge}, false, 503, "challenge of Cloudflare"},
		"a challenge elsewhere":   {site{own: redirect("/r"), "https://h/r": challenge}, false, 503, "challenge of Cloudflare"},
		"another's robots.txt":    {site{"http://h/robots.txt": answer(200, rules)}, true, 404, ""},
		"a redirect to the other": {site{own: redirect("http://h/robots.txt"), "http://h/robots.txt": answer(200, rules)}, false, 200, "redirected"},
	} {
		got, file, err := ask.Robots(t.Context(), tt.site, "https://h")
		if err != nil {
			t.Fatal(err)
		}
		if allowed := !got.Unavailable() && got.Agent("portolan", robots.RFC9309).Test("https://h/a").Allow; allowed != tt.allowed {
			t.Errorf("%s: /a allowed %t", name, allowed)
		}
		if file.Status != tt.status || !strings.Contains(file.Note, tt.note) || file.Origin != "https://h" {
			t.Errorf("%s: noted %+v, want status %d and %q", name, file, tt.status, tt.note)
		}
	}
}

func TestRedirectTarget(t *testing.T) {
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		res  fetch.Response
		want string // "" = none
	}{
		{redirect("/b"), "https://h/b"},
		{redirect("b?utm_source=x"), "https://h/a/b"},
		{redirect("//other/"), "https://other/"},
		{redirect("mailto:a@h"), ""},
		{redirect(""), ""},
		{fetch.Response{Exchange: record.Exchange{Status: 201, Location: "/b"}}, ""},
	} {
		a := ask.Asker{Resolver: rules.NewResolver(), Res: tt.res}
		target, ok := a.RedirectTarget("https://h/a/")
		if ok != (tt.want != "") || ok && target != tt.want {
			t.Errorf("%d %q leads to %q, %t; want %q", tt.res.Status, tt.res.Location, target, ok, tt.want)
		}
	}
}
