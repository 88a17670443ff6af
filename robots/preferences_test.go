package robots_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/robots"
)

// Lines that say what may be done with a site, and of which group they are,
// which parsers answer in two ways.
func TestPreferences(t *testing.T) {
	got := robots.Parse([]byte(`Content-Signal: search=yes
User-agent: *
CONTENT-SIGNAL: Search=yes, ai-train=NO ,use=reference,bogus=1 # why
User-agent: GPTBot
Disallow: /a
Content-Usage: /public/ train-ai=y, search=y, train-ai=n
Content-Usage: train-ai=maybe
Content-Usage: not "a dictionary
User-agent: Other
Allow: /
License: https://a.example/license.xml
`)).Preferences()
	want := []robots.Preference{
		{Line: 1, Field: "Content-Signal", Value: "search=yes", Says: []robots.Signal{{Key: "search", Value: "yes"}}},
		{Line: 3, Field: "Content-Signal", Value: "Search=yes, ai-train=NO ,use=reference,bogus=1", Agents: []string{"*"}, Others: []string{"*", "GPTBot"},
			Says: []robots.Signal{{Key: "search", Value: "yes"}, {Key: "ai-train", Value: "no"}, {Key: "use", Value: "reference"}}},
		{Line: 6, Field: "Content-Usage", Path: "/public/", Value: "train-ai=y, search=y, train-ai=n", Agents: []string{"GPTBot"}, Others: []string{"*", "GPTBot"},
			Says: []robots.Signal{{Key: "search", Value: "y"}, {Key: "train-ai", Value: "n"}}},
		{Line: 7, Field: "Content-Usage", Value: "train-ai=maybe", Agents: []string{"GPTBot"}, Others: []string{"*", "GPTBot"}},
		{Line: 8, Field: "Content-Usage", Value: `not "a dictionary`, Agents: []string{"GPTBot"}, Others: []string{"*", "GPTBot"}},
		{Line: 11, Field: "License", Value: "https://a.example/license.xml", Agents: []string{"Other"}, Others: []string{"Other"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := robots.Parse([]byte("<html>\nUser-agent: *\nContent-Signal: search=yes\n")).Preferences(); got != nil {
		t.Errorf("a web page has %v", got)
	}
}

func FuzzPreferences(f *testing.F) {
	f.Add([]byte("User-agent: *\nContent-Signal: search=yes,ai-train=no\nContent-Usage: / train-ai=n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, p := range robots.Parse(body).Preferences() {
			if p.Line < 1 || p.Field == "" {
				t.Fatalf("%+v", p)
			}
		}
	})
}
