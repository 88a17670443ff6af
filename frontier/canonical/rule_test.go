package canonical_test

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

func TestRules(t *testing.T) {
	type rules = []canonical.Rule
	for _, c := range []struct {
		name      string
		rules     rules
		url, want string
		kinds     string
	}{
		{"session", rules{{Host: "h.example", Kind: "session", Name: "DokuWiki"}},
			"http://h.example/a;dokuwiki=1?x=1&DokuWiki=7&dokuwiki", "http://h.example/a?x=1", "learned learned learned"},
		{"session of another host", rules{{Host: "h.example", Kind: "session", Name: "DokuWiki"}},
			"http://www.h.example/?DokuWiki=7", "http://www.h.example/?DokuWiki=7", ""},
		{"session of another port", rules{{Host: "h.example", Kind: "session", Name: "k"}},
			"http://h.example:8080/?k=7", "http://h.example:8080/?k=7", ""},
		{"session on a port", rules{{Host: "H.example:8080", Kind: "session", Name: "k"}},
			"http://h.example:8080/?k=7", "http://h.example:8080/", "learned"},

		{"names that are numbers", rules{{Host: "h.example", Kind: "made", Name: "number"}},
			"http://h.example/a?1795612345&p=2&1795612346=&20261126&1795612347=word", "http://h.example/a?p=2&20261126&1795612347=word", "made-up made-up"},
		{"names that are made up", rules{{Host: "h.example", Kind: "made", Name: "mixed"}},
			"http://h.example/a?kx83jd=1&item12=1&kx83jd=word&5f3a09c1&p5x=1", "http://h.example/a?item12=1&kx83jd=word&p5x=1", "made-up made-up"},

		{"clean-param", rules{{Host: "h.example", Kind: "clean-param", Name: "ref&sort", Path: "/some_dir/get_book.pl"}},
			"http://h.example/some_dir/get_book.pl?ref=site_2&book_id=123&sort=a", "http://h.example/some_dir/get_book.pl?book_id=123", "clean-param clean-param"},
		{"clean-param elsewhere", rules{{Host: "h.example", Kind: "clean-param", Name: "ref", Path: "/some_dir/"}},
			"http://h.example/dir/?ref=1", "http://h.example/dir/?ref=1", ""},
		{"clean-param without path", rules{{Host: "h.example", Kind: "clean-param", Name: "ref"}},
			"http://h.example/dir/?ref=1", "http://h.example/dir/", "clean-param"},
		{"clean-param heeds case", rules{{Host: "h.example", Kind: "clean-param", Name: "Ref", Path: "/Dir"}},
			"http://h.example/Dir?ref=1&Ref=2", "http://h.example/Dir?ref=1", "clean-param"},
		{"clean-param with star", rules{{Host: "h.example", Kind: "clean-param", Name: "s", Path: "/forum*/show*.php"}},
			"http://h.example/forum_old/x/showthread.php?s=1&t=2", "http://h.example/forum_old/x/showthread.php?t=2", "clean-param"},
		{"clean-param with star, other order", rules{{Host: "h.example", Kind: "clean-param", Name: "s", Path: "/forum*/show*.php"}},
			"http://h.example/forum/a.php/show?s=1", "http://h.example/forum/a.php/show?s=1", ""},
		{"clean-param without first slash", rules{{Host: "h.example", Kind: "clean-param", Name: "s", Path: "forum"}},
			"http://h.example/forum/?s=1", "http://h.example/forum/", "clean-param"},
		{"clean-param, path in Cyrillic", rules{{Host: "h.example", Kind: "clean-param", Name: "ст", Path: "/форум"}},
			"http://h.example/%d1%84орум/?ст=1", "http://h.example/%D1%84%D0%BE%D1%80%D1%83%D0%BC/", "clean-param"},
		{"clean-param looks at the path only", rules{{Host: "h.example", Kind: "clean-param", Name: "s", Path: "/*x"}},
			"http://h.example/a?s=x", "http://h.example/a?s=x", ""},
		{"clean-param sees the path without session", rules{{Host: "h.example", Kind: "clean-param", Name: "s", Path: "/a/b"}},
			"http://h.example/a;jsessionid=1/b?s=x", "http://h.example/a/b", "session clean-param"},

		{"scheme", rules{{Host: "h.example", Kind: "scheme", Value: "https"}}, "http://h.example/a", "https://h.example/a", "scheme"},
		{"scheme is it", rules{{Host: "h.example", Kind: "scheme", Value: "https"}}, "https://h.example/a", "https://h.example/a", ""},
		{"scheme of a port", rules{{Host: "h.example", Kind: "scheme", Value: "https"}}, "http://h.example:8080/a", "http://h.example:8080/a", ""},
		{"scheme of the other's port", rules{{Host: "h.example", Kind: "scheme", Value: "http"}}, "https://h.example:80/a", "https://h.example:80/a", ""},
		{"later scheme", rules{{Host: "h.example", Kind: "scheme", Value: "https"}, {Host: "h.example", Kind: "scheme", Value: "http"}},
			"https://h.example/a", "http://h.example/a", "scheme"},

		{"host", rules{{Host: "www.h.example", Kind: "host", Value: "h.example"}}, "http://WWW.h.example/a?b", "http://h.example/a?b", "host"},
		{"host with port", rules{{Host: "www.h.example", Kind: "host", Value: "h.example"}}, "http://www.h.example:8080/", "http://www.h.example:8080/", ""},
		{"host on a port", rules{{Host: "h.example:81", Kind: "host", Value: "www.h.example:81"}}, "https://h.example:81/a", "https://www.h.example:81/a", "host"},
		{"host and schemes", rules{{Host: "www.h.example", Kind: "host", Value: "h.example"}, {Host: "h.example", Kind: "scheme", Value: "https"}},
			"http://www.h.example/a", "https://h.example/a", "host scheme"},
		{"hosts in a row", rules{{Host: "a.example", Kind: "host", Value: "b.example"}, {Host: "b.example", Kind: "host", Value: "c.example"}},
			"http://a.example/", "http://c.example/", "host"},
		{"host, and what was learned there", rules{{Host: "www.h.example", Kind: "session", Name: "k"}, {Host: "www.h.example", Kind: "host", Value: "h.example"}},
			"http://h.example/?k=1", "http://h.example/", "learned"},
		{"host in Unicode", rules{{Host: "bücher.example", Kind: "host", Value: "www.bücher.example"}},
			"http://xn--bcher-kva.example/", "http://www.xn--bcher-kva.example/", "host"},

		{"origin", rules{{Host: "staging.example:8443", Kind: "origin", Value: "https://www.h.example"}},
			"http://staging.example:8443/a?b", "https://www.h.example/a?b", "origin"},
		{"origin, either scheme", rules{{Host: "staging.example", Kind: "origin", Value: "https://www.h.example/"}},
			"http://staging.example/a", "https://www.h.example/a", "origin"},
		{"origin to a port", rules{{Host: "staging.example", Kind: "origin", Value: "http://www.h.example:81"}},
			"https://staging.example/a", "http://www.h.example:81/a", "origin"},
		{"origin, then host", rules{{Host: "staging.example", Kind: "origin", Value: "https://h.example"}, {Host: "h.example", Kind: "host", Value: "www.h.example"}},
			"http://staging.example/a", "https://www.h.example/a", "origin"},
	} {
		rules, err := canonical.New(canonical.Config{Rules: c.rules})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		res := rules.Canonical(c.url)
		var kinds []string
		for _, r := range res.Removed {
			kinds = append(kinds, r.Kind)
		}
		if got := strings.Join(kinds, " "); string(res.URL) != c.want || got != c.kinds {
			t.Errorf("%s: %s gives %q (%s), want %q (%s)", c.name, c.url, res.URL, got, c.want, c.kinds)
		}
		if again := rules.Canonical(c.want); string(again.URL) != c.want || len(again.Removed) > 0 {
			t.Errorf("%s: %q is no fixed point: %q %v", c.name, c.want, again.URL, again.Removed)
		}
	}
}

