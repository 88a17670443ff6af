package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// Pieces are the shares of the classes of answers.
func (r StatusRow) Pieces() (list []Piece) {
	total := 0
	for _, n := range r.N[1:] {
		total += n
	}
	x := 0.0
	for _, c := range [...]struct {
		class string
		at    int
	}{{"good", 2}, {"bar", 3}, {"wait", 4}, {"bad", 5}, {"out", 1}} {
		if n := r.N[c.at]; n > 0 {
			w := float64(n) * 1000 / float64(total)
			list = append(list, Piece{Class: c.class, N: n, X: x, Width: w})
			x += w
		}
	}
	return list
}

const (
	slowestShown = 10
	slowestPages = 5 // of a template whose times say something
)

// Slowest are the templates that take longest.
func (r *Report) Slowest() []Template {
	list := slices.DeleteFunc(slices.Clone(r.Templates), func(t Template) bool { return t.URLs < slowestPages })
	slices.SortFunc(list, func(a, b Template) int {
		return cmp.Or(cmp.Compare(b.P75, a.P75), b.URLs-a.URLs, strings.Compare(a.Pattern, b.Pattern))
	})
	return list[:min(len(list), slowestShown)]
}

// Kinds are the severities that findings have, for a choice among them; and what
// is new.
func (r *Report) Kinds() (list []Piece) {
	for s := findings.Error; s >= findings.Notice; s-- {
		n := 0
		for _, g := range r.Groups {
			if g.Severity == s {
				n++
			}
		}
		if n > 0 {
			list = append(list, Piece{Name: s.String(), Class: s.String(), N: n})
		}
	}
	fresh := 0
	for _, g := range r.Groups {
		if g.New > 0 {
			fresh++
		}
	}
	if fresh > 0 {
		list = append(list, Piece{Name: "new", Class: "new", N: fresh})
	}
	return list
}

const bestShown = 6

// Good are the checks that found nothing; none of a crawl that has not seen the site.
func (r *Report) Good() []*findings.Rule {
	if r.Behind() != "" {
		return nil
	}
	return r.Passed
}

// Best are the gravest kinds of findings of which there are none.
func (r *Report) Best() []*findings.Rule {
	list := slices.Clone(r.Passed)
	slices.SortStableFunc(list, func(a, b *findings.Rule) int { return cmp.Compare(b.Severity, a.Severity) })
	for i, rule := range list {
		if rule.Severity < findings.Error || i == bestShown {
			return list[:i]
		}
	}
	return list
}

// ShareOf gives the number of pages of which the findings of a group are a
// share, 0 where they are not about pages that answer.
func (r *Report) ShareOf(g Group) int {
	if g.Rule.Scope != findings.OfPage || g.Rule.Linked || g.Rule.Everywhere || g.N < 2 || g.N > r.Speed.Pages {
		return 0
	}
	return r.Speed.Pages
}

// Glossary explains words of the document.
func (r *Report) Glossary() []term { return glossary }

// Inside counts the known URLs of the site.
func (r *Report) Inside() int { return r.Known - r.Outside }
