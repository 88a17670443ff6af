package findings

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
)

// said is what of a Summary does not follow from the findings.
type said struct {
	Unread  int
	InScope int
	Pages   int               `json:",omitempty"`
	Rules   map[string]saidOf // by ID
	Idle    map[string]string `json:",omitempty"` // by ID
}

type saidOf struct {
	Withheld   string `json:",omitempty"`
	Unverified int    `json:",omitempty"`
}

// Said gives what Again has to know besides the findings: of a Find without
// Limits, Only and In.
func (s *Summary) Said() string {
	all := said{s.Unread, s.InScope, s.Indexable, map[string]saidOf{}, s.Idle}
	for _, c := range s.Counts {
		if c.Withheld != "" || c.Unverified > 0 {
			all.Rules[c.Rule.ID] = saidOf{c.Withheld, c.Unverified}
		}
	}
	text, _ := json.Marshal(all) // texts and numbers
	return string(text)
}

// Again is Find, of findings that were found before and have been kept: what it
// gives is the same, without a look at the crawl. Of the options Only, Ignored
// and ShowIgnored count.
func Again(kept iter.Seq2[*Finding, error], saidBefore string, o Options, give func(*Finding) error) (*Summary, error) {
	var before said
	if err := json.Unmarshal([]byte(saidBefore), &before); err != nil {
		return nil, fmt.Errorf("read what is kept of findings: %w", err)
	}
	t := newCounter(o, give)
	t.unread, t.inView, t.indexable = before.Unread, before.InScope, before.Pages
	t.why = before.Idle
	asked := make([]bool, len(rules))
	for _, r := range t.rules {
		of := before.Rules[r.ID]
		asked[r.place], t.counts[r.place].Withheld, t.counts[r.place].Unverified = true, of.Withheld, of.Unverified
	}
	for f, err := range kept {
		if err != nil {
			return nil, fmt.Errorf("read findings that are kept: %w", err)
		}
		if !asked[f.Rule.place] {
			continue
		}
		if err := t.count(f); err != nil {
			return nil, err
		}
	}
	return t.summary(), nil
}

// Digest changes when rules do.
func Digest() string {
	h := sha256.New()
	for _, r := range rules {
		fmt.Fprintln(h, r.ID, r.Severity, r.Likely, r.Scope, r.Need, r.When, r.Limits)
	}
	fmt.Fprintln(h, IdleWords())
	return hex.EncodeToString(h.Sum(nil)[:8])
}
