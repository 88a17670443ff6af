package accesslog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzJSON compares the scanner of JSON lines with encoding/json.
func FuzzJSON(f *testing.F) {
	f.Add(`{"status":200,"uri":"/a","x":[1,{"y":null},["z",true]],"e":{},"z":"\u00fc\"\\\/\n","p":"\ud83d\ude00"}`)
	f.Add(`{"request":{"uri":"/a" , "h":{"User-Agent":["x"]}},"status":"200"} trailing`)
	f.Add(`{"a":1e5,"b":-0.5}`)
	f.Fuzz(func(t *testing.T, line string) {
		if !strings.HasPrefix(line, "{") || !utf8.ValidString(line) {
			return
		}
		want, ok := leaves(line)
		if !ok {
			return
		}
		var got []string
		var r record
		walk := scanner{visit: func(path, value []byte, quoted bool) {
			if quoted {
				value = r.unescape(value)
			}
			got = append(got, fmt.Sprintf("%s=%s", path, value))
		}}
		if !walk.scan([]byte(line)) {
			t.Fatalf("%s is taken for broken", line)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s gives\n%q, want\n%q", line, got, want)
		}
	})
}

// leaves lists the texts, numbers and truths of the object at the start of a
// line; false if it has none, or what the scanner gives up on or keeps as it
// stands: depth, escapes in names, halves of characters.
func leaves(line string) (list []string, ok bool) {
	d := json.NewDecoder(bytes.NewReader([]byte(line)))
	var raw json.RawMessage
	if d.Decode(&raw) != nil || strings.Contains(line, `\ud`) || strings.Contains(line, `\uD`) || strings.Contains(line, `\b`) || strings.Contains(line, `\f`) || strings.Contains(line, `\x`) {
		return nil, false
	}
	d = json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var walk func(path string, depth int) bool
	walk = func(path string, depth int) bool {
		token, err := d.Token()
		if err != nil || depth > maxDepth {
			return false
		}
		switch v := token.(type) {
		case nil:
		case json.Delim:
			for d.More() {
				inner := path
				if v == '{' {
					name, err := d.Token()
					if err != nil {
						return false
					}
					if inner != "" {
						inner += "."
					}
					inner += name.(string)
				}
				if !walk(inner, depth+1) {
					return false
				}
			}
			_, err := d.Token()
			return err == nil
		default:
			if n, number := v.(json.Number); number && len(n) > 40 {
				return false
			}
			list = append(list, fmt.Sprintf("%s=%v", path, v))
		}
		return true
	}
	if !walk("", 0) {
		return nil, false
	}
	for _, quoted := range strings.Split(line, `"`) {
		if strings.Contains(quoted, `\`) && strings.Contains(line, quoted+`":`) {
			return nil, false
		}
	}
	return list, true
}
