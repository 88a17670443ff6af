package classes

import (
	"encoding/json"
	"fmt"
)

// Proof is that pages of a text are the same at any address: the answer to one
// that cannot exist has the text, too.
type Proof struct {
	Text uint64 `json:"text"` // record.Facts.ContentOwn
	Page string `json:"page"` // one of them
	URL  string `json:"url"`  // that cannot exist
}

// Question is an address that cannot exist, and the text that its answer has
// if the pages of that text are the same at any address.
type Question struct{ Proof }

// Ask gives the questions that pages have raised since it was last called. key
// makes a word of them that no address has.
func (e *Echoes) Ask(key func(url string) uint64) (list []Question) {
	for _, own := range e.open {
		t := e.texts[own]
		if t == nil {
			continue
		}
		if url := impossible(t.urls, fmt.Sprintf("portolan-%016x", key(t.urls[0]))); url != "" {
			list = append(list, Question{Proof{Text: own, Page: t.urls[0], URL: url}})
		}
	}
	e.open = nil
	return list
}

// Told takes the proof that the answer to a question is.
func (e *Echoes) Told(p Proof) {
	t := e.text(p.Text)
	t.asked, t.proven = true, true
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
