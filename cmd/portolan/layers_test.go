package main

import (
	"context"
	"errors"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
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
	"frontier/canonical":       {},
	"robots":                   {},
	"sitemap":                  {},
	"sitemap/publish":          {"sitemap"},
	"sitemap/indexnow":         {},
	"frontier/record":          {"robots"},
	"crawler/page":             {"robots", "frontier/record"},
	"crawler/fetch":            {"crawler/fetch/inflate", "frontier/record"},
	"crawler/fetch/inflate":    {},
	"crawler/crawltest":        {},
	"crawler/crawltest/lazygc": {},
	"crawler/fetch/fetchtest":  {"crawler/crawltest", "crawler/fetch"},
	"crawler/filter":           {},
	"crawler/traps":            {"crawler/filter", "crawler/lookalike", "frontier", "frontier/canonical", "frontier/record"},
	"crawler/pathforms":        {"frontier", "frontier/canonical", "frontier/record"},
	"crawler/pace":             {"crawler/fetch", "frontier", "frontier/canonical", "frontier/record"},
	"crawler/ask":              {"crawler/fetch", "crawler/pace", "frontier", "frontier/canonical", "frontier/record", "robots"},
	"crawler/start":            {"crawler/ask", "crawler/fetch", "crawler/page", "crawler/pace", "frontier/canonical", "frontier/record", "robots"},

	"crawler/extract":  {},
	"crawler/filetype": {"frontier/canonical"},

	"crawler/crawltest/apps":          {"crawler/crawltest"},
	"crawler/crawltest/apps/shop":     {"crawler/crawltest/apps"},
	"crawler/crawltest/apps/platform": {"crawler/crawltest/apps", "crawler/crawltest/apps/shop"},
	"crawler/crawltest/apps/commits":  {"crawler/crawltest/apps"},
	"crawler/crawltest/apps/manual":   {"crawler/crawltest/apps"},
	"crawler/crawltest/apps/endless":  {"crawler/crawltest/apps"},
	"crawler/crawltest/apps/whole":    {"crawler/crawltest/apps"},
	"crawler/crawltest/apps/losses":   {"crawler/crawltest/apps"},
	"crawler/crawltest/apps/catalog": {
		"crawler/crawltest/apps", "crawler/crawltest/apps/shop", "crawler/crawltest/apps/platform", "crawler/crawltest/apps/commits", "crawler/crawltest/apps/manual",
		"crawler/crawltest/apps/endless", "crawler/crawltest/apps/whole", "crawler/crawltest/apps/losses",
	},

	"crawler/discover":       {"sitemap", "frontier/canonical"},
	"crawler/discover/input": {"crawler/discover"},
	"crawler/discover/table": {},
	"crawler/discover/spill": {},
	"crawler/discover/bots":  {},
	"crawler/discover/accesslog": {
		"crawler/discover", "crawler/discover/input", "crawler/discover/table", "crawler/discover/spill", "crawler/discover/bots", "frontier/canonical",
	},
	"crawler/discover/webdir": {"crawler/discover", "frontier/canonical", "sitemap"},
	"crawler/discover/list":   {"crawler/discover", "crawler/discover/input", "crawler/discover/table", "frontier/canonical", "sitemap"},
	"crawler/discover/export": {"crawler/discover", "crawler/discover/input", "crawler/discover/table", "crawler/discover/spill", "frontier/canonical"},

	"crawler/render":          {"crawler/render/chromium", "crawler/render/proxy"},
	"crawler/render/chromium": {},
	"crawler/render/proxy":    {},

	"frontier":              {"frontier/canonical", "frontier/record"},
	"crawler/lookalike":     {"frontier", "frontier/canonical", "frontier/record", "crawler/page"},
	"frontier/sqlite":       {"frontier", "frontier/canonical", "frontier/record", "frontier/sqlite/btree", "robots"},
	"frontier/sqlite/btree": {},
	"frontier/workload":     {"frontier", "frontier/record"},
	"frontier/frontiertest": {
		"frontier", "frontier/canonical", "frontier/record", "robots",
	},
	"crawler": {
		"frontier/canonical", "robots", "sitemap", "crawler/page", "crawler/fetch", "frontier", "frontier/record", "crawler/discover", "crawler/filetype", "crawler/lookalike",
		"crawler/filter", "crawler/traps", "crawler/pathforms", "crawler/pace", "crawler/ask", "crawler/classes", "crawler/recall", "crawler/opinions", "crawler/render", "crawler/render/proxy", "crawler/extract",
	},
	"crawler/opinions":       {"crawler/lookalike", "frontier", "frontier/canonical", "frontier/record"},
	"crawler/recall":         {"frontier", "frontier/canonical", "frontier/record"},
	"crawler/classes":        {"crawler/safe", "crawler/filter", "frontier", "frontier/canonical", "frontier/record", "crawler/page", "crawler/classes/retold"},
	"crawler/audit":          {"frontier", "frontier/canonical", "frontier/record", "crawler/page", "crawler/lookalike", "crawler/classes", "crawler/filetype", "crawler/pathforms", "robots", "sitemap"},
	"crawler/classes/retold": {"frontier", "frontier/canonical", "frontier/record"},
	"crawler/audit/nearly":   {"frontier", "frontier/record"},
	"crawler/audit/findings": {
		"crawler/audit", "crawler/audit/nearly", "crawler/lookalike", "crawler/opinions", "crawler/page", "frontier", "frontier/canonical", "frontier/record", "robots",
	},
	"crawler/audit/ci":     {"crawler/audit/findings"},
	"crawler/audit/causes": {"crawler/audit/findings", "crawler/lookalike", "frontier", "frontier/canonical"},
	"crawler/guard":        {"frontier", "frontier/canonical", "frontier/record", "crawler/page", "crawler/lookalike", "crawler/audit"},
	"crawler/container":    {},
	"crawler/reach":        {"crawler/fetch"},
	"crawler/live":         {"crawler", "crawler/audit", "crawler/lookalike", "crawler/opinions", "crawler/page", "crawler/site", "crawler/site/stored", "frontier", "frontier/canonical", "frontier/record"},
	"crawler/check": {
		"crawler", "crawler/fetch", "crawler/pace", "crawler/prose", "crawler/reach", "crawler/safe", "crawler/typedurl",
		"frontier/canonical", "frontier/record", "sitemap", "sitemap/publish",
	},

	"crawler/sitemapgen": {},
	"crawler/coverage":   {"crawler/audit", "crawler/discover/spill", "frontier"},
	"crawler/failon":     {},
	"crawler/diff":       {"crawler/discover/spill"},
	"crawler/diff/states": {
		"crawler/diff", "crawler/discover/input", "crawler/discover/spill", "crawler/discover/table", "crawler/audit",
		"frontier", "frontier/canonical", "frontier/record", "robots", "sitemap",
	},
	"crawler/site/folder": {"crawler/mistake", "frontier/canonical", "frontier/sqlite"},
	"crawler/site/stored": {
		"crawler", "crawler/audit", "crawler/audit/causes", "crawler/audit/findings", "crawler/extract", "crawler/filter", "crawler/mistake", "crawler/page", "crawler/safe", "crawler/site/folder", "frontier", "frontier/canonical", "frontier/sqlite", "sitemap/publish",
	},
	"crawler/site/listing": {
		"crawler", "crawler/audit", "crawler/page", "crawler/site/stored", "frontier", "frontier/canonical", "sitemap", "sitemap/publish",
	},
	"crawler/site/last": {
		"crawler", "crawler/audit", "crawler/guard", "crawler/site/folder", "crawler/site/listing", "crawler/site/stored",
		"frontier", "frontier/canonical", "frontier/record", "frontier/sqlite", "sitemap", "sitemap/publish",
	},
	"crawler/site/explain": {"crawler/safe", "crawler/prose",
		"crawler/audit", "crawler/opinions", "robots", "crawler/audit/findings", "crawler/site/stored", "frontier", "frontier/canonical", "frontier/record", "sitemap", "sitemap/publish",
	},
	"crawler/site/report": {
		"crawler", "crawler/audit", "crawler/audit/causes", "crawler/audit/findings", "crawler/diff", "crawler/lookalike", "crawler/opinions", "crawler/page", "crawler/safe", "crawler/site/agents", "crawler/site/folder", "crawler/site/query", "crawler/site/stored",
		"frontier", "frontier/canonical", "frontier/record", "robots",
	},
	"crawler/site/handover": {
		"crawler/audit/causes", "crawler/audit/findings", "crawler/diff", "crawler/diff/show", "crawler/discover/spill", "crawler/mistake", "crawler/safe", "crawler/site/query", "crawler/site/query/lines", "crawler/site/report", "crawler/site/tables",
	},
	"crawler/site/recheck": {"crawler", "crawler/audit", "crawler/audit/causes", "crawler/audit/findings", "crawler/lookalike", "crawler/mistake", "crawler/page", "crawler/site", "crawler/site/stored", "frontier", "frontier/canonical", "frontier/record"},
	"crawler/site/agents":  {"crawler/audit", "crawler/site/query", "crawler/site/stored", "frontier", "robots"},
	"crawler/site/tables": {
		"crawler", "crawler/audit", "crawler/audit/causes", "crawler/audit/findings", "crawler/diff", "crawler/diff/states", "crawler/discover", "crawler/lookalike", "crawler/safe", "crawler/site/query", "crawler/site/report",
		"crawler/site/stored", "frontier", "frontier/canonical", "frontier/record", "frontier/sqlite",
	},
	"crawler/site/query": {"crawler/failon",
		"crawler/audit", "crawler/audit/causes", "crawler/audit/findings", "crawler/extract", "crawler/lookalike", "crawler/mistake", "crawler/page", "crawler/prose", "crawler/safe", "crawler/site/folder", "crawler/site/stored", "frontier", "frontier/record", "frontier/sqlite",
	},
	"crawler/site/news": {"crawler/audit", "crawler/page", "crawler/site/listing", "frontier", "sitemap", "sitemap/publish"},
	"crawler/site/delta": {
		"crawler", "crawler/diff", "crawler/diff/states", "crawler/site/folder", "crawler/site/listing", "crawler/site/stored", "frontier/sqlite", "sitemap/publish",
	},
	"crawler/site/summary": {"crawler", "crawler/audit/findings", "crawler/coverage", "crawler/opinions", "crawler/recall", "crawler/site/stored", "frontier", "frontier/canonical", "robots"},
	"crawler/site/sources": {
		"crawler", "crawler/discover", "crawler/discover/accesslog", "crawler/discover/export", "crawler/discover/input", "crawler/discover/list",
		"crawler/discover/webdir", "crawler/filter", "frontier", "frontier/canonical",
	},
	"crawler/site": {
		"crawler", "crawler/audit", "crawler/audit/findings", "crawler/guard", "crawler/pace", "crawler/recall", "crawler/start",
		"crawler/site/folder", "crawler/site/last", "crawler/site/listing", "crawler/site/stored",
		"frontier", "frontier/canonical", "frontier/sqlite", "robots", "sitemap/publish",
	},
	"crawler/mistake":  {},
	"crawler/safe":     {},
	"crawler/prose":    {"crawler/safe"},
	"crawler/typedurl": {"crawler/mistake", "crawler/reach", "crawler/safe", "crawler/start", "frontier/canonical"},
	"crawler/visiting": {
		"crawler", "crawler/ask", "crawler/check", "crawler/fetch", "crawler/mistake", "crawler/pace", "crawler/reach", "crawler/start", "crawler/typedurl",
		"frontier", "frontier/canonical", "robots",
	},
	"crawler/site/cmdline": {
		"crawler/safe", "crawler/site/folder", "crawler/site/stored", "crawler/start", "crawler/typedurl", "frontier/canonical",
	},

	"crawler/audit/glossary": {
		"crawler/audit", "crawler/audit/findings", "crawler/prose",
	},
	"crawler/site/query/lines": {
		"crawler/prose", "crawler/safe", "crawler/site/query",
	},
	"crawler/site/sides": {
		"crawler/diff", "crawler/diff/states", "crawler/mistake", "crawler/prose", "crawler/safe", "crawler/site/cmdline", "crawler/site/folder",
		"crawler/site/stored", "crawler/typedurl", "crawler/visiting", "frontier/canonical", "sitemap",
	},
	"crawler/diff/show": {
		"crawler/diff", "crawler/failon", "crawler/prose", "crawler/safe",
	},
	"crawler/site/engines": {
		"crawler/diff", "crawler/diff/show", "crawler/discover/spill", "crawler/fetch", "crawler/mistake", "crawler/prose",
		"crawler/safe", "crawler/site/cmdline", "crawler/site/folder", "crawler/site/last", "crawler/site/sides", "crawler/site/stored",
		"crawler/typedurl", "crawler/visiting", "frontier/canonical", "frontier/record", "sitemap/indexnow", "sitemap/publish",
	},
	"crawler/site/outcome": {
		"crawler", "crawler/audit", "crawler/audit/causes", "crawler/audit/findings", "crawler/classes", "crawler/coverage", "crawler/discover", "crawler/guard",
		"crawler/lookalike", "crawler/opinions", "crawler/page", "crawler/prose", "crawler/safe", "crawler/site", "crawler/site/cmdline", "crawler/site/delta", "crawler/site/folder",
		"crawler/site/listing", "crawler/site/news", "crawler/site/query", "crawler/site/sources", "crawler/site/stored",
		"crawler/site/summary", "crawler/start", "crawler/typedurl", "frontier", "frontier/canonical", "frontier/record", "robots",
		"sitemap/publish",
	},
}

