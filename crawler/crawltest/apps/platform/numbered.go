package platform

import (
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Numbered is like Salesforce Commerce Cloud: prefn1=colour&prefv1=red&srule=price-asc&start=16&sz=16.
func Numbered(size int) Platform {
	return Platform{
		doors: true,
		write: func(here, to apps.URL) string {
			q := joinSort(to.Query, "srule", "-")
			if slug, ok := isProduct(to); ok {
				if c, ok := isList(here); ok {
					return "/" + slug + ".html?cgid=" + c
				}
				return "/" + slug + ".html" + q.String()
			}
			c, ok := isList(to)
			if !ok {
				return to.String()
			}
			facets, rest := picked(q)
			var out apps.Params
			for i, f := range facets {
				n := strconv.Itoa(i + 1)
				out = append(out, apps.Param{Name: "prefn" + n, Value: f.Name}, apps.Param{Name: "prefv" + n, Value: strings.ReplaceAll(f.Value, ",", "|")})
			}
			page, err := strconv.Atoi(rest.Get("page"))
			rest = renamed(rest.Without("page"), "limit", "sz")
			if err == nil {
				sz := size
				if n, bad := strconv.Atoi(rest.Get("sz")); bad == nil {
					sz = n
				}
				rest = append(rest, apps.Param{Name: "start", Value: strconv.Itoa((page - 1) * sz)})
			}
			return "/s/" + c + "/" + append(out, rest...).String()
		},
		read: func(u apps.URL) (apps.URL, string, bool) {
			s := u.Segments()
			to := apps.URL{Path: u.Path}
			kind := ""
			for i := 1; u.Query.Has("prefn" + strconv.Itoa(i)); i++ {
				n := strconv.Itoa(i)
				to.Query = append(to.Query, apps.Param{Name: u.Query.Get("prefn" + n), Value: strings.ReplaceAll(u.Query.Get("prefv"+n), "|", ",")})
			}
			for _, p := range splitSort(u.Query, "srule", "-") {
				switch {
				case strings.HasPrefix(p.Name, "pref"):
				case p.Name == "sz":
					to.Query = append(to.Query, apps.Param{Name: "limit", Value: p.Value})
				case p.Name == "start":
					n, err := strconv.Atoi(p.Value)
					sz := size
					if m, bad := strconv.Atoi(u.Query.Get("sz")); bad == nil {
						sz = m
					}
					if err != nil || sz < 1 {
						return to, "", false
					}
					to.Query = append(to.Query, apps.Param{Name: "page", Value: strconv.Itoa(n/sz + 1)})
				case p.Name == "cgid":
					kind = "product from a list"
				default:
					to.Query = append(to.Query, p)
				}
			}
			switch {
			case len(s) == 2 && s[0] == "s" && strings.HasSuffix(u.Path, "/"):
				to.Path = "/" + s[1]
			case len(s) == 1 && strings.HasSuffix(s[0], ".html"):
				to.Path = "/p/" + s[0]
			}
			return to, kind, true
		},
	}
}
