package catalog

import (
	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/manual"
)

// manuals are documentation in languages and in versions.
func manuals() []entry {
	limit := func(size Size) apps.Limit {
		return apps.Limit{PerPage: 3, OthersShare: 0.05, Base: size.of(200, 0)}
	}
	one := func(name, about string, c manual.Config) entry {
		return entry{name, about, func(name, about string, size Size) *apps.App {
			c.Seed, c.Pages = apps.Hash(name), size.of(40, 230)
			return manual.New(c).App(name, about, limit(size))
		}}
	}
	versions := func(name, about string, canonical bool) entry {
		return entry{name, about, func(name, about string, size Size) *apps.App {
			v := &manual.Versions{Seed: apps.Hash(name), Pages: size.of(60, 400), Canonical: canonical}
			most := limit(size)
			most.PerPage = 6.5 // a release more is a copy more: all of them may be read
			return v.App(name, about, most)
		}}
	}
	return []entry{
		still(one("manual-fallback", "eleven folders of languages; what is not translated is the English page within a translated frame", manual.Config{})),
		one("manual-notice", "the same with a note in the reader's language, and the html element telling the truth", manual.Config{Notice: true, OwnLang: true}),
		still(one("manual-plain", "what is not translated is the English page to the last word of its frame", manual.Config{Plain: true})),
		still(one("manual-hreflang", "all languages name each other, translated or not", manual.Config{HrefLang: true, OwnLang: true, Notice: true})),
		still(one("manual-apart", "the same, and only the contents lead from one language to another", manual.Config{Plain: true, Apart: true})),
		one("manual-query", "languages by ?lang=", manual.Config{InQuery: true}),
		one("manual-query-hreflang", "the same, and all languages name each other, translated or not", manual.Config{InQuery: true, HrefLang: true}),
		still(versions("manual-versions", "six releases, most pages alike in several; every text once at least", false)),
		still(versions("manual-versions-canonical", "the same with canonicals to the latest release", true)),
	}
}
