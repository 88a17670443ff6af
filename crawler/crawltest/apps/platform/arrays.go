package platform

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/shop"
)

// Arrays is like Shopware and many shops of their own: colour[]=red&colour[]=blue, o=3.
func Arrays() Platform {
	return Platform{
		write: func(here, to apps.URL) string {
			var q apps.Params
			for _, p := range joinSort(to.Query, "o", "-") {
				if slices.Contains(shop.Facets(), p.Name) {
					for v := range strings.SplitSeq(p.Value, ",") {
						q = append(q, apps.Param{Name: p.Name + "[]", Value: v})
					}
				} else {
					q = append(q, p)
				}
			}
			return to.Path + q.String()
		},
		read: func(u apps.URL) (apps.URL, string, bool) {
			to := apps.URL{Path: u.Path}
			for _, p := range splitSort(u.Query, "o", "-") {
				name, array := strings.CutSuffix(p.Name, "[]")
				if have := to.Query.Get(name); array && have != "" {
					to.Query = to.Query.With(name, have+","+p.Value)
				} else {
					to.Query = append(to.Query, apps.Param{Name: name, Value: p.Value})
				}
			}
			return to, "", true
		},
	}
}
