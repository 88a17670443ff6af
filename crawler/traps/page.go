package traps

import (
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Page is what the Detector needs to know of a page.
type Page struct {
	URL     string // that was asked for, in canonical form
	Key     uint64 // of the URL
	ID, Via frontier.ID
	Letters uint64            // a hash of its letters, where figures do not count; else 0
	Settled *frontier.Settled // its record and links
	// Sample: it is one of a bounded number that are read to see whether they show
	// what others show. That they do says nothing of their patterns.
	Sample bool
}

// PageOf notes of a page what has to be read from its body, while that is at
// hand.
func PageOf(item frontier.Item, key uint64, settled *frontier.Settled, body []byte) Page {
	p := Page{URL: item.URL, ID: item.ID, Via: item.Via, Key: key, Settled: settled}
	rec := &settled.Record
	if record.IsPage(rec.Status) && rec.Outcome == record.Answered && rec.HTML && NeedsBody(item.URL) {
		p.Letters = lettersOf(body)
	}
	return p
}

// NeedsBody tells whether PageOf reads the body of a page at a URL, if it is
// HTML.
func NeedsBody(url string) bool { return runningBy([]byte(url)) != notRunning }
