package lookalike

import (
	"strings"
)

// Templates counts pages by the shape of their URLs: those of a template are
// made by one part of the site's software.
//
// A directory's pages are one template, whatever their names are; those with
// a query are one for each path and set of parameters. A directory whose name
// is a number, a date, a hash or the like stands for all such beside it, and
// where more than fifty lie beside each other, all of them are one.
type Templates struct {
	origins map[string]*folder
	folders int
	shapes  int
}

const (
	manyNames  = 50     // directories beside each other that are told apart
	maxFolders = 20_000 // that are told apart at all
	maxDepth   = 12     // directories of a path that are
	maxShapes  = 20_000 // of pages' names and parameters, in all directories
	maxName    = 100    // bytes of a name; longer ones are not told apart
	anyName    = "*"
	anyNumber  = "#"
	anyShape   = "/…"
)

type folder struct {
	count
	folders map[string]*folder
	shapes  map[string]*count // of its own pages
}

type count struct {
	pages, alike int
	pattern      string // once it was asked for
}

// Vague tells of a pattern that says nothing to people: of places that vary alone,
// such as /*.html or /…. Then a page of it says more.
func Vague(pattern string) bool {
	_, path, _ := strings.Cut(pattern, "://")
	_, path, _ = strings.Cut(path, "/")
	path, _, _ = strings.Cut(path, "?")
	if dot := strings.LastIndexByte(path, '.'); dot > strings.LastIndexByte(path, '/') {
		path = path[:dot]
	}
	return strings.Trim(path, anyName+anyNumber+anyShape) == ""
}

func (c *count) add(alike bool) {
	c.pages++
	if alike {
		c.alike++
	}
}

// Template is a shape of URLs with its pages.
type Template struct {
	Pattern string // for people; the same for all its pages
	Pages   int
	Alike   int // pages that look like the answer to a URL that cannot exist
}

// Few tells whether so few pages of a template look like the answer to a URL
// that cannot exist that they are pages that are gone: at most one in twenty;
// in a template of less than twenty pages a single one, if at least two others
// have a content of their own. More tell of software that answers everything
// in the same way.
func (t Template) Few() bool {
	return t.Pages >= leastPages && t.Alike <= max(1, t.Pages/20)
}

// Half tells whether at most half of a template's pages look like it: the others are pages, so the site is neither down
// nor answers everything in the same way.
func (t Template) Half() bool { return t.Pages >= leastPages && t.Alike*2 <= t.Pages }

const leastPages = 3

// Add counts a page.
func (t *Templates) Add(url string, alike bool) {
	origin, path, shape := splitURL(url)
	if t.origins == nil {
		t.origins = map[string]*folder{}
	}
	f := t.origins[origin]
	if f == nil {
		f = &folder{}
		t.origins[strings.Clone(origin)] = f
	}
	f.add(alike)
	for name := range names(path) {
		f = t.enter(f, name)
		f.add(alike)
	}
	c := f.shape(shape)
	if c == nil {
		c = t.newShape(f, shape)
	}
	c.add(alike)
}

func (t *Templates) newShape(f *folder, shape string) *count {
	if f.shapes == nil {
		f.shapes = map[string]*count{}
	}
	if t.shapes >= maxShapes {
		shape = anyShape
	}
	c := &count{}
	f.shapes[strings.Clone(shape)] = c
	t.shapes++
	return c
}

// enter gives a directory's directory, a new one if need be.
func (t *Templates) enter(f *folder, name string) *folder {
	if in := f.folder(name); in != nil {
		return in
	}
	if f.folders == nil {
		f.folders = map[string]*folder{}
	}
	switch {
	case t.folders >= maxFolders:
		name = anyName
	case len(f.folders) >= manyNames:
		all := &folder{}
		for _, in := range f.folders {
			t.merge(all, in)
		}
		t.folders -= len(f.folders) - 1
		f.folders = map[string]*folder{anyName: all}
		return all
	}
	in := &folder{}
	t.folders++
	f.folders[strings.Clone(name)] = in
	return in
}

