package crawltest

import (
	"bytes"
	"fmt"
	"strconv"
)

// maxText bounds what one answer grows to when its parts are put in.
const maxText = 4 << 20

// text is what an answer says, cut at the places that are filled in.
type text []segment

// segment is either bytes or a variable.
type segment struct {
	literal  []byte
	variable variable
}

type variable uint8

const (
	none variable = iota
	session
	count
	origin
	uri
	row
)

var variables = map[string]variable{"session": session, "count": count, "origin": origin, "uri": uri, "row": row}

// values are what one request puts in place of the variables.
type values struct {
	session string
	origin  string
	uri     string
	count   int
	row     int
}

// compile puts the parts in and cuts at the variables.
func (s *Site) compile(data []byte) (text, error) {
	var t text
	size := 0
	if err := s.expand(&t, &size, data, 0); err != nil {
		return nil, err
	}
	return t, nil
}

func (s *Site) expand(t *text, size *int, data []byte, depth int) error {
	if depth > 10 {
		return fmt.Errorf("parts hold each other more than ten deep")
	}
	for {
		before, name, after, ok := cutPlaceholder(data)
		if *size += len(before); *size > maxText {
			return fmt.Errorf("the text is longer than %d bytes", maxText)
		}
		if len(before) > 0 {
			t.add(before)
		}
		if !ok {
			return nil
		}
		data = after
		if v := variables[name]; v != none {
			*t = append(*t, segment{variable: v})
			continue
		}
		part, ok := s.parts[name]
		if !ok {
			return fmt.Errorf("there is no part %q", name)
		}
		// An empty part costs as well, about what the work is worth: what is
		// put in ten deep, and often at each depth, has to come to an end.
		*size += 64
		if err := s.expand(t, size, bytes.TrimSuffix(part, []byte("\n")), depth+1); err != nil {
			return err
		}
	}
}

// add appends literal bytes, to the last segment where that is literal too.
func (t *text) add(b []byte) {
	if n := len(*t); n > 0 && (*t)[n-1].variable == none {
		(*t)[n-1].literal = append((*t)[n-1].literal, b...)
		return
	}
	*t = append(*t, segment{literal: bytes.Clone(b)})
}

// cutPlaceholder finds the first {{name}}: a letter, then letters, digits,
// dots, hyphens. Other braces are text.
func cutPlaceholder(data []byte) (before []byte, name string, after []byte, ok bool) {
	for from := 0; ; {
		i := bytes.Index(data[from:], []byte("{{"))
		if i < 0 {
			return data, "", nil, false
		}
		start := from + i + 2
		end := start
		for end < len(data) && nameByte(data[end], end == start) {
			end++
		}
		if end > start && bytes.HasPrefix(data[end:], []byte("}}")) {
			return data[:start-2], string(data[start:end]), data[end+2:], true
		}
		from = start - 1
	}
}

func nameByte(c byte, first bool) bool {
	letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	return letter || !first && ('0' <= c && c <= '9' || c == '.' || c == '-')
}

// appendTo appends the text as it reads for one request.
func (t text) appendTo(dst []byte, v *values) []byte {
	for _, s := range t {
		switch s.variable {
		case none:
			dst = append(dst, s.literal...)
		case session:
			dst = append(dst, v.session...)
		case count:
			dst = strconv.AppendInt(dst, int64(v.count), 10)
		case origin:
			dst = append(dst, v.origin...)
		case uri:
			dst = append(dst, v.uri...)
		case row:
			dst = strconv.AppendInt(dst, int64(v.row), 10)
		}
	}
	return dst
}
