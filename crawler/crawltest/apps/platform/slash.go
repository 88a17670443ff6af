package platform

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Slash is like PrestaShop: /3-coats?q=Colour-red/Brand-acme&order=product.price.asc,
// and a second address of each product with the number of a combination.
func Slash() Platform {
	return Platform{
		write: func(here, to apps.URL) string {
			q := to.Query
			if slug, ok := isProduct(to); ok {
				return "/house/" + number(slug) + "-" + slug + ".html" + q.String()
			}
			c, ok := isList(to)
			if !ok {
				return to.String()
			}
			facets, rest := picked(joinSort(q, "order", "."))
			var parts []string
			for _, f := range facets {
				parts = append(parts, apps.Title(f.Name)+"-"+strings.ReplaceAll(strings.ReplaceAll(f.Value, "-", "_"), ",", "-"))
			}
			rest = renamed(rest, "limit", "resultsPerPage")
			if len(parts) > 0 {
				rest = append(apps.Params{{Name: "q", Value: strings.Join(parts, "/")}}, rest...)
			}
			return fmt.Sprintf("/%d-%s%s", len(c)+3, c, rest)
		},
		read: func(u apps.URL) (apps.URL, string, bool) {
			s := u.Segments()
			to := apps.URL{Path: u.Path}
			for part := range strings.SplitSeq(u.Query.Get("q"), "/") {
				name, v, ok := strings.Cut(part, "-")
				if ok {
					to.Query = append(to.Query, apps.Param{Name: strings.ToLower(name), Value: strings.ReplaceAll(strings.ReplaceAll(v, "-", ","), "_", "-")})
				}
			}
			to.Query = append(to.Query, splitSort(renamed(u.Query.Without("q"), "resultsPerPage", "limit"), "order", ".")...)
			kind := ""
			switch {
			case len(s) == 2 && s[0] == "house":
				n, rest, _ := strings.Cut(s[1], "-")
				if more, tail, ok := strings.Cut(rest, "-"); ok {
					if _, err := strconv.Atoi(more); err == nil {
						rest, kind = tail, "combination of a product"
					}
				}
				if number(strings.TrimSuffix(rest, ".html")) != n {
					return to, "", false
				}
				to.Path = "/p/" + rest
			case len(s) == 1 && s[0][0] <= '9':
				n, c, _ := strings.Cut(s[0], "-")
				if n != strconv.Itoa(len(c)+3) {
					return to, "", false
				}
				to.Path = "/" + c
			}
			return to, kind, true
		},
		links: func(p *apps.Page, here apps.URL) (links []apps.Link) {
			if slug, ok := isProduct(here); ok {
				for n := range 3 {
					links = append(links, apps.Link{Href: fmt.Sprintf("/house/%s-%d-%s.html", number(slug), 500+n, slug), Text: "in another size"})
				}
			}
			return links
		},
	}
}
