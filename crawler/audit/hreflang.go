package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// Alternate is a page in one language.
type Alternate struct {
	Lang string // BCP 47 tag as search engines take it, or x-default
	URL  string
}

// Alternates are the clusters of listed pages that are translations of each
// other: each page of a cluster names all others, and is named by them.
// Engines ignore what is not returned, so anything less is left out.
type Alternates struct {
	of       map[frontier.ID]int // place in clusters
	clusters [][]Alternate
}

// Of gives a page's cluster, itself included, by language with x-default last;
// nil if it is in none.
func (a *Alternates) Of(id frontier.ID) []Alternate {
	if a == nil {
		return nil
	}
	if at, ok := a.of[id]; ok {
		return a.clusters[at]
	}
	return nil
}

// Len is the number of clusters.
func (a *Alternates) Len() int { return len(a.clusters) }

// Bounds of what is held in memory.
const (
	maxAlternates = 20_000_000 // references, 12 bytes each
	maxCluster    = 200        // pages; there are some 180 languages in use
)

// ErrTooManyAlternates is returned by ReadAlternates for a crawl with more
// than 20 million references between translations.
var ErrTooManyAlternates = errors.New("more than 20,000,000 hreflang references")

// alternateRef is one rel=alternate with hreflang.
type alternateRef struct {
	from, to frontier.ID
	lang     uint16 // place in languages
}

func (r alternateRef) compare(o alternateRef) int {
	return cmp.Or(cmp.Compare(r.from, o.from), cmp.Compare(r.to, o.to), cmp.Compare(r.lang, o.lang))
}

// ReadAlternates finds the clusters of a judged crawl. It holds the references
// and the URLs of the pages that have any.
func ReadAlternates(ctx context.Context, crawl frontier.Crawl) (*Alternates, error) {
	r := alternateReader{places: map[string]uint16{}}
	if err := r.readRefs(ctx, crawl); err != nil {
		return nil, err
	}
	if err := r.keepListed(ctx, crawl); err != nil {
		return nil, err
	}
	a := &Alternates{of: map[frontier.ID]int{}}
	for _, members := range r.groups() {
		cluster := r.cluster(members)
		if cluster == nil {
			continue
		}
		byURL := map[string]bool{}
		for _, alternate := range cluster {
			byURL[alternate.URL] = true
		}
		for _, id := range members {
			if byURL[r.urls[id]] {
				a.of[id] = len(a.clusters)
			}
		}
		a.clusters = append(a.clusters, cluster)
	}
	return a, nil
}

type alternateReader struct {
	refs      []alternateRef // sorted
	languages []string
	places    map[string]uint16 // in languages
	urls      map[frontier.ID]string
}

func (r *alternateReader) readRefs(ctx context.Context, crawl frontier.Crawl) error {
	for e, err := range crawl.Edges(ctx) {
		if err != nil {
			return fmt.Errorf("read references to translations: %w", err)
		}
		if e.Flags.Kind() != frontier.LinkAlternate || e.Anchor == "" {
			continue
		}
		lang, ok := LanguageTag(e.Anchor)
		if !ok {
			continue
		}
		if len(r.refs) == maxAlternates {
			return ErrTooManyAlternates
		}
		r.refs = append(r.refs, alternateRef{e.From, e.To, r.place(lang)})
	}
	slices.SortFunc(r.refs, alternateRef.compare)
	r.refs = slices.Compact(r.refs)
	return nil
}

// place gives the number of a language.
func (r *alternateReader) place(lang string) uint16 {
	at, ok := r.places[lang]
	if !ok && len(r.languages) < 1<<16-1 {
		at = uint16(len(r.languages))
		r.languages = append(r.languages, lang)
		r.places[lang] = at
	}
	return at
}

// keepListed drops references from or to pages that are not listed.
func (r *alternateReader) keepListed(ctx context.Context, crawl frontier.Crawl) error {
	r.urls = map[frontier.ID]string{}
	if len(r.refs) == 0 {
		return nil
	}
	for _, ref := range r.refs {
		r.urls[ref.from] = ""
	}
	for row, err := range crawl.Listed(ctx, uint8(ListedCarried)) {
		if err != nil {
			return fmt.Errorf("read the listed URLs: %w", err)
		}
		if _, refers := r.urls[row.ID]; refers {
			r.urls[row.ID] = strings.Clone(row.URL)
		}
	}
	r.refs = slices.DeleteFunc(r.refs, func(ref alternateRef) bool { return r.urls[ref.from] == "" || r.urls[ref.to] == "" })
	return nil
}

// refersTo tells whether one page names another as a translation.
func (r *alternateReader) refersTo(from, to frontier.ID) bool {
	at, _ := slices.BinarySearchFunc(r.refs, alternateRef{from: from, to: to}, alternateRef.compare)
	return at < len(r.refs) && r.refs[at].from == from && r.refs[at].to == to
}