// merge adds the pages of a directory to those of another.
func (t *Templates) merge(to, from *folder) {
	to.pages, to.alike = to.pages+from.pages, to.alike+from.alike
	for shape, c := range from.shapes {
		t.shapes--
		have := to.shape(shape)
		if have == nil {
			have = t.newShape(to, shape)
		}
		have.pages, have.alike = have.pages+c.pages, have.alike+c.alike
	}
	for name, in := range from.folders {
		t.folders--
		t.merge(t.enter(to, name), in)
	}
}

// folder gives the directory that stands for a name, nil if there is none.
func (f *folder) folder(name string) *folder {
	if in := f.folders[name]; in != nil {
		return in
	}
	return f.folders[anyName]
}

func (f *folder) shape(name string) *count {
	if c := f.shapes[name]; c != nil {
		return c
	}
	return f.shapes[anyShape]
}

// Of gives the template of a page that was counted. One of less than three
// pages is no template: it is judged with the directory that it is in. Not so
// where all its pages look like the answer to a URL that cannot exist, as they
// do where a script answers for all that lies below it.
func (t *Templates) Of(url string) Template {
	origin, path, shape := splitURL(url)
	f := t.origins[origin]
	if f == nil {
		return Template{Pattern: url}
	}
	above := append(make([]*folder, 0, 16), f)
	at := append(make([]string, 0, 16), origin)
	for name := range names(path) {
		in := f.folders[name]
		if in == nil {
			in, name = f.folders[anyName], anyName
		}
		if in == nil {
			return Template{Pattern: url}
		}
		f = in
		above, at = append(above, f), append(at, name)
	}
	c := f.shapes[shape]
	if c == nil {
		if c, shape = f.shapes[anyShape], anyShape; c == nil {
			return Template{Pattern: url}
		}
	}
	for i := len(above); c.tooFew() && i > 0; i-- {
		c, at, shape = &above[i-1].count, at[:i], anyShape
	}
	if c.pattern == "" {
		c.pattern = strings.Join(at, "/") + shape
	}
	return Template{c.pattern, c.pages, c.alike}
}

func (c *count) tooFew() bool { return c.pages < leastPages && c.alike < c.pages }

// splitURL gives the origin of a canonical URL, its directories, and the shape
// of what is left: "/*.html", "?id&page", "/" for the home page.
func splitURL(url string) (origin, path, shape string) {
	scheme, rest, _ := strings.Cut(url, "://")
	slash := strings.IndexByte(rest, '/')
	if slash < 0 {
		return "", "", "/" + anyName
	}
	origin = url[:len(scheme)+len("://")+slash]
	path, query, hasQuery := strings.Cut(rest[slash:], "?")
	if hasQuery {
		return origin, strings.Trim(path, "/"), "?" + parameters(query)
	}
	inner := strings.Trim(path, "/")
	if inner == "" {
		return origin, "", "/"
	}
	ends := len(path) - len(strings.TrimRight(path, "/"))
	name := inner
	if i := strings.LastIndexByte(inner, '/'); i >= 0 {
		path, name = inner[:i], inner[i+1:]
	} else {
		path = ""
	}
	return origin, path, "/" + anyName + ending(name) + strings.Repeat("/", ends)
}

// ending gives the extension of a file name, "" if it has none that is one.
func ending(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 || len(name)-i > 6 || strings.ContainsAny(name[i:], "0123456789%") {
		return ""
	}
	return name[i:]
}

// parameters gives the names of a query, in their order.
func parameters(query string) string {
	var b strings.Builder
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(name)
		if b.Len() > maxName {
			return b.String()[:maxName]
		}
	}
	return b.String()
}

// names iterates over the directories of a path, those that are no names
// written as "#".
func names(path string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		if path == "" {
			return
		}
		n := 0
		for name := range strings.SplitSeq(path, "/") {
			if isNumber(name) || len(name) > maxName {
				name = anyNumber
			}
			if n++; n > maxDepth || !yield(name) {
				return
			}
		}
	}
}

// isNumber tells whether a path segment is a number, a date, a hash or a UUID
// and no name: digits and punctuation, or at least eight hexadecimal digits.
func isNumber(s string) bool {
	digits, letters := 0, 0
	for _, c := range []byte(s) {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			letters++
		case c != '-' && c != '_' && c != '.' && c != ',':
			return false
		}
	}
	return digits > 0 && (letters == 0 || digits+letters >= 8)
}
