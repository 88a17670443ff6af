package classes

import (
	"encoding/base64"
	"net/url"
	"strings"
)

// isPlain tells of a path in which nothing can be a parameter.
func isPlain(path string) bool {
	segment := 1 // where it begins
	for i := range len(path) {
		switch c := path[i]; {
		case c > '=' || c < '+': // most
		case c == ':' || c == '=' || c == ';' || c == '+':
			return false
		case c == '/':
			if i > segment && (isMarker(path[segment:i]) || isPaging(path[segment:i]) || isAddress(path[segment:i])) {
				return false
			}
			segment = i + 1
		}
	}
	return !isAddress(path[min(segment, len(path)):])
}

// isAddress tells of a segment, or a value, that is the absolute address of a page, escaped or in base64.
func isAddress(s string) bool {
	switch {
	case len(s) < len("aHR0cDovL"):
		return false
	case s[0] == 'a':
		return strings.HasPrefix(s, "aHR0cDovL") || strings.HasPrefix(s, "aHR0cHM6L")
	case s[0] == 'h':
		rest := strings.TrimPrefix(strings.TrimPrefix(s, "http"), "s")
		return len(rest) < len(s)-3 && (strings.HasPrefix(rest, ":/") || strings.HasPrefix(rest, "%3A") || strings.HasPrefix(rest, "%3a"))
	}
	return false
}

// isOwnAddress tells of one of a page of an origin itself: where a login leads back to. Directories of sites have those of others.
func isOwnAddress(s, origin string) bool {
	if !isAddress(s) {
		return false
	}
	if s[0] == 'a' {
		plain, _ := base64.StdEncoding.DecodeString(s[:min(len(s), 2*len(origin)+8)&^3]) // as far as it goes
		s = string(plain)
	} else if plain, err := url.PathUnescape(s); err == nil {
		s = plain
	}
	host, given := siteOf(origin), siteOf(s)
	return host != "" && len(given) >= len(host) && strings.EqualFold(given[:len(host)], host) && (len(given) == len(host) || strings.IndexByte("/?#", given[len(host)]) >= 0)
}

// siteOf gives what stands behind the scheme, and www.
func siteOf(url string) string {
	_, host, _ := strings.Cut(url, "://")
	return strings.TrimPrefix(host, "www.")
}

// facets takes the parameters out of a path.
func (a *address) facets(origin, path string) string {
	segments := strings.Split(path, "/")
	kept := segments[:0]
	behind := false // a marker: key-value segments follow
	for i := 0; i < len(segments); i++ {
		segment, next := a.matrix(segments[i]), ""
		if i+1 < len(segments) {
			next = segments[i+1]
		}
		if i > 1 && a.pairs(segment, ":=") || behind && a.pairs(segment, "-") {
			continue
		}
		if _, _, ok := keyed(next, "-"); ok && isMarker(segment) && i > 1 {
			behind = true
			continue
		}
		if i > 0 && (isPaging(segment) && isDigits(next) || segment != "" && isOwnAddress(next, origin)) {
			a.add(segment, next)
			i++
			continue
		}
		if i > 1 && i == len(segments)-1 {
			segment = a.tags(segment)
		}
		kept = append(kept, segment)
	}
	if len(kept) == 1 {
		return "/"
	}
	return strings.Join(kept, "/")
}

// pairs adds the facets of a segment, key and value each: one, or several with the same joint between them
// (brand-acme_colour-red). What has no key is a part of the value before it (colour-dark_blue).
func (a *address) pairs(segment, separators string) bool {
	segment = unescapeJoints(segment)
	key, value, ok := keyed(segment, separators)
	if !ok {
		return false
	}
	before := len(a.params)
	for _, joint := range pairJoints {
		if !strings.Contains(value, joint) {
			continue
		}
		facet := "" // that has been read so far
		for part := range strings.SplitSeq(segment, joint) {
			_, _, next := keyed(part, separators)
			switch key, value, ok := keyed(facet, separators); {
			case facet == "":
				facet = part
			case ok && next:
				a.add(key, value)
				facet = part
			default:
				facet += joint + part
			}
		}
		if key, value, _ = keyed(facet, separators); len(a.params) > before {
			break
		}
	}
	a.add(key, value)
	return true
}

// pairJoints stand between facets of one segment.
var pairJoints = [...]string{"--", ";", ",", "|", "+", "~", "_"}

// tags takes the values behind the first one out of the last segment of a path:
// red+round.
func (a *address) tags(segment string) string {
	first, rest, found := strings.Cut(segment, "+")
	if !found || first == "" || strings.Contains(rest, "++") || rest == "" || strings.HasSuffix(rest, "+") || strings.HasPrefix(rest, "+") {
		return segment
	}
	for value := range strings.SplitSeq(rest, "+") {
		a.params = append(a.params, param{anotherTag, value})
	}
	return first
}

// anotherTag is the name of a value that stands behind another one.
const anotherTag = "+"

// matrix takes the parameters out of a segment: coats;colour=red.
func (a *address) matrix(segment string) string {
	first, matrix, found := strings.Cut(segment, ";")
	if !found || !strings.Contains(matrix, "=") {
		return segment
	}
	for part := range strings.SplitSeq(matrix, ";") {
		name, value, _ := strings.Cut(part, "=")
		a.add(name, value)
	}
	return first
}

// isMarker tells of a segment behind which facets stand as key-value, by the word for it
// in the languages of shops.
func isMarker(segment string) bool {
	switch segment {
	case "f", "filter", "filters", "filtered", "facet", "facets", "refine", "refinement", "refinements", "attribute", "attributes",
		"filtre", "filtres", "filtrer", "facette", "facettes", "filtern", "merkmal", "merkmale", "eigenschaft", "eigenschaften",
		"filtro", "filtros", "filtri", "filtrar", "faceta", "facetas", "atributo", "atributos", "filteren", "kenmerk", "kenmerken",
		"filtr", "filtry", "filtruj", "filtrowanie", "filtra", "filtrera", "filtrering", "filtru", "szuro", "suodatin", "suodattimet":
		return true
	}
	return false
}

// isPaging tells of a segment before the number of a part.
func isPaging(segment string) bool {
	switch segment {
	case "page", "pages", "seite", "pagina", "strona", "sida", "side", "sivu":
		return true
	}
	return false
}

// keyed splits key and value at the first of the separators.
func keyed(s, separators string) (key, value string, ok bool) {
	i := strings.IndexAny(s, separators)
	if i < 1 || i+1 == len(s) || i > 40 {
		return "", "", false
	}
	for _, c := range []byte(s[:i]) {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			if c != '_' && c != '.' {
				return "", "", false
			}
		}
	}
	return s[:i], s[i+1:], true
}
