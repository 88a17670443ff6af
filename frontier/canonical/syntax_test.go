package canonical_test

import (
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

func TestSyntax(t *testing.T) {
	for _, c := range []struct{ ref, want string }{
		{"", "/dir/page"}, {"#top", "/dir/page"}, {"?", "/dir/page"}, {"?x", "/dir/page?x"}, {"\t?x\n", "/dir/page?x"},
		{"a", "/dir/a"}, {".", "/dir/"}, {"..", "/"}, {"../..", "/"}, {"a//b", "/dir/a//b"}, {"a//..//b", "/dir/a//b"},
		{"/a/%2E%2e/b", "/b"}, {"/a/%2e/b", "/a/b"}, {"/a/.%2e", "/"}, {"/a/%252e%252e/b", "/a/%252e%252e/b"},
		{"\\a\\..\\b", "/b"}, {"/a?b\\c", "/a?b%5Cc"}, {"http:a", "/dir/a"}, {"HTTP:/a", "/a"}, {"http:?x", "/dir/page?x"}, {"http:", "/dir/page"},
		{"ht\ntp:a", "/dir/a"}, {"a:b", "scheme"}, {":a", "/dir/:a"}, {"1a:b", "/dir/1a:b"}, {"a/b:c", "/dir/a/b:c"},
		{"tel:+1", "scheme"}, {"data:,", "scheme"}, {"ftp://h/", "scheme"}, {"file:///a", "scheme"}, {"blob:http://h/1", "scheme"},
		{"https:", "parse"}, {"https://", "parse"}, {"//", "parse"}, {"///", "parse"}, {"http://@/", "parse"}, {"http://u@:80/", "parse"},
		{"//www.example.com:80/a", "/a"}, {"//www.example.com:/a", "/a"}, {"//u:p@WWW.Example.COM/a", "/a"}, {"//u@v@www.example.com", "/"},
		{"//www.example.com:65536/", "parse"}, {"//www.example.com:8o/", "parse"}, {"//a b/", "parse"}, {"//a%20b/", "parse"}, {"//a<b/", "parse"},
		{"//a%zz/", "parse"}, {"//[::1/", "parse"}, {"//[[::1]]/", "parse"}, {"//[::1]x/", "parse"}, {"//256.256.256.256/", "parse"}, {"//1.2.3.4.5/", "parse"},
		{"//a.-1/", "parse"}, {"//1.2.3.+4/", "parse"}, {"//h{}/", "parse"}, {"//h`/", "parse"}, {"//h\"/", "parse"}, {"//xn--/", "parse"},
		{"/a|b^c{d}e[f]g\"h<i>j`k", "/a%7Cb%5Ec%7Bd%7De%5Bf%5Dg%22h%3Ci%3Ej%60k"}, {"?'\"<>[]{}|^`\\", "/dir/page?%27%22%3C%3E%5B%5D%7B%7D%7C%5E%60%5C"},
		{"/it's!$&()*+,;=:@~", "/it's!$&()*+,;=:@~"}, {"/%7E%2D%5f", "/~-_"}, {"/%fc%FC", "/%FC%FC"}, {"/%2f%3f%23", "/%2F%3F%23"},
		{"/%", "/%25"}, {"/%%41", "/%25A"}, {"/%4", "/%254"}, {"/%G1", "/%25G1"}, {"/%2%65", "/%252e"}, {"?%", "/dir/page?%25"},
		{"/é", "/%C3%A9"}, {"/\xe9", "/%EF%BF%BD"}, {"/\xe2\x82x", "/%EF%BF%BDx"}, {"/\xf0\x80\x80", "/%EF%BF%BD%EF%BF%BD%EF%BF%BD"}, {"/\xed\xa0\x80", "/%EF%BF%BD%EF%BF%BD%EF%BF%BD"},
		{"/\xf4\x8f\xbf", "/%EF%BF%BD"}, {"/\xef\xbf\xbd", "/%EF%BF%BD"}, {"/\u00a0", "/%C2%A0"}, {"\u00a0/", "/dir/%C2%A0/"},
		{"/a b?c d", "/a%20b?c%20d"}, {"/a #b", "/a%20"}, {"/\x00\x7f", "/%00%7F"}, {"/a?b#c?d", "/a?b"}, {"/a??", "/a??"}, {"/a?#", "/a"},
	} {
		check(t, canonical.Config{}, c.ref, c.want)
	}
}

func TestHosts(t *testing.T) {
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"bücher.example": "xn--bcher-kva.example", "BÜCHER.example": "xn--bcher-kva.example", "faß.example": "xn--fa-hia.example",
		"ｇｏ．example": "go.example", "a。b": "a.b", "%62%C3%BC.example": "xn--b-eha.example", "xn--bcher-kva.example": "xn--bcher-kva.example",
		"0x7f.1": "127.0.0.1", "2130706433": "127.0.0.1", "0300.0250.1": "192.168.0.1", "1.2.3.4.": "1.2.3.4", "[::ffff:1.2.3.4]": "[::ffff:102:304]",
		"[2001:DB8:0:0:0:0:0:1]:443": "[2001:db8::1]:443", "example.com.": "example.com.", "a_b.example": "a_b.example", "-a.example": "-a.example",
		"a,b": "a,b", "h:0": "h:0", "h:00080": "h", "shy\u00adphen.example": "shyphen.example", "EXAMPLE": "example",
	} {
		if res := rules.Canonical("http://" + in); string(res.URL) != "http://"+want+"/" {
			t.Errorf("host %q gives %q %s, want %q", in, res.URL, res.Reason, want)
		}
	}
}