// shell are the rooms of the command line: each may import all of the product,
// and of the shell what it has here.
var shell = map[string][]string{
	"cmd/internal/compare":    {"cmd/internal/console", "cmd/internal/exit", "cmd/internal/option", "cmd/internal/spelling"},
	"cmd/internal/console":    {"cmd/internal/exit"},
	"cmd/internal/consult":    {"cmd/internal/console", "cmd/internal/exit", "cmd/internal/opening", "cmd/internal/option", "cmd/internal/process", "cmd/internal/spelling"},
	"cmd/internal/crawl":      {"cmd/internal/console", "cmd/internal/crawlopt", "cmd/internal/exit", "cmd/internal/option", "cmd/internal/process", "cmd/internal/publishing"},
	"cmd/internal/crawlopt":   {"cmd/internal/console", "cmd/internal/exit", "cmd/internal/option"},
	"cmd/internal/exit":       {},
	"cmd/internal/heap":       {},
	"cmd/internal/notify":     {"cmd/internal/console", "cmd/internal/exit", "cmd/internal/option", "cmd/internal/process"},
	"cmd/internal/opening":    {"cmd/internal/console", "cmd/internal/exit", "cmd/internal/process"},
	"cmd/internal/option":     {"cmd/internal/console", "cmd/internal/exit", "cmd/internal/spelling"},
	"cmd/internal/process":    {"cmd/internal/console", "cmd/internal/exit"},
	"cmd/internal/publishing": {"cmd/internal/console", "cmd/internal/crawlopt", "cmd/internal/exit"},
	"cmd/internal/rewrite":    {"cmd/internal/console", "cmd/internal/crawlopt", "cmd/internal/exit", "cmd/internal/opening", "cmd/internal/option", "cmd/internal/publishing"},
	"cmd/internal/spelling":   {},
	"cmd/internal/verify":     {"cmd/internal/console", "cmd/internal/exit", "cmd/internal/opening", "cmd/internal/option", "cmd/internal/process"},
	"cmd/portolan":            {"cmd/internal/compare", "cmd/internal/console", "cmd/internal/consult", "cmd/internal/crawl", "cmd/internal/exit", "cmd/internal/heap", "cmd/internal/notify", "cmd/internal/option", "cmd/internal/rewrite", "cmd/internal/spelling", "cmd/internal/verify"},
}

