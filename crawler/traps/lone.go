package traps

import (
	"regexp"

	"github.com/portolan-seo/portolan/frontier"
)

const (
	// loneChain pages, each of which was met on the one before, may not be listed, and has led to one new URL at most, are
	// followed no further. Chains whose first pages say noindex, and later ones do not, are shorter.
	loneChain = 1000
	loneTable = 1 << 14
	maxLone   = 100 // chains that are ended so
)

// lone says that a page was met by a chain of so many.
type lone struct {
	id    frontier.ID
	count int
}

// sawLone takes a page that may not be listed and has led to one new URL at most, next, nil if to none. Its words may be
// letters alone, and its section another one than that of the page before: no pattern holds such pages together, and since
// nothing else ever waits there is no round in which classes would be found.
func (t *Detector) sawLone(o *Page, next []byte) {
	count := 1
	if before := t.alone[o.Via%loneTable]; before.id == o.Via {
		count += before.count
	}
	t.alone[o.ID%loneTable] = lone{o.ID, count}
	if count < loneChain || next == nil || t.lones == maxLone {
		return
	}
	t.lones++
	t.changed = true
	t.list = append(t.list, frontier.Quarantine{
		Kind: kindChain, Pattern: string(next), Expr: shellSafe(`\A` + regexp.QuoteMeta(string(next)) + `\z`),
		Fetched: count, Window: count, Examples: []string{string(next)}, Opener: o.ID,
	})
}
