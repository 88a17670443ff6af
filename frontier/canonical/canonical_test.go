package canonical_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/dchest/siphash"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

func resolver(t testing.TB, c canonical.Config, base string) *canonical.Resolver {
	t.Helper()
	rules, err := canonical.New(c)
	if err != nil {
		t.Fatal(err)
	}
	r := rules.NewResolver()
	if err := r.SetBase(base, ""); err != nil {
		t.Fatal(err)
	}
	return r
}

// check resolves ref on http://www.example.com/dir/page and compares.
func check(t *testing.T, c canonical.Config, ref, want string) []canonical.Removal {
	t.Helper()
	res := resolver(t, c, "http://www.example.com/dir/page").Resolve([]byte(ref))
	if got := strings.TrimPrefix(string(res.URL), "http://www.example.com") + res.Reason.String(); got != want {
		t.Errorf("%q gives %q, want %q", ref, got, want)
	}
	return res.Removed
}

func TestParameters(t *testing.T) {
	for _, p := range canonical.Parameters() {
		res := resolver(t, canonical.Config{}, "http://h/").Resolve([]byte(p.Example))
		if len(res.Removed) == 0 || p.Of == "" {
			t.Errorf("%s (%s): example %q is kept: %q", p.Name, p.Of, p.Example, res.URL)
			continue
		}
		for _, r := range res.Removed {
			name := strings.ToLower(r.Name)
			if r.Kind != p.Kind || !strings.HasPrefix(name, strings.TrimSuffix(p.Name, "*")) && p.Tier != canonical.ByPair {
				t.Errorf("%s: example %q removes %v", p.Name, p.Example, r)
			}
			if r.Why == "" {
				t.Errorf("%s: no word why", p.Name)
			}
		}
		if strings.Contains(p.Example, "?") && bytes.Contains(res.URL, []byte("?")) {
			t.Errorf("%s: example %q leaves %q", p.Name, p.Example, res.URL)
		}
	}
}

func TestSession(t *testing.T) {
	const id = "9682993c8daa2c5497996114facdc805"
	for _, c := range []struct{ ref, want string }{
		{"/p?a=1&PHPSESSID=" + id + "&b=2", "/p?a=1&b=2"},
		{"/p?a=1;PHPSESSID=" + id + ";b=2", "/p?a=1;b=2"},
		{"/p?PHPSESSID=" + id + ";b=2", "/p?b=2"},
		{"/p?a=1&amp;PHPSESSID=" + id, "/p?a=1"},
		{"/p?PHPSESSID=" + id + "&amp;a=1&amp;b=2", "/p?a=1&amp;b=2"},
		{"/p?a=1&amp;amp;sid=" + id + "&c", "/p?a=1&c"},
		{"/p?%50HPSESSID=1", "/p"},
		{"/p?PHPSESSID&", "/p"},
		{"/p?a&&PHPSESSID=1&&b", "/p?a&&&b"},
		{"/p?xPHPSESSID=1&PHPSESSIDx=2", "/p?xPHPSESSID=1&PHPSESSIDx=2"},
		{"/p?q=PHPSESSID=1", "/p?q=PHPSESSID=1"},
		{"/a;jsessionid=1/b;jsessionid=2;v=3;jsessionid=4", "/a/b;v=3"},
		{"/a;JSESSIONID", "/a"},
		{"/a/b/..;jsessionid=1/c", "/a/c"},
		{"/a/b/..;jsessionid=1", "/a/"},
		{"/a/.;jsessionid=1", "/a/"},
		{"/../..;jsessionid=1/..;sid=" + id, "/"},
		{"/a/..;v=1/c", "/a/..;v=1/c"},
		{"/a;sid=" + id + "/b", "/a/b"},
		{"/a;sid=5/b", "/a;sid=5/b"},
		{"/a;s=" + id + "/b", "/a;s=" + id + "/b"},
		{"/a%3Bjsessionid=1", "/a%3Bjsessionid=1"},
		{"/(S(0ehkvz55n1fbxh45y4mbdn55))/a.aspx", "/a.aspx"},
		{"/shop/(X(1)S(0ehkvz55n1fbxh45y4mbdn55))/a", "/shop/a"},
		{"/shop/(A(xyz)S(0ehkvz55n1fbxh45y4mbdn55)F(abc-_9))", "/shop/"},
		{"/shop/(X(1))/a", "/shop/a"},
		{"/shop/(X(2))/a", "/shop/(X(2))/a"},
		{"/(S(0ehkvz55n1fbxh45y4mbdn5))/a", "/(S(0ehkvz55n1fbxh45y4mbdn5))/a"},
		{"/(S(0ehkvz55n1fbxh45y4mbdn95))/a", "/(S(0ehkvz55n1fbxh45y4mbdn95))/a"},
		{"/(S(0ehkvz55n1fbxh45y4mbdn55)Z(1))/a", "/(S(0ehkvz55n1fbxh45y4mbdn55)Z(1))/a"},
		{"/(A(x))/a", "/(A(x))/a"},
		{"/()/(S)/(S())/a", "/()/(S)/(S())/a"},
		{"/(0ehkvz55n1fbxh45y4mbdn55)/a.ASPX?x", "/a.ASPX?x"},
		{"/(0ehkvz55n1fbxh45y4mbdn55)/a.html", "/(0ehkvz55n1fbxh45y4mbdn55)/a.html"},
		{"/(S(0ehkvz55n1fbxh45y4mbdn55));jsessionid=1/a", "/a"},
		{"?CFTOKEN=1&x=2&cfid=3", "/dir/page?x=2"},
		{"?CFTOKEN=1&x=2", "/dir/page?CFTOKEN=1&x=2"},
		{"?xcfid=1&cftoken=2", "/dir/page?xcfid=1&cftoken=2"},
		{"?ASPSESSIONIDAQBSDSR=X", "/dir/page?ASPSESSIONIDAQBSDSR=X"},
		{"?ASPSESSIONIDAQBSDSR1=X", "/dir/page?ASPSESSIONIDAQBSDSR1=X"},
	} {
		check(t, canonical.Config{}, c.ref, c.want)
	}
}

