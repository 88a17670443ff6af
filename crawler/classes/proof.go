package classes

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Proof is that pages of a text are the same at any address: the answer to one
// that cannot exist has the text, too.
type Proof struct {
	Text uint64 `json:"text"` // record.Facts.ContentOwn, or Content
	Page string `json:"page"` // one of them
	URL  string `json:"url"`  // that cannot exist
	// Gone: that answered 404 or 410, which proves the contrary: what is at these
	// addresses is there, however much it says the same. So does an answer that is one of the pages, of which others
	// lead elsewhere (Answer.LeadApart).
	Gone bool `json:"gone,omitempty"`
	// Dates: pages with a date and this text, or without one, say the same 28 years on but for the year; if Gone, they do not.
	Dates bool `json:"dates,omitempty"`
}

// Question is an address that cannot exist, and the text that its answer has
// if the pages of that text are the same at any address.
type Question struct {
	Proof
	Pages []string // pairs of URLs of pages with a date, as they are and 28 years on: see OtherYear; nil in other questions
}

// Raised tells whether pages have raised questions since Ask was last called.
func (e *Echoes) Raised() bool { return len(e.open)+len(e.openDates) > 0 }

// Ask gives the questions that pages have raised since it was last called. urlOf
// gives the URL of a page, and key makes a word of it that no address has.
func (e *Echoes) Ask(urlOf func(frontier.ID) (string, error), key func(url string) uint64) (list []Question, err error) {
	for _, own := range e.open {
		t := e.texts[own]
		if t == nil {
			continue
		}
		urls, err := t.urls(urlOf)
		if err != nil {
			return nil, err
		}
		page, word := urls[0], fmt.Sprintf("portolan-%016x", key(urls[0]))
		url := impossible(urls, word)
		if t.many != nil && t.many.loop != "" {
			page, url = t.many.loop, deeper(t.many.loop, word)
		}
		if url != "" {
			list = append(list, Question{Proof: Proof{Text: own, Page: page, URL: url}})
		}
	}
	e.open = nil
	dates, err := e.askDates(urlOf)
	return append(list, dates...), err
}

// isWorthAsking tells of a text that many pages have which were found on each
// other, or of which most are such by which sites answer at any address, or which
// say the same word by word, picture by picture, under one title.
func (t *echo) isWorthAsking() bool {
	switch {
	case t.pages >= manyAlike && 2*t.signs >= t.pages:
		return true
	case t.pages < askAlike:
		return false
	}
	return 2*t.found+manyAlike >= t.pages || t.many != nil && 10*t.many.same >= 9*t.pages && t.url&queryURL != 0
}

// ask has a question asked about a text, if none was yet.
func (e *Echoes) ask(t *echo, own uint64) {
	if t == nil || t.asked || e.asked >= maxAsked {
		return
	}
	t.asked = true
	e.asked++
	e.open = append(e.open, own)
}

// AskLoops has questions asked about pages below folders that come again in
// their own path, which Recount has counted, and reports whether there are any. While they came, either these or
// the windows of package traps may have been the first to end them.
func (e *Echoes) AskLoops() bool {
	var texts []uint64
	for _, p := range e.patterns {
		for own := range p.texts {
			if p.loop && p.ends() && p.texts[own] > 1 {
				texts = append(texts, own)
			}
		}
	}
	slices.Sort(texts)
	for _, own := range texts {
		e.ask(e.texts[own], own)
	}
	return len(e.open) > 0
}

// Watch has patterns that hold such URLs count as endless with fewer pages.
func (e *Echoes) Watch(trapped func(url string) bool) {
	e.trapped = trapped
	for _, p := range e.patterns {
		if trapped(p.url) {
			p.need = 0
		}
	}
}

// Told takes the proof that the answer to a question is. It holds for the pages
// that came before it, too, so that a crawl that goes on after a stop, and sees
// them all again, follows the same links.
func (e *Echoes) Told(p Proof) {
	if p.Dates {
		e.proveDates(p)
		return
	}
	t := e.text(p.Text)
	t.asked, t.proven = true, true
	for _, id := range t.kept() {
		e.pages.add(id)
		e.known = true
		e.kept--
	}
	if t.begun = false; t.many != nil {
		t.many.ids = nil
	}
}

// ReadProofs reads what ProofsText wrote.
func ReadProofs(text string) (list []Proof, err error) {
	if text == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, fmt.Errorf("read which pages are the same at any address: %w", err)
	}
	return list, nil
}

// ProofsText is the value of frontier.MetaEchoes: a list, which may be empty.
func ProofsText(list []Proof) string {
	text, err := json.Marshal(append([]Proof{}, list...))
	if err != nil {
		panic(err) // numbers and strings
	}
	return string(text)
}
