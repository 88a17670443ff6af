package platform

import (
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/shop"
)

// renamed gives other names to parameters: pairs of the old and the new one.
func renamed(q apps.Params, names ...string) apps.Params {
	var other apps.Params
	for _, p := range q {
		for i := 0; i < len(names); i += 2 {
			if p.Name == names[i] {
				p.Name = names[i+1]
				break
			}
		}
		other = append(other, p)
	}
	return other
}

// back turns pairs of names round.
func back(names []string) []string {
	other := make([]string, len(names))
	for i := range names {
		other[i] = names[i^1]
	}
	return other
}

// joinSort writes sort and direction as one value.
func joinSort(q apps.Params, name, between string) apps.Params {
	by, dir := q.Get("sort"), q.Get("dir")
	if by == "" && dir == "" {
		return q
	}
	if by == "" {
		by = "popular"
	}
	if dir != "" {
		by += between + dir
	}
	rest := append(q.Without("sort", "dir", "page"), apps.Param{Name: name, Value: by})
	if page := q.Get("page"); page != "" {
		rest = append(rest, apps.Param{Name: "page", Value: page})
	}
	return rest
}

// splitSort reads what joinSort wrote.
func splitSort(q apps.Params, name, between string) apps.Params {
	v := q.Get(name)
	if v == "" {
		return q
	}
	by, dir, ok := strings.Cut(v, between)
	rest := append(q.Without(name), apps.Param{Name: "sort", Value: by})
	if ok {
		rest = append(rest, apps.Param{Name: "dir", Value: dir})
	}
	return rest
}

// toIDs writes the values of facets as numbers, as databases have them.
func toIDs(q apps.Params) apps.Params {
	return eachValue(q, func(facet int, values []string, v string) string {
		return strconv.Itoa(20*(facet+2) + slices.Index(values, v))
	})
}

// fromIDs reads them.
func fromIDs(q apps.Params) apps.Params {
	return eachValue(q, func(facet int, values []string, v string) string {
		n, err := strconv.Atoi(v)
		if n -= 20 * (facet + 2); err != nil || n < 0 || n >= len(values) {
			return "unknown"
		}
		return values[n]
	})
}

// eachValue changes the values of facets; several have a comma between them.
func eachValue(q apps.Params, change func(facet int, values []string, v string) string) apps.Params {
	var other apps.Params
	for _, p := range q {
		if f := slices.Index(shop.Facets(), p.Name); f >= 0 {
			list := strings.Split(p.Value, ",")
			for i := range list {
				list[i] = change(f, shop.Values(p.Name), list[i])
			}
			p.Value = strings.Join(list, ",")
		}
		other = append(other, p)
	}
	return other
}

// picked takes the facets out of parameters.
func picked(q apps.Params) (facets, rest apps.Params) {
	for _, p := range q {
		if slices.Contains(shop.Facets(), p.Name) {
			facets = append(facets, p)
		} else {
			rest = append(rest, p)
		}
	}
	return facets, rest
}
