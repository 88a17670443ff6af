package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWordsAreKnown reads the labels of the summary and what README explains in
// bold: portolan rules knows each of them.
func TestWordsAreKnown(t *testing.T) {
	label := regexp.MustCompile(`prose\.(?:Row|CountRow)\(&?b, "([^"]+)"|label :?= "([^"]+)"`)
	bold := regexp.MustCompile(`(?m)^- \*\*([^*]+)\*\*:`)
	own := map[string]bool{} // of explain and rules, which speak of one URL or verdict
	for _, name := range []string{"rules.go", "rulesfindings.go", "words.go", "explainrows.go", "explaintext.go"} {
		own[name] = true
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	read, found := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}, 0
	know := func(word, where string) {
		found++
		if _, known := wordOf(word); !known {
			t.Errorf("%s: portolan rules does not know %q", where, word)
		}
	}
	for _, name := range files {
		if own[name] || strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, m := range label.FindAllStringSubmatch(read(name), -1) {
			know(m[1]+m[2], name)
		}
	}
	for _, m := range bold.FindAllStringSubmatch(read("../../README.md"), -1) {
		know(m[1], "README.md")
	}
	if found < 25 {
		t.Errorf("%d words found: the test reads something else", found)
	}
	for i, w := range words {
		if i > 0 && words[i-1].id >= w.id {
			t.Errorf("%q stands after %q", w.id, words[i-1].id)
		}
	}
}