func TestRulesRefused(t *testing.T) {
	for _, r := range []canonical.Rule{
		{Host: "h.example", Kind: "guess", Name: "x"},
		{Host: "", Kind: "session", Name: "x"},
		{Host: "h.example/a", Kind: "session", Name: "x"},
		{Host: "h.example", Kind: "session", Name: ""},
		{Host: "h.example", Kind: "session", Name: "x*"},
		{Host: "h.example", Kind: "session", Name: "a&b"},
		{Host: "h.example", Kind: "clean-param", Name: "&"},
		{Host: "h.example:8080", Kind: "scheme", Value: "https"},
		{Host: "h.example", Kind: "scheme", Value: "ftp"},
		{Host: "h.example", Kind: "host", Value: "h.example"},
		{Host: "h.example:81", Kind: "host", Value: "www.h.example"},
		{Host: "h.example", Kind: "host", Value: "www.h.example:81"},
		{Host: "h.example", Kind: "host", Value: "a b"},
		{Host: "h.example", Kind: "origin", Value: "https://h.example"},
		{Host: "h.example", Kind: "origin", Value: "www.h.example"},
	} {
		if _, err := canonical.New(canonical.Config{Rules: []canonical.Rule{r}}); err == nil {
			t.Errorf("taken: %+v", r)
		}
	}
	_, err := canonical.New(canonical.Config{Rules: []canonical.Rule{
		{Host: "a.example", Kind: "host", Value: "b.example"},
		{Host: "b.example", Kind: "host", Value: "c.example"},
		{Host: "c.example", Kind: "host", Value: "b.example"},
	}})
	if err == nil || !strings.Contains(err.Error(), "circle") {
		t.Errorf("a circle of hosts: %v", err)
	}
}

