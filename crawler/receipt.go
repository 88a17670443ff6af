package crawler

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
)

// The texts of a receipt.
const (
	saysNothing  = "%s asked %s for nothing."
	saysOne      = "%s asked %s for 1 URL in %s (%s requests a second, %s MB), %d of them robots.txt"
	saysMany     = "%s asked %s for %d URLs in %s (%s requests a second, %s MB), %d of them robots.txt"
	saysProbes   = " and %d probes of how it spells URLs"
	saysTimes    = "The site took %d ms to the first byte at the start (median; 95 %% within %d ms) and %d ms over the whole run (95 %% within %d ms)."
	saysNoStrain = "It never asked for less, and the crawler never had to slow down."
	saysNoLess   = "It never asked for less; %s."
	saysEarly    = "It asked for less (429, 503) %s, before the crawl had begun."
	saysLess     = "It asked for less (429, 503) %s; %s."
	saysParked   = "It was left alone for a minute or more %s, after failures or refusals in a row."
	saysCutDelay = "Of the Crawl-delay in robots.txt %s were kept."
	saysDelay    = "The Crawl-delay of %s in robots.txt was kept."
	saysSlowed   = "the crawler slowed down %s"
	saysBecause  = "%s because %s"
	saysTimesN   = "%d times"
)

// ReceiptTexts are all texts of receipts, for whoever translates them.
func ReceiptTexts() []string {
	return slices.Concat([]string{
		saysNothing, saysOne, saysMany, saysProbes, saysTimes, saysNoStrain, saysNoLess, saysEarly, saysLess, saysParked, saysCutDelay, saysDelay, saysSlowed, saysBecause, saysTimesN,
		"never", "once", "twice",
	}, pace.StrainTexts())
}

// Text tells in a paragraph how gentle the run was, for those who operate the
// site.
func (r Receipt) Text(site, userAgent string, took time.Duration) string {
	return r.TextBy(func(text string, args ...any) string {
		if len(args) == 0 {
			return text
		}
		return fmt.Sprintf(text, args...)
	}, site, userAgent, took)
}

// roundly rounds to what a reader wants to know.
func roundly(took time.Duration) time.Duration {
	if took < 10*time.Second {
		return max(took.Round(100*time.Millisecond), 100*time.Millisecond)
	}
	return took.Round(time.Second)
}

// TextBy is Text in another language: say translates a text, and fills in its
// verbs; numbers with a decimal point are texts of their own.
func (r Receipt) TextBy(say func(text string, args ...any) string, site, userAgent string, took time.Duration) string {
	if r.Requests == 0 {
		return say(saysNothing, userAgent, site)
	}
	rate, size, in := fmt.Sprintf("%.1f", r.Rate), fmt.Sprintf("%.1f", float64(r.Bytes)/1e6), roundly(took).String()
	first := ""
	if r.Requests == 1 {
		first = say(saysOne, userAgent, site, in, rate, size, r.Robots)
	} else {
		first = say(saysMany, userAgent, site, r.Requests, in, rate, size, r.Robots)
	}
	if r.Probes > 0 {
		first += say(saysProbes, r.Probes)
	}
	list := []string{first + ".", say(saysTimes, r.StartP50.Milliseconds(), r.StartP95.Milliseconds(), r.P50.Milliseconds(), r.P95.Milliseconds())}
	switch {
	case r.BackOffs == 0 && r.Throttled == 0:
		list = append(list, say(saysNoStrain))
	case r.Throttled == 0:
		list = append(list, say(saysNoLess, r.slowedText(say)))
	case r.BackOffs == 0:
		list = append(list, say(saysEarly, times(say, r.Throttled)))
	default:
		list = append(list, say(saysLess, times(say, r.Throttled), r.slowedText(say)))
	}
	if r.Parked > 0 {
		list = append(list, say(saysParked, times(say, r.Parked)))
	}
	switch {
	case r.CrawlDelay >= pace.MaxCrawlDelay:
		list = append(list, say(saysCutDelay, r.CrawlDelay.String()))
	case r.CrawlDelay > 0:
		list = append(list, say(saysDelay, r.CrawlDelay.String()))
	}
	return strings.Join(list, " ")
}

// slowedText says how often the crawler slowed down, and why.
func (r Receipt) slowedText(say func(string, ...any) string) string {
	text := say(saysSlowed, times(say, r.BackOffs))
	for i, s := range r.SlowedBy {
		switch {
		case len(r.SlowedBy) == 1:
			return say(saysBecause, text+",", say(s.Why))
		case i == 0:
			text += ": "
		default:
			text += ", "
		}
		text += say(saysBecause, times(say, s.Times), say(s.Why))
	}
	return text
}

// times says a number of times in words.
func times(say func(string, ...any) string, n int) string {
	switch n {
	case 0:
		return say("never")
	case 1:
		return say("once")
	case 2:
		return say("twice")
	}
	return say(saysTimesN, n)
}
