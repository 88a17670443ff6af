package crawler_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/frontier"
)

func TestRedirectWall(t *testing.T) {
	t.Run("all pages lead to the login", func(t *testing.T) {
		var archive strings.Builder
		var hrefs, want []string
		for i := range 20 {
			fmt.Fprintf(&archive, "-- /p/%d --\nHTTP 302\nLocation: /account?next=%d\n\n", i, i)
			hrefs = append(hrefs, fmt.Sprint("/p/", i))
			want = append(want, fmt.Sprint("redirect-wall /p/", i), fmt.Sprint("redirect-wall /account?next=", i))
		}
		archive.WriteString("-- /account --\n<title>Log in</title><form></form>\n")
		hostile(t, crawltest.NewServer(t, siteOf(t, archive.String(), hrefs...)), nil).expect(t, want...)
	})
	t.Run("the start is behind a login", func(t *testing.T) {
		site, err := crawltest.Parse([]byte("origin: " + badOrigin + "\n-- / --\nHTTP 302\nLocation: /users/login\n\n-- /users/login --\n<p>Log in.\n"))
		if err != nil {
			t.Fatal(err)
		}
		got := hostile(t, crawltest.NewServer(t, site), nil).verdicts(t)
		if want := []string{"redirect-wall " + badOrigin + "/", "redirect-wall " + badOrigin + "/users/login"}; !slices.Equal(got, want) {
			t.Errorf("verdicts %v, want %v", got, want)
		}
	})
	t.Run("the start leads into the site", func(t *testing.T) {
		site, err := crawltest.Parse([]byte("origin: " + badOrigin + "\n-- / --\nHTTP 302\nLocation: /en/\n\n-- /en/ --\n<p>Welcome.\n"))
		if err != nil {
			t.Fatal(err)
		}
		got := hostile(t, crawltest.NewServer(t, site), nil).verdicts(t)
		if want := []string{"listed " + badOrigin + "/en/", "redirect " + badOrigin + "/"}; !slices.Equal(got, want) {
			t.Errorf("verdicts %v, want %v", got, want)
		}
	})
}

// endless is a site of 50 good pages and a calendar without end.
func endless() *fakeSite {
	return homeAnd(50, func(url string, n, inFlight int) reply {
		if strings.HasSuffix(url, "/p/7") {
			return reply{body: links("/cal?month=2026-01")}
		}
		var y, m int
		if _, err := fmt.Sscanf(url, fakeOrigin+"/cal?month=%d-%d", &y, &m); err != nil {
			return good(url, n, inFlight)
		}
		if m++; m > 12 {
			y, m = y+1, 1
		}
		return reply{body: fmt.Sprintf("<p>No events in %s.", url[len(url)-7:]) + links(fmt.Sprintf("/cal?month=%d-%02d", y, m))}
	})
}

func TestQuarantine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := crawlFake(t, endless(), func(o *crawler.Options) { o.NoLearn = true }) // else it is seen sooner that nothing happens in these months
		got := f.verdicts(t)
		if f.result.End != crawler.Complete || got["trap-quarantine"] != 1 || got["listed"] < 51+100 || got["listed"] > 51+110 {
			t.Errorf("ended as %s with %v; want one URL in quarantine and some hundred months listed", f.result.End, got)
		}
		list, err := frontier.List[frontier.Quarantine](f.store.Meta(frontier.MetaQuarantine))
		if err != nil || len(list) != 1 {
			t.Fatalf("quarantine %+v, %v", list, err)
		}
		opener, err := f.store.Row(list[0].Opener)
		if err != nil || opener.URL != fakeOrigin+"/p/7" || list[0].Kind != "dates" || len(list[0].Examples) != 3 {
			t.Errorf("quarantine %+v, opened by %+v", list[0], opener)
		}

		// It stands when the crawl goes on, and is taken back by the user.
		again := crawlFakeOn(t, endless(), f.store, nil)
		if n := again.result.Fetched; n != 0 {
			t.Errorf("%d pages fetched on resume", n)
		}
		freed := crawlFakeOn(t, endless(), f.store, func(o *crawler.Options) {
			o.Limits.Pages = 500
			if err := o.AllowPattern.Add("re:"+list[0].Expr, true); err != nil {
				t.Fatal(err)
			}
		})
		if freed.result.End != crawler.LimitPages || freed.result.Fetched < 300 {
			t.Errorf("taken back: ended as %s after %d pages", freed.result.End, freed.result.Fetched)
		}
		if text := f.store.Meta(frontier.MetaQuarantine); text != "" {
			t.Errorf("quarantine still holds %s", text)
		}
	})
}

func TestDirectoryBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := crawlFake(t, homeAnd(100, good), func(o *crawler.Options) { o.Limits.Directory = 30 })
		got := f.verdicts(t)
		if f.result.End != crawler.LimitPrefix || got["listed"] != 31 || got["limit-prefix"] != 70 {
			t.Errorf("ended as %s with %v, want 31 listed", f.result.End, got)
		}
		again := crawlFakeOn(t, homeAnd(100, good), f.store, func(o *crawler.Options) { o.Limits.Directory = 50 })
		if got := again.verdicts(t); got["listed"] != 51 || got["limit-prefix"] != 50 {
			t.Errorf("with a higher budget: %v, want 51 listed", got)
		}
	})
}

func TestByteLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(100, func(string, int, int) reply { return reply{body: strings.Repeat("x", 1000)} })
		f := crawlFake(t, site, func(o *crawler.Options) { o.Limits.Bytes = 20_000 })
		if f.result.End != crawler.LimitBytes || f.result.Receipt.Bytes < 20_000 || f.result.Receipt.Bytes > 26_000 {
			t.Errorf("ended as %s after %d bytes", f.result.End, f.result.Receipt.Bytes)
		}
	})
}

func TestChallengedPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		site := homeAnd(30, func(url string, n, inFlight int) reply {
			if strings.HasSuffix(url, "/13") {
				return reply{status: 403, header: http.Header{"Cf-Mitigated": {"challenge"}}}
			}
			return good(url, n, inFlight)
		})
		f := crawlFake(t, site, nil)
		if got := f.verdicts(t); got["listed"] != 30 || got["challenged"] != 1 {
			t.Errorf("verdicts %v, want 30 listed and one challenged", got)
		}
		row, err := f.store.Find(fakeOrigin + "/p/13")
		if err != nil || row.Page.ErrText != "Cloudflare (Cf-Mitigated: challenge)" {
			t.Errorf("record %+v, %v", row.Page, err)
		}
	})
}
