package report

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// Languages is the matrix of translations: how often pages of one language name
// pages of another by hreflang.
type Languages struct {
	Names []string // of the pages themselves, by their lang attribute
	Rows  []LanguageRow
	More  int // languages that are not shown
}

// LanguageRow is what pages of one language name.
type LanguageRow struct {
	Name  string
	Pages int
	Named []int // by Names
}

const (
	shownLanguages = 12
	maxLanguages   = 1000
)

// langs notes the languages of pages: two bytes a URL.
type langs struct {
	of    []uint16 // by URL: place in names, 0 for none
	names []string
	pages []int
	place map[string]uint16
}

func newLangs(known int) *langs {
	return &langs{of: make([]uint16, known), names: []string{""}, pages: []int{0}, place: map[string]uint16{"": 0}}
}

func (l *langs) add(id frontier.ID, lang string) {
	lang = strings.ToLower(strings.TrimSpace(lang))
	if int(id) >= len(l.of) || lang == "" {
		return
	}
	at, known := l.place[lang]
	if !known {
		if len(l.names) >= maxLanguages {
			return
		}
		at = uint16(len(l.names))
		lang = strings.Clone(lang)
		l.place[lang], l.names, l.pages = at, append(l.names, lang), append(l.pages, 0)
	}
	l.of[id] = at
	l.pages[at]++
}

// matrix counts translations; nil where no page names any.
func (l *langs) matrix(ctx context.Context, crawl *stored.Crawl) (*Languages, error) {
	if len(l.names) < 3 { // one language
		return nil, nil
	}
	counts := map[[2]uint16]int{}
	from, last := frontier.NoID, frontier.NoID
	for e, err := range frontier.TranslationLinks(ctx, crawl) {
		if err != nil {
			return nil, err
		}
		twice := e.Flags&frontier.InSitemap != 0 && e.From == from && e.To == last // the page has it, too
		from, last = e.From, e.To
		if !twice && int(max(e.From, e.To)) < len(l.of) && l.of[e.From] != 0 && l.of[e.To] != 0 {
			counts[[2]uint16{l.of[e.From], l.of[e.To]}]++
		}
	}
	if len(counts) == 0 {
		return nil, nil
	}
	order := make([]uint16, 0, len(l.names))
	for i := 1; i < len(l.names); i++ {
		order = append(order, uint16(i))
	}
	slices.SortFunc(order, func(a, b uint16) int {
		return cmp.Or(l.pages[b]-l.pages[a], strings.Compare(l.names[a], l.names[b]))
	})
	m := &Languages{More: max(0, len(order)-shownLanguages)}
	order = order[:len(order)-m.More]
	for _, from := range order {
		m.Names = append(m.Names, l.names[from])
		row := LanguageRow{Name: l.names[from], Pages: l.pages[from]}
		for _, to := range order {
			row.Named = append(row.Named, counts[[2]uint16{from, to}])
		}
		m.Rows = append(m.Rows, row)
	}
	return m, nil
}
