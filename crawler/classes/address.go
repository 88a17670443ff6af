package classes

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// address is a URL taken apart: what names the page, and the parameters that
// may only choose a view of it.
type address struct {
	family string // origin and path without path facets
	params []param
}

// param is a parameter of the query, of a path segment, or a path facet.
type param struct {
	name  string // "page"; "page=1" where the value is 0 or 1, which says "the first"
	value string
}

const maxParams = 24 // of one URL; what has more is not taken apart

// parse takes a canonical URL apart.
func parse(url string) (a address) {
	scheme, host, path, query := canonical.Split([]byte(url))
	if scheme == nil {
		return address{family: url}
	}
	origin := url[:len(scheme)+len("://")+len(host)]
	rest := url[len(origin):]
	rest = rest[:len(path)]
	a.family = origin + a.facets(rest)
	if query != nil {
		for part := range strings.FieldsFuncSeq(url[len(url)-len(query):], func(r rune) bool { return r == '&' || r == ';' }) {
			name, value, _ := strings.Cut(part, "=")
			a.named(name, value)
		}
	}
	if len(a.params) > maxParams {
		return address{family: url}
	}
	return a
}

// facets takes the parameters out of a path.
func (a *address) facets(path string) string {
	if !strings.ContainsAny(path, ":=;-") && !strings.Contains(path, "/page") {
		return path
	}
	segments := strings.Split(path, "/")
	kept := segments[:0]
	behind := false // a marker: key-value segments follow
	for i := 0; i < len(segments); i++ {
		segment := segments[i]
		if first, matrix, found := strings.Cut(segment, ";"); found && strings.Contains(matrix, "=") {
			segment = first
			for part := range strings.SplitSeq(matrix, ";") {
				name, value, _ := strings.Cut(part, "=")
				a.add(name, value)
			}
		}
		next := ""
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
		kept = append(kept, segment)
	}
	if len(kept) == 1 {
		return "/"
	}
	return strings.Join(kept, "/")
}

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

// named adds a parameter of the query: f[0]=brand:acme is one called f[]:brand,
// and filter=brand:acme|colour:red two.
func (a *address) named(name, value string) {
	if strings.IndexByte(name, '%') >= 0 {
		name = brackets.Replace(name)
	}
	if open := strings.IndexByte(name, '['); open > 0 {
		if end := strings.IndexByte(name[open:], ']'); end > 0 && isDigits(name[open+1:open+end]) {
			name = name[:open+1] + name[open+end:]
		}
	}
	plain := value
	if strings.IndexByte(plain, '%') >= 0 {
		plain = separators.Replace(value)
	}
	if strings.IndexByte(plain, ':') < 0 {
		a.add(name, value)
		return
	}
	var parts []param
	for part := range strings.FieldsFuncSeq(plain, func(r rune) bool { return r == '|' || r == ',' }) {
		key, v, ok := keyed(part, ":")
		if !ok || strings.HasPrefix(v, "//") {
			a.add(name, value)
			return
		}
		parts = append(parts, param{name + ":" + key, v})
	}
	if len(parts) == 0 {
		a.add(name, value)
	}
	for _, p := range parts {
		a.add(p.name, p.value)
	}
}

func (a *address) add(name, value string) {
	if value == "0" || value == "1" {
		name += first
	}
	a.params = append(a.params, param{name, value})
}

var (
	brackets   = strings.NewReplacer("%5B", "[", "%5D", "]", "%5b", "[", "%5d", "]")
	separators = strings.NewReplacer("%7C", "|", "%7c", "|", "%3A", ":", "%3a", ":", "%2C", ",", "%2c", ",")
)

// first marks the name of a parameter that is 0 or 1.
const first = "=1"

func bare(name string) string { return strings.TrimSuffix(name, first) }

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != "" && len(s) < 10
}

// key names the page that a URL without some of its parameters has, whatever
// their order is.
func (a *address) key(without func(name string) bool) uint64 {
	var buf [maxParams]string
	list := buf[:0]
	for _, p := range a.params {
		if without == nil || !without(p.name) {
			list = append(list, bare(p.name)+"="+p.value)
		}
	}
	slices.Sort(list)
	h := hashString(14695981039346656037, a.family)
	for _, s := range list {
		h = hashString(h^0x26, s)
	}
	return mix(h)
}

// has tells whether one of the parameters has that name.
func (a *address) has(name string) bool {
	return slices.ContainsFunc(a.params, func(p param) bool { return p.name == name })
}

func hashString(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

func mix(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}
