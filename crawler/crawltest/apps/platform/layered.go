package platform

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Layered is like Magento: ?color=49&product_list_order=price&p=2, and a
// second address of each product below its category.
func Layered() Platform {
	names := []string{"sort", "product_list_order", "dir", "product_list_dir", "limit", "product_list_limit", "view", "product_list_mode", "page", "p", "colour", "color"}
	return Platform{
		write: func(here, to apps.URL) string {
			path := to.Path
			if slug, ok := isProduct(to); ok {
				path = "/" + slug + ".html"
			} else if c, ok := isList(to); ok {
				path = "/house/" + c + ".html"
			}
			return path + renamed(toIDs(to.Query), names...).String()
		},
		read: func(u apps.URL) (apps.URL, string, bool) {
			segments := u.Segments()
			to := apps.URL{Path: u.Path, Query: fromIDs(renamed(u.Query, back(names)...))}
			name, html := "", false
			if len(segments) > 0 {
				name, html = strings.CutSuffix(segments[len(segments)-1], ".html")
			}
			switch {
			case html && len(segments) == 2 && segments[0] == "house":
				to.Path = "/" + name
			case html && len(segments) == 1:
				to.Path = "/p/" + name + ".html"
			case html:
				return to, "", false
			}
			return to, "", true
		},
	}
}

// Collections is like Shopify: filter.v.option.colour=Red, products below each
// collection, recommendations that tell where they were seen, and variants.
func Collections() Platform {
	var names []string
	for _, f := range []string{"colour", "size", "material"} {
		names = append(names, f, "filter.v.option."+f)
	}
	names = append(names, "brand", "filter.p.vendor", "season", "filter.p.m.custom.season", "price", "filter.v.price")
	return Platform{
		doors: true,
		write: func(here, to apps.URL) string {
			path := to.Path
			slug, product := isProduct(to)
			list, ok := isList(here)
			switch {
			case product && ok:
				path = "/collections/" + list + "/products/" + slug
			case product:
				path = "/products/" + slug
			default:
				if c, ok := isList(to); ok {
					path = "/collections/" + c
				}
			}
			return path + renamed(joinSort(to.Query, "sort_by", "-"), names...).String()
		},
		read: func(u apps.URL) (apps.URL, string, bool) {
			s := u.Segments()
			kind := ""
			if u.Query.Has("variant", "pr_rec_id") {
				kind = "variant or recommendation"
			}
			q := u.Query.Without("variant", "pr_prod_strat", "pr_rec_id", "pr_seq")
			to := apps.URL{Path: u.Path, Query: splitSort(renamed(q, back(names)...), "sort_by", "-")}
			switch {
			case len(s) == 4 && s[0] == "collections" && s[2] == "products":
				to.Path, kind = "/p/"+s[3]+".html", "in a collection"
			case len(s) == 2 && s[0] == "products":
				to.Path = "/p/" + s[1] + ".html"
			case len(s) == 2 && s[0] == "collections":
				to.Path = "/" + s[1]
			}
			return to, kind, true
		},
		links: func(p *apps.Page, here apps.URL) (links []apps.Link) {
			slug, ok := isProduct(here)
			if !ok {
				return nil
			}
			for _, v := range []string{"41", "42", "43"} {
				links = append(links, apps.Link{Href: "/products/" + slug + "?variant=" + number(slug) + v, Text: "Size " + v})
			}
			return links
		},
	}
}
