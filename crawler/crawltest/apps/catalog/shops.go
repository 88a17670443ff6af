package catalog

import (
	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/shop"
)

// shops are all the same shop, spelled and built in different ways.
func shops() []entry {
	one := func(name, about string, change func(*shop.Config)) entry {
		return entry{name, about, func(name, about string, size Size) *apps.App {
			c := shop.Config{Seed: apps.Hash(name), Categories: size.of(5, 24), Products: size.of(160, 2200), PartSize: size.of(8, 24)}
			change(&c)
			limit := apps.Limit{PerPage: 5, OthersShare: 0.02, Base: size.of(1000, 0)}
			return shop.New(c).App(name, about, limit)
		}}
	}
	return []entry{
		one("shop-query", "facets in the query, in any order; a link to the page past the end; products with where they were seen",
			func(c *shop.Config) { c.Tracking, c.Past = true, shop.Empty }),
		still(one("shop-canonical", "facets in the query; lists and products name their canonical",
			func(c *shop.Config) { c.Canonical, c.Fixed, c.Tracking = true, true, true })),
		still(one("shop-noindex-parts", "parts from the second on are noindex, and alone lead to most products",
			func(c *shop.Config) { c.Parts, c.Paging = shop.NoIndex, shop.PagePath })),
		still(one("shop-canonical-parts", "parts from the second on name the first one as canonical, and alone lead to most products",
			func(c *shop.Config) { c.Parts, c.Fixed, c.InMain = shop.CanonicalToFirst, true, true })),
		still(one("shop-start", "filter[brand]=, ?start=, a session of an unknown name in every link, the last part again past the end",
			func(c *shop.Config) {
				c.Style, c.Paging, c.Session, c.Past = shop.Bracket, shop.Start, "shopsess", shop.Last
			})),
		one("shop-tracked", "no link leads to a product without where it was seen",
			func(c *shop.Config) { c.Tracking, c.AllTracked, c.Multi = true, true, true }),
		one("shop-session", "a session of an unknown name in every link, on pages that are never the same twice",
			func(c *shop.Config) { c.Session, c.Tracking = "vsid", true }),
		one("shop-more", "one parameter for all facets; a button that shows more of the list each time",
			func(c *shop.Config) { c.Style, c.Paging, c.NoMap, c.InMain = shop.OneParam, shop.More, true, true }),
		still(one("shop-multi", "several values of a facet, with a comma: a list may be wider than the one before",
			func(c *shop.Config) { c.Multi, c.Past = true, shop.Empty })),
		still(one("shop-semicolon", "semicolons between parameters", func(c *shop.Config) { c.Style, c.Tracking = shop.Semicolon, true })),
		one("shop-indexed", "f[0]=brand:acme: the name of the parameter says nothing", func(c *shop.Config) { c.Style = shop.Indexed }),
		still(one("shop-matrix", "facets, sorts and parts behind semicolons in the path", func(c *shop.Config) { c.Style = shop.Matrix })),
		still(one("shop-colon", "facets, sorts and parts as key:value in the path, in any order",
			func(c *shop.Config) { c.Style, c.Tracking, c.Past = shop.Colon, true, shop.Empty })),
		one("shop-equals", "facets as key=value in the path, noindex from the second part on",
			func(c *shop.Config) { c.Style, c.Parts, c.Fixed = shop.Equals, shop.NoIndex, true }),
		still(one("shop-dash", "facets as key-value behind /f/, parts as /page/2",
			func(c *shop.Config) { c.Style, c.Paging = shop.Dash, shop.PagePath })),
		one("shop-dash-canonical", "the same with canonicals, in one order",
			func(c *shop.Config) { c.Style, c.Canonical, c.Fixed, c.Tracking = shop.Dash, true, true, true }),
		one("shop-pairs", "facets as pairs of path segments", func(c *shop.Config) { c.Style = shop.Pairs }),
		still(one("shop-bare", "facets as path segments without their names", func(c *shop.Config) { c.Style, c.Fixed = shop.Bare, true })),
		still(one("shop-copies", "products in several categories, each with its own path, no canonical", func(c *shop.Config) { c.Copies = true })),
		one("shop-copies-canonical", "the same with canonicals", func(c *shop.Config) { c.Copies, c.Canonical = true, true }),
		still(one("shop-currencies", "every page in two more currencies: another price is another page",
			func(c *shop.Config) { c.Currencies, c.Fixed = []string{"EUR", "USD"}, true })),
		one("shop-languages", "every page in two more languages, with hreflang",
			func(c *shop.Config) { c.Languages, c.HrefLang, c.Fixed = []string{"de", "fr"}, true, true }),
	}
}
