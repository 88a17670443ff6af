package classes

import "strings"

// isPlain tells of a path in which nothing can be a parameter.
func isPlain(path string) bool {
	if strings.ContainsAny(path, ":=;+") {
		return false
	}
	for i := 1; i > 0 && i < len(path); {
		end := strings.IndexByte(path[i:], '/')
		if end < 0 {
			return true
		}
		if end <= longestWord && end > 0 {
			if s := path[i : i+end]; markers[s] || pagings[s] {
				return false
			}
		}
		i += end + 1
	}
	return true
}

// facets takes the parameters out of a path.
func (a *address) facets(path string) string {
	segments := strings.Split(path, "/")
	kept := segments[:0]
	behind := false // a marker: key-value segments follow
	for i := 0; i < len(segments); i++ {
		segment, next := a.matrix(segments[i]), ""
		if i+1 < len(segments) {
			next = segments[i+1]
		}
		if key, value, ok := keyed(segment, ":="); ok && i > 1 {
			a.add(key, value)
			continue
		}
		if key, value, ok := keyed(segment, "-"); ok && behind {
			a.add(key, value)
			continue
		}
		if _, _, ok := keyed(next, "-"); ok && markers[segment] && i > 1 {
			behind = true
			continue
		}
		if pagings[segment] && isDigits(next) && i > 0 {
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

// longestWord is that of markers and pagings.
const longestWord = 7

// markers are segments behind which facets stand as key-value.
var markers = map[string]bool{"f": true, "filter": true, "filters": true, "facet": true, "facets": true, "refine": true}

// pagings are segments before the number of a part.
var pagings = map[string]bool{"page": true, "pages": true, "seite": true, "pagina": true, "strona": true, "sida": true, "side": true, "sivu": true}

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
