package crawler

import (
	"fmt"
	"strings"
	"time"
)

// Text tells in a paragraph how gentle the run was, for those who operate the
// site.
func (r Receipt) Text(site, userAgent string, took time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s asked %s for %d URLs in %s (%.1f requests a second, %.1f MB), %d of them robots.txt",
		userAgent, site, r.Requests, took.Round(time.Second), r.Rate, float64(r.Bytes)/1e6, r.Robots)
	if r.Probes > 0 {
		fmt.Fprintf(&b, " and %d probes of how it spells URLs", r.Probes)
	}
	b.WriteString(". ")
	fmt.Fprintf(&b, "The site took %s to the first byte at the start (median; 95 %% within %s) and %s over the whole run (95 %% within %s). ",
		millis(r.StartP50), millis(r.StartP95), millis(r.P50), millis(r.P95))
	switch {
	case r.BackOffs == 0 && r.Throttled == 0:
		b.WriteString("It never asked for less, and showed no strain.")
	default:
		fmt.Fprintf(&b, "It asked for less (429, 503) %d times; the crawler slowed down %d times.", r.Throttled, r.BackOffs)
	}
	if r.Parked > 0 {
		fmt.Fprintf(&b, " It was left alone %d times after failures or refusals in a row.", r.Parked)
	}
	if r.CrawlDelay > 0 {
		fmt.Fprintf(&b, " The Crawl-delay of %s in robots.txt was kept.", r.CrawlDelay)
	}
	return b.String()
}

func millis(d time.Duration) string { return fmt.Sprintf("%d ms", d.Milliseconds()) }
