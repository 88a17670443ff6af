package canonical

import (
	"slices"
	"testing"
)

// bases are documents as different as the fast path can meet.
var bases = []string{
	"https://www.example.com/",
	"http://www.example.com:8080/dir/sub/page.html?q=1",
	"https://www.example.com/a;jsessionid=1/b/c",
	"http://old.example.com/x/",
	"https://xn--bcher-kva.example//a//b",
	"http://[2001:db8::1]/(S(0ehkvz55n1fbxh45y4mbdn55))/x.aspx",
}

var hrefs = []string{
	"", "/", "/a/b", "a/b.html?x=1&y=2", "../../x", "../..", "./", ".", "..", ".../a", "/a/./b", "/.well-known/x",
	"//other.example/a", "https://www.example.com/a?b#c", "https://www.example.com", "https://www.example.com//a",
	"HTTPS://www.example.com/a", "http:a", "?x=1", "#top", "a#b?c", "a?b#c", "/a?", "/a?utm_source=1", "/a?a=1;sid=2564126ebdec3150c2d5d3e1c607e5df",
	"/%D0%B0/%d0%b0", "/%41", "/a%2", "/a%", "/a;jsessionid=1", "/a(b)", "/a:b", "a:b", "/a'b?c'd", "/a b", "a\\b", "/a\tb", " /a ", "/é?é", "\xff",
	"/?CFID=1&x=2&CFTOKEN=3", "?a&amp;utm_medium=b&amp;c", "/?=&;&&", "/a?DokuWiki=1&ref=2",
}

var siteRulesForTest = []Rule{
	{Host: "old.example.com", Kind: RuleHost, Value: "www.example.com"},
	{Host: "www.example.com", Kind: RuleScheme, Value: "https"},
	{Host: "www.example.com", Kind: RuleSession, Name: "DokuWiki"},
	{Host: "www.example.com", Kind: RuleCleanParam, Name: "ref&r", Path: "/a*b"},
}

// FuzzFast checks that the fast path, where it decides, decides as the full
// path does.
func FuzzFast(f *testing.F) {
	for _, base := range bases {
		for _, ref := range hrefs {
			f.Add(base, []byte(ref))
		}
	}
	rules, err := New(Config{Rules: siteRulesForTest})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, base string, ref []byte) {
		fast, full := rules.NewResolver(), rules.NewResolver()
		if fast.SetBase(base, "") != nil || full.SetBase(base, "") != nil {
			return
		}
		fast.removed = fast.removed[:0]
		if !fast.fast(ref) {
			return
		}
		full.removed = full.removed[:0]
		if reason := full.parse(ref, false); reason != OK {
			t.Fatalf("%q on %q: fast path gives %q, full path %s", ref, base, fast.buf, reason)
		}
		if string(fast.buf) != string(full.buf) || !slices.Equal(fast.removed, full.removed) {
			t.Fatalf("%q on %q: fast path gives %q %v, full path %q %v", ref, base, fast.buf, fast.removed, full.buf, full.removed)
		}
	})
}

// TestFastTaken checks that what pages are full of takes the fast path.
func TestFastTaken(t *testing.T) {
	rules, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	v := rules.NewResolver()
	if err := v.SetBase("https://www.example.com/shop/list.html", ""); err != nil {
		t.Fatal(err)
	}
	for _, ref := range []string{
		"/", "/about/", "item-4.html", "../blog/2026/post_1.html#comments", "/p.php?id=4&utm_source=x",
		"https://www.example.com/a/b", "/wiki/%D0%A0%D0%BE%D1%81", "./x?q=a+b%C3%A4",
	} {
		if !v.fast([]byte(ref)) {
			t.Errorf("%q takes the full path", ref)
		}
	}
}
