package record

import (
	"time"

	"github.com/portolan-seo/portolan/robots"
)

// Rendering is what is kept of running the scripts of a page, besides its facts
// and links. Texts are for people, bounded, and the site's own.
type Rendering struct {
	At      time.Time // when the scripts were run; of an earlier crawl where it could not be done in this one
	Failure string    // why there are no facts, "" where there are
	Detail  string    // of the failure, at most 200 bytes
	Marks   string    // what is to be known of the facts, in words: cut, restless, stopped, truncated, real-time
	Blocked string    // "URL reason" of what robots.txt kept from the page, one a line, five at most
	Hashes  string    // references like "#/about" that the page held, one a line
	// Script tells that scripts gave the page another URL: its Location.
	Script bool
	// Robots and Canonical are what the rendered document says by itself. The
	// record has what it amounts to with the plain page.
	Robots    robots.Directives
	Canonical CanonicalState
	Links     int // that a reader can click, of the rendered document
}

// Rendered gives the facts of a page as search engines take them that have read
// it twice, as it was sent and with its scripts run: what the rendered document
// says holds, but a noindex that was sent holds, too (Google, "Understand
// JavaScript SEO basics": a page with noindex may not be rendered at all), and
// of header and transport only what was sent is known. The canonical is the
// caller's to join: it is a link.
func Rendered(sent, rendered *Facts) Facts {
	f := *rendered
	f.Type, f.Charset, f.HTML = sent.Type, sent.Charset, sent.HTML
	f.HeaderRobots = sent.HeaderRobots
	if !sent.MetaRobots.Indexable() && rendered.MetaRobots.Indexable() {
		f.MetaRobots |= robots.NoIndex
		f.RobotsMeta = sent.RobotsMeta
	}
	if f.Modified == "" {
		f.Modified = sent.Modified
	}
	f.Problems |= sent.Problems & sentProblems
	f.LinksCut += sent.LinksCut
	return f
}

// sentProblems are those of how a page was sent, which its document in the
// browser does not show.
const sentProblems = 1<<CharsetUnknown | 1<<CharsetConflict | 1<<CharsetUndeclared | 1<<CharsetTooLong | 1<<LinkHeaderFaulty | 1<<TooManyLinks | 1<<CodingVoid | 1<<Attachment | 1<<UnderSession
