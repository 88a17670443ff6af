package platform

import (
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/shop"
)

// Route is like OpenCart: index.php?route=product/category&language=en-gb&path=20&sort=price&page=2,
// and links to products carry the list on.
func Route() Platform {
	names := []string{"sort", "sort", "dir", "order", "limit", "limit", "page", "page"}
	numbers, paths := map[string]string{}, map[string]string{}
	for n := range 60 {
		name, number := apps.Noun(n)+"s", strconv.Itoa(20+n)
		numbers[name], paths[number] = number, name
	}
	category := func(c string) string { return numbers[c] }
	byID := func(id string) string { return paths[id] }
	return Platform{
		doors: true,
		write: func(here, to apps.URL) string {
			route := func(name string, q apps.Params) string {
				return "/index.php" + append(apps.Params{{Name: "route", Value: name}, {Name: "language", Value: "en-gb"}}, q...).String()
			}
			s := to.Segments()
			if slug, ok := isProduct(to); ok {
				q := apps.Params{}
				if c, ok := isList(here); ok {
					q = append(q, apps.Param{Name: "path", Value: category(c)})
				}
				q = append(q, apps.Param{Name: "product_id", Value: slug})
				if _, ok := isList(here); ok {
					_, rest := picked(here.Query)
					q = append(q, renamed(rest.Without("view"), names...)...)
				}
				return route("product/product", q)
			}
			if c, ok := isList(to); ok {
				f, rest := picked(to.Query)
				q := apps.Params{{Name: "path", Value: category(c)}}
				var ids []string
				for _, p := range toIDs(f) {
					ids = append(ids, p.Value)
				}
				if len(ids) > 0 {
					q = append(q, apps.Param{Name: "filter", Value: strings.Join(ids, ",")})
				}
				return route("product/category", append(q, renamed(rest.Without("view"), names...)...))
			}
			if len(s) == 0 {
				return "/"
			}
			return route("information/information", apps.Params{{Name: "information_id", Value: strings.Join(s, "/")}})
		},
		read: func(u apps.URL) (apps.URL, string, bool) {
			q := u.Query
			if u.Path == "/" && len(q) == 0 {
				return u, "", true
			}
			if u.Path != "/index.php" {
				return u, "", false
			}
			switch q.Get("route") {
			case "product/product":
				kind := ""
				if !q.Only("route", "language", "product_id") {
					kind = "product from a list"
				}
				return apps.URL{Path: "/p/" + q.Get("product_id") + ".html"}, kind, true
			case "product/category":
				to := apps.URL{Path: "/" + byID(q.Get("path"))}
				if byID(q.Get("path")) == "" {
					return to, "", false
				}
				for v := range strings.SplitSeq(q.Get("filter"), ",") {
					n, err := strconv.Atoi(v)
					if err != nil || n < 40 || n/20-2 >= len(shop.Facets()) {
						continue
					}
					f := shop.Facets()[n/20-2]
					to.Query = append(to.Query, apps.Param{Name: f, Value: v})
				}
				to.Query = append(fromIDs(to.Query), renamed(q.Without("route", "language", "path", "filter"), back(names)...)...)
				return to, "", true
			case "information/information":
				return apps.URL{Path: "/" + q.Get("information_id")}, "", true
			}
			return u, "", false
		},
	}
}
