package platform

import (
	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Ranges has sliders for the price: min_price=50&max_price=100.
func Ranges() Platform {
	bounds := map[string][2]string{"under-50": {"0", "50"}, "50-100": {"50", "100"}, "100-150": {"100", "150"}, "150-200": {"150", "200"}, "over-200": {"200", "400"}}
	return Platform{
		write: func(here, to apps.URL) string {
			var q apps.Params
			for _, p := range to.Query {
				if b, ok := bounds[p.Value]; ok && p.Name == "price" {
					q = append(q, apps.Param{Name: "min_price", Value: b[0]}, apps.Param{Name: "max_price", Value: b[1]})
				} else {
					q = append(q, p)
				}
			}
			return to.Path + q.String()
		},
		read: func(u apps.URL) (apps.URL, string, bool) {
			to := apps.URL{Path: u.Path}
			for _, p := range u.Query {
				switch p.Name {
				case "min_price":
					for name, b := range bounds {
						if b[0] == p.Value && b[1] == u.Query.Get("max_price") {
							to.Query = append(to.Query, apps.Param{Name: "price", Value: name})
						}
					}
				case "max_price":
				default:
					to.Query = append(to.Query, p)
				}
			}
			return to, "", true
		},
	}
}