func TestWith(t *testing.T) {
	first, err := canonical.New(canonical.Config{Keep: []string{"sid"}, Rules: []canonical.Rule{{Host: "h.example", Kind: "session", Name: "k"}}})
	if err != nil {
		t.Fatal(err)
	}
	second, err := first.With(canonical.Rule{Host: "h.example", Kind: "session", Name: "l"})
	if err != nil {
		t.Fatal(err)
	}
	const url = "http://h.example/?k=1&l=2&sid=9682993c8daa2c5497996114facdc805"
	if got := string(first.Canonical(url).URL); got != "http://h.example/?l=2&sid=9682993c8daa2c5497996114facdc805" {
		t.Errorf("first rules give %s", got)
	}
	if got := string(second.Canonical(url).URL); got != "http://h.example/?sid=9682993c8daa2c5497996114facdc805" {
		t.Errorf("second rules give %s", got)
	}
	if _, err := first.With(canonical.Rule{Host: "h.example", Kind: "no"}); err == nil {
		t.Error("a rule of no kind is taken")
	}
}

// TestProofIsTold checks that a removal names the rule and what showed it.
func TestProofIsTold(t *testing.T) {
	rules, err := canonical.New(canonical.Config{Rules: []canonical.Rule{
		{Host: "h.example", Kind: "clean-param", Name: "ref&r", Path: "/a", Proof: "robots.txt line 4"},
		{Host: "h.example", Kind: "scheme", Value: "https", Proof: "HSTS"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	removed := rules.Canonical("http://h.example/a?r=1").Removed
	want := []canonical.Removal{
		{Name: "http", Kind: "scheme", Why: "https is the settled scheme of h.example: HSTS"},
		{Name: "r", Kind: "clean-param", Why: "Clean-param: ref&r /a: robots.txt line 4"},
	}
	if len(removed) != 2 || removed[0] != want[0] || removed[1] != want[1] {
		t.Errorf("removed %v, want %v", removed, want)
	}
}

func TestManyCleanParams(t *testing.T) {
	var rules []canonical.Rule
	for range 5_000 {
		rules = append(rules, canonical.Rule{Host: "h.example", Kind: "clean-param", Name: "p", Path: "/" + strings.Repeat("*a", 100) + "b"})
	}
	rules = append([]canonical.Rule{{Host: "h.example", Kind: "clean-param", Name: "q"}}, rules...)
	r, err := canonical.New(canonical.Config{Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	url := "http://h.example/" + strings.Repeat("a", 20_000) + "?" + strings.Repeat("p&q&", 10_000)
	if res := r.Canonical(url); res.Reason != canonical.TooLong || len(res.Removed) != 10_000 {
		t.Errorf("%s, %d removed", res.Reason, len(res.Removed))
	}
}
