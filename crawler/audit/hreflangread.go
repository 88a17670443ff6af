package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// alternateRef is one rel=alternate with hreflang.
type alternateRef struct {
	from, to frontier.ID
	lang     uint16 // place in languages
}

func (r alternateRef) compare(o alternateRef) int {
	return cmp.Or(cmp.Compare(r.from, o.from), cmp.Compare(r.to, o.to), cmp.Compare(r.lang, o.lang))
}

// alternateReader gathers the references between translations.
type alternateReader struct {
	refs      []alternateRef // sorted
	languages []string
	places    map[string]uint16      // in languages
	urls      map[frontier.ID]string // of the pages that refer
	foreign   map[frontier.ID]bool   // those of them on other hosts
	left      [alternateFaults]LeftOut
}

func newAlternateReader() *alternateReader {
	return &alternateReader{places: map[string]uint16{}, urls: map[frontier.ID]string{}, foreign: map[frontier.ID]bool{}}
}

// readRefs reads the references of all pages of the crawl.
func (r *alternateReader) readRefs(ctx context.Context, crawl frontier.Crawl) error {
	for e, err := range frontier.TranslationLinks(ctx, crawl) {
		if err != nil {
			return fmt.Errorf("read references to translations: %w", err)
		}
		if e.Anchor == "" {
			continue
		}
		if err := r.add(e.From, e.To, e.Anchor); err != nil {
			return err
		}
	}
	r.sort()
	return nil
}

// add takes a reference, if its language is one that engines know.
func (r *alternateReader) add(from, to frontier.ID, hreflang string) error {
	lang, ok := LanguageTag(hreflang)
	if !ok {
		if !r.foreign[from] {
			r.leaveOut(AlternateLanguage, from, to, strings.Clone(hreflang))
		}
		return nil
	}
	if len(r.refs) == maxAlternates {
		return ErrTooManyAlternates
	}
	r.refs = append(r.refs, alternateRef{from, to, r.place(lang)})
	return nil
}

func (r *alternateReader) sort() {
	slices.SortFunc(r.refs, alternateRef.compare)
	r.refs = slices.Compact(r.refs)
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

// readElsewhere adds the pages on other hosts that count, with what they name.
func (r *alternateReader) readElsewhere(crawl frontier.Crawl, hosts []string) error {
	if len(hosts) == 0 {
		return nil
	}
	pages, _, err := frontier.Translations(crawl.Meta)
	if err != nil {
		return err
	}
	for _, p := range pages {
		if p.Fault != "" {
			continue
		}
		row, err := crawl.Row(p.ID)
		if err != nil {
			return fmt.Errorf("read a page of another host: %w", err)
		}
		if row == nil || !elsewhere(row, hosts) {
			continue
		}
		r.urls[p.ID], r.foreign[p.ID] = strings.Clone(row.URL), true
		for _, name := range p.Names {
			if err := r.add(p.ID, name.To, name.Lang); err != nil {
				return err
			}
		}
	}
	r.sort()
	return nil
}

// elsewhere reports a URL of one of the hosts that the crawl may not list.
func elsewhere(row *frontier.Row, hosts []string) bool {
	switch row.Reason {
	case frontier.ScopeHost, frontier.ScopePath, frontier.ScopeScheme:
		_, host, _, _ := canonical.Split([]byte(row.URL))
		return slices.Contains(hosts, string(host))
	}
	return false
}

// keepListed drops references from or to pages that are neither listed nor
// count as translations elsewhere.
func (r *alternateReader) keepListed(ctx context.Context, crawl frontier.Crawl) error {
	if len(r.refs) == 0 {
		return nil
	}
	for _, ref := range r.refs {
		if _, known := r.urls[ref.from]; !known {
			r.urls[ref.from] = ""
		}
	}
	for row, err := range crawl.Listed(ctx, InState(ListedInFile)) {
		if err != nil {
			return fmt.Errorf("read the listed URLs: %w", err)
		}
		if _, refers := r.urls[row.ID]; refers {
			r.urls[row.ID] = strings.Clone(row.URL)
		}
	}
	r.refs = slices.DeleteFunc(r.refs, func(ref alternateRef) bool {
		from, to := r.urls[ref.from], r.urls[ref.to]
		if from != "" && to == "" && !r.foreign[ref.from] {
			why := AlternateUnreturned
			if _, refers := r.urls[ref.to]; refers {
				why = AlternateUnlisted
			}
			r.leaveOut(why, ref.from, ref.to, r.languages[ref.lang])
		}
		return from == "" || to == ""
	})
	return nil
}

// from gives the references of one page.
func (r *alternateReader) from(id frontier.ID) []alternateRef {
	at, _ := slices.BinarySearchFunc(r.refs, alternateRef{from: id}, alternateRef.compare)
	end := at
	for end < len(r.refs) && r.refs[end].from == id {
		end++
	}
	return r.refs[at:end]
}

// mutual tells whether two pages name each other as translations.
func (r *alternateReader) mutual(a, b frontier.ID) bool { return r.refersTo(a, b) && r.refersTo(b, a) }

func (r *alternateReader) refersTo(from, to frontier.ID) bool {
	at, _ := slices.BinarySearchFunc(r.refs, alternateRef{from: from, to: to}, alternateRef.compare)
	return at < len(r.refs) && r.refs[at].from == from && r.refs[at].to == to
}
