package shop

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Style is how a list with facets picked is spelled.
type Style uint8

// The spellings, with a brand and a colour picked.
const (
	Query     Style = iota // /coats?brand=acme&colour=red
	Semicolon              // /coats?brand=acme;colour=red
	Bracket                // /coats?filter[brand]=acme&filter[colour]=red
	Indexed                // /coats?f[0]=brand:acme&f[1]=colour:red
	OneParam               // /coats?filter=brand:acme|colour:red
	Matrix                 // /coats;brand=acme;colour=red
	Colon                  // /coats/brand:acme/colour:red, and all else so, too
	Equals                 // /coats/brand=acme/colour=red
	Dash                   // /coats/f/brand-acme/colour-red
	Pairs                  // /coats/brand/acme/colour/red
	Bare                   // /coats/acme/red
)

// value is a facet by key with the value picked.
type value struct{ key, value string }

// put spells a list: its path, the facets picked, and what else is asked.
func (s Style) put(path string, picked []value, rest apps.Params) string {
	query := apps.Params{}
	separator := "&"
	for i, p := range picked {
		switch s {
		case Query, Semicolon:
			query = append(query, apps.Param{Name: p.key, Value: p.value})
		case Bracket:
			query = append(query, apps.Param{Name: "filter[" + p.key + "]", Value: p.value})
		case Indexed:
			query = append(query, apps.Param{Name: fmt.Sprintf("f[%d]", i), Value: p.key + ":" + p.value})
		case OneParam:
			joined := strings.TrimPrefix(query.Get("filter")+"|"+p.key+":"+p.value, "|")
			query = query.With("filter", joined)
		default:
			path += s.segment(i, p)
		}
	}
	switch s {
	case Semicolon:
		separator = ";"
	case Colon, Matrix:
		for _, p := range rest {
			path += s.segment(1, value{p.Name, p.Value})
		}
		return path
	}
	return path + append(query, rest...).Join(separator)
}

// segment spells the facet that is the nth one picked in a path.
func (s Style) segment(n int, p value) string {
	switch s {
	case Matrix:
		return ";" + p.key + "=" + p.value
	case Colon:
		return "/" + p.key + ":" + p.value
	case Equals:
		return "/" + p.key + "=" + p.value
	case Pairs:
		return "/" + p.key + "/" + p.value
	case Bare:
		return "/" + p.value
	}
	if n == 0 {
		return "/f/" + p.key + "-" + p.value
	}
	return "/" + p.key + "-" + p.value
}

// take reads what put spelled: the segments of the path, the facets by key,
// and what else is asked. A facet that is not known comes among the rest.
func (s Style) take(u apps.URL) (path []string, picked []value, rest apps.Params) {
	for i, segment := range u.Segments() {
		if i == 0 {
			first, others, _ := strings.Cut(segment, ";")
			path = append(path, first)
			for part := range strings.SplitSeq(others, ";") {
				picked, rest = s.named(part, "=", picked, rest)
			}
			continue
		}
		path = append(path, segment)
	}
	path, picked, rest = s.takePath(path, picked, rest)
	for _, p := range u.Query {
		key, v := p.Name, p.Value
		switch {
		case s == OneParam && key == "filter":
			for part := range strings.SplitSeq(v, "|") {
				picked, rest = s.named(part, ":", picked, rest)
			}
			continue
		case s == Bracket:
			key = strings.TrimSuffix(strings.TrimPrefix(key, "filter["), "]")
		case s == Indexed && strings.HasPrefix(key, "f["):
			key, v, _ = strings.Cut(v, ":")
		}
		if inQuery := s <= OneParam; inQuery && facetOf(key) >= 0 {
			picked = append(picked, value{key, v})
		} else {
			rest = append(rest, apps.Param{Name: key, Value: v})
		}
	}
	return path, picked, rest
}

// takePath reads the segments of a path behind the first one.
func (s Style) takePath(path []string, picked []value, rest apps.Params) ([]string, []value, apps.Params) {
	if len(path) < 2 || s < Colon {
		return path, picked, rest
	}
	tail := path[1:]
	path = path[:1]
	for len(tail) > 0 {
		segment := tail[0]
		tail = tail[1:]
		before := len(picked) + len(rest)
		switch {
		case s == Colon:
			picked, rest = s.named(segment, ":", picked, rest)
		case s == Equals:
			picked, rest = s.named(segment, "=", picked, rest)
		case s == Dash && segment == "f" && len(picked) == 0:
			continue
		case s == Dash:
			picked, _ = s.named(segment, "-", picked, nil)
		case s == Pairs && len(tail) > 0 && facetOf(segment) >= 0:
			picked = append(picked, value{segment, tail[0]})
			tail = tail[1:]
		case s == Bare:
			if f := facetOfValue(segment); f >= 0 {
				picked = append(picked, value{facets[f].key, segment})
			}
		}
		if len(picked)+len(rest) == before {
			path = append(path, segment)
		}
	}
	return path, picked, rest
}

// named reads a key and its value.
func (s Style) named(part, separator string, picked []value, rest apps.Params) ([]value, apps.Params) {
	key, v, ok := strings.Cut(part, separator)
	switch {
	case !ok:
	case facetOf(key) >= 0:
		picked = append(picked, value{key, v})
	default:
		rest = append(rest, apps.Param{Name: key, Value: v})
	}
	return picked, rest
}

func facetOf(key string) int {
	for i := range facets {
		if facets[i].key == key {
			return i
		}
	}
	return -1
}

func facetOfValue(v string) int {
	for i := range facets {
		for _, known := range facets[i].values {
			if known == strings.Split(v, ",")[0] {
				return i
			}
		}
	}
	return -1
}
