package crawler

import (
	"fmt"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
)

// Text tells in a paragraph how gentle the run was, for those who operate the
// site.
func (r Receipt) Text(site, userAgent string, took time.Duration) string {
	if r.Requests == 0 {
		return fmt.Sprintf("%s asked %s for nothing.", userAgent, site)
	}
	var b strings.Builder
	urls := "URLs"
	if r.Requests == 1 {
		urls = "URL"
	}
	fmt.Fprintf(&b, "%s asked %s for %d %s in %s (%.1f requests a second, %.1f MB), %d of them robots.txt",
		userAgent, site, r.Requests, urls, took.Round(time.Second), r.Rate, float64(r.Bytes)/1e6, r.Robots)
	if r.Probes > 0 {
		fmt.Fprintf(&b, " and %d probes of how it spells URLs", r.Probes)
	}
	b.WriteString(". ")
	fmt.Fprintf(&b, "The site took %s to the first byte at the start (median; 95 %% within %s) and %s over the whole run (95 %% within %s). ",
		millis(r.StartP50), millis(r.StartP95), millis(r.P50), millis(r.P95))
	switch {
	case r.BackOffs == 0 && r.Throttled == 0:
		b.WriteString("It never asked for less, and the crawler never had to slow down.")
	case r.Throttled == 0:
		fmt.Fprintf(&b, "It never asked for less; %s.", r.slowedText())
	case r.BackOffs == 0:
		fmt.Fprintf(&b, "It asked for less (429, 503) %s, before the crawl had begun.", times(r.Throttled))
	default:
		fmt.Fprintf(&b, "It asked for less (429, 503) %s; %s.", times(r.Throttled), r.slowedText())
	}
	if r.Parked > 0 {
		fmt.Fprintf(&b, " It was left alone for a minute or more %s, after failures or refusals in a row.", times(r.Parked))
	}
	switch {
	case r.CrawlDelay >= pace.MaxCrawlDelay:
		fmt.Fprintf(&b, " Of the Crawl-delay in robots.txt %s were kept.", r.CrawlDelay)
	case r.CrawlDelay > 0:
		fmt.Fprintf(&b, " The Crawl-delay of %s in robots.txt was kept.", r.CrawlDelay)
	}
	return b.String()
}

// slowedText says how often the crawler slowed down, and why.
func (r Receipt) slowedText() string {
	text := "the crawler slowed down " + times(r.BackOffs)
	for i, s := range r.SlowedBy {
		switch {
		case len(r.SlowedBy) == 1:
			return text + ", because " + s.Why
		case i == 0:
			text += ": " + times(s.Times) + " because " + s.Why
		default:
			text += ", " + times(s.Times) + " because " + s.Why
		}
	}
	return text
}

// times says a number of times in words.
func times(n int) string {
	switch n {
	case 0:
		return "never"
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

func millis(d time.Duration) string { return fmt.Sprintf("%d ms", d.Milliseconds()) }
