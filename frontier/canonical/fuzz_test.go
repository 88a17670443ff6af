package canonical_test

import (
	"bufio"
	"bytes"
	"fmt"
	"net/http"
	neturl "net/url"
	"strings"
	"testing"
	"unicode/utf8"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// collyParser parses as colly does before each request.
var collyParser = whatwg.NewParser(whatwg.WithPercentEncodeSinglePercentSign())

var hostile = []string{
	"|", "^", "?'", "%2e%2e/x", "a/..;jsessionid=1", "..;jsessionid=1/../x", "a\\b\\..\\c", "%", "%zz", "%e9%", "é?é", "\xff\xfe?\xc3",
	"//xn--/", "//ＥＸＡＭＰＬＥ.com/", "//日本語.example/日本?日本", "//a%2eb/", "//1.2.3/", "//0x7f.1/", "//[::1]:80/", "//a..b./", "//user:p@ss@h:080/",
	"//a.-1/", "//[[::1]]/", "//h{}/", "//h\"/", "/(S(0ehkvz55n1fbxh45y4mbdn55))/../a", "/(0ehkvz55n1fbxh45y4mbdn55)/x.aspx;jsessionid=1",
	"/a;jsessionid=1;jsessionid=2/(S(0ehkvz55n1fbxh45y4mbdn55));sid=1", "?&utm_source=1", "?utm_source=1&", "?utm_source=1&&", "?a;utm_source;b", "?&amp;utm_id&amp;amp;x",
	"/;jsessionid=1/b", "/./;jsessionid=1/.;jsessionid=2/..;jsessionid=3", "/\x00?\x00", "http:", "http:x", "https:x", "/*", "//h/*", "*",
}

func addSeeds(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(v.Base, []byte(v.Input), uint8(0))
	}
	for i, ref := range hostile {
		f.Add("http://www.example.com/dir/page", []byte(ref), uint8(i))
	}
}

var charsets = []string{"", "windows-1251", "iso-8859-1", "shift_jis", "gbk", "gb18030", "euc-kr", "big5", "iso-2022-jp", "utf-16le"}

// FuzzFixedPoint checks that the canonical form is its own canonical form, is
// strict RFC 3986, and is what colly's parser and net/http send.
func FuzzFixedPoint(f *testing.F) {
	addSeeds(f)
	rules, err := canonical.New(canonical.Config{Rules: []canonical.Rule{
		{Host: "www.example.com", Kind: canonical.RuleScheme, Value: "https"},
		{Host: "www.example.com", Kind: canonical.RuleSession, Name: "k"},
		{Host: "example.org", Kind: canonical.RuleHost, Value: "www.example.com"},
		{Host: "staging.example:81", Kind: canonical.RuleOrigin, Value: "http://example.org"},
		{Host: "www.example.com", Kind: canonical.RuleCleanParam, Name: "r", Path: "/*x"},
	}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, base string, ref []byte, charset uint8) {
		r := rules.NewResolver()
		if r.SetBase(base, charsets[int(charset)%len(charsets)]) != nil {
			return
		}
		res := r.Resolve(ref)
		if res.Reason != canonical.OK {
			if res.URL != nil || res.Key != 0 {
				t.Fatalf("%q is refused (%s) with a form: %q", ref, res.Reason, res.URL)
			}
			return
		}
		url := string(res.URL)
		if len(url) > canonical.MaxLength || res.Key != rules.Key(res.URL) {
			t.Fatalf("%q: %d bytes, key %x", url, len(url), res.Key)
		}
		checkStrict(t, url)
		again := rules.Canonical(url)
		if string(again.URL) != url || len(again.Removed) > 0 {
			t.Fatalf("%q: canonical form %q, of that %q %s %v", ref, url, again.URL, again.Reason, again.Removed)
		}
		checkWire(t, url)
	})
}

