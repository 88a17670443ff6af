package platform

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/shop"
)

// Hashes has values of 32 hexadecimal digits, joined by a bar:
// properties=6f…|a0…&order=price-asc.
func Hashes() Platform {
	key := func(f, v string) string { return apps.Hex(32, apps.Hash(f), apps.Hash(v)) }
	known := map[string]apps.Param{}
	for _, f := range shop.Facets() {
		for _, v := range shop.Values(f) {
			known[key(f, v)] = apps.Param{Name: f, Value: v}
		}
	}
	return Platform{
		write: func(here, to apps.URL) string {
			facets, rest := picked(joinSort(to.Query, "order", "-"))
			var ids []string
			for _, f := range facets {
				for v := range strings.SplitSeq(f.Value, ",") {
					ids = append(ids, key(f.Name, v))
				}
			}
			rest = renamed(rest, "page", "p")
			if len(ids) > 0 {
				rest = append(apps.Params{{Name: "properties", Value: strings.Join(ids, "|")}}, rest...)
			}
			path := to.Path
			if slug, ok := isProduct(to); ok {
				path = "/" + slug + "/SW" + number(slug)
			} else if c, ok := isList(to); ok {
				path = "/House/" + apps.Title(c) + "/"
			}
			return path + rest.String()
		},
		read: func(u apps.URL) (apps.URL, string, bool) {
			s := u.Segments()
			to := apps.URL{Path: u.Path}
			for id := range strings.SplitSeq(u.Query.Get("properties"), "|") {
				p, ok := known[id]
				if have := to.Query.Get(p.Name); ok && have != "" {
					to.Query = to.Query.With(p.Name, have+","+p.Value)
				} else if ok {
					to.Query = append(to.Query, p)
				}
			}
			to.Query = append(to.Query, splitSort(renamed(u.Query.Without("properties"), "p", "page"), "order", "-")...)
			switch {
			case len(s) == 2 && strings.HasPrefix(s[1], "SW"):
				to.Path = "/p/" + s[0] + ".html"
				if number(s[0]) != s[1][2:] {
					return to, "", false
				}
			case len(s) == 2 && s[0] == "House":
				to.Path = "/" + strings.ToLower(s[1])
			}
			return to, "", true
		},
	}
}
