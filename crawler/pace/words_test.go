package pace

import (
	"bytes"
	"strings"
	"testing"
)

// TestContains holds contains against the standard library's for the words of
// all marks, at each place of a text and cut short at each byte.
func TestContains(t *testing.T) {
	for _, mark := range vendorMarks {
		if mark.body == "" {
			continue
		}
		once := strings.Repeat(mark.body[:len(mark.body)-1]+" ", 2) + mark.body
		for end := range len(once) + 1 {
			for from := range end + 1 {
				text := []byte(once[from:end])
				if got, want := contains(text, mark.body), bytes.Contains(text, []byte(mark.body)); got != want {
					t.Fatalf("%q in %q: %v", mark.body, text, got)
				}
			}
		}
	}
}
