package main

import (
	"github.com/portolan-seo/portolan/crawler/audit/glossary"
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
	files, err := filepath.Glob("../internal/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("../../crawler/site/outcome/*.go")
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
		if _, known := glossary.WordOf(word); !known {
			t.Errorf("%s: portolan rules does not know %q", where, word)
		}
	}
	for _, name := range append(files, more...) {
		if strings.HasSuffix(name, "_test.go") {
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
	for i, w := range glossary.Words {
		if i > 0 && glossary.Words[i-1].Id >= w.Id {
			t.Errorf("%q stands after %q", w.Id, glossary.Words[i-1].Id)
		}
	}
}