func TestWithoutBase(t *testing.T) {
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]string{
		"": "parse", "a": "parse", "/a": "parse", "//h/": "parse", "?a": "parse", "#a": "parse", "http:": "parse", "mailto:a": "scheme",
		"http:h": "http://h/", "https:/h/a": "https://h/a", "http:\\\\h\\a": "http://h/a", "http:////h": "http://h/",
	} {
		res := rules.Canonical(ref)
		if got := string(res.URL) + res.Reason.String(); got != want {
			t.Errorf("%q gives %q, want %q", ref, got, want)
		}
	}
}

func TestBase(t *testing.T) {
	r := resolver(t, canonical.Config{}, "HTTP://u@WWW.example.com:80/a/../b;jsessionid=1/c;jsessionid=2?sid=2564126ebdec3150c2d5d3e1c607e5df&x#y")
	for ref, want := range map[string]string{
		"": "http://www.example.com/b/c?x", "#z": "http://www.example.com/b/c?x", "?y": "http://www.example.com/b/c?y",
		"d": "http://www.example.com/b/d", "../d": "http://www.example.com/d", "/d": "http://www.example.com/d",
	} {
		if got := r.Resolve([]byte(ref)); string(got.URL) != want {
			t.Errorf("%q gives %q, want %q", ref, got.URL, want)
		}
	}
	for _, bad := range []string{"/a", "mailto:a", "about:blank", "http://", "https://h/" + strings.Repeat("a", 10_000)} {
		if err := r.SetBase(bad, ""); err == nil {
			t.Errorf("base %.40q is taken", bad)
		}
	}
	if err := r.SetBase("http://h/", "no-such-charset"); err == nil {
		t.Error("an unknown charset is taken")
	}
	if got := r.Resolve([]byte("d")); string(got.URL) != "http://www.example.com/b/d" {
		t.Errorf("after refused bases: %q", got.URL)
	}
	if err := r.SetBase("", ""); err != nil {
		t.Fatal(err)
	}
	if got := r.Resolve([]byte("/d")); got.Reason != canonical.Parse {
		t.Errorf("without base: %q", got.URL)
	}
}

func TestCharsets(t *testing.T) {
	for _, c := range []struct{ charset, ref, want string }{
		{"", "/é?é", "/%C3%A9?%C3%A9"},
		{"UTF8", "?é", "/?%C3%A9"},
		{"utf-16", "?é", "/?%C3%A9"},
		{"iso-8859-1", "/é?é=1&é", "/%C3%A9?%E9=1&%E9"},
		{"latin1", "?€", "/?%80"}, // a label of windows-1252
		{"iso-8859-1", "?я", "/?%26%231103%3B"},
		{"windows-1251", "/я?q=поиск", "/%D1%8F?q=%EF%EE%E8%F1%EA"},
		{"windows-1251", "?q=é", "/?q=%26%23233%3B"},
		{"koi8-r", "?я", "/?%D1"},
		{"shift_jis", "?q=日本ソ", "/?q=%93%FA%96%7B%83%5C"},
		{"shift_jis", "?q=ァア", "/?q=%83@%83A"},
		{"euc-jp", "?日", "/?%C6%FC"},
		{"iso-2022-jp", "?日", "/?%1B$BF|%1B(B"},
		{"gbk", "?q=中文€", "/?q=%D6%D0%CE%C4%80"},
		{"gb2312", "?q=中", "/?q=%D6%D0"},
		{"gb18030", "?é\U0001F600", "/?%A8%A6%949%FC6"},
		{"big5", "?q=中", "/?q=%A4%A4"},
		{"euc-kr", "?q=한", "/?q=%C7%D1"},
		{"windows-1251", "?\xff", "/?%26%2365533%3B"},
		{"windows-1251", "?a=1&utm_source=я", "/?a=1"},
		{"windows-1251", "?%D1%8F", "/?%D1%8F"},
	} {
		rules, err := canonical.New(canonical.Config{})
		if err != nil {
			t.Fatal(err)
		}
		r := rules.NewResolver()
		if err := r.SetBase("http://h/", c.charset); err != nil {
			t.Fatal(err)
		}
		want := strings.ReplaceAll("http://h"+c.want, "|", "%7C")
		for range 2 {
			if res := r.Resolve([]byte(c.ref)); string(res.URL) != want {
				t.Errorf("%q in %s gives %q %s, want %q", c.ref, c.charset, res.URL, res.Reason, want)
			}
		}
	}
}
