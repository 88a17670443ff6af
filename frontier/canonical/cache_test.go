package canonical_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// same compares two answers but for where they come from.
func same(a, b canonical.Result) bool {
	return string(a.URL) == string(b.URL) && a.Key == b.Key && a.Reason == b.Reason && slices.Equal(a.Removed, b.Removed)
}

// FuzzCache walks documents and references and compares a Resolver that
// remembers with one that does not.
func FuzzCache(f *testing.F) {
	f.Add("/a\na\n?a\n#a\n../a\nhttp://h/a\nhttp:a\n//h/a\n\\a\n ?a\n;sid=1", "http://h/x/y\nhttp://h/x/z?q\nhttps://h/x/y\nhttp://h/\nhttp://h/x/y/z")
	f.Add("?é\n/é?é\na?é\nhttps://h/?é", "http://h/\nhttp://h/a/")
	f.Add("http:\nhttp:?a\nHTTP:#a\nht\ttp:\nhttp:a\nhttps:", "http://h/x/y\nhttp://h/x/z?q\nhttps://h/x/y")
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, refs, bases string) {
		if len(refs)+len(bases) > 2000 {
			return
		}
		seen := rules.NewResolver()
		for round := range 2 {
			for base := range strings.SplitSeq(bases, "\n") {
				for _, charset := range []string{"", "iso-8859-1"} {
					fresh := rules.NewResolver()
					if seen.SetBase(base, charset) != nil || fresh.SetBase(base, charset) != nil {
						continue
					}
					canonical.Forgetful(fresh)
					for ref := range strings.SplitSeq(refs, "\n") {
						got, want := seen.Resolve([]byte(ref)), fresh.Resolve([]byte(ref))
						if !same(got, want) {
							t.Fatalf("round %d, %q on %q (%s): %q %s, without memory %q %s", round, ref, base, charset, got.URL, got.Reason, want.URL, want.Reason)
						}
					}
				}
			}
		}
	})
}

func TestSeenAcrossPages(t *testing.T) {
	r := resolver(t, canonical.Config{}, "https://www.example.com/a/one.html")
	for _, ref := range []string{"/menu/", "x?utm_id=1", "https://www.example.com/abs", "mailto:a@b.example"} {
		if r.Resolve([]byte(ref)).Seen {
			t.Errorf("%q is seen at first", ref)
		}
		if res := r.Resolve([]byte(ref)); !res.Seen {
			t.Errorf("%q is not seen again", ref)
		}
	}
	res := r.Resolve([]byte("x?utm_id=1"))
	if len(res.Removed) != 1 || res.Removed[0].Name != "utm_id" {
		t.Errorf("memory lost what was removed: %v", res.Removed)
	}
	if err := r.SetBase("https://www.example.com/b/two.html", ""); err != nil {
		t.Fatal(err)
	}
	if res := r.Resolve([]byte("/menu/")); !res.Seen {
		t.Error("a link of the menu is unknown on the next page")
	}
	if res := r.Resolve([]byte("x?utm_id=1")); res.Seen || string(res.URL) != "https://www.example.com/b/x" {
		t.Errorf("a relative link of another directory: %q, seen %v", res.URL, res.Seen)
	}
	rules, err := canonical.New(canonical.Config{Strip: []string{"x"}})
	if err != nil {
		t.Fatal(err)
	}
	r.SetRules(rules)
	if r.Resolve([]byte("/menu/")).Seen {
		t.Error("newer rules do not clear the memory")
	}
}

// TestMemoryBounded resolves far more references than are remembered.
func TestMemoryBounded(t *testing.T) {
	r := resolver(t, canonical.Config{}, "https://www.example.com/")
	seen := 0
	for i := range 100_000 {
		ref := fmt.Appendf(nil, "/p%d?utm_source=%d%s", i, i, strings.Repeat("x", i%400))
		if res := r.Resolve(ref); res.Seen || string(res.URL) != fmt.Sprintf("https://www.example.com/p%d", i) {
			t.Fatalf("%q gives %q, seen %v", ref, res.URL, res.Seen)
		}
		if r.Resolve(ref).Seen {
			seen++
		}
		if r.Resolve([]byte("/menu")).Seen {
			seen++
		}
	}
	if seen < 199_000 {
		t.Errorf("%d of 200,000 repeated references seen", seen)
	}
	if n := canonical.CacheBytes(r); n > 3<<20 {
		t.Errorf("memory of references holds %d bytes", n)
	}
}
