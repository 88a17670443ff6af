package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// What the crawl noted of hosts and patterns is the evidence of the URLs that
// it concerns.
func TestExplainTrouble(t *testing.T) {
	crawl := crawlOf(t, `
/calendar/2031 ?
/refused 403
/before 403
/listed-before ?`)
	quarantine := frontier.Quarantine{
		Kind: "calendar", Pattern: origin + "/calendar/*", Expr: `\A` + origin + `/calendar/\d+\z`,
		Fetched: 500, Window: 200, NewTexts: 3, Indexable: 200, Opened: 1, Opener: frontier.NoID,
	}
	firewall := frontier.Firewall{Host: "a.example", Vendor: "Wall", Proof: "Server: wall", Status: 403, Since: noon}
	settle(t, crawl, &frontier.Batch{
		Meta: map[string]string{
			frontier.MetaQuarantine: frontier.ListText([]frontier.Quarantine{quarantine}),
			frontier.MetaFirewall:   frontier.ListText([]frontier.Firewall{firewall}),
		},
		Seeds: []frontier.Seed{previous(t, "/listed-before", audit.Previous{Verified: noon.Add(-time.Hour), Runs: 1})},
	})
	j, err := audit.NewJudge(t.Context(), crawl, options(t, crawl, canonical.Config{}))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/calendar/2031": `trap-quarantine
  pattern: https://a.example/calendar/* | calendar | 500 fetched; of the last 200, 3 had a new text and 200 could be listed; new URLs found outside the pattern: 1
pending
`,
		"/refused": `challenged
  firewall: Wall | Server: wall | it refused everything since 2026-11-21T12:00:00Z, last with HTTP 403
  status: HTTP 403 | 1 request
denied
  status: HTTP 403 | 1 request
`,
		"/listed-before": `listed-carried
  previous: verified 2026-11-21T11:00:00Z | carried unread by 1 set since
pending
`,
	} {
		if diff := cmp.Diff(want, explained(t, j, find(t, crawl, path))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func previous(t *testing.T, path string, p audit.Previous) frontier.Seed {
	t.Helper()
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		t.Fatal(err)
	}
	url := []byte(urlOf(path))
	return frontier.Seed{Key: rules.Key(url), URL: url, Depth: frontier.NoDepth, Source: frontier.FromPrevious, Detail: p.String()}
}

// What fails is carried for three runs, 14 days at most; what is sent away until
// both are over.
func TestCarriedLongEnough(t *testing.T) {
	for name, test := range map[string]struct {
		runs int
		age  time.Duration
		want []string
	}{
		"four runs in an hour": {3, time.Hour, []string{"/fails http-5xx", "/sent listed-carried [redirect]"}},
		"two runs in 15 days":  {1, 15 * 24 * time.Hour, []string{"/fails http-5xx", "/sent listed-carried [redirect]"}},
		"four runs in 15 days": {3, 15 * 24 * time.Hour, []string{"/fails http-5xx", "/sent redirect"}},
	} {
		crawl := crawlOf(t, "/fails 500\n/sent 302 >/welcome\n/welcome 200")
		p := audit.Previous{Verified: noon.Add(-test.age), Runs: test.runs}.Next(noon)
		settle(t, crawl, &frontier.Batch{Seeds: []frontier.Seed{previous(t, "/fails", p), previous(t, "/sent", p)}})
		if got := judged(t, crawl, options(t, crawl, canonical.Config{}))[:2]; !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestExplainDown(t *testing.T) {
	crawl := crawlOf(t, "/waits ?")
	settle(t, crawl, &frontier.Batch{Meta: map[string]string{
		frontier.MetaDown: frontier.ListText([]frontier.Down{{Host: "a.example", Err: "connect"}}),
	}})
	j, err := audit.NewJudge(t.Context(), crawl, options(t, crawl, canonical.Config{}))
	if err != nil {
		t.Fatal(err)
	}
	want := `network-error
  error: the host does not answer any more | it was given up; this URL's turn did not come
`
	if diff := cmp.Diff(want, explained(t, j, find(t, crawl, "/waits"))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A staging copy's wish to stay out of search engines decides nothing, and is
// told.
func TestExplainStaging(t *testing.T) {
	crawl := crawlOf(t, "/a 200 header-noindex")
	o := options(t, crawl, canonical.Config{})
	o.Staging = true
	j, err := audit.NewJudge(t.Context(), crawl, o)
	if err != nil {
		t.Fatal(err)
	}
	got := explained(t, j, find(t, crawl, "/a"))
	if !strings.HasPrefix(got, "listed\n") || !strings.Contains(got, "\nnoindex-header\n  header: X-Robots-Tag: noindex, nofollow") {
		t.Errorf("got\n%s", got)
	}
}

// A chain without end is followed for a while.
func TestHopsEnd(t *testing.T) {
	var lines strings.Builder
	for i := range 100 {
		fmt.Fprintf(&lines, "/%d 301 >/%d\n", i, i+1)
	}
	crawl := crawlOf(t, lines.String()+"/100 200")
	j, err := audit.NewJudge(t.Context(), crawl, options(t, crawl, canonical.Config{}))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{"/0": 20, "/80": 20, "/81": 19, "/99": 1, "/100": 0} {
		hops, err := j.Hops(find(t, crawl, path))
		if err != nil || len(hops) != want {
			t.Errorf("%s: %d hops, want %d (%v)", path, len(hops), want, err)
		}
	}
}
