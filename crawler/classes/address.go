package classes

import (
	"slices"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// address is a URL taken apart: what names the page, and the parameters that
// may only choose a view of it.
type address struct {
	family string // origin and path without path facets
	params []param
	words  *lexicon
	barren string // the last family that takeBarren gave
}

// param is a parameter of the query, of a path segment, or a path facet.
type param struct {
	name  string // "page"; "page=1" where the value is 0 or 1, which says "the first"
	value string
}

const maxParams = 24 // of one URL; what has more is not taken apart

// parse takes a canonical URL apart.
func parse(url string, words *lexicon) address {
	a := address{words: words}
	a.read(url)
	return a
}

// read is parse into an address that is used again.
func (a *address) read(url string) {
	a.family, a.params = url, a.params[:0]
	origin := len(canonical.Origin(url))
	if origin == len(url) {
		return
	}
	path, query, _ := strings.Cut(url[origin:], "?")
	if isPlain(path) {
		a.family = url[:origin+len(path)]
	} else {
		a.family = url[:origin] + a.facets(url[:origin], path)
	}
	for query != "" {
		end := strings.IndexAny(query, "&;")
		if end < 0 {
			end = len(query)
		}
		if part := query[:end]; part != "" {
			name, value, _ := strings.Cut(part, "=")
			a.named(name, value)
		}
		query = query[min(end+1, len(query)):]
	}
	if len(a.params) > maxParams {
		a.family, a.params = url, a.params[:0]
	}
	if a.words != nil {
		a.apply(a.words, url[:origin])
	}
}

// named adds a parameter of the query: f[0]=brand:acme is one called f[]:brand,
// and filter=brand:acme|colour:red two, as q=:name:brand:acme is: q:sort and q:brand.
func (a *address) named(name, value string) {
	if strings.IndexByte(name, '%') >= 0 {
		name = brackets.Replace(name)
	}
	if open := strings.IndexByte(name, '['); open > 0 {
		if end := strings.IndexByte(name[open:], ']'); end > 0 && isDigits(name[open+1:open+end]) {
			name = name[:open+1] + name[open+end:]
		}
	}
	value = unescapeJoints(value)
	if strings.IndexByte(value, ':') < 0 {
		a.add(name, value)
		return
	}
	if value[0] == ':' && a.ordered(name, strings.Split(value[1:], ":")) {
		return
	}
	var parts []param
	for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == '|' || r == ',' }) {
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

// ordered adds an order and the facets behind it, a key and a value each, as SAP Commerce writes them. The order
// that says nothing, before facets, is not one: there is no other way to name these.
func (a *address) ordered(name string, parts []string) bool {
	if len(parts)%2 == 0 || slices.Contains(parts, "") {
		return false
	}
	if len(parts) == 1 || parts[0] != noOrder {
		a.add(name+":sort", parts[0])
	}
	for i := 1; i < len(parts); i += 2 {
		a.add(name+":"+parts[i], parts[i+1])
	}
	return true
}

// noOrder is what stands for the list's own order where an order is to be given.
const noOrder = "relevance"

func (a *address) add(name, value string) {
	if value == "0" || value == "1" {
		name += first
	}
	a.params = append(a.params, param{name, value})
}

var (
	brackets   = strings.NewReplacer("%5B", "[", "%5D", "]", "%5b", "[", "%5d", "]")
	separators = strings.NewReplacer("%7C", "|", "%7c", "|", "%3A", ":", "%3a", ":", "%2C", ",", "%2c", ",", "%2F", "/", "%2f", "/")
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

// isPlace tells of a decimal or negative number, or of several with commas: 52.5163,13.3777.
func isPlace(s string) bool {
	marks, digits := 0, 0
	if strings.IndexByte(s, '%') >= 0 {
		s = separators.Replace(s)
	}
	for _, c := range []byte(s) {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case c == '.' || c == '-' || c == ',':
			marks++
		default:
			return false
		}
	}
	return marks > 0 && digits > 0 && (strings.Contains(s, ",") || !isDate(s))
}

// isDate tells of 2026-11, 2026-11-22 and 22.11.2026.
func isDate(s string) bool {
	short := strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == '.' })
	return len(short) > 1 && s[0] != '-' && (len(short[0]) == 4 || len(short[len(short)-1]) == 4) && strings.Count(s, ".") != 1
}

// key names the page that a URL without some of its parameters has, whatever
// their order is.
func (a *address) key(without func(name string) bool) uint64 {
	h := a.familyHash()
	for i := range a.params {
		if without == nil || !without(a.params[i].name) {
			h += a.params[i].hash()
		}
	}
	return mix(h)
}

func (a *address) familyHash() uint64 { return hashString(14695981039346656037, a.family) }

func (p *param) hash() uint64 {
	return mix(hashString(hashString(14695981039346656037, plain(p.name))^0x26, p.value))
}

// level counts the parameters that do not lead through the parts of a list.
func (a *address) level() (n int) {
	for i := range a.params {
		if q := &a.params[i]; !isPagingName(bare(q.name)) {
			n++
		}
	}
	return n
}

// part gives the number of a part of a list, by the names of parameters.
func (a *address) part() (n int) {
	for i := range a.params {
		if q := &a.params[i]; isPagingName(bare(q.name)) && isDigits(q.value) {
			m, _ := strconv.Atoi(q.value)
			n = max(n, m)
		}
	}
	return n
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
