package crawler

import (
	"cmp"
	"fmt"
	"slices"
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
	if r.CrawlDelay > 0 {
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
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// strain is what made the crawler slow down.
type strain uint8

const (
	askedForLess strain = iota
	refuses
	silent
	fails
	slower
	strains = iota
)

var strainTexts = [strains]string{
	askedForLess: "the site asked for less",
	refuses:      "it refused requests, as firewalls do",
	silent:       "requests got no answer",
	fails:        "the server answered with errors (5xx)",
	slower:       "answers took longer than before",
}

// SlowedBy is a cause for which the pace was cut.
type SlowedBy struct {
	Why   string `json:"why"` // the rest of "it slowed down because"
	Times int    `json:"times"`
}

// slowedBy adds the back-offs of one host.
func (r *Receipt) slowedBy(slowed *[strains]int) {
	for why, n := range slowed {
		if n == 0 {
			continue
		}
		r.BackOffs += n
		i := slices.IndexFunc(r.SlowedBy, func(s SlowedBy) bool { return s.Why == strainTexts[why] })
		if i < 0 {
			i = len(r.SlowedBy)
			r.SlowedBy = append(r.SlowedBy, SlowedBy{Why: strainTexts[why]})
		}
		r.SlowedBy[i].Times += n
	}
	slices.SortFunc(r.SlowedBy, func(a, b SlowedBy) int { return cmp.Or(b.Times-a.Times, strings.Compare(a.Why, b.Why)) })
}

func millis(d time.Duration) string { return fmt.Sprintf("%d ms", d.Milliseconds()) }
