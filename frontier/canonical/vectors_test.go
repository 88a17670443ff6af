package canonical_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// vector is one line of testdata/vectors/url.jsonl.
type vector struct {
	ID, Base, Sitemap, Site, Input string
	Want                           *string
	Reason                         string
}

func vectors(t testing.TB) []vector {
	f, err := os.Open("../../testdata/vectors/url.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []vector
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	if len(all) < 200 {
		t.Fatalf("only %d vectors", len(all))
	}
	return all
}

// answer resolves the way a crawl does: rules of the site, base, scope.
func answer(t testing.TB, v vector) (url, reason string) {
	c := canonical.Config{}
	if v.Site != "" {
		scheme, rest, _ := strings.Cut(v.Site, "://")
		host, _, _ := strings.Cut(rest, "/")
		c.Rules = append(c.Rules, canonical.Rule{Host: host, Kind: canonical.RuleScheme, Value: scheme})
	}
	rules, err := canonical.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r := rules.NewResolver()
	if v.Base != "" {
		if err := r.SetBase(v.Base, ""); err != nil {
			t.Fatal(err)
		}
	}
	res := r.Resolve([]byte(v.Input))
	if res.Reason != canonical.OK {
		return "", res.Reason.String()
	}
	if v.Sitemap != "" {
		scope, err := canonical.ScopeOf(v.Sitemap)
		if err != nil {
			t.Fatal(err)
		}
		if why := scope.Check(res.URL); why != canonical.OK {
			return "", why.String()
		}
	}
	return string(res.URL), ""
}

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		want := ""
		if v.Want != nil {
			want = *v.Want
		}
		url, reason := answer(t, v)
		if url != want || reason != v.Reason {
			t.Errorf("%s: %q on %q gives %q %q, want %q %q", v.ID, v.Input, v.Base, url, reason, want, v.Reason)
		}
		if want == "" {
			continue
		}
		again := v
		again.Input = want
		if url, reason := answer(t, again); url != want {
			t.Errorf("%s: %q is no fixed point: %q %q", v.ID, want, url, reason)
		}
	}
}