// pure packages open no socket and no file.
var pure = []string{"frontier/canonical", "robots", "sitemap", "crawler/page", "crawler/audit", "crawler/audit/findings", "crawler/audit/causes", "crawler/audit/ci", "crawler/guard", "crawler/diff", "crawler/failon", "crawler/discover", "crawler/discover/table", "crawler/lookalike", "crawler/classes", "crawler/classes/retold", "crawler/pathforms", "crawler/filter", "crawler/traps", "crawler/mistake", "crawler/safe", "crawler/prose", "crawler/filetype"}

// impure are the packages that can.
var impure = []string{"net", "net/http", "os", "os/exec", "syscall", "io/ioutil"}

// onlyImporter names libraries that one package alone, and what is below it,
// may import.
var onlyImporter = map[string]string{
	"github.com/gocolly/colly/v2":                "crawler/fetch",
	"github.com/temoto/robotstxt":                "robots",
	"github.com/spf13/pflag":                     "cmd",
	"github.com/spf13/cobra":                     "cmd",
	"modernc.org/sqlite":                         "frontier/sqlite",
	"modernc.org/sqlite/lib":                     "frontier/sqlite",
	"modernc.org/libc":                           "frontier/sqlite",
	"github.com/nlnwa/whatwg-url/url":            "frontier/canonical",
	"github.com/chromedp/chromedp":               "crawler/render",
	"github.com/modelcontextprotocol/go-sdk/mcp": "cmd/internal/consult",
	"github.com/xuri/excelize/v2":                "crawler/site/tables",
	"github.com/andybalholm/cascadia":            "crawler/extract",
	"github.com/antchfx/htmlquery":               "crawler/extract",
	"github.com/antchfx/xpath":                   "crawler/extract",
}