func TestOpaqueValues(t *testing.T) {
	for value, want := range map[string]bool{
		"9682993c8daa2c5497996114facdc805":          true,
		"9682993c8daa2c5497996114facdc8051b2c3d4e":  true,
		"9682993c8daa2c5497996114facdc80":           true, // 31: mixed, over 16
		"6F1ED002-AB56-4A2B-9D2C-0D2F5B7C9E11":      true,
		"{6f1ed002-ab56-4a2b-9d2c-0d2f5b7c9e11}":    true,
		"{6f1ed002-ab56-4a2b-9d2c-0d2f5b7c9e11":     false,
		"h8k2m4n6p8q0r2s4t6v8w0x2y4":                true,
		"abc123def456ghi7":                          true,
		"abc123def456ghi":                           false, // 15
		"141-8273645-1928374":                       true,
		"1234567890123456":                          true,
		"123456789012345":                           false,
		"12":                                        false,
		"":                                          false,
		"2026-11-21-opening-plenary":                false,
		"BERLIN-HAUPTBAHNHOF":                       false,
		"internationalization":                      false,
		"yQ2cGLpYtJ1HcnVw3Tq2!-1512373741!1034":     true,
		"vVXZ8eGKZ1HZ8aLUNlTfk8CnJhIaY5EJpWI=":      true,
		"vVXZ8eGKZ1HZ8aLUNlTfk8CnJhIaY5EJpWI%3d%3D": true,
		"abc123def456ghi=":                          false,
		"abc123def456ghi7%20":                       false,
		"abc123def456/ghi789":                       false,
	} {
		res := resolver(t, canonical.Config{}, "http://h/").Resolve([]byte("?sid=" + value))
		if got := len(res.Removed) > 0; got != want {
			t.Errorf("sid=%s removed: %v, want %v", value, got, want)
		}
	}
}

