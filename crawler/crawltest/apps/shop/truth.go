package shop

import (
	"iter"
	"slices"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// truth is what belongs in the sitemap of lists: the plain ones with their
// parts, and what the shop vouches for. A value alone may be there.
func (s *Shop) truth(l listing) apps.Truth {
	v := l.variant
	l.variant = variant{}
	if v.noise {
		return apps.Truth{Kind: "session or tracking"}
	}
	t := s.plainTruth(l)
	if (v != variant{}) {
		t.Page = s.listPath(l) // the switches put their parameter last, lists theirs first
	}
	return s.inVariant(t, v, t.Kind == "category" || t.Kind == "part")
}

// inVariant is the truth of a page in another language or currency. What has
// prices is one more page then, unless it is in both.
func (s *Shop) inVariant(t apps.Truth, v variant, counts bool) apps.Truth {
	switch {
	case v == variant{}:
		return t
	case v.lang != "" && !slices.Contains(s.Languages, v.lang), v.currency != "" && !slices.Contains(s.Currencies, v.currency):
		return apps.Truth{Kind: "default language or currency, written"}
	case t.Word == apps.Forbidden:
		return apps.Truth{Kind: t.Kind} // and no door
	}
	if t.Page != "" {
		t.Page += " " + v.lang + v.currency
	}
	if v.lang != "" && v.currency != "" || !counts {
		t.Word = apps.Ambiguous
	}
	t.Kind += " in another language or currency"
	return t
}

func (s *Shop) plainTruth(l listing) apps.Truth {
	words := func(word apps.Word, kind string) apps.Truth { return apps.Truth{Word: word, Kind: kind} }
	first := l
	first.part = 0
	vouched := s.vouchedFor[s.listPath(first)]
	switch {
	case l.part > s.parts(l):
		return words(apps.Forbidden, "past the end")
	case l.part == 1:
		return words(apps.Forbidden, "first part, numbered")
	case vouched != "":
		return s.vouched(l, vouched)
	case l.sort != "" || l.dir != "":
		return words(apps.Forbidden, "sorted")
	case l.size != "" || l.look != "":
		return words(apps.Forbidden, "page size or view")
	case len(l.picks) > 1 || len(l.picks) == 1 && len(l.picks[0].values) > 1:
		return words(apps.Forbidden, "combination")
	case len(l.picks) == 1 && (s.Canonical || l.part > 1 && s.Parts != Plain):
		return words(apps.Forbidden, "value")
	case len(l.picks) == 1:
		return words(apps.Ambiguous, "value")
	case l.part == 0:
		return words(apps.Required, "category")
	case s.Parts != Plain:
		return apps.Truth{Kind: "part", Door: true}
	}
	return words(apps.Required, "part")
}

// vouched is the truth of a list that somebody stands by; its further parts
// may be listed.
func (s *Shop) vouched(l listing, kind string) apps.Truth {
	switch {
	case l.part == 0:
		return apps.Truth{Word: apps.Required, Kind: kind}
	case s.Parts != Plain:
		return apps.Truth{Kind: kind + ", part"}
	}
	return apps.Truth{Word: apps.Ambiguous, Kind: kind + ", part"}
}

// Required gives everything that has to be listed.
func (s *Shop) Required() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, path := range append([]string{"/"}, s.infoPaths()...) {
			if !yield(path) {
				return
			}
		}
		for _, v := range s.variants() {
			for i := range s.products {
				if !yield(s.productPath(i, 0) + v.params().String()) {
					return
				}
			}
			for c := range s.categories {
				if !s.yieldParts(listing{category: c, variant: v}, yield) {
					return
				}
			}
		}
		for _, l := range slices.Concat(s.landing, s.newIn) {
			if !yield(s.listPath(l)) {
				return
			}
		}
	}
}

func (s *Shop) yieldParts(l listing, yield func(string) bool) bool {
	if !yield(s.listPath(l)) {
		return false
	}
	parts := s.parts(l)
	for l.part = 2; l.part <= parts && s.Parts == Plain; l.part++ {
		if !yield(s.listPath(l)) {
			return false
		}
	}
	return true
}

// variants are the shop as it is, and in each language and currency.
func (s *Shop) variants() []variant {
	list := []variant{{}}
	for _, lang := range s.Languages {
		list = append(list, variant{lang: lang})
	}
	for _, currency := range s.Currencies {
		list = append(list, variant{currency: currency})
	}
	return list
}

var info = []string{"about", "delivery", "returns", "contact", "guides"}

// infoPaths gives the pages that are neither list nor product.
func (s *Shop) infoPaths() (paths []string) {
	for _, name := range info {
		paths = append(paths, "/"+name)
	}
	for g := range s.guides() {
		paths = append(paths, "/guides/"+strconv.Itoa(g+1))
	}
	return paths
}

// guides is the number of texts that editors wrote; each links to four lists.
func (s *Shop) guides() int { return (len(s.landing) + 3) / 4 }
