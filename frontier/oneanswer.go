package frontier

import (
	"encoding/json"

	"github.com/portolan-seo/portolan/frontier/record"
)

// MetaOneAnswer is the key of Meta under which a judged crawl keeps the one answer that came in the
// place of many of its pages: OneAnswer as JSON, "" where none did.
const MetaOneAnswer = "oneanswer"

// OneAnswer is an answer of status 200 that came in the place of many pages: a notice that too much
// is asked for, a login, the start page.
type OneAnswer struct {
	URL   string `json:"url"`             // of the pages that show it that with the shortest, of these the first bytewise
	Gate  string `json:"gate,omitempty"`  // what it seems to be, a page.Gate; "" if nothing tells
	Says  string `json:"says,omitempty"`  // how it begins
	Pages int    `json:"pages"`           // that show it
	Of    int    `json:"of"`              // pages that were read
	After int    `json:"after,omitempty"` // pages that were read before it came, where next to none were since; 0 if it came at any time

	// It is known by one of these: a text, a sketch of the main text, which leaves out the words of
	// the page's own address, or where Title is given by that.
	TextHash uint64        `json:"text,omitempty"`
	Sketch   record.Sketch `json:"sketch,omitempty"`
	Near     bool          `json:"near,omitempty"` // texts count from which a third differs
	Title    string        `json:"title,omitempty"`
	// Start tells that it is what the start page shows by right, which is none of Pages.
	Start bool `json:"start,omitempty"`
}

// OneAnswerOf reads it from a crawl, nil where there is none.
func OneAnswerOf(crawl Crawl) *OneAnswer {
	a := &OneAnswer{}
	if json.Unmarshal([]byte(crawl.Meta(MetaOneAnswer)), a) != nil {
		return nil
	}
	return a
}

// Text is the inverse of OneAnswerOf; "" of nil.
func (a *OneAnswer) Text() string {
	if a == nil {
		return ""
	}
	text, err := json.Marshal(a)
	if err != nil {
		return "" // cannot be: strings and numbers
	}
	return string(text)
}

// Shows tells whether a page shows it. It needs DetailLook; of nil no page does.
func (a *OneAnswer) Shows(row *Row) bool {
	switch p := row.Page; {
	case a == nil, p == nil, p.Outcome != record.Answered, !p.HTML, !record.IsPage(p.Status), a.Start && row.Sources&FromStart != 0:
		return false
	case a.Title != "":
		return p.Title == a.Title
	case p.TextHash != 0 && p.TextHash == a.TextHash || a.Sketch != 0 && p.Sketch == a.Sketch:
		return true
	case !a.Near || p.Sketch == 0:
		return false
	default:
		differ, bins := p.Sketch.Differ(a.Sketch)
		return differ*3 <= bins
	}
}
