package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/page"
)

func TestIsWall(t *testing.T) {
	tests := []struct {
		from, to string
		want     bool
	}{
		{"https://a.example/", "https://a.example/login", true},
		{"https://a.example/", "https://a.example/users/Sign_In?next=%2F", true},
		{"https://a.example/", "https://a.example/oauth2/authorize", true},
		{"https://a.example/", "https://login.b.example/", true},
		{"https://a.example/", "https://consent.b.example/ml?continue=x", true},
		{"https://a.example/", "https://a.example/en/", false},
		{"https://a.example/", "https://a.example/loginov/", false},
		{"https://a.example/", "https://b.example/?from=/login", false},
		{"https://login.a.example/", "https://login.a.example/home", false},
		{"https://a.example/login", "https://a.example/login/", false},
	}
	for _, tt := range tests {
		if got := page.IsWall(tt.from, tt.to); got != tt.want {
			t.Errorf("%s to %s: %v", tt.from, tt.to, got)
		}
	}
}

func TestWayBack(t *testing.T) {
	const from = "https://a.example/p/1.html?size=2"
	for to, want := range map[string]string{
		"/login?next=/p/1.html%3Fsize=2":                                    "/login true",
		"/login?lang=en&to=https%3A%2F%2Fa.example%2Fp%2F1.html%3Fsize%3D2": "/login?lang=en true",
		"/index.php?route=login&r=p%2F1.html%3Fsize%3D2":                    "/index.php?route=login true",
		"/login?next=/p/2.html":                                             "/login false",
		"/login?next=":                                                      "/login?next= false",
		"/login":                                                            "/login false",
	} {
		rest, back := page.WayBack("https://a.example"+to, from)
		if got := fmt.Sprint(strings.TrimPrefix(rest, "https://a.example"), " ", back); got != want {
			t.Errorf("%s: %s, want %s", to, got, want)
		}
	}
}