func TestTracking(t *testing.T) {
	for _, c := range []struct{ ref, want string }{
		{"/p?UTM_Source=x&id=4", "/p?id=4"},
		{"/p?utm=33N&utmost=1", "/p?utm=33N&utmost=1"},
		{"/p?q=utm_source&ref=a&source=b&from=c&cid=d&spm=e", "/p?q=utm_source&ref=a&source=b&from=c&cid=d&spm=e"},
		{"/p;utm_source=x", "/p;utm_source=x"},
		{"/p?a=b?utm_source=x", "/p?a=b?utm_source=x"},
		{"/p?utm_source=a&amp;utm_medium=b&amp;id=4", "/p?id=4"},
	} {
		check(t, canonical.Config{}, c.ref, c.want)
	}
}

func TestConfig(t *testing.T) {
	const url = "/p;jsessionid=1?utm_source=a&PHPSESSID=b&Color=red&kw=1"
	for _, c := range []struct {
		config canonical.Config
		want   string
	}{
		{canonical.Config{}, "/p?Color=red&kw=1"},
		{canonical.Config{NoSessionRules: true}, "/p;jsessionid=1?PHPSESSID=b&Color=red&kw=1"},
		{canonical.Config{NoTrackingRules: true}, "/p?utm_source=a&Color=red&kw=1"},
		{canonical.Config{Strip: []string{"COLOR", "k*"}}, "/p"},
		{canonical.Config{Strip: []string{"*"}}, "/p"},
		{canonical.Config{Strip: []string{"*"}, Keep: []string{"kw"}}, "/p?kw=1"},
		{canonical.Config{Keep: []string{"utm_*", "phpsessid", "JSessionID"}}, url},
		{canonical.Config{Strip: []string{"jsessionid"}, NoSessionRules: true}, "/p?PHPSESSID=b&Color=red&kw=1"},
	} {
		check(t, c.config, url, c.want)
	}
	check(t, canonical.Config{Strip: []string{"größe"}}, "/p?gr%c3%b6%c3%9fe=4&a", "/p?a")
	for _, bad := range []string{"", "a*b", "a=b", "a&b", strings.Repeat("x", 200), strings.Repeat("ü", 40)} {
		for _, c := range []canonical.Config{{Strip: []string{bad}}, {Keep: []string{bad}}} {
			if _, err := canonical.New(c); err == nil {
				t.Errorf("parameter name %q is taken", bad)
			}
		}
	}
}

func TestRemovedSaysWhat(t *testing.T) {
	removed := check(t, canonical.Config{Strip: []string{"x"}}, "/a;jsessionid=1?PHPSESSID=b&x=1&utm_id=2&X=3", "/a")
	var got []string
	for _, r := range removed {
		got = append(got, r.Name+" "+r.Kind)
		if r.Why == "" {
			t.Errorf("%s: no word why", r.Name)
		}
	}
	want := "jsessionid session, PHPSESSID session, x strip, utm_id tracking, X strip"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("removed %s, want %s", s, want)
	}
	if removed := check(t, canonical.Config{}, "/a?b", "/a?b"); removed != nil {
		t.Errorf("nothing to remove, but %v", removed)
	}
}

func TestKey(t *testing.T) {
	key := [16]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
	rules, err := canonical.New(canonical.Config{Key: key})
	if err != nil {
		t.Fatal(err)
	}
	res := rules.Canonical("http://www.example.com?utm_id=1")
	want := siphash.Hash(binary.LittleEndian.Uint64(key[:8]), binary.LittleEndian.Uint64(key[8:]), []byte("http://www.example.com/"))
	if res.Key != want || rules.Key(res.URL) != want {
		t.Errorf("key %x, want %x", res.Key, want)
	}
}

