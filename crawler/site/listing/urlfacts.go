package listing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// urlFacts are facts of every known URL, by its number, that flags ask for
// and that frontier.Crawl.Listed does not give.
type urlFacts struct {
	clicks *audit.Clicks
	pages  []uint32 // pages that link to it
	top    uint32   // the most of them

	langs     []uint16 // place in languages
	languages []string // without regions, in lower case; the first is ""
}

// maxLanguages bounds the names of series that pages can ask for.
const maxLanguages = 1000

// readFacts reads the facts that the flags ask for.
func (w *Set) readFacts(ctx context.Context) (*urlFacts, error) {
	f := &urlFacts{languages: []string{""}}
	known := w.Crawl.Counts().Known
	if w.prioritisesBy(func(r Priority) bool { return r.depth }) {
		var err error
		if f.clicks, err = audit.ReadClicks(ctx, w.Crawl); err != nil {
			return nil, err
		}
	}
	if slices.ContainsFunc(w.Sections, func(s Section) bool { return s.lang }) {
		f.langs = make([]uint16, known)
		if err := f.readRows(ctx, w.Crawl); err != nil {
			return nil, fmt.Errorf("read the facts of listed URLs: %w", err)
		}
	}
	if w.prioritisesBy(func(r Priority) bool { return r.inlinks }) {
		f.pages = make([]uint32, known)
		if err := f.countPages(ctx, w.Crawl); err != nil {
			return nil, fmt.Errorf("count the pages that link to each URL: %w", err)
		}
	}
	return f, nil
}

func (f *urlFacts) readRows(ctx context.Context, crawl frontier.Crawl) error {
	for row, err := range crawl.Rows(ctx) {
		if err != nil {
			return err
		}
		if row.Page != nil {
			f.langs[row.ID] = f.language(row.Page.Lang)
		}
	}
	return nil
}

// language gives the place of a language, that of "" for more than there can
// be.
func (f *urlFacts) language(tag string) uint16 {
	name, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
	if at := slices.Index(f.languages, name); at >= 0 {
		return uint16(at)
	}
	if len(f.languages) == maxLanguages || len(name) > 8 {
		return 0
	}
	f.languages = append(f.languages, strings.Clone(name))
	return uint16(len(f.languages) - 1)
}

// lang gives the language of a page, "" where it was not asked for.
func (f *urlFacts) lang(id frontier.ID) string {
	if f.langs == nil {
		return ""
	}
	return f.languages[f.langs[id]]
}

func (f *urlFacts) countPages(ctx context.Context, crawl frontier.Crawl) error {
	last := frontier.Edge{From: frontier.NoID}
	for e, err := range crawl.Graph(ctx) {
		if err != nil {
			return err
		}
		if e.From == e.To || e.From == last.From && e.To == last.To || !e.Flags.Clickable() {
			continue
		}
		last = *e
		f.pages[e.To]++
		f.top = max(f.top, f.pages[e.To])
	}
	return nil
}
