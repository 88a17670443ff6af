package page_test

import (
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
