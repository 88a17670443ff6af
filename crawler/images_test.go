package crawler_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// The pictures of a page are kept in its record, if asked for, and within
// limits; they become no URLs of the crawl.
func TestImages(t *testing.T) {
	many, long := "", ""
	for i := range 1500 {
		many += fmt.Sprintf("<img src=/i/%d.png>", i)
	}
	for i := range 100 {
		long += fmt.Sprintf("<img src=https://cdn.example/%d/%s.png>", i, strings.Repeat("x", 1500))
	}
	site, err := crawltest.Parse([]byte("origin: http://a.example\n-- / --\n<a href=many>1</a> <a href=long>2</a> <img src=i.png><img src=./i.png>\n" +
		"-- /many --\n" + many + "\n-- /long --\n" + long + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, on := range []bool{true, false} {
		c := crawl(t, site, "http://a.example/", func(o *crawler.Options) { o.Images = on })
		if got := c.store.Counts().Known; got != 3 {
			t.Errorf("%d URLs known", got)
		}
		for url, want := range map[string]int{"http://a.example/": 1, "http://a.example/many": 1000, "http://a.example/long": 42} {
			row, err := c.store.Find(url)
			if err != nil || row == nil {
				t.Fatal(url, err)
			}
			list := strings.Split(row.Page.Images, "\n")
			switch {
			case !on && row.Page.Images != "":
				t.Errorf("%s: images that nobody wants", url)
			case on && (len(list) != want || len(row.Page.Images) > 64<<10 || !strings.HasPrefix(list[0], "http")):
				t.Errorf("%s: %d images of %d bytes, the first %.40q; want %d", url, len(list), len(row.Page.Images), list[0], want)
			}
		}
	}
}
