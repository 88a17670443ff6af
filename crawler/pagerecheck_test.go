package crawler_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier"
)

// The requests for it are few, whatever the site is.
func TestSoft404Requests(t *testing.T) {
	t.Run("URLs that cannot exist", func(t *testing.T) {
		for _, alive := range []bool{false, true} {
			s := &software{}
			for i := range 20 {
				s.hrefs = append(s.hrefs, fmt.Sprintf("/d%c/x", 'a'+i))
			}
			s.page = func(path string, _ int) (int, string) {
				if slices.Contains(s.hrefs, path) || alive {
					return 200, "<p>" + prose(path, 20)
				}
				return 404, ""
			}
			c := s.crawl(t, nil)
			if n := madeUp(c.server); n != 5 {
				t.Errorf("alive %t: %d requests, want 5", alive, n)
			}
		}
	})
	t.Run("second looks", func(t *testing.T) {
		s := &software{}
		for i := range 400 {
			s.hrefs = append(s.hrefs, fmt.Sprintf("/%s/x", strings.TrimSpace(prose(fmt.Sprint(i), 1))))
		}
		s.page = func(path string, n int) (int, string) { return 200, "<title>App</title><p>Please enable JavaScript." }
		c := s.crawl(t, nil)
		again := 0
		for url, n := range c.server.Asked() {
			if n > 1 && !strings.HasSuffix(url, "/robots.txt") {
				again += n - 1
			}
		}
		if again == 0 || again > 50 {
			t.Errorf("%d second looks, want some and at most 50", again)
		}
		c.expect(t, listed(s.hrefs...)...)
		looks, err := frontier.List[frontier.SecondLook](c.store.Meta(frontier.MetaSecondLook))
		if err != nil || len(looks) == 0 {
			t.Errorf("second looks %v, %v", looks, err)
		}
	})
	t.Run("others follow", func(t *testing.T) {
		// Sixty templates with one dead page each: the last ones are not asked
		// for again, and follow those that were.
		s := &software{}
		var want []string
		for i := range 60 {
			folder := fmt.Sprintf("/%c/%s/", 'a'+i/30, strings.TrimSpace(prose(fmt.Sprint(i), 1)))
			s.hrefs = append(s.hrefs, folder+"dead", folder+"one", folder+"two")
			want = append(want, "soft-404 "+folder+"dead", "listed "+folder+"one", "listed "+folder+"two")
		}
		s.page = func(path string, _ int) (int, string) {
			if slices.Contains(s.hrefs, path) && !strings.HasSuffix(path, "/dead") {
				return 200, "<title>Page</title><p>" + prose(path, 30)
			}
			return 200, "<title>Oops</title><p>There is nothing here."
		}
		c := s.crawl(t, nil)
		c.expect(t, slices.Clone(want)...)
		again, unseen := 0, 0
		for i, line := range want {
			if i%3 == 0 {
				path := strings.TrimPrefix(line, "soft-404 ")
				again += c.server.Asked()[badOrigin+path] - 1
				if strings.Contains(c.explained(t, path), "of its kind") {
					unseen++
				}
			}
		}
		if again < 40 || again > 49 || again+unseen != 60 {
			t.Errorf("%d second looks, %d follow them", again, unseen)
		}
	})
	t.Run("limit of pages", func(t *testing.T) {
		s := &software{hrefs: append(lamps(), "/lamps/gone-lamp")}
		s.page = func(path string, _ int) (int, string) {
			if slices.Contains(lamps(), path) {
				return 200, "<title>" + path + "</title><p>" + prose(path, 30)
			}
			return 200, "<title>Oops</title><p>There is nothing here."
		}
		// Home, two good pages, 24 lamps and the dead one: none is left.
		c := s.crawl(t, func(o *crawler.Options, _ *fetch.Options) { o.Limits.Pages = 28 })
		if n := c.server.Asked()[badOrigin+"/lamps/gone-lamp"]; n != 1 {
			t.Errorf("asked for %d times at the limit of pages", n)
		}
		c.expect(t, listed(s.hrefs...)...)
		if got := c.explained(t, "/lamps/gone-lamp"); !strings.Contains(got, "nothing shows") {
			t.Errorf("explained by %q", got)
		}
	})
}

// A crawl that was stopped while it asked begins again with that.
func TestSoft404Resumed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		drain := make(chan struct{})
		stop := sync.OnceFunc(func() { close(drain) })
		site := homeAnd(30, func(url string, n, inFlight int) reply {
			if strings.HasSuffix(url, "/p/7") {
				return reply{body: "<title>Oops</title><p>There is nothing here."}
			}
			return reply{body: "<title>" + url + "</title><p>" + prose(url, 20)}
		})
		answer := site.answer
		site.answer = func(url string, n, inFlight int) reply {
			if strings.Contains(url, "/portolan-") {
				stop()
				return reply{body: "<title>Oops</title><p>There is nothing here."}
			}
			return answer(url, n, inFlight)
		}
		f := crawlFake(t, site, func(o *crawler.Options) { o.Drain = drain })
		if f.result.End != crawler.Interrupted || f.store.Meta(frontier.MetaUnknown) != "" {
			t.Fatalf("ended as %s", f.result.End)
		}
		again := crawlFakeOn(t, site, f.store, nil)
		if got := again.verdicts(t); again.result.Fetched != 0 || got["soft-404"] != 1 || got["listed"] != 30 {
			t.Errorf("%d pages fetched on resume; verdicts %v", again.result.Fetched, got)
		}
		// Once that is done it is not done again.
		asked := len(site.asked)
		if crawlFakeOn(t, site, f.store, nil).verdicts(t)["soft-404"] != 1 || len(site.asked) != asked {
			t.Errorf("%d requests more", len(site.asked)-asked)
		}
	})
}
