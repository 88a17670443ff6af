package typedurl

import (
	"strings"
	"testing"
)

func TestTakeLogin(t *testing.T) {
	for _, c := range []struct{ typed, clean, login string }{
		{"https://user:pass@a.example/x?y#z", "https://a.example/x?y#z", "user:pass"},
		{"HTTPS://us%40er:p%2fw%3A@a.example:8443", "HTTPS://a.example:8443", "us@er:p/w:"},
		{"https://user:p%zz@a.example/", "https://a.example/", "user:p%zz"},
		{"https://user:a@b@a.example/", "https://a.example/", "user:a@b"},
		{"https://:pass@a.example/", "https://a.example/", ":pass"},
		{"https://user:@a.example/", "https://a.example/", "user:"},
		{"https://user@a.example/", "https://a.example/", ""},
		{"https:user:pass@a.example/", "https:a.example/", "user:pass"},
		{`https:\\user:pass@a.example\x`, `https:\\a.example\x`, "user:pass"},
		{"https:////user:pass@a.example/", "https:////a.example/", "user:pass"},
		{"//user:pass@a.example/", "//a.example/", "user:pass"},
		{"socks5://user:pass@a.example:1080", "socks5://a.example:1080", "user:pass"},
		{"user:pass@a.example/x", "a.example/x", "user:pass"},
		{"http:u:p@//v:w@a.example/", "http://a.example/", "u:p"},
		{"https://user:pass@[::1]:8080/", "https://[::1]:8080/", "user:pass"},
		{"info@a.example", "info@a.example", ""},
		{"mailto:me@a.example", "mailto:me@a.example", ""},
		{"https://a.example/@me", "https://a.example/@me", ""},
		{"https://a.example:8080/x:y@z", "https://a.example:8080/x:y@z", ""},
		{"https://[::1]/x:y@z", "https://[::1]/x:y@z", ""},
		{"a.example/x?mail=a:b@c.example", "a.example/x?mail=a:b@c.example", ""},
		{"localhost:8080/@x", "localhost:8080/@x", ""},
		{"", "", ""},
	} {
		clean, login, err := TakeLogin(c.typed)
		if clean != c.clean || login != c.login || err != nil {
			t.Errorf("%q: %q, %q, %v; want %q, %q", c.typed, clean, login, err, c.clean, c.login)
		}
	}
	for _, typed := range []string{"https://user:pa/ss@a.example/", "https://user:pa?ss@a.example/", "https://user:pa#ss@a.example/", "user:pa/ss@a.example", "https://user:/ss@a.example/"} {
		if _, _, err := TakeLogin(typed); err == nil || strings.Contains(err.Error(), "ss") && !strings.Contains(err.Error(), "password") || strings.Contains(err.Error(), "pa/") {
			t.Errorf("%q: %v", typed, err)
		}
	}
}

func TestWithoutLogin(t *testing.T) {
	for pattern, want := range map[string]string{
		"https://user:p%2Fw@a.example/x*": "https://a.example/x*",
		"*//user:pass@a.example/*=daily":  "*//a.example/*=daily",
		"*//*:*@*":                        "*//*:*@*",
		"https://a.example:8080/@me":      "https://a.example:8080/@me",
		"re:^https://[^/]+:8080@x":        "re:^https://[^/]+:8080@x",
		"*/a:b@c":                         "*/a:b@c",
	} {
		if got := WithoutLogin(pattern); got != want {
			t.Errorf("%q becomes %q, want %q", pattern, got, want)
		}
	}
}

func FuzzTakeLogin(f *testing.F) {
	f.Add("https://user:pass@a.example/x", "user:pass@a.example")
	f.Add("http:u:p@//v:w@a.example/", "--x=//u:p/w@h")
	f.Fuzz(func(t *testing.T, typed, arg string) {
		clean, _, err := TakeLogin(typed)
		if err != nil {
			return
		}
		if again, login, err := TakeLogin(clean); again != clean || login != "" || err != nil {
			t.Errorf("%q becomes %q, and that %q with login %q, %v", typed, clean, again, login, err)
		}
		for _, login := range Logins(arg) {
			if !strings.Contains(arg, login) || !strings.HasSuffix(login, "@") {
				t.Errorf("%q has no login %q", arg, login)
			}
		}
	})
}
