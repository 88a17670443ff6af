package crawler

import (
	"hash/maphash"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/frontier"
)

// maxAlternates is how many translations of one entry of a sitemap are kept.
const maxAlternates = 200

// addAlternates records which translations of a URL a sitemap names. They are URLs
// of the site, too. sets has the line of the first entry with the same translations,
// by their hash (see frontier.SitemapTranslation).
func (w *worker) addAlternates(o *outcome, u *discover.URL, file string, sets map[uint64]int) {
	if len(u.Alternates) == 0 {
		return
	}
	list := u.Alternates[:min(len(u.Alternates), maxAlternates)]
	var h maphash.Hash
	h.SetSeed(setSeed)
	for _, alternate := range list {
		h.WriteString(alternate.Lang + " " + alternate.Href + "\n")
	}
	set := frontier.SitemapTranslation{File: file, Line: u.Line}
	first, known := sets[h.Sum64()]
	if known {
		set.Line = first
	} else {
		sets[h.Sum64()] = u.Line
	}
	w.addTranslation(o, u.Raw, set)
	if known {
		return
	}
	for _, alternate := range list {
		set.Lang = alternate.Lang[:min(len(alternate.Lang), maxLang)]
		w.addTranslation(o, alternate.Href, set)
	}
}

var setSeed = maphash.MakeSeed()

// addTranslation records a URL that belongs to a set of translations.
func (w *worker) addTranslation(o *outcome, url string, as frontier.SitemapTranslation) {
	form := w.Resolver.Resolve([]byte(url))
	if seed, ok := seedOf(&form, []byte(url), w.rules); ok {
		seed.Source, seed.URL, seed.Detail = frontier.FromHreflang, o.keep(seed.URL), as.String()
		o.seeds = append(o.seeds, seed)
	}
}
