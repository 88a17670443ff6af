package catalog

import (
	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/platform"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/shop"
)

// platforms are the same shop with the addresses of widespread software.
func platforms() []entry {
	one := func(name, about string, spell func() platform.Platform, change func(*shop.Config)) entry {
		return entry{name, about, func(name, about string, size Size) *apps.App {
			c := shop.Config{Seed: apps.Hash(name), Categories: size.of(5, 24), Products: size.of(160, 2200), PartSize: size.of(8, 24)}
			change(&c)
			limit := apps.Limit{PerPage: 5, OthersShare: 0.02, Base: size.of(1000, 0)}
			return platform.New(c, spell()).App(name, about, limit)
		}}
	}
	plain := func(*shop.Config) {}
	canonical := func(c *shop.Config) { c.Canonical = true }
	fixed := func(c *shop.Config) { c.Fixed = true }
	numbered := func() platform.Platform { return platform.Numbered(8) }
	return []entry{
		one("shop-layered", "?color=49&product_list_order=price&p=2", platform.Layered, plain),
		one("shop-layered-canonical", "the same with canonicals", platform.Layered, canonical),
		one("shop-collections", "filter.v.option.colour=red, products in each collection, variants, canonicals", platform.Collections,
			func(c *shop.Config) { c.Canonical, c.Fixed, c.Multi = true, true, true }),
		one("shop-collections-plain", "the same without canonicals", platform.Collections, fixed),
		one("shop-blog", "/page/2/?orderby=price&filter_brand=acme, and links that fill the cart", platform.Blog, fixed),
		one("shop-blog-canonical", "the same with canonicals", platform.Blog, func(c *shop.Config) { c.Canonical, c.Multi, c.Fixed = true, true, true }),
		one("shop-slash", "?q=Colour-red/Brand-acme, combinations of products, canonicals", platform.Slash, func(c *shop.Config) { c.Canonical, c.Multi = true, true }),
		one("shop-slash-plain", "?q=Colour-red/Brand-acme, combinations of products", platform.Slash, fixed),
		still(one("shop-route", "index.php?route=product/category&path=20&filter=1,2, products that carry the list", platform.Route, fixed)),
		one("shop-route-canonical", "the same with canonicals", platform.Route, func(c *shop.Config) { c.Canonical, c.Fixed = true, true }),
		one("shop-numbered", "prefn1=colour&prefv1=red&start=16", numbered, plain),
		one("shop-numbered-canonical", "the same with canonicals", numbered, func(c *shop.Config) { c.Canonical, c.Multi = true, true }),
		one("shop-arrays", "colour[]=red&colour[]=blue", platform.Arrays, func(c *shop.Config) { c.Multi = true }),
		one("shop-hashes", "properties=6f0a...|a0c1...", platform.Hashes, func(c *shop.Config) { c.Multi, c.Fixed = true, true }),
		one("shop-folders", "/c/coats/colour-red-or-blue/brand-acme/page-2/", platform.Folders, func(c *shop.Config) { c.Multi, c.Fixed = true, true }),
		one("shop-plus", "/collections/coats/colour_red+brand_acme", platform.Plus, plain),
		one("shop-ranges", "min_price=50&max_price=100", platform.Ranges, plain),
	}
}
