package traps

import (
	"regexp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// maxDirectories bounds the directories whose pages are counted.
const maxDirectories = 1 << 16

// Budget counts the pages fetched of each directory. It belongs to
// one goroutine.
type Budget struct {
	limit   int // 0 = none
	fetched map[string]int
	over    map[string]*frontier.Quarantine // directories with pages left alone
}

// NewBudget goes on counting where an earlier run found a budget spent.
func NewBudget(limit int, before []frontier.Quarantine) *Budget {
	b := &Budget{limit: limit, fetched: map[string]int{}, over: map[string]*frontier.Quarantine{}}
	for _, q := range before {
		if q.Kind == kindBudget {
			b.fetched[strings.TrimSuffix(q.Pattern, "*")] = q.Fetched
		}
	}
	return b
}

// directoryOf gives a URL up to the last slash of its path.
func directoryOf(url string) string {
	url, _, _ = strings.Cut(url, "?")
	return url[:strings.LastIndexByte(url, '/')+1]
}

// Spent tells whether no more pages of the URL's directory may be fetched.
func (b *Budget) Spent(url string) bool {
	if b.limit == 0 {
		return false
	}
	dir := directoryOf(url)
	if b.fetched[dir] < b.limit {
		return false
	}
	q := b.over[dir]
	if q == nil {
		q = &frontier.Quarantine{
			Kind: kindBudget, Pattern: dir + "*", Expr: shellSafe(`\A` + regexp.QuoteMeta(dir) + `[^/?]*(?:\?.*)?\z`),
			Fetched: b.fetched[dir], Window: b.fetched[dir], Opener: frontier.NoID,
		}
		b.over[dir] = q
	}
	if len(q.Examples) < 3 {
		q.Examples = append(q.Examples, url)
	}
	return true
}

// Count takes a page that is fetched.
func (b *Budget) Count(url string) {
	if b.limit == 0 {
		return
	}
	dir := directoryOf(url)
	if _, known := b.fetched[dir]; known || len(b.fetched) < maxDirectories {
		b.fetched[dir]++
	}
}

// List gives the directories whose budget is spent, by name.
func (b *Budget) List() []frontier.Quarantine {
	var list []frontier.Quarantine
	for _, q := range b.over {
		list = append(list, *q)
	}
	slices.SortFunc(list, func(x, y frontier.Quarantine) int { return strings.Compare(x.Pattern, y.Pattern) })
	return list
}
