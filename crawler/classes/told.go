package classes

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/safe"
)

// Text is a paragraph for each class.
func Text(list []Class) string {
	if len(list) == 0 {
		return "No class of URLs has a parameter of which three pages were read, and no part of the site leads to ever more pages.\n"
	}
	var b strings.Builder
	for i := range list {
		c := &list[i]
		if c.Relation == NoEnd {
			fmt.Fprintf(&b, "%s  %s\n  %d known, %d read, %d listed, %d held back\n  a walk was ended at  %s\n", safe.Printable(c.Pattern), c.Relation, c.Known, c.Fetched, c.Listed, c.Held, safe.Printable(c.Sample))
			c.lineTo(&b)
			continue
		}
		if c.Relation == SessionID {
			fmt.Fprintf(&b, "%s  %s: %s\n", safe.Printable(c.Pattern), safe.Printable(c.Param), c.Relation)
			if c.Known > 0 {
				fmt.Fprintf(&b, "  %d URLs were known with it before that, %d of them read\n", c.Known, c.Fetched)
			}
			fmt.Fprintf(&b, "  learned: %s\n", safe.Printable(c.Proven))
			continue
		}
		if c.Relation == Retells {
			fmt.Fprintf(&b, "%s  %s\n  %d known, %d read, %d listed, %d held back; %s\n  shown by  %s\n  and       %s\n", safe.Printable(c.Pattern), c.Relation, c.Known, c.Fetched, c.Listed, c.Held, c.Words(), safe.Printable(c.Sample), safe.Printable(c.Base))
			continue
		}
		fmt.Fprintf(&b, "%s  %s: %s\n", safe.Printable(c.Pattern), cmp.Or(safe.Printable(c.Param), "(a value without a name)"), c.Relation)
		fmt.Fprintf(&b, "  %d known, %d read, %d listed, %d held back; %s; %s\n", c.Known, c.Fetched, c.Listed, c.Held, c.values(), c.Words())
		if c.Sample != "" {
			fmt.Fprintf(&b, "  shown by  %s\n  and       %s\n", safe.Printable(c.Sample), safe.Printable(c.Base))
		}
		c.lineTo(&b)
	}
	return b.String()
}

// values tells how many there are, few of them to the number.
func (c *Class) values() string {
	if c.Values == 1 {
		return "one value"
	}
	return fmt.Sprintf("about %d values", c.Values)
}

// lineTo writes the option of Line, to be copied.
func (c *Class) lineTo(b *strings.Builder) {
	if option, expr := c.Line(); option != "" {
		fmt.Fprintf(b, "  %s %s\n", option, safe.ShellQuote("re:"+safe.Printable(expr)))
	}
}

// Record is one class for programs.
type Record struct {
	Type     string         `json:"type"` // "class"
	Class    string         `json:"class"`
	Param    string         `json:"param"`
	Relation string         `json:"relation"`
	Known    int            `json:"known"`
	Fetched  int            `json:"fetched"`
	Listed   *int           `json:"listed,omitempty"`    // nil, as Held, where Counted did not count it
	Held     *int           `json:"held_back,omitempty"` // of Known
	Values   int            `json:"values"`
	Samples  map[string]int `json:"samples"`
	Proof    []string       `json:"proof"`             // a page and the one it was compared with
	Learned  string         `json:"learned,omitempty"` // how it was, of a session id
	Option   string         `json:"option,omitempty"`
}

func RecordOf(c *Class) Record {
	l := Record{
		Type: "class", Class: c.Pattern, Param: c.Param, Relation: c.Relation.String(), Known: c.Known, Fetched: c.Fetched,
		Listed: &c.Listed, Held: &c.Held, Values: c.Values, Proof: []string{}, Learned: c.Proven,
		Samples: map[string]int{"same": c.Same, "equal": c.Equal, "part": c.Part, "wider": c.Wider, "other": c.Other, "unclear": c.Unclear},
	}
	switch {
	case c.Relation == NoEnd:
		l.Proof = []string{c.Sample}
	case c.Sample != "":
		l.Proof = []string{c.Sample, c.Base}
	}
	if option, expr := c.Line(); option != "" {
		l.Option = option + " re:" + expr
	}
	return l
}
