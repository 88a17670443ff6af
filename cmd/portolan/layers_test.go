package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const modulePath = "github.com/portolan-seo/portolan/"

// mayImport is the layering of the packages: what each may import of ours.
// Changing it is a decision about the design, told in ARCHITECTURE.md.
var mayImport = map[string][]string{
	"frontier/canonical": {},
	"robots":             {},
	"sitemap":            {},
	"sitemap/publish":    {"sitemap"},
	"crawler/page":       {"robots"},
	"crawler/fetch":      {"crawler/page"},
	"crawler/crawltest":  {},
	"crawler/discover":   {"sitemap", "frontier/canonical"},
	"frontier":           {"frontier/canonical", "crawler/page"},
	"crawler/lookalike":  {"frontier", "frontier/canonical", "crawler/page"},
	"frontier/sqlite":    {"frontier", "frontier/canonical", "crawler/page", "robots"},
	"frontier/workload":  {"frontier", "crawler/page"},
	"frontier/frontiertest": {
		"frontier", "frontier/canonical", "crawler/page", "robots",
	},
	"crawler": {
		"frontier/canonical", "robots", "sitemap", "crawler/page", "crawler/fetch", "frontier", "crawler/discover", "crawler/lookalike",
	},
	"crawler/audit": {"frontier", "frontier/canonical", "crawler/page", "crawler/lookalike", "robots", "sitemap"},
	"cmd/portolan":  nil, // all
}

// pure packages open no socket and no file.
var pure = []string{"frontier/canonical", "robots", "sitemap", "crawler/page", "crawler/audit", "crawler/discover", "crawler/lookalike"}

// impure are the packages that can.
var impure = []string{"net", "net/http", "os", "os/exec", "syscall", "io/ioutil"}

// onlyImporter names libraries that one package alone may import.
var onlyImporter = map[string]string{
	"github.com/gocolly/colly/v2":     "crawler/fetch",
	"github.com/temoto/robotstxt":     "robots",
	"github.com/spf13/pflag":          "cmd/portolan",
	"github.com/spf13/cobra":          "cmd/portolan",
	"modernc.org/sqlite":              "frontier/sqlite",
	"github.com/nlnwa/whatwg-url/url": "frontier/canonical",
}

func TestLayers(t *testing.T) {
	forEachImport(t, func(pkg, file, path string) {
		allowed, known := mayImport[pkg]
		if !known {
			t.Errorf("%s: package %s is not in the table of layers", file, pkg)
			return
		}
		ours, isOurs := strings.CutPrefix(path, modulePath)
		if isOurs && allowed != nil && !slices.Contains(allowed, ours) {
			t.Errorf("%s: %s may not import %s", file, pkg, ours)
		}
		if slices.Contains(pure, pkg) && slices.Contains(impure, path) && !headerOnly(pkg, path) {
			t.Errorf("%s: %s is pure and may not import %s", file, pkg, path)
		}
		if owner := onlyImporter[path]; owner != "" && owner != pkg {
			t.Errorf("%s: only %s may import %s", file, owner, path)
		}
	})
}

// headerOnly lets the page parser read http.Header values.
func headerOnly(pkg, path string) bool { return pkg == "crawler/page" && path == "net/http" }

func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	folders := []string{"cmd", "crawler", "frontier", "sitemap", "robots", "testdata", "docker"}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !slices.Contains(folders, e.Name()) {
			t.Errorf("folder %s: the top level is fixed", e.Name())
		}
	}
}

func TestOnlyMainExits(t *testing.T) {
	forEachFile(t, func(pkg, file string, src []byte) {
		for _, call := range []string{"os.Exit(", "log.Fatal"} {
			if strings.Contains(string(src), call) && filepath.Base(file) != "main.go" {
				t.Errorf("%s calls %s", file, call)
			}
		}
	})
}

func forEachImport(t *testing.T, check func(pkg, file, path string)) {
	forEachFile(t, func(pkg, file string, src []byte) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, src, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			check(pkg, file, path)
		}
	})
}

// forEachFile visits the Go files that are no tests.
func forEachFile(t *testing.T, visit func(pkg, file string, src []byte)) {
	t.Helper()
	files := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == ".git") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		pkg, err := filepath.Rel("../..", filepath.Dir(path))
		if err != nil {
			return err
		}
		files++
		visit(filepath.ToSlash(pkg), filepath.ToSlash(path), src)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Fatalf("only %d Go files found: the walk is broken", files)
	}
}
