package lines

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"unicode/utf8"

	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/query"
)

// member is one value of an object, or an object in it.
type member[T any] struct {
	key    string           // with what stands before and behind it
	column *query.Column[T] // nil of an object
	in     []member[T]      // of an object
}

// membersOf lays columns out: those of one object stand together in it, where
// its first one is.
func membersOf[T any](columns []*query.Column[T], path func(*query.Column[T]) (in, key string)) (list []member[T]) {
	objects := map[string]int{} // places in list
	for _, c := range columns {
		in, key := path(c)
		one := member[T]{key: fmt.Sprintf("%q:", key), column: c}
		if in == "" {
			list = append(list, one)
			continue
		}
		at, known := objects[in]
		if !known {
			at = len(list)
			objects[in], list = at, append(list, member[T]{key: fmt.Sprintf("%q:", in)})
		}
		list[at].in = append(list[at].in, one)
	}
	return list
}

// object prints a row as an object.
func (w *Writer[T]) object(row *T) error {
	line, err := w.Object(row)
	if err == nil {
		_, err = w.Out.Write(line)
	}
	return err
}

// Object gives a row as an object in a line, which holds until the next one is
// asked for: numbers as numbers, what is not known as
// null, several values as a list. Texts that are no UTF-8 come again as they are
// in "raw_b64", by the names of their columns.
func (w *Writer[T]) Object(row *T) (line []byte, err error) {
	b := fmt.Appendf(w.row[:0], `{"type":%q`, w.kind)
	var raw []byte
	if b, err = appendMembers(append(b, ','), w.members, row, &raw); err != nil {
		return nil, err
	}
	if raw != nil {
		b = append(append(append(b, `,"raw_b64":{`...), raw...), '}')
	}
	w.row = append(b, "}\n"...)
	return w.row, nil
}

func appendMembers[T any](b []byte, members []member[T], row *T, raw *[]byte) (_ []byte, err error) {
	for i, m := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, m.key...)
		switch {
		case m.column == nil && unknown(m.in, row):
			b = append(b, "null"...)
		case m.column == nil:
			b, err = appendMembers(append(b, '{'), m.in, row, raw)
			b = append(b, '}')
		case m.column.Shapes != nil:
			var line []byte
			line, err = safe.JSON(m.column.Shapes(row))
			b = append(b, bytes.TrimSuffix(line, []byte("\n"))...)
		default:
			values := m.column.Values(row)
			b, err = appendValue(b, values, m.column.Number, m.column.Many)
			if len(values) == 1 && !m.column.Many && !utf8.ValidString(values[0]) {
				*raw = appendRaw(*raw, m.key, values[0])
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// unknown tells that nothing is known of an object.
func unknown[T any](members []member[T], row *T) bool {
	for _, m := range members {
		if len(m.column.Values(row)) > 0 {
			return false
		}
	}
	return true
}

// appendRaw appends the bytes of a text that is no UTF-8.
func appendRaw(raw []byte, key, text string) []byte {
	if raw != nil {
		raw = append(raw, ',')
	}
	return fmt.Appendf(raw, "%s%q", key, base64.StdEncoding.EncodeToString([]byte(text)))
}

// appendValue appends what a column has of a row.
func appendValue(b []byte, values []string, number, many bool) (_ []byte, err error) {
	switch {
	case many:
		b = append(b, '[')
		for i, v := range values {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = safe.AppendJSON(b, v); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case len(values) == 0:
		return append(b, "null"...), nil
	case number:
		return append(b, values[0]...), nil
	}
	return safe.AppendJSON(b, values[0])
}
