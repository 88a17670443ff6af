package crawler_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler"
)

// Pages of many links wait for the room that long documents have, and those for
// what the others hold: nobody waits for ever.
func TestHugePagesTogether(t *testing.T) {
	var site, start strings.Builder
	many := strings.Repeat("<a href=/>h</a>", 5000)
	long := strings.Repeat("<p>text</p>\n", 3<<20/12)
	for i := range 16 {
		fmt.Fprintf(&start, "<a href=/many/%d>m</a> <a href=/long/%d>l</a>\n", i, i)
		fmt.Fprintf(&site, "-- /many/%d --\n<title>Many %d</title>%s\n", i, i, many)
		if i < 3 {
			fmt.Fprintf(&site, "-- /long/%d --\n<title>Long %d</title>%s\n", i, i, long)
		}
	}
	archive := "origin: http://huge.example\n-- /robots.txt --\nHTTP 404\n\n-- / --\n" + start.String() + site.String()
	c := crawl(t, parseSite(t, archive), "http://huge.example/", func(o *crawler.Options) {
		o.Politeness.Concurrency, o.Politeness.Rate = 16, 0
	})
	if c.result.End != crawler.Complete {
		t.Errorf("the crawl ended as %s", c.result.End)
	}
}