func TestLayers(t *testing.T) {
	forEachImport(t, func(pkg, file, path string) {
		allowed, known := mayImport[pkg]
		below, isShell := shell[pkg]
		if !known && !isShell {
			t.Errorf("%s: package %s is not in the table of layers", file, pkg)
			return
		}
		ours, isOurs := strings.CutPrefix(path, modulePath)
		if isOurs && isShell && !strings.HasPrefix(ours, "cmd/") {
			return
		}
		if isOurs && !slices.Contains(append(below, allowed...), ours) {
			t.Errorf("%s: %s may not import %s", file, pkg, ours)
		}
		if slices.Contains(pure, pkg) && slices.Contains(impure, path) && !headerOnly(pkg, path) {
			t.Errorf("%s: %s is pure and may not import %s", file, pkg, path)
		}
		if owner := onlyImporter[path]; owner != "" && owner != pkg && !strings.HasPrefix(pkg, owner+"/") {
			t.Errorf("%s: only %s may import %s", file, owner, path)
		}
	})
}

// headerOnly lets the page parser read http.Header values.
func headerOnly(pkg, path string) bool { return pkg == "crawler/page" && path == "net/http" }

// topLevel are the folders of the project. Others in a checkout, such as the
// site folder of a crawl, are none of its.
var topLevel = []string{"cmd", "crawler", "frontier", "sitemap", "robots", "testdata", "docker"}

