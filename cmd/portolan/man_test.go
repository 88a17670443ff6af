package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

func TestManPages(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1792584000")
	write := func() map[string]string {
		dir := filepath.Join(t.TempDir(), "man")
		var errOut bytes.Buffer
		if code := run(t.Context(), []string{"man", dir}, nil, &errOut, &errOut); code != exit.Done {
			t.Fatalf("exit %d: %s", code, errOut.String())
		}
		names, _ := filepath.Glob(filepath.Join(dir, "*"))
		pages := map[string]string{}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			pages[filepath.Base(name)] = string(text)
		}
		return pages
	}
	first, second := write(), write()
	for name, text := range first {
		if second[name] != text {
			t.Errorf("%s differs from run to run", name)
		}
	}
	tests := []struct{ page, has string }{
		{"portolan.1", "Oct 2026"},
		{"portolan.1", `\fBportolan-crawl\fR(1)`},
		{"portolan.1", "  portolan demo "}, // keeps its own line
		{"portolan-crawl.1", "--max-pages"},
		{"portolan-crawl.1", "(default 512MB)"},
		{"portolan-demo.1", "demo.example"},
	}
	for _, test := range tests {
		if !strings.Contains(strings.ReplaceAll(first[test.page], `\-`, "-"), test.has) {
			t.Errorf("%s does not say %q:\n%s", test.page, test.has, first[test.page])
		}
	}
	if _, ok := first["portolan-man.1"]; ok {
		t.Error("the hidden command has a page")
	}
}

func TestManErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args []string
		code int
	}{
		{[]string{"man"}, exit.Usage},
		{[]string{"man", file}, exit.Failed},
	}
	for _, test := range tests {
		var out bytes.Buffer
		if code := run(t.Context(), test.args, nil, &out, &out); code != test.code {
			t.Errorf("%q exits %d, want %d: %s", test.args, code, test.code, out.String())
		}
	}
}
