// Package pathforms learns which spellings of a URL a site leads back to
// another one: /index.html to /, /About to /about, /about/ to /about or the
// other way round, and parameters whose URLs all redirect to the one without
// them. Twenty such URLs that the site leads back, by a redirect or by a
// canonical whose page has the same content, and none that speaks against it,
// are enough not to ask for the next ones.
package pathforms

import (
	"net/url"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Form is a way to spell a URL, beside which there is a plainer one: the name of
// a directory's index file, a parameter as "?name", or one of the following.
type Form string

// The forms.
const (
	Upper Form = "upper case"
	Slash Form = "slash at the end"
	Bare  Form = "no slash at the end" // of a path whose last segment names no file
	Twice Form = "a second number"     // of the last segment: /12-500-teapot.html beside /12-teapot.html
)

// indexFiles are what servers answer with for a directory: DirectoryIndex of
// Apache and nginx, the default documents of IIS, and what frameworks took over.
var indexFiles = []string{
	"index.html", "index.htm", "index.shtml", "index.xhtml", "index.php", "index.asp", "index.aspx", "index.jsp", "index.cfm",
	"default.html", "default.htm", "default.asp", "default.aspx",
}

const (
	mostParams = 4 // of a URL that is looked at
	mostName   = 64
)

// formsOf gives the forms that a URL in canonical form has.
func formsOf(u string) (forms []Form) {
	path, query, found := strings.Cut(u[len(canonical.Origin(u)):], "?")
	if found {
		return paramsOf(query)
	}
	if hasUpper(path) {
		forms = append(forms, Upper)
	}
	last := path[strings.LastIndexByte(path, '/')+1:]
	switch {
	case len(path) < 2:
	case last == "":
		forms = append(forms, Slash)
	case slices.Contains(indexFiles, strings.ToLower(last)):
		forms = append(forms, Form(strings.ToLower(last)))
	case strings.IndexByte(last, '.') < 0:
		forms = append(forms, Bare)
	}
	if begin, end := secondNumber(path); begin < end {
		forms = append(forms, Twice)
	}
	return forms
}

// secondNumber gives where the second of two numbers stands with which the last segment of a path begins, and the hyphen
// behind it: that of a variant behind that of its product. A word follows.
func secondNumber(path string) (begin, end int) {
	digits := func(at int) int {
		from := at
		for at < len(path) && path[at] >= '0' && path[at] <= '9' {
			at++
		}
		if at == from || at == len(path) || path[at] != '-' {
			return 0
		}
		return at + 1
	}
	if begin = digits(strings.LastIndexByte(path, '/') + 1); begin == 0 {
		return 0, 0
	}
	if end = digits(begin); end == 0 || end == len(path) || path[end] >= '0' && path[end] <= '9' {
		return 0, 0
	}
	return begin, end
}

func paramsOf(query string) (forms []Form) {
	for param := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(param, "=")
		if f := Form("?" + name); name != "" && len(name) <= mostName && !slices.Contains(forms, f) {
			forms = append(forms, f)
		}
	}
	if len(forms) > mostParams {
		return nil
	}
	return forms
}

// hasUpper tells of a letter in upper case that is not part of an escape.
func hasUpper(path string) bool {
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == '%':
			i += 2
		case 'A' <= c && c <= 'Z':
			return true
		}
	}
	return false
}

// plain gives a URL without some of its forms.
func plain(u string, forms []Form) string {
	for _, f := range forms {
		origin := canonical.Origin(u)
		u = origin + f.cut(u[len(origin):])
	}
	return u
}

// cut gives a path, with its query, without the form.
func (f Form) cut(path string) string {
	switch {
	case f == Upper:
		return lower(path)
	case f == Slash:
		return strings.TrimSuffix(path, "/")
	case f == Bare:
		return path + "/"
	case f == Twice:
		begin, end := secondNumber(path)
		return path[:begin] + path[end:]
	case !f.param():
		return path[:strings.LastIndexByte(path, '/')+1]
	}
	path, query, _ := strings.Cut(path, "?")
	var kept []string
	for param := range strings.SplitSeq(query, "&") {
		if name, _, _ := strings.Cut(param, "="); name != string(f[1:]) {
			kept = append(kept, param)
		}
	}
	if len(kept) == 0 {
		return path
	}
	return path + "?" + strings.Join(kept, "&")
}

// lower makes letters lower case, but for those of escapes.
func lower(path string) string {
	b := []byte(path)
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '%':
			i += 2
		case 'A' <= c && c <= 'Z':
			b[i] |= 0x20
		}
	}
	return string(b)
}

// leads gives those forms of a URL without which it is to, nil if it is not.
func leads(u, to string, forms []Form) (left []Form) {
	for subset := 1; subset < 1<<len(forms); subset++ {
		left = left[:0]
		for i, f := range forms {
			if subset>>i&1 != 0 {
				left = append(left, f)
			}
		}
		if plain(u, left) == to {
			return left
		}
	}
	return nil
}

// section names the part of the site to which a URL belongs: its first folder
// and how deep it is, however it is spelled. What holds in one need not in another.
func section(u string) string {
	path, _, _ := strings.Cut(u[len(canonical.Origin(u)):], "?")
	path = strings.ToLower(path)
	if last := strings.LastIndexByte(path, '/') + 1; slices.Contains(indexFiles, path[last:]) {
		path = path[:last]
	}
	path = strings.Trim(path, "/")
	first, _, found := strings.Cut(path, "/")
	if !found {
		return ""
	}
	return first + strings.Repeat("/", strings.Count(path, "/"))
}

func (f Form) param() bool { return f[0] == '?' }

// Shown gives a form as people read it.
func (f Form) Shown() string {
	if !f.param() {
		return string(f)
	}
	if name, err := url.QueryUnescape(string(f[1:])); err == nil {
		return name + "="
	}
	return string(f[1:]) + "="
}
