package platform

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/shop"
)

// Folders has key-value folders behind the category, /c/coats/colour-red-or-blue/brand-acme/,
// and parts as /page-2/.
func Folders() Platform {
	return Platform{
		write: func(here, to apps.URL) string {
			path := to.Path
			q := to.Query
			if c, ok := isList(to); ok {
				path = "/c/" + c + "/"
				var facets apps.Params
				facets, q = picked(q)
				for _, f := range facets {
					path += f.Name + "-" + strings.ReplaceAll(f.Value, ",", "-or-") + "/"
				}
				if page := q.Get("page"); page != "" {
					path += "page-" + page + "/"
					q = q.Without("page")
				}
			}
			return path + q.String()
		},
		read: func(u apps.URL) (apps.URL, string, bool) {
			s := u.Segments()
			to := apps.URL{Path: u.Path, Query: u.Query}
			if len(s) < 2 || s[0] != "c" {
				return to, "", true
			}
			to.Path, to.Query = "/"+s[1], nil
			for _, part := range s[2:] {
				name, v, ok := strings.Cut(part, "-")
				if !ok || name != "page" && !slices.Contains(shop.Facets(), name) {
					return to, "", false
				}
				to.Query = append(to.Query, apps.Param{Name: name, Value: strings.ReplaceAll(v, "-or-", ",")})
			}
			to.Query = append(to.Query, u.Query...)
			return to, "", true
		},
	}
}

// Plus has tags behind the collection: /collections/coats/colour_red+brand_acme?sort_by=price-asc.
func Plus() Platform {
	return Platform{
		write: func(here, to apps.URL) string {
			path := to.Path
			q := joinSort(to.Query, "sort_by", "-")
			if c, ok := isList(to); ok {
				path = "/collections/" + c
				var facets apps.Params
				var tags []string
				facets, q = picked(q)
				for _, f := range facets {
					tags = append(tags, f.Name+"_"+f.Value)
				}
				if len(tags) > 0 {
					path += "/" + strings.Join(tags, "+")
				}
			}
			return path + q.String()
		},
		read: func(u apps.URL) (apps.URL, string, bool) {
			s := u.Segments()
			to := apps.URL{Path: u.Path, Query: splitSort(u.Query, "sort_by", "-")}
			if len(s) < 2 || s[0] != "collections" {
				return to, "", true
			}
			to.Path = "/" + s[1]
			var facets apps.Params
			if len(s) == 3 {
				for part := range strings.SplitSeq(s[2], "+") {
					name, v, ok := strings.Cut(part, "_")
					if !ok || !slices.Contains(shop.Facets(), name) {
						return to, "", false
					}
					facets = append(facets, apps.Param{Name: name, Value: v})
				}
			}
			to.Query = append(facets, to.Query...)
			return to, "", len(s) <= 3
		},
	}
}