// TestHostile gives references made to cost time or memory.
func TestHostile(t *testing.T) {
	const mega = 1 << 20
	for _, c := range []struct {
		name, ref string
		want      canonical.Reason
	}{
		{"long path", "/" + strings.Repeat("a", mega), canonical.TooLong},
		{"many segments", strings.Repeat("/a", mega/2), canonical.TooLong},
		{"many parameters", "/?" + strings.Repeat("a&", 100_000), canonical.TooLong},
		{"many sessions in the path", "/a" + strings.Repeat(";jsessionid=1", 5_000), canonical.OK},
		{"many sessions in the query", "/?" + strings.Repeat("sid=&PHPSESSID&", 2), canonical.OK},
		{"many tracking parameters", "/?" + strings.Repeat("_ga&", 16_000), canonical.OK},
		{"session over the limit", "/a;jsessionid=" + strings.Repeat("x", 60_000), canonical.OK},
		{"dots up", strings.Repeat("../", 20_000), canonical.OK},
		{"dots down and up", strings.Repeat("a/../", 12_000), canonical.OK},
		{"hidden dots", "/" + strings.Repeat("a/..;jsessionid=1/", 3_000), canonical.OK},
		{"nested escapes", "/" + strings.Repeat("%25", 20_000), canonical.TooLong},
		{"signs", "/" + strings.Repeat("%", 60_000), canonical.TooLong},
		{"NUL", "/\x00?\x00", canonical.OK},
		{"blanks", strings.Repeat(" ", mega) + "/a" + strings.Repeat("\n", mega), canonical.OK},
		{"line ends", "/" + strings.Repeat("\n", mega) + "a", canonical.OK},
		{"fragment", "/a#" + strings.Repeat("x", mega), canonical.OK},
		{"data", "data:text/html," + strings.Repeat("x", mega), canonical.Scheme},
		{"scheme without end", strings.Repeat("a", mega), canonical.TooLong},
		{"userinfo", "//" + strings.Repeat("a@", 30_000) + "h/", canonical.OK},
		{"slashes before a host", strings.Repeat("/", 60_000) + "h", canonical.OK},
		{"long host", "//" + strings.Repeat("a", 60_000), canonical.Parse},
		{"many labels", "//" + strings.Repeat("ü.", 1_000) + "example", canonical.TooLong},
		{"long label", "//" + strings.Repeat("ü", 2_000), canonical.Parse},
		{"long punycode", "//xn--" + strings.Repeat("a", 4_000), canonical.Parse},
		{"long address", "//[" + strings.Repeat("1:", 2_000) + "]/", canonical.Parse},
		{"port", "//h:" + strings.Repeat("0", 4_000) + "80/", canonical.OK},
	} {
		res := resolver(t, canonical.Config{}, "http://www.example.com/dir/page").Resolve([]byte(c.ref))
		if res.Reason != c.want {
			t.Errorf("%s: reason %q, want %q (%.80q)", c.name, res.Reason, c.want, res.URL)
		}
	}
}

func TestTooLong(t *testing.T) {
	path := "/" + strings.Repeat("a", canonical.MaxLength-len("http://h/"))
	r := resolver(t, canonical.Config{}, "http://h/")
	if res := r.Resolve([]byte(path)); res.Reason != canonical.OK || len(res.URL) != canonical.MaxLength {
		t.Errorf("%d bytes: %s", len(res.URL), res.Reason)
	}
	if res := r.Resolve([]byte(path + "a")); res.Reason != canonical.TooLong || len(res.Long) != canonical.MaxLength+1 || res.URL != nil {
		t.Errorf("one byte more: %s, %d bytes", res.Reason, len(res.Long))
	}
	if res := r.Resolve([]byte(path + "?utm_source=" + path)); res.Reason != canonical.OK {
		t.Errorf("short after removal: %s", res.Reason)
	}
	if res := r.Resolve([]byte(path + strings.Repeat("a", canonical.MaxRef))); res.Reason != canonical.TooLong || res.Long != nil {
		t.Errorf("over MaxRef: %s, %d bytes", res.Reason, len(res.Long))
	}
}

// TestConcurrent uses one set of rules from many goroutines (under -race).
func TestConcurrent(t *testing.T) {
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			r := rules.NewResolver()
			if err := r.SetBase("http://bücher.example/", "gbk"); err != nil {
				t.Error(err)
			}
			for i := range 200 {
				ref := fmt.Appendf(nil, "//h%d.ü.example/p;jsessionid=1?中=%d&utm_id=1", i, i)
				want := fmt.Sprintf("http://h%d.xn--tda.example/p?%%D6%%D0=%d", i, i)
				if res := r.Resolve(ref); string(res.URL) != want {
					t.Errorf("%q gives %q, want %q", ref, res.URL, want)
				}
			}
		})
	}
	group.Wait()
}
