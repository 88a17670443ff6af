package discover_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/portolan-seo/portolan/crawler/discover"
)

func TestInspect(t *testing.T) {
	const (
		uuid  = "6f1ed002-ab56-4a2b-9d2c-0d2f5b7c9e11"
		host  = "https://a.example"
		none  = discover.Sensitive(0)
		query = discover.Personal
	)
	tests := []struct {
		url  string
		want discover.Sensitive
		mask string // "" for the URL itself
	}{
		{"/", none, ""},
		{"/blog/2026/05/spring-is-here/", none, ""},
		{"/p?id=5&sort=price", query, ""},
		{"/p?keyword=a&sort_key=b&sortKey=c", query, ""},
		{"/p?key=5", discover.Secret, "/p?key=***"},
		{"/p?key=", query, ""},
		{"/p?resetToken=a&x=1", discover.Secret | query, "/p?resetToken=***&x=1"},
		{"/p?x=1&X-Amz-Signature=a", discover.Secret | query, "/p?x=1&X-Amz-Signature=***"},
		{"/p?access_token=a", discover.Secret, "/p?access_token=***"},
		{"/p?tokens[]=a;b=1", discover.Secret | query, "/p?tokens[]=***;b=1"},
		{"/p?" + uuid, discover.Secret, "/p?***"},
		{"/p?ref=" + strings.ReplaceAll(uuid, "-", ""), discover.Secret, "/p?ref=***"},
		{"/p?c=aGhKpQrStUvWxYzAbC", discover.Secret, "/p?c=***"},
		{"/p?c=internationalization", query, ""},
		{"/p?c=LufthansaCargoAirlines", query, ""},
		{"/p?to=jane.doe@mail.example", discover.Secret, "/p?to=***"},
		{"/p?to=jane%40mail.example", discover.Secret, "/p?to=***"},
		{"/p?u=https%3A%2F%2Fa.example%2Fx%3Fsig%3Dabc", discover.Secret, "/p?u=***"},
		{"/p?u=https%3A%2F%2Fa.example%2Fx%3Fpage%3D2", query, ""},
		{"/jane@mail.example/profile", discover.Secret, "/***/profile"},
		{"/@jane/photos", none, ""},
		{"/share/" + uuid, discover.Secret, "/share/***"},
		{"/article/" + uuid, query, ""},
		{"/a;token=x/b", discover.Secret, "/a;token=***/b"},
		{"/confirm/" + uuid, discover.Secret | discover.Effect, "/confirm/***"},
		{"/unsubscribe/4711", discover.Secret | discover.Effect, "/unsubscribe/***"},
		{"/logout", discover.Effect, ""},
		{"/user/log-out.php", discover.Effect, ""},
		{"/newsletter_unsubscribe", discover.Effect, ""},
		{"/ResetPassword", discover.Effect, ""},
		{"/konto/best%C3%A4tigen", discover.Effect, ""},
		{"/?action=delete", discover.Effect | query, ""},
		{"/?do=search", query, ""},
		{"/?unsubscribe=1", discover.Effect | query, ""},
		{"/reset.css", none, ""},
		{"/how-to-unsubscribe-from-anything", none, ""},
		{"/log", none, ""},
		{"/sign-in", none, ""},
	}
	for _, tt := range tests {
		if got := discover.Inspect([]byte(host + tt.url)); got != tt.want {
			t.Errorf("%s: %03b, want %03b", tt.url, got, tt.want)
		}
		want := tt.mask
		if want == "" {
			want = tt.url
		}
		if got := string(discover.Mask([]byte(host + tt.url))); got != host+want {
			t.Errorf("%s is masked as %s, want %s", tt.url, got, want)
		}
	}
	if got := string(discover.MaskPersonal([]byte(host + "/a/" + uuid + "?b=c&d"))); got != host+"/a/***?b=***&***" {
		t.Errorf("all that is personal is masked as %s", got)
	}
}

func TestExcerpt(t *testing.T) {
	for text, want := range map[string]string{
		"plain text, größer":                      "plain text, größer",
		"\x1b]8;;http://evil.example\x07x\u202eb": `\u001b]8;;http://evil.example\u0007x\u202eb`,
		"a\xff\tb\r": `a\xff\tb\u000d`,
		"GET /x?token=abc&page=1 from jane@mail.example": "GET /x?token=***&page=1 from ***",
		`"password": "hunter2", "n": 5`:                  `"password": "***", "n": 5`,
		strings.Repeat("x", 500):                         strings.Repeat("x", 160) + "…",
	} {
		if got := discover.Excerpt([]byte(text)); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

// FuzzMask: what is masked stays masked, and holds no secret any more.
func FuzzMask(f *testing.F) {
	f.Add("https://a.example/x;token=b/c?d=e&key=f#", "line token=abc \x1b")
	f.Add("https://a.example/?a=%40b&;;==&jane@mail.example", "\xff\xfe")
	f.Fuzz(func(t *testing.T, url, line string) {
		once := discover.Mask([]byte(url))
		if twice := discover.Mask(once); string(twice) != string(once) {
			t.Errorf("%q is masked as %q, then as %q", url, once, twice)
		}
		discover.MaskPersonal([]byte(url))
		for _, r := range discover.Excerpt([]byte(line)) {
			if !unicode.IsPrint(r) {
				t.Errorf("%q is shown with %q", line, r)
			}
		}
	})
}

func TestSite(t *testing.T) {
	site, err := discover.ParseSite("HTTPS://www.Example.com:8443/shop?x")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"/a":                      "https://www.example.com:8443/a",
		"http://b.example/x":      "http://b.example/x",
		"//b.example/x":           "https://b.example/x",
		"example.com/x":           "https://example.com/x",
		"www.example.com:8443/x":  "https://www.example.com:8443/x",
		"EXAMPLE.com":             "https://EXAMPLE.com",
		"other.example/x":         "",
		"ftp://example.com/":      "",
		"javascript:alert(1)":     "",
		"mailto:jane@example.com": "",
		"":                        "",
	} {
		got, ok := site.Reference(nil, []byte(text))
		if ok != (want != "") || ok && string(got) != want {
			t.Errorf("%q means %q, want %q", text, got, want)
		}
	}
	for _, bad := range []string{"", "example.com", "ftp://example.com", "https://"} {
		if _, err := discover.ParseSite(bad); err == nil {
			t.Errorf("%q is taken for a site", bad)
		}
	}
}
