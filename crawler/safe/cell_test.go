package safe_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/safe"
)

// A cell begins no formula, neither in its table nor where a spreadsheet splits
// it at a separator of its own.
func TestCell(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", ";=1+1": ";'=1+1", "a;=1+1;-2": "a;'=1+1;'-2", "a,=1": "a,'=1", `a;"@x`: `a;'"@x`, "＝1": "'＝1", "x;＝1": "x;'＝1",
		"a; b, c": "a; b, c", "http://a.example/?ll=52.5,-13.4": "http://a.example/?ll=52.5,-13.4", "": "", ";": ";", "a;": "a;",
	} {
		if got := safe.Cell(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
