package frontier

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// A SitemapTranslation is what the seed of a URL with source FromHreflang says in
// its Detail. Entries of a sitemap that name the same translations have one set of
// them, named by the place of the first such entry: "FILE:LINE LANG" says that the
// set names the URL under a language, "FILE:LINE" that it is the URL's own entry
// which has the set. So n languages of a page take 2n seeds, not n times n.
type SitemapTranslation struct {
	File string // canonical form
	Line int    // of the first entry with the set
	Lang string // as written; "" where the URL's own entry has the set
}

// String gives the Detail of the seed.
func (t SitemapTranslation) String() string {
	text := t.File + ":" + strconv.Itoa(t.Line)
	if t.Lang != "" {
		text += " " + t.Lang
	}
	return text
}

// FileOfTranslation gives the sitemap of such a Detail.
func FileOfTranslation(detail string) string {
	place, _, _ := strings.Cut(detail, " ")
	return place[:max(0, strings.LastIndexByte(place, ':'))]
}

// InSitemap is a flag of the links that Translations gives: a sitemap has them, not
// the page. No link that is stored has it.
const InSitemap LinkFlags = 1 << 13

// maxSitemapTranslations bounds the references that are held, 12 bytes each. A test
// lowers it.
var maxSitemapTranslations = 8_000_000

// TranslationLinks iterates over the links between translations, of kind
// LinkAlternate: those of pages, and those that the site's sitemaps have for their
// entries. It does so by ID of the page, within a page by ID of the target. The
// Edge is reused.
func TranslationLinks(ctx context.Context, crawl Crawl) iter.Seq2[*Edge, error] {
	return func(yield func(*Edge, error) bool) {
		of, err := ReadSitemapTranslations(ctx, crawl)
		if err != nil {
			yield(nil, err)
			return
		}
		of.Links(ctx, crawl)(yield)
	}
}

// Links is TranslationLinks where those of the sitemaps were read.
func (t *SitemapTranslations) Links(ctx context.Context, crawl Crawl) iter.Seq2[*Edge, error] {
	return func(yield func(*Edge, error) bool) {
		var edge Edge
		rest := t.refs
		before := func(from, to ID) bool { // gives what comes before a link of a page
			for len(rest) > 0 && cmp.Or(cmp.Compare(rest[0].from, from), cmp.Compare(rest[0].to, to)) < 0 {
				edge = t.edge(rest[0])
				if rest = rest[1:]; !yield(&edge, nil) {
					return false
				}
			}
			return true
		}
		for e, err := range crawl.Edges(ctx, LinkAlternate) {
			if err == nil && !before(e.From, e.To) || !yield(e, err) || err != nil {
				return
			}
		}
		before(NoID, NoID)
	}
}

// SitemapTranslations are the translations that the entries of sitemaps name.
type SitemapTranslations struct {
	Cut   bool // there are more than are held
	langs []string
	refs  []translationRef // by from, to
}

type translationRef struct {
	from, to ID
	lang     uint16 // place in langs
}

// ReadSitemapTranslations reads them, in two passes over what sitemaps say of
// translations.
func ReadSitemapTranslations(ctx context.Context, crawl URLs) (*SitemapTranslations, error) {
	t := &SitemapTranslations{}
	sets, places, members := map[string][]translationRef{}, map[string]uint16{}, 0
	for found, err := range crawl.FoundIn(ctx, FromHreflang) {
		if err != nil {
			return nil, err
		}
		set, lang, named := strings.Cut(found.Detail, " ")
		if !named {
			continue
		}
		if t.Cut = members == maxSitemapTranslations; t.Cut {
			break
		}
		members++
		at, known := places[lang]
		if !known {
			if len(t.langs) == 1<<16-1 {
				t.Cut = true
				break
			}
			lang = strings.Clone(lang)
			at = uint16(len(t.langs))
			t.langs, places[lang] = append(t.langs, lang), at
		}
		if _, known := sets[set]; !known {
			set = strings.Clone(set)
		}
		sets[set] = append(sets[set], translationRef{NoID, found.ID, at})
	}
	if len(sets) == 0 {
		return t, nil
	}
	for found, err := range crawl.FoundIn(ctx, FromHreflang) {
		if err != nil {
			return nil, err
		}
		for _, ref := range sets[found.Detail] {
			if ref.from = found.ID; len(t.refs) == maxSitemapTranslations {
				t.Cut = true
				break
			}
			t.refs = append(t.refs, ref)
		}
	}
	slices.SortFunc(t.refs, func(a, b translationRef) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.lang, b.lang))
	})
	t.refs = slices.Compact(t.refs)
	return t, nil
}

func (t *SitemapTranslations) edge(r translationRef) Edge {
	return Edge{From: r.from, To: r.to, Flags: LinkAlternate | InSitemap, Anchor: t.langs[r.lang]}
}

// Of iterates over the translations that sitemaps name for one URL; none of nil.
func (t *SitemapTranslations) Of(id ID) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		if t == nil {
			return
		}
		at, _ := slices.BinarySearchFunc(t.refs, id, func(r translationRef, id ID) int { return cmp.Compare(r.from, id) })
		for ; at < len(t.refs) && t.refs[at].from == id && yield(t.edge(t.refs[at])); at++ {
		}
	}
}
