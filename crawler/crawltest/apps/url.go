package apps

import (
	"net/url"
	"slices"
	"strings"
)

// URL is path and query of an address, as an application reads it.
type URL struct {
	Path  string // unescaped
	Query Params
}

// Param is one parameter of a query.
type Param struct{ Name, Value string }

// Params are the parameters of a query, in order.
type Params []Param

// ParseURL reads an absolute URL, or path and query. Both "&" and ";" separate
// parameters. What is escaped badly is taken as it is.
func ParseURL(ref string) URL {
	ref, _, _ = strings.Cut(ref, "#")
	if _, rest, ok := strings.Cut(ref, "://"); ok {
		_, path, _ := strings.Cut(rest, "/")
		ref = "/" + path
	}
	path, query, _ := strings.Cut(ref, "?")
	u := URL{Path: unescape(path, url.PathUnescape)}
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, _ := strings.Cut(part, "=")
		u.Query = append(u.Query, Param{unescape(name, url.QueryUnescape), unescape(value, url.QueryUnescape)})
	}
	return u
}

func unescape(s string, by func(string) (string, error)) string {
	if plain, err := by(s); err == nil {
		return plain
	}
	return s
}

// String spells the URL in one way.
func (u URL) String() string { return u.Path + u.Query.String() }

// Segments cuts the path at its slashes; the root has none.
func (u URL) Segments() []string {
	trimmed := strings.Trim(u.Path, "/")
	if trimmed == "" {
		return nil
	}
	return strings.Split(trimmed, "/")
}

// Get gives the value of the first parameter of that name.
func (p Params) Get(name string) string {
	for _, q := range p {
		if q.Name == name {
			return q.Value
		}
	}
	return ""
}

// Has tells whether there is a parameter of one of these names.
func (p Params) Has(names ...string) bool {
	return slices.ContainsFunc(p, func(q Param) bool { return slices.Contains(names, q.Name) })
}

// Only tells whether there is no parameter but those of these names, each at
// most once.
func (p Params) Only(names ...string) bool {
	for i, q := range p {
		if !slices.Contains(names, q.Name) || p[:i].Has(q.Name) {
			return false
		}
	}
	return true
}

// With gives the parameters with one more, or the first one of that name
// replaced.
func (p Params) With(name, value string) Params {
	p = slices.Clone(p)
	for i := range p {
		if p[i].Name == name {
			p[i].Value = value
			return p
		}
	}
	return append(p, Param{name, value})
}

// Without gives the parameters but for those of these names.
func (p Params) Without(names ...string) Params {
	return slices.DeleteFunc(slices.Clone(p), func(q Param) bool { return slices.Contains(names, q.Name) })
}

// String writes the query with its question mark, "" if there is nothing.
func (p Params) String() string { return p.Join("&") }

// Join writes the query with another separator.
func (p Params) Join(separator string) string {
	var b strings.Builder
	for i, q := range p {
		if i == 0 {
			b.WriteByte('?')
		} else {
			b.WriteString(separator)
		}
		b.WriteString(Escape(q.Name))
		if q.Value != "" {
			b.WriteString("=" + Escape(q.Value))
		}
	}
	return b.String()
}

// Escape escapes a name or value of a query, as little as applications do.
func Escape(s string) string {
	return readable.Replace(url.QueryEscape(s))
}

var readable = strings.NewReplacer("%3A", ":", "%2C", ",", "%5B", "[", "%5D", "]", "%2F", "/")
