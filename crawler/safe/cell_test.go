package safe_test

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/safe"
)

// A cell begins no formula, neither in its table nor where a spreadsheet splits
// it at a separator of its own.
func TestCell(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", ";=1+1": ";'=1+1", "a;=1+1;-2": "a;'=1+1;'-2", "a,=1": "a,'=1", `a;"@x`: `a;'"@x`, "＝1": "'＝1", "\u3000=1": "'\u3000=1", "\u2003＝1": "'\u2003＝1", "x;＝1": "x;'＝1",
		"a; b, c": "a; b, c", "http://a.example/?ll=52.5,-13.4": "http://a.example/?ll=52.5,-13.4", "": "", ";": ";", "a;": "a;",
	} {
		if got := safe.Cell(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What is no UTF-8 is shown byte by byte: a terminal of 8 bits takes 0x9B for
// the start of a command, and readers of CSV refuse the file.
func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"caf\xe9": `caf\xe9`, "\x9b31m": `\x9b31m`, "\u009b": `\x9b`, "café \ufffd": "café \ufffd", "\xef\ufffd": "\\xef\ufffd", "\x1b[0m": `\x1b[0m`, "": "",
	} {
		if got := safe.Printable(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