// checkStrict checks the characters of RFC 3986 and that no escape is idle.
func checkStrict(t *testing.T, url string) {
	scheme, host, path, query := canonical.Split([]byte(url))
	if s := string(scheme); s != "http" && s != "https" || len(host) == 0 || path[0] != '/' {
		t.Fatalf("%q is no absolute form", url)
	}
	for i := 0; i < len(url); i++ {
		if c := url[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>\\^`{|}#", c) >= 0 {
			t.Fatalf("%q holds %q", url, c)
		}
		if url[i] != '%' {
			continue
		}
		if i+2 >= len(url) || strings.Trim(url[i+1:i+3], "0123456789ABCDEF") != "" {
			t.Fatalf("%q has a bad escape", url)
		}
		b, _ := neturl.PathUnescape(url[i : i+3])
		if strings.ContainsAny(b, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~") {
			t.Fatalf("%q escapes %q", url, b)
		}
	}
	if bytes.ContainsAny(path, "[]") || bytes.ContainsAny(query, "[]'") {
		t.Fatalf("%q holds what RFC 3986 forbids there", url)
	}
}

// checkWire sends the form as colly does and compares the request line.
func checkWire(t *testing.T, url string) {
	parsed, err := collyParser.Parse(url)
	if err != nil {
		t.Fatalf("colly refuses %q: %v", url, err)
	}
	u, err := neturl.Parse(parsed.Href(false))
	if err != nil {
		t.Fatalf("net/url refuses %q: %v", url, err)
	}
	req, err := http.NewRequest("GET", u.String(), nil)
	if err != nil {
		t.Fatalf("net/http refuses %q: %v", url, err)
	}
	var wire bytes.Buffer
	if err := req.Write(&wire); err != nil {
		t.Fatalf("net/http does not write %q: %v", url, err)
	}
	line, err := wire.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	_, host, path, query := canonical.Split([]byte(url))
	target := string(path)
	if query != nil {
		target += "?" + string(query)
	}
	if want := "GET " + target + " HTTP/1.1\r\n"; line != want {
		t.Fatalf("wire has %q, want %q", line, want)
	}
	got, err := http.ReadRequest(bufio.NewReader(strings.NewReader(line + wire.String())))
	if err != nil || got.Host != string(host) {
		t.Fatalf("wire names host %q, want %q (%v)", got.Host, host, err)
	}
}

// FuzzWHATWG compares resolving without rules with a WHATWG parser whose
// answer is put through the same percent rules by other means.
func FuzzWHATWG(f *testing.F) {
	addSeeds(f)
	rules, err := canonical.New(canonical.Config{NoSessionRules: true, NoTrackingRules: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, base string, ref []byte, _ uint8) {
		r := rules.NewResolver()
		if !utf8.Valid(ref) || !utf8.ValidString(base) || len(ref)+len(base) > 1000 || r.SetBase(base, "") != nil {
			return
		}
		res := r.Resolve(ref)
		var u *whatwg.Url
		var err error
		if base == "" {
			u, err = collyParser.Parse(string(ref))
		} else {
			u, err = collyParser.ParseRef(base, string(ref))
		}
		switch {
		case err == nil && u.Scheme() != "http" && u.Scheme() != "https":
			if res.Reason != canonical.Scheme {
				t.Fatalf("%q on %q: %s, want scheme", ref, base, res.Reason)
			}
		case err == nil && res.Reason == canonical.Parse:
			// We refuse what HTTP cannot carry, and what the parser gets wrong.
			if strings.Trim(u.Hostname(), "abcdefghijklmnopqrstuvwxyz0123456789-.") == "" && !oddHost(string(ref)+base) {
				t.Fatalf("%q on %q: refused, want %q", ref, base, u.Href(true))
			}
		case err == nil && res.Reason == canonical.OK:
			if want := rfc3986(u); string(res.URL) != want {
				t.Fatalf("%q on %q: %q, want %q", ref, base, res.URL, want)
			}
		case err != nil && res.Reason == canonical.OK:
			t.Fatalf("%q on %q: %q, want an error: %v", ref, base, res.URL, err)
		}
	})
}

// oddHost reports signs that WHATWG does not take for numbers, and brackets.
func oddHost(s string) bool { return strings.ContainsAny(s, "[]+-%") }

// rfc3986 writes a WHATWG URL strictly, segment by segment through net/url.
func rfc3986(u *whatwg.Url) string {
	out := u.Protocol() + "//" + u.Host()
	out += strictly(u.Pathname(), "-._~!$&'()*+,;=:@/")
	if u.Query() != "" {
		out += "?" + strictly(u.Query(), "-._~!$&()*+,;=:@/?")
	}
	return out
}

func strictly(s, allowed string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		c, escaped := s[i], false
		if c == '%' && i+2 < len(s) {
			if b, err := neturl.PathUnescape(s[i : i+3]); err == nil {
				c, escaped = b[0], true
				i += 2
			}
		}
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0,
			!escaped && strings.IndexByte(allowed, c) >= 0:
			out.WriteByte(c)
		default:
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}
