package audit_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// longCrawl begins with a hundred pages, of which the first is the start;
// what it ends with comes after them.
func longCrawl(t *testing.T, end string) *frontier.Memory {
	t.Helper()
	var lines strings.Builder
	for n := range 100 {
		fmt.Fprintf(&lines, "/%02d 200\n", n)
	}
	crawl := crawlOf(t, lines.String()+strings.TrimSpace(end))
	start := previous(t, "/00", audit.Previous{})
	start.Source, start.Detail = frontier.FromStart, ""
	settle(t, crawl, &frontier.Batch{Seeds: []frontier.Seed{start}})
	return crawl
}

// anywhere are the options of a crawl without a boundary.
func anywhere(t *testing.T, crawl *frontier.Memory) audit.Options {
	o := options(t, crawl, canonical.Config{})
	o.Decide = func([]byte) frontier.Reason { return frontier.Undecided }
	return o
}

// Verdicts rest on what the last pages tell, too.
func TestLongCrawls(t *testing.T) {
	for name, test := range map[string]struct {
		meta      map[string]string
		end, want string
	}{
		"of a host that answers others a timeout says little": {end: `
https://late.example/x timeout
https://never.example/x timeout
https://fails.example/x timeout
https://waits.example/x ?
/x timeout
https://late.example/y 200
https://fails.example/y truncated
https://never.example/y timeout
https://late.example/z timeout`, want: `
/x throttled
https://fails.example/x network-error
https://fails.example/y network-error
https://late.example/x throttled
https://late.example/y listed
https://late.example/z throttled
https://never.example/x network-error
https://never.example/y network-error
https://waits.example/x pending`},
		"a firewall that came late": {map[string]string{
			frontier.MetaFirewall: frontier.ListText([]frontier.Firewall{{Host: "a.example", Status: 403, Since: noon.Add(-time.Minute)}}),
		}, `
/refused 403`, `
/refused challenged [denied]`},
		"a page like the answer to a URL that cannot exist": {map[string]string{
			frontier.MetaUnknown: frontier.ListText([]frontier.Unknown{{
				Prefix: origin + "/", URL: origin + "/portolan-0f", Status: 200, TextHash: 404, Title: "Oops",
			}}),
			frontier.MetaSecondLook: frontier.ListText([]frontier.SecondLook{{ID: 100, URL: origin + "/portolan-0f", Result: frontier.LookAlike}}),
		}, `
/gone 200 soft
/page 200`, `
/gone soft-404
/page listed`},
		"redirects and canonicals": {end: `
/a 301 >/b
/b 301 >/a
/c 200 =/d
/d 404
/e 200 =/00
/f 301 >/d`, want: `
/a redirect-loop
/b redirect-loop
/c listed
/d http-4xx
/e canonical-elsewhere
/f redirect`},
	} {
		t.Run(name, func(t *testing.T) {
			crawl := longCrawl(t, test.end)
			settle(t, crawl, &frontier.Batch{Meta: test.meta})
			lines := slices.DeleteFunc(judged(t, crawl, anywhere(t, crawl)), func(line string) bool { return line[1] >= '0' && line[1] <= '9' })
			if diff := cmp.Diff(strings.Split(strings.TrimSpace(test.want), "\n"), lines); diff != "" {
				t.Errorf("verdicts (-want +got):\n%s", diff)
			}
		})
	}
}

// counted counts the rows that are read of a crawl, and the passes.
type counted struct {
	*frontier.Memory
	n, passes int
}

func (c *counted) Rows(ctx context.Context) iter.Seq2[*frontier.Row, error] {
	return c.count(c.Memory.Rows(ctx))
}

func (c *counted) Brief(ctx context.Context, from frontier.ID, with ...frontier.Detail) iter.Seq2[*frontier.Row, error] {
	return c.count(c.Memory.Brief(ctx, from, with...))
}

func (c *counted) count(rows iter.Seq2[*frontier.Row, error]) iter.Seq2[*frontier.Row, error] {
	return func(yield func(*frontier.Row, error) bool) {
		c.passes++
		for row, err := range rows {
			if c.n++; !yield(row, err) {
				return
			}
		}
	}
}

// To judge one URL the first rows are enough, and all are read once at most
// for hosts that never answer, however many there are.
func TestRowsReadForOneVerdict(t *testing.T) {
	var end strings.Builder
	for n := range 200 {
		fmt.Fprintf(&end, "https://h%d.example/x timeout\n", n)
	}
	crawl := &counted{Memory: longCrawl(t, end.String())}
	j, err := audit.NewJudge(t.Context(), crawl, anywhere(t, crawl.Memory))
	if err != nil {
		t.Fatal(err)
	}
	if crawl.n == 0 || crawl.n > 60 {
		t.Errorf("%d rows were read of a hundred pages", crawl.n)
	}
	for row, err := range crawl.Memory.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		j.Verdict(row)
	}
	if crawl.n > crawl.Counts().Known || crawl.passes > 2 {
		t.Errorf("%d rows were read of %d in %d passes", crawl.n, crawl.Counts().Known, crawl.passes)
	}
}