func TestTopLevel(t *testing.T) {
	folders, err := trackedFolders(t.Context(), "../..")
	if err != nil {
		t.Skipf("git cannot tell which folders are the project's: %v", err)
	}
	for _, name := range folders {
		if !strings.HasPrefix(name, ".") && !slices.Contains(topLevel, name) {
			t.Errorf("folder %s: the top level is fixed", name)
		}
	}
	for _, name := range topLevel {
		if !slices.Contains(folders, name) {
			t.Errorf("folder %s is missing", name)
		}
	}
}

// A crawl or a demo leaves its folder where it runs, also in a checkout.
func TestTopLevelOverlooksSiteFolders(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	root := t.TempDir()
	for _, name := range []string{"cmd/main.go", "docs/index.md", "demo.example/sitemap.xml", "maps/example.com/crawls/20261121T120000Z.db"} {
		name = filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, nil, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "cmd", "docs"}} {
		if out, err := exec.Command("git", append([]string{"-C", root}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	got, err := trackedFolders(t.Context(), root)
	if want := []string{"cmd", "docs"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("folders %v, %v; want %v", got, err, want)
	}
}

// trackedFolders gives the folders at the top of a checkout that git has files
// of.
func trackedFolders(ctx context.Context, root string) ([]string, error) {
	cmd := exec.CommandContext(ctx, "git", "ls-files", "-z")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var folders []string
	for file := range strings.SplitSeq(string(out), "\x00") {
		if folder, _, below := strings.Cut(file, "/"); below && !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	if len(folders) == 0 {
		return nil, errors.New("it has no files here")
	}
	return folders, nil
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

// forEachFile visits the Go files of the project that are no tests.
func forEachFile(t *testing.T, visit func(pkg, file string, src []byte)) {
	t.Helper()
	files := 0
	for _, folder := range topLevel {
		files += visitFiles(t, folder, visit)
	}
	if files < 20 {
		t.Fatalf("only %d Go files found: the walk is broken", files)
	}
}

func visitFiles(t *testing.T, folder string, visit func(pkg, file string, src []byte)) (files int) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join("../..", folder), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == "testdata" {
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
	return files
}