// groups joins pages that name each other, in any number of steps. Groups come
// in order of their first page.
func (r *alternateReader) groups() [][]frontier.ID {
	leader := map[frontier.ID]frontier.ID{}
	find := func(id frontier.ID) frontier.ID {
		for {
			up, ok := leader[id]
			if !ok || up == id {
				return id
			}
			if above, ok := leader[up]; ok {
				leader[id] = above // halves the way for the next one
			}
			id = up
		}
	}
	for _, ref := range r.refs {
		if ref.from < ref.to && r.refersTo(ref.to, ref.from) {
			a, b := find(ref.from), find(ref.to)
			leader[max(a, b)] = min(a, b)
			leader[min(a, b)] = min(a, b)
		}
	}
	groups := map[frontier.ID][]frontier.ID{}
	for _, id := range slices.Sorted(maps.Keys(leader)) {
		top := find(id)
		groups[top] = append(groups[top], id)
	}
	sorted := make([][]frontier.ID, 0, len(groups))
	for _, top := range slices.Sorted(maps.Keys(groups)) {
		sorted = append(sorted, groups[top])
	}
	return sorted
}

// cluster makes a group complete: the pages that fewest others name and are
// named by leave it, until all name all. It gives nil if fewer than two stay.
func (r *alternateReader) cluster(members []frontier.ID) []Alternate {
	if len(members) > maxCluster {
		return nil
	}
	members = slices.Clone(members)
	for len(members) > 1 {
		worst, mutual := r.loneliest(members)
		if mutual == len(members)-1 {
			alternates, lost := r.alternates(members)
			if len(lost) == 0 {
				return alternates
			}
			members = slices.DeleteFunc(members, func(id frontier.ID) bool { return slices.Contains(lost, id) })
			continue
		}
		members = slices.Delete(members, worst, worst+1)
	}
	return nil
}

// loneliest gives the place of the page with the fewest mutual references, the
// last found of several, and their number.
func (r *alternateReader) loneliest(members []frontier.ID) (worst, mutual int) {
	mutual = len(members)
	for i := len(members) - 1; i >= 0; i-- {
		n := 0
		for _, other := range members {
			if other != members[i] && r.refersTo(members[i], other) && r.refersTo(other, members[i]) {
				n++
			}
		}
		if n < mutual {
			worst, mutual = i, n
		}
	}
	return worst, mutual
}

// alternates gives the languages of complete members, and the members that no
// language is left for: one that two pages claim is nobody's.
func (r *alternateReader) alternates(members []frontier.ID) (found []Alternate, lost []frontier.ID) {
	claims := map[string]frontier.ID{}
	disputed := map[string]bool{}
	for _, from := range members {
		at, _ := slices.BinarySearchFunc(r.refs, alternateRef{from: from}, alternateRef.compare)
		for ; at < len(r.refs) && r.refs[at].from == from; at++ {
			ref := r.refs[at]
			if !slices.Contains(members, ref.to) {
				continue
			}
			lang := r.languages[ref.lang]
			if other, claimed := claims[lang]; claimed && other != ref.to {
				disputed[lang] = true
			}
			claims[lang] = ref.to
		}
	}
	named := map[frontier.ID]bool{}
	for lang, id := range claims {
		if !disputed[lang] {
			found = append(found, Alternate{lang, r.urls[id]})
			named[id] = true
		}
	}
	slices.SortFunc(found, func(a, b Alternate) int {
		return cmp.Or(boolOrder(a.Lang == defaultLang, b.Lang == defaultLang), strings.Compare(a.Lang, b.Lang))
	})
	for _, id := range members {
		if !named[id] {
			lost = append(lost, id)
		}
	}
	return found, lost
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

const defaultLang = "x-default"

// LanguageTag reads an hreflang value as search engines do: a language of ISO
// 639-1, alone or with a script of ISO 15924, a region of ISO 3166-1 alpha 2,
// or both; or x-default. It gives the usual spelling.
func LanguageTag(text string) (tag string, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == defaultLang {
		return text, true
	}
	parts := strings.Split(text, "-")
	if len(parts) > 3 || !letters(parts[0], 2) {
		return "", false
	}
	tag, rest := parts[0], parts[1:]
	if len(rest) > 0 && letters(rest[0], 4) {
		tag, rest = tag+"-"+strings.ToUpper(rest[0][:1])+rest[0][1:], rest[1:]
	}
	if len(rest) > 0 && letters(rest[0], 2) {
		tag, rest = tag+"-"+strings.ToUpper(rest[0]), rest[1:]
	}
	return tag, len(rest) == 0
}

func letters(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == ""
}
