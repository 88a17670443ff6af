package crawler_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// checkedLines gives what was asked for besides pages, and what was left.
func checkedLines(t *testing.T, store frontier.Crawl) (lines []string) {
	t.Helper()
	_, err := frontier.EachChecked(store.Meta, func(c *frontier.Checked) {
		url := c.URL
		if row, err := store.Row(c.ID); url == "" && err == nil {
			url = row.URL
		}
		line := fmt.Sprintf("%s %d tries %d", url, c.Tries, c.Status)
		for _, more := range []string{c.Err, c.Why} {
			line = strings.TrimSpace(line + " " + more)
		}
		lines = append(lines, line)
	})
	if err != nil {
		t.Fatal(err)
	}
	left, err := frontier.List[frontier.CheckedLeft](store.Meta(frontier.MetaCheckedLeft))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range left {
		lines = append(lines, fmt.Sprintf("left %d: %s", l.N, l.Why))
	}
	slices.Sort(lines)
	return lines
}

const checksSite = `
origin: https://a.example
-- / --
<a href="https://b.example/fine">x</a> <a href="https://b.example/gone">x</a> <a href="https://b.example/no">x</a> <a href="https://b.example/logout">x</a>
<a href="https://nosuch.invalid/">x</a> <a href="http://127.9.9.9/">x</a> <a href="https://c.example/left">x</a> <a rel=nofollow href="https://b.example/also">x</a>
-- https://b.example/robots.txt --
User-agent: *
Disallow: /no
-- https://b.example/fine --
fine
-- https://b.example/gone --
HTTP 404

-- https://b.example/also --
fine
-- https://c.example/left --
HTTP 404

`

// TestChecks: each link to another host is asked for once, by its robots.txt,
// and by GET where HEAD finds something wrong; not what has effects or what the
// user excludes.
func TestChecks(t *testing.T) {
	change := func(o *crawler.Options) {
		o.Checks = crawler.Checks{Links: true, Gap: time.Millisecond}
		if err := o.Filter.Add("*c.example*", false); err != nil {
			t.Fatal(err)
		}
	}
	store := frontier.NewMemory()
	c := crawlInto(t, store, parseSite(t, checksSite), "https://a.example/", change)
	want := []string{
		"http://127.9.9.9/ 2 tries 0 connect",
		"https://b.example/also 1 tries 200",
		"https://b.example/fine 1 tries 200",
		"https://b.example/gone 2 tries 404",
		"https://b.example/no 0 tries 0 robots.txt forbids it, line 2: Disallow: /no",
		"https://nosuch.invalid/ 2 tries 0 dns",
	}
	if diff := cmp.Diff(want, checkedLines(t, store)); diff != "" || c.result.End != crawler.Complete {
		t.Errorf("ended as %s (-want +got):\n%s", c.result.End, diff)
	}
	asked := map[string]string{}
	for _, e := range c.server.Log() {
		if strings.HasSuffix(e.URL, "/gone") || strings.HasSuffix(e.URL, "/fine") {
			asked[e.URL] += e.Method + " "
		}
	}
	if diff := cmp.Diff(map[string]string{"https://b.example/gone": "HEAD GET ", "https://b.example/fine": "HEAD "}, asked); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// TestChecksGoOn: hosts of others are asked once a second each; a run that is
// stopped loses nothing, and the next one asks for the rest alone. A host that
// never answers costs itself.
func TestChecksGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		drain := make(chan struct{})
		site := &fakeSite{}
		var links strings.Builder
		for i := range 150 {
			fmt.Fprintf(&links, "<a href='http://b%d.example/%d'>x</a>", i%3, i)
		}
		stopped := false
		site.answer = func(url string, _, _ int) reply {
			switch {
			case url == fakeOrigin+"/":
				return reply{body: links.String()}
			case strings.HasSuffix(url, "/robots.txt"):
				return reply{status: 404}
			case strings.HasPrefix(url, "http://b2."):
				return reply{after: 30 * time.Second, err: record.ErrTimeout}
			case strings.HasSuffix(url, "/90") && !stopped:
				stopped = true
				close(drain)
			}
			return reply{after: 10 * time.Millisecond}
		}
		f := crawlFakeOn(t, site, frontier.NewMemory(), func(o *crawler.Options) { o.Checks.Links, o.Drain = true, drain })
		if f.result.End != crawler.Interrupted {
			t.Fatalf("ended as %s", f.result.End)
		}
		f = crawlFakeOn(t, site, f.store, func(o *crawler.Options) { o.Checks.Links = true })
		lines := checkedLines(t, f.store)
		if n := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "b2.example") && !strings.HasSuffix(l, "timeout") }); f.result.End != crawler.Complete || n >= 0 {
			t.Errorf("ended as %s with %q", f.result.End, lines)
		}
		last, times := map[string]time.Time{}, map[string]int{}
		for _, r := range site.asked {
			host := canonical.Host(r.url)
			if gap := r.at.Sub(last[host]); host != canonical.Host(fakeOrigin) && gap < time.Second {
				t.Errorf("%s was asked %v after the request before", r.url, gap)
			}
			last[host], times[r.url] = r.at, times[r.url]+1
		}
		for i := range 150 {
			url := fmt.Sprintf("http://b%d.example/%d", i%3, i)
			if n := times[url]; i%3 < 2 && n != 1 && (i < 89 || i > 92) { // these were on their way
				t.Errorf("%s was asked for %d times", url, n)
			}
		}
		slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[:4], b[:4]) })
		if !slices.Contains(lines, "left 46: the last answers of its host were failures or refusals") {
			t.Errorf("it left %q", lines[len(lines)-3:])
		}
	})
}
