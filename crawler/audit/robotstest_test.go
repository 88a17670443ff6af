package audit_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

func TestRobotsTest(t *testing.T) {
	m := frontier.NewMemory()
	err := m.Settle(&frontier.Batch{Robots: []frontier.RobotsFile{
		{Origin: "https://a.example", Status: 200, Body: []byte("User-agent: *\nDisallow: /all\nUser-agent: googlebot\nDisallow: /google\n")},
		{Origin: "https://b.example", Status: 503},
	}})
	if err != nil {
		t.Fatal(err)
	}
	o := audit.Options{Agent: "portolan", ListAgent: "googlebot"}
	allowed, err := audit.RobotsTest(m, o)
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]bool{
		"https://a.example/":       true,
		"https://a.example/all":    false, // to us
		"https://a.example/google": false, // to the listing agent
		"https://b.example/all":    true,  // could not be had: carried
		"https://c.example/all":    true,  // was not asked for
	} {
		if got := allowed(url); got != want {
			t.Errorf("%s: %t, want %t", url, got, want)
		}
	}
	for _, o := range []audit.Options{{IgnoreRobots: true}, {Staging: true}} {
		if allowed, err := audit.RobotsTest(m, o); allowed != nil || err != nil {
			t.Errorf("%+v: there is a test, or error %v", o, err)
		}
	}
}
