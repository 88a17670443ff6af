package safe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON gives v as one line of JSON. What printable shows as an escape is
// escaped here, too, though JSON allows most of it as it is: the line may go to
// a terminal, or to a reader that takes U+0085 for the end of a line. All JSON
// that portolan prints is made here.
func JSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return escapeUnsafe(b.Bytes()), nil
}

// AppendJSON appends a text as JSON, as JSON gives it, without the end of the line.
func AppendJSON(b []byte, text string) ([]byte, error) {
	if !isPlain(text) {
		line, err := JSON(text)
		return append(b, bytes.TrimSuffix(line, []byte("\n"))...), err
	}
	b = append(b, '"')
	b = append(b, text...)
	return append(b, '"'), nil
}

// isPlain tells of a text of printable ASCII that stands in JSON as it is.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// List gives a list that is empty rather than null in JSON.
func List[T any](l []T) []T { return append([]T{}, l...) }

// escapeUnsafe writes characters that show nothing by themselves as JSON
// escapes. In JSON they can only stand in strings.
func escapeUnsafe(line []byte) []byte {
	if !hasUnsafe(line) {
		return line
	}
	safe := make([]byte, 0, len(line)+64)
	for _, r := range string(line) {
		switch {
		case !UnsafeRune(r):
			safe = utf8.AppendRune(safe, r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			safe = fmt.Appendf(safe, `\u%04x\u%04x`, high, low)
		default:
			safe = fmt.Appendf(safe, `\u%04x`, r)
		}
	}
	return safe
}

func hasUnsafe(line []byte) bool {
	for i, c := range line {
		if c >= 0x7f {
			return bytes.ContainsFunc(line[i:], UnsafeRune)
		}
		if c < ' ' && UnsafeRune(rune(c)) {
			return true
		}
	}
	return false
}

// JSONLog is where log lines in JSON go: slog escapes less than we do.
type JSONLog struct{ To io.Writer }

func (w JSONLog) Write(line []byte) (int, error) {
	if _, err := w.To.Write(escapeUnsafe(line)); err != nil {
		return 0, err
	}
	return len(line), nil
}
