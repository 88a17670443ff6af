package findings

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/portolan-seo/portolan/crawler/audit"
)

// said is a Summary as it is kept.
type said struct {
	Unread  int
	InScope int
	Held    int               `json:",omitempty"`
	Away    int               `json:",omitempty"`
	Most    audit.Code        `json:",omitempty"`
	Pages   int               `json:",omitempty"`
	Doubt   string            `json:",omitempty"`
	Doubted int               `json:",omitempty"`
	Rules   map[string]saidOf // by ID
	Idle    map[string]string `json:",omitempty"` // by ID
	Whole   bool              `json:",omitempty"` // all findings are counted: none was left as it is
}

// saidOf is a Count as it is kept.
type saidOf struct {
	Withheld   string         `json:",omitempty"`
	Unverified int            `json:",omitempty"`
	N          int            `json:",omitempty"`
	By         [Error + 1]int `json:",omitzero"`
	Severity   Severity       `json:",omitempty"`
	Likely     int            `json:",omitempty"`
	Examples   []saidExample  `json:",omitempty"`
}

// saidExample is a Finding as it is kept: its texts as bytes, since JSON would
// alter those that are not UTF-8.
type saidExample struct {
	Finding
	URL, Template, Detail []byte
}

// Said gives what Again has to know besides the findings: of a Find without
// Limits, Only and In.
func (s *Summary) Said() string {
	all := said{s.Seen.Unread, s.InScope, s.Seen.Held, s.Seen.Away, s.Seen.Most, s.Indexable, s.Seen.Doubt, s.Doubted, map[string]saidOf{}, s.Idle, true}
	for _, c := range s.Counts {
		of := saidOf{c.Withheld, c.Unverified, c.N, c.By, c.Severity, c.Likely, nil}
		for _, f := range c.Examples {
			of.Examples = append(of.Examples, saidExample{f, []byte(f.URL), []byte(f.Template), []byte(f.Detail)})
		}
		all.Rules[c.Rule.ID] = of
		all.Whole = all.Whole && c.Ignored == 0
	}
	text, _ := json.Marshal(all) // texts and numbers
	return string(text)
}

// Again is Find, of findings that were found before and have been kept: what it
// gives is the same, without a look at the crawl. Of the options Incomplete, Only, In,
// Linked, Ignored and ShowIgnored count. Where nobody wants the findings themselves, and
// none is to be left out, those that are kept need not be read.
func Again(kept iter.Seq2[*Finding, error], saidBefore string, o Options, give func(*Finding) error) (*Summary, error) {
	var before said
	if err := json.Unmarshal([]byte(saidBefore), &before); err != nil {
		return nil, fmt.Errorf("read what is kept of findings: %w", err)
	}
	t := newCounter(o, give)
	t.seen = Seen{Ended: o.Incomplete, Doubt: before.Doubt, Unread: before.Unread, InScope: before.InScope, Held: before.Held, Away: before.Away, Most: before.Most}
	t.inView, t.indexable = before.InScope, before.Pages
	t.why = before.Idle
	asked := make([]bool, len(rules))
	counted := before.Whole && give == nil && o.In == nil && o.Ignored == nil
	for _, r := range t.rules {
		of := before.Rules[r.ID]
		if r.ID == "soft-404" {
			t.doubted = before.Doubted
		}
		asked[r.place], t.counts[r.place].Withheld, t.counts[r.place].Unverified = true, of.Withheld, of.Unverified
		if counted {
			t.take(r, &of)
		}
	}
	if counted {
		return t.summary(), nil
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

// take counts the findings of a rule as they were counted before.
func (t *counter) take(r *Rule, of *saidOf) {
	c := &t.counts[r.place]
	c.N, c.By, c.Severity, c.Likely = of.N, of.By, of.Severity, of.Likely
	for _, x := range of.Examples {
		f := x.Finding
		f.Rule, f.URL, f.Template, f.Detail = r, string(x.URL), string(x.Template), string(x.Detail)
		c.Examples = append(c.Examples, f)
	}
	for severity, n := range of.By {
		t.totals[severity] += n
	}
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
