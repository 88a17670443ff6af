package catalog

import (
	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/whole"
)

// wholes are sites of which nothing may be cut.
func wholes() []entry {
	limit := func(size Size) apps.Limit { return apps.Limit{PerPage: 1.3, Base: size.of(200, 0), OthersShare: 0.02} }
	one := func(name, about string, short, long int, build func(seed uint64, n int) maker) entry {
		return entry{name, about, func(name, about string, size Size) *apps.App {
			return build(apps.Hash(name), size.of(short, long)).App(name, about, limit(size))
		}}
	}
	// actions are classes that are not listed: it takes some of each to know.
	actions := func(e entry, base int) entry { return but(e, func(a *apps.App) { a.Base = base }) }
	collection := func(build func(uint64, int) *whole.Collection) func(uint64, int) maker {
		return func(seed uint64, n int) maker { return build(seed, n) }
	}
	scroll := func(heads whole.Heads) func(uint64, int) maker {
		return func(seed uint64, n int) maker { return whole.Scroll(seed, n, heads) }
	}
	return []entry{
		one("whole-flat", "products in one directory", 600, 100_000, collection(whole.Flat)),
		one("whole-deep", "products four directories deep", 600, 100_000, collection(whole.Deep)),
		still(one("whole-id", "product.php?id=", 600, 100_000, collection(whole.ByID))),
		one("whole-front", "index.php?route=product/product&product_id=", 600, 20_000, collection(whole.FrontController)),
		still(one("whole-events", "ten years with a page for each year, month and day that has events", 1, 10,
			func(seed uint64, n int) maker { return whole.NewEvents(seed, n) })),
		one("whole-blog", "archives by tag, author, month, and tag and year", 400, 5000,
			func(seed uint64, n int) maker { return whole.NewBlog(seed, n, false) }),
		still(actions(one("whole-blog-noindex", "the same, noindex: they alone lead to most posts", 400, 5000,
			func(seed uint64, n int) maker { return whole.NewBlog(seed, n, true) }), 1200)),
		still(one("whole-forum", "threads and boards with ?start=", 400, 20_000,
			func(seed uint64, n int) maker { return whole.NewForum(seed, n, false) })),
		one("whole-forum-posts", "the same with an address for each post, whose canonical is the thread", 400, 20_000,
			func(seed uint64, n int) maker { return whole.NewForum(seed, n, true) }),
		still(actions(one("whole-wiki", "?action=edit, history, info, raw and ?oldid=, all noindex", 300, 5000,
			func(seed uint64, n int) maker { return whole.NewWiki(seed, n) }), 600)),
		one("whole-scroll", "a feed whose next part is ?page=", 500, 20_000, scroll(whole.Plain)),
		one("whole-scroll-noindex", "the same, noindex from the second part on: they alone lead to the stories", 500, 20_000, scroll(whole.NoIndex)),
		still(one("whole-scroll-canonical", "the same with the first part as canonical", 500, 20_000, scroll(whole.Canonical))),
		still(one("whole-directory", "firms by country, region and town, of hardly a text", 600, 20_000, collection(whole.Directory))),
		still(one("whole-dictionary", "one short entry at each address", 800, 20_000, collection(whole.Dictionary))),
		one("whole-variants", "?variant= with another price and picture", 150, 4000, collection(whole.Variants)),
		still(one("whole-stores", "pages that differ in the address of a store alone", 400, 5000, collection(whole.Stores))),
		still(one("whole-gallery", "a picture on each page and hardly a word", 400, 5000, collection(whole.Gallery))),
		one("whole-translated", "three languages with hreflang, two currencies by parameter", 100, 2000, collection(whole.Translated)),
		still(one("whole-reference", "the documentation of an interface", 400, 20_000, collection(whole.Reference))),
		still(one("whole-tree", "a classification of which each page alone leads to those below it", 5, 6,
			func(seed uint64, levels int) maker { return whole.NewTree(seed, 6, levels) })),
		{"whole-landing", "every list of a place and a trade is in the sitemap", func(name, about string, size Size) *apps.App {
			return whole.Landing(name, about, apps.Hash(name), size.of(300, 4000), limit(size))
		}},
	}
}
