package live_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/fetch/fetchtest"
	"github.com/portolan-seo/portolan/crawler/live"
)

const shop = `origin: http://shop.example
-- /robots.txt --
User-agent: *
Disallow: /private
-- / --
<title>Home</title><p>all the maps of the coast</p> <a href=/linked>linked</a>
-- /linked --
<title>Linked</title>
-- /broken --
HTTP 500

-- /moved --
HTTP 302
Location: /

-- /list?sid=0123456789abcdef0123456789abcdef --
<title>List</title><p>a list that is asked for as it stands</p>
-- /private --
<title>Private</title>
-- http://other.example/ --
<title>Other</title><p>another host altogether</p>
`

// ask gives a line for each URL of the first host.
func ask(t *testing.T, o crawler.Options, urls ...string) (lines []string, log []crawltest.Request, err error) {
	t.Helper()
	site, err := crawltest.Parse([]byte(shop))
	if err != nil {
		t.Fatal(err)
	}
	server := crawltest.NewServer(t, site)
	client := fetchtest.NewClient(t, server, fetch.Options{UserAgent: "portolan/test"})
	o.NewFetcher = func() crawler.Fetcher { return client.NewFetcher() }
	o.Limits.Tries = 1
	list, err := live.NewURLs(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	for i, url := range urls {
		if err := list.Add(url, fmt.Sprintf("map.xml:%d", i)); err != nil {
			return nil, nil, err
		}
	}
	for _, h := range list.Hosts() {
		err = errors.Join(err, live.Ask(t.Context(), h, live.Options{Crawl: o, Temp: t.TempDir()}, func(a live.Answer) error {
			lines = append(lines, fmt.Sprintf("%s %s %s", a.Kind(), a.URL, a.Target))
			return nil
		}))
	}
	return lines, server.Log(), err
}

func TestAsk(t *testing.T) {
	got, log, err := ask(t, crawler.Options{},
		"http://shop.example/", "http://shop.example/broken", "http://SHOP.example:80/moved", "http://shop.example/moved",
		"http://shop.example/list?sid=0123456789abcdef0123456789abcdef", "http://shop.example/private", "http://other.example/", "mailto:me@shop.example")
	want := []string{
		"good http://shop.example/ ", "dead http://shop.example/broken ", "redirects http://shop.example/moved http://shop.example/",
		"good http://shop.example/list?sid=0123456789abcdef0123456789abcdef ", "blocked http://shop.example/private ", "good http://other.example/ ",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, want %q: %v", got, want, err)
	}
	for _, r := range log {
		if r.URL == "http://shop.example/linked" || r.URL == "http://shop.example/private" {
			t.Errorf("asked for %s", r.URL)
		}
	}
}

// A crawl that is asked to stop has no answers to give.
func TestInterrupted(t *testing.T) {
	stop := make(chan struct{})
	close(stop)
	if got, _, err := ask(t, crawler.Options{Drain: stop}, "http://shop.example/"); !errors.Is(err, live.ErrInterrupted) || got != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func TestManyHosts(t *testing.T) {
	var urls []string
	for i := range 101 {
		urls = append(urls, fmt.Sprintf("http://h%d.example/", i))
	}
	if _, _, err := ask(t, crawler.Options{}, urls...); err == nil {
		t.Error("no error")
	}
}

// Every verdict is of one kind, and what is listed is good.
func TestKinds(t *testing.T) {
	for _, c := range audit.Codes() {
		kind := live.Answer{Code: c}.Kind()
		if good := kind == live.Good; c.State() == audit.ListedInFile && !good || c == audit.Pending && kind != live.Untold || kind.Meaning() == "" {
			t.Errorf("%s is %s", c, kind)
		}
	}
}
