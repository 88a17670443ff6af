package platform

import (
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/shop"
)

// Blog is like WooCommerce: /product-category/house/coats/page/2/?orderby=price&filter_brand=acme,
// and links that fill the cart or a list of wishes on every list.
func Blog() Platform {
	var names []string
	for _, f := range shop.Facets() {
		names = append(names, f, "filter_"+f)
	}
	names = append(names, "limit", "per_page", "view", "shop_view")
	return Platform{
		write: func(here, to apps.URL) string {
			path := to.Path
			q := joinSort(to.Query, "orderby", "-")
			if slug, ok := isProduct(to); ok {
				path = "/product/" + slug + "/"
			} else if c, ok := isList(to); ok {
				path = "/product-category/house/" + c + "/"
				if page := q.Get("page"); page != "" {
					path += "page/" + page + "/"
					q = q.Without("page")
				}
			} else if path != "/" {
				path += "/"
			}
			return path + renamed(q, names...).String()
		},
		read: func(u apps.URL) (apps.URL, string, bool) {
			s := u.Segments()
			if !strings.HasSuffix(u.Path, "/") {
				return u, "", false
			}
			kind := ""
			if u.Query.Has("add-to-cart", "add_to_wishlist") {
				kind = "fills the cart"
			}
			q := u.Query.Without("add-to-cart", "add_to_wishlist", "_wpnonce")
			to := apps.URL{Path: strings.TrimSuffix(u.Path, "/"), Query: splitSort(renamed(q, back(names)...), "orderby", "-")}
			switch {
			case len(s) == 2 && s[0] == "product":
				to.Path = "/p/" + s[1] + ".html"
			case len(s) >= 3 && s[0] == "product-category" && s[1] == "house":
				to.Path = "/" + s[2]
				if len(s) == 5 && s[3] == "page" {
					to.Query = append(to.Query, apps.Param{Name: "page", Value: s[4]})
				} else if len(s) > 3 {
					return to, "", false
				}
			}
			return to, kind, true
		},
		links: func(p *apps.Page, here apps.URL) (links []apps.Link) {
			self, query, _ := strings.Cut(p.Self(), "?")
			if slug, ok := isProduct(here); ok {
				return []apps.Link{{Href: self + "?add_to_wishlist=" + number(slug) + "&_wpnonce=3c2d9a1f4e", Text: "Wish"}}
			}
			if _, ok := isList(here); ok {
				for n := range 8 {
					q := apps.ParseURL("/?"+query).Query.With("add-to-cart", strconv.Itoa(100+8*apps.Below(20, apps.Hash(self))+n))
					links = append(links, apps.Link{Href: self + q.String(), Text: "Add to cart"})
				}
			}
			return links
		},
	}
}
