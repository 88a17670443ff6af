package crawler_test

import (
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier"
)

// packedLinks serves a page of distinct links of about so many bytes.
func packedLinks(site *crawltest.Site, path string, links, size int) {
	site.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		for i := range links {
			fmt.Fprintf(z, "<a href=\"%s/%d/%s\"></a>", path, i, strings.Repeat("x", size-30))
		}
	})
}

// A few packed kilobytes of long links take a little room, and the record says
// that some are missing. Ordinary links are all kept, however many and however
// well packed they are.
func TestLongLinks(t *testing.T) {
	site := siteOf(t, "", "/long", "/longer", "/many", "/facets")
	packedLinks(site, "/long", 8000, 240)
	packedLinks(site, "/longer", 1000, 2000)
	packedLinks(site, "/many", 6000, 120)
	packedLinks(site, "/facets", 400, 280)
	c := hostile(t, crawltest.NewServer(t, site), func(o *crawler.Options, _ *fetch.Options) { o.Limits.Depth = 1 })
	for path, most := range map[string]int{"/long": 5 << 20, "/longer": 1 << 20} {
		r := c.record(t, path)
		if r.LinksCut == 0 {
			t.Errorf("%s: no link is missing", path)
		}
		if n := c.bytesBelow(t, path); n > most || n < 64<<10 {
			t.Errorf("%s: %d bytes of links are kept of %d on the wire, and %d links are missing", path, n, r.Wire, r.LinksCut)
		}
	}
	for _, path := range []string{"/many", "/facets", "/good-1"} {
		if r := c.record(t, path); r.LinksCut != 0 {
			t.Errorf("%s: %d links are missing", path, r.LinksCut)
		}
	}
	list, err := frontier.List[frontier.LinksCut](c.store.Meta(frontier.MetaLinksCut))
	if err != nil || len(list) != 1 || list[0].Pages != 2 || len(list[0].Examples) != 2 {
		t.Fatalf("what was cut: %+v, %v", list, err)
	}
	if want := c.record(t, "/long").LinksCut + c.record(t, "/longer").LinksCut; list[0].Links != want {
		t.Errorf("%d links are missing, %d by the records", list[0].Links, want)
	}
}

// bytesBelow adds up the URLs below a path.
func (c *crawled) bytesBelow(t *testing.T, path string) (n int) {
	for row := range c.store.Rows(t.Context()) {
		if strings.Contains(row.URL, path+"/") {
			n += len(row.URL)
		}
	}
	return n
}
