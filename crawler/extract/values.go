package extract

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/antchfx/xpath"
	"golang.org/x/net/html"
)

const (
	// Budget is how long a page may take; what is not found by then is not
	// looked for.
	Budget   = 50 * time.Millisecond
	maxDoc   = 4 << 20 // bytes of a page that are looked at
	maxAll   = 100     // values of one name
	maxValue = 1000    // bytes of a value
	maxTotal = 20_000  // bytes of all values of a page
)

// Timeout is the name under which Of notes that a page took too long, is too
// long, or is nested deeper than can be read.
const Timeout = "extract_timeout"

// looking is the work on one page.
type looking struct {
	doc   []byte
	low   []byte
	root  *html.Node
	built bool
	until time.Time
	late  bool
	short bool // not all of the page is looked at
	room  int
}

// Of gives what the set finds in a page's source, a JSON object with a text, a
// list of texts or a number by name; "" where it finds nothing.
func (s *Set) Of(doc []byte) string {
	if s.Empty() {
		return ""
	}
	l := &looking{doc: doc[:min(len(doc), maxDoc)], until: time.Now().Add(Budget), short: len(doc) > maxDoc, room: maxTotal}
	found := map[string]any{}
	for i := range s.fields {
		f := &s.fields[i]
		if l.over() {
			break
		}
		values, n := l.find(f)
		switch {
		case f.many == count:
			found[f.name] = n
		case len(values) == 0:
		case f.many == all:
			found[f.name] = values
		default:
			found[f.name] = values[0]
		}
	}
	if l.late || l.short {
		found[Timeout] = 1
	}
	if len(found) == 0 {
		return ""
	}
	text, err := json.Marshal(found)
	if err != nil {
		return ""
	}
	return string(text)
}

func (l *looking) over() bool {
	l.late = l.late || time.Now().After(l.until)
	return l.late
}

// find gives the values of an expression, and how many there are.
func (l *looking) find(f *field) (values []string, n int) {
	defer func() {
		if recover() != nil { // a library's, or the time is over: the expression has no value here
			values, n = nil, 0
		}
	}()
	take := func(text string) (more bool) {
		n++
		if f.many != count && len(values) < maxAll {
			if text = clip(text); text != "" && l.room > 0 {
				values, l.room = append(values, text), l.room-len(text)
			}
		}
		return (f.many != first || len(values) == 0) && (n%64 != 0 || !l.over())
	}
	switch {
	case f.plain != "":
		if l.low == nil {
			l.low = bytes.ToLower(l.doc)
		}
		return nil, bytes.Count(l.low, []byte(f.plain))
	case f.re != nil:
		l.expression(f, take)
	case f.css != nil:
		l.selector(f, take)
	default:
		l.path(f.xpath, take)
	}
	return values, n
}

// expression takes the first group of each match, or the whole of it.
func (l *looking) expression(f *field, take func(string) bool) {
	for rest := l.doc; len(rest) > 0; {
		at := f.re.FindSubmatchIndex(rest)
		if at == nil {
			return
		}
		from, to := at[0], at[1]
		if len(at) > 2 && at[2] >= 0 {
			from, to = at[2], at[3]
		}
		if !take(string(rest[from:to])) {
			return
		}
		rest = rest[max(at[1], 1):]
	}
}

// timed is a document that ends when the time does: there are pages of which
// each tag costs a walk over all that are open.
type timed struct {
	doc *bytes.Reader
	l   *looking
}

func (t timed) Read(b []byte) (int, error) {
	if t.l.over() {
		return 0, os.ErrDeadlineExceeded
	}
	return t.doc.Read(b[:min(len(b), 4<<10)])
}

// dom is the document's root, nil if there is no time for it.
func (l *looking) dom() *html.Node {
	if !l.built {
		l.built = true
		root, err := html.Parse(timed{bytes.NewReader(l.doc), l})
		if err != nil {
			l.short = true
		} else if !l.over() {
			l.root = root
		}
	}
	return l.root
}

func (l *looking) selector(f *field, take func(string) bool) {
	root, seen := l.dom(), 0
	for n := root; n != nil; n = following(n) {
		if seen++; seen%64 == 0 && l.over() {
			return
		}
		if n.Type != html.ElementNode || !f.css.Match(n) {
			continue
		}
		text := ""
		if f.attr == "" {
			text = textOf(n)
		} else {
			for _, a := range n.Attr {
				if a.Key == f.attr {
					text = a.Val
				}
			}
		}
		if !take(text) {
			return
		}
	}
}

// following is the next node in order of the document.
func following(n *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for n != nil && n.NextSibling == nil {
		n = n.Parent
	}
	if n == nil {
		return nil
	}
	return n.NextSibling
}

func (l *looking) path(e *xpath.Expr, take func(string) bool) {
	if l.dom() == nil {
		return
	}
	switch v := e.Evaluate(newNavigator(l)).(type) {
	case *xpath.NodeIterator:
		for !l.over() && v.MoveNext() {
			if !take(v.Current().Value()) {
				return
			}
		}
	case string:
		take(v)
	case float64, bool:
		text, _ := json.Marshal(v)
		take(string(text))
	}
}

// textOf is the text in an element, as far as it is kept.
func textOf(n *html.Node) string {
	var b strings.Builder
	end := following(lastOf(n))
	for at := n; at != nil && at != end && b.Len() < 4*maxValue; at = following(at) {
		if at.Type == html.TextNode && (at.Parent == nil || at.Parent.Data != "script" && at.Parent.Data != "style" || at.Parent == n) {
			b.WriteString(at.Data)
		} else if at.Type == html.ElementNode {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func lastOf(n *html.Node) *html.Node {
	for n.LastChild != nil {
		n = n.LastChild
	}
	return n
}

// clip folds the white space of a value, and cuts it.
func clip(text string) string {
	text = strings.ToValidUTF8(strings.Join(strings.Fields(text[:min(len(text), 4*maxValue)]), " "), "\uFFFD")
	if len(text) <= maxValue {
		return text
	}
	end := maxValue
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
