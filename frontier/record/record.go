// Package record has what is kept of one settled URL: how the request for it
// went, and what the answer says. crawler/page fills it in, frontier stores it,
// and whoever reads a crawl reads it.
package record

import (
	"time"

	"github.com/portolan-seo/portolan/robots"
)

// Outcome is how the life of a settled URL ended.
type Outcome uint8

const (
	Answered      Outcome = iota // an HTTP answer came; Status holds its code
	NoAnswer                     // no answer in all tries; Err holds the class
	RobotsBlocked                // robots.txt forbids our agent; nothing was fetched
	Folded                       // a rule learned since discovery folds it into Location; nothing was fetched
	PrivateTarget                // its host resolves to a private address that the crawl may not touch
	Challenged                   // a firewall answered with a challenge instead of the page
	Fault                        // portolan itself failed on this page; ErrText tells how
)

// Page is all that is known of one settled URL.
type Page struct {
	Exchange
	Facts
	History
}

// History is what earlier crawls have to do with a page, zero where there were
// none or they tell nothing. Times are those of crawls.
type History struct {
	// ReadAt is when the page was read, where its server has only said since
	// that it has not changed (304): the facts are of that time.
	ReadAt time.Time
	// ChangedAt is when its content was first seen to be another than in the
	// crawl before.
	ChangedAt time.Time
}

// Exchange is one HTTP request and its answer. Times are the crawl's own.
type Exchange struct {
	Outcome   Outcome
	Err       ErrClass
	ErrText   string // for people, at most 200 bytes
	Status    int    // 0 where no answer came
	Tries     int    // requests made for this URL, 0 where none was
	FetchedAt time.Time
	TTFB      time.Duration // request sent to first byte of the answer
	Total     time.Duration // request sent to last byte of the answer
	Wire      int64         // bytes of the body on the wire
	Inflated  int64         // bytes of the body after Content-Encoding
	Truncated bool          // the body was cut at the size limit

	ContentType  string // the header's value as sent
	ETag         string
	LastModified string
	Date         string
	Location     string // raw; of a 3xx answer
	RobotsHeader string // raw X-Robots-Tag values, joined by newline
}

// Facts is what the answer's header and body say. The zero value says
// nothing: the type is not one that is parsed.
type Facts struct {
	Type    string // media type in lower case, sniffed where none was sent
	Charset string // name of the encoding the body was read in, as the Encoding standard's in lower case; "" unless HTML
	HTML    bool   // the body was parsed as HTML
	// Frameset pages list frames instead of content.
	Frameset bool

	// Texts have their white space folded, are valid UTF-8 and have at most
	// 2,048 bytes.
	Title       string    // of the first title element that is not part of an SVG
	Description string    // of the first description that is not empty
	H1          [2]string // the first two that are not empty; the alt of their images counts
	Lang        string    // html lang attribute, else xml:lang
	RobotsMeta  string    // robots metas for all, the listing agent or us, joined by newline, each "name: content"

	MetaRobots   robots.Directives // by metas, for the listing agent
	HeaderRobots robots.Directives // by X-Robots-Tag, for the listing agent

	Canonical CanonicalState // set by the crawler, which resolves the page's KindCanonical links
	TextHash  uint64         // of the visible text, white space and case folded; 0 = no text
	Sketch    Sketch         // of the main text; 0 = none
	// Content is a hash of the main text and the main picture, for comparing
	// pages: of words without regard to their order, numbers but for prices left
	// out. ContentOwn is the same without the words of the page's own URL. 0 =
	// neither text nor picture.
	Content, ContentOwn uint64

	Print    Print    // of the main text, "" for a short one
	Words    int      // of the visible text; in scripts without spaces letters / 2
	Modified string   // JSON-LD dateModified, else article:modified_time, raw, at most 64 bytes
	Problems Problems // what was wrong with the page
	// Notes are the first places of five problems at most, a line each: name,
	// line:column (0:0 for none; of a link with its region, line:column:nav), how many there are, and what stands there in at
	// most 120 bytes. After them stand the spellings that its links fold, as the
	// crawler notes them.
	Notes string
	// Extracted is what the user's own expressions find, a JSON object
	// (crawler/extract); set by the crawler, where it is asked for it.
	Extracted string
	LinksCut  int    // links that were not taken, since the page has too many or too long ones
	Places    Places // to which fragments lead, of HTML
	// PlaceLinks: a link leads to a place of another page, and is kept as one
	// (frontier.LinkPlace).
	PlaceLinks bool
	Images     string // URLs of pictures, joined by newlines, candidates of srcset with a TAB before them; set by the crawler, where it is asked for them
	Videos     string // those of JSON-LD as a JSON array of page.Video, URLs absolute; set by the crawler, where it is asked for them
	Article    string // of a page that is one, a JSON object: page.Article; set by the crawler, where it is asked for it
}

// CanonicalState says what rel=canonical of tag and Link header amounts to.
type CanonicalState uint8

const (
	CanonicalAbsent   CanonicalState = iota
	CanonicalSelf                    // names the page itself
	CanonicalOther                   // names another URL
	CanonicalInvalid                 // void: empty, unparsable, not http(s), outside head
	CanonicalConflict                // void: several different values
)

// IsPage reports the statuses whose body is the page: 200, and 203 of a proxy
// that has changed it on its way (RFC 9110 15.3.4).
func IsPage(status int) bool { return status == 200 || status == 203 }
