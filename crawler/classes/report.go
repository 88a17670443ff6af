package classes

import (
	"fmt"
	"iter"
	"strings"
)

// Class is a parameter of a class of paths, with what it does to pages.
type Class struct {
	Pattern  string // origin and path, * and # for any name and number, ** for names at any depth, ?a=log for what a front controller shows
	Param    string
	Relation Relation
	Known    int // URLs with the parameter
	Fetched  int
	Values   int // distinct ones; an estimate from 128 on
	Listed   int // of Known; this and Held by Counted alone
	Held     int // back
	// Same, Equal, Part, Wider, Other and Unclear count the samples by what
	// they show of their base: the same page, the same links, some of them,
	// more of them, none of these, and nothing.
	Same, Equal, Part, Wider, Other, Unclear int
	Sample, Base                             string // a sample that shows it, and its base; "" for none
	Compares                                 bool   // Narrows: it is one of several states that its URLs compare
	Proven                                   string // SessionID: how it was learned
	Without, Views, Pages                    int    // of Repeats: of so many URLs without the parameter so many views were read, and showed so many pages
}

// All gives the classes that were asked about, those with most URLs first.
func (c *Classes) All() iter.Seq[Class] {
	return func(yield func(Class) bool) {
		for _, p := range c.r.pairs {
			if !yield(p.class()) {
				return
			}
		}
	}
}

func (p *pair) class() Class {
	c := Class{
		Pattern: shown(p.shape.pattern), Param: p.name, Relation: p.relation, Known: p.known, Fetched: p.fetched, Values: min(p.distinct(), p.known),
		Same: p.counts[same], Equal: p.counts[equal], Part: p.counts[part], Wider: p.counts[wider],
		Other: p.counts[other], Unclear: p.counts[unclear], Sample: p.proof[0], Base: p.proof[1], Compares: p.compares,
		Without: p.test.URLs, Views: p.test.Views, Pages: p.test.Pages,
	}
	if p.relation == Unlisted {
		c.Fetched = min(p.settled, p.known) // most of them are no pages
	}
	return c
}

// Class gives the class of the parameter that makes a URL what it is.
func (v View) Class() (c Class, found bool) {
	switch {
	case v.class != nil:
		return *v.class, true
	case v.param == nil:
		return c, false
	}
	return v.param.class(), true
}

// Words says for people what the samples of a class show.
func (c *Class) Words() string {
	if c.Views > 0 {
		return fmt.Sprintf("looked at: URLs without it %d, their views %d, the pages these showed %d", c.Without, c.Views, c.Pages)
	}
	if c.Compares {
		return fmt.Sprintf("%d URLs compare it with another state, %d of them read", c.Known, c.Fetched)
	}
	if c.Relation == Retells {
		return fmt.Sprintf("of %d samples each has the title of the page that leads to it, fewer words and none of its own, and leads to nothing else", c.Same)
	}
	var says []string
	for _, part := range [...]struct {
		n    int
		what string
	}{{c.Same, "the same page"}, {c.Equal, "the same links"}, {c.Part, "a part of the links"}, {c.Wider, "more links"}, {c.Other, "something else"}} {
		if part.n > 0 {
			says = append(says, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	if len(says) == 0 {
		return fmt.Sprintf("%d URLs, %d of them read", c.Known, c.Fetched)
	}
	return "of the samples " + strings.Join(says, ", ")
}
