package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestLongFormsAreNamed: CI runs each test once: with the race detector or, where
// it has a long form, in that. The tests that ask for PORTOLAN_TEST_ALL are those
// that .ci/run names.
func TestLongFormsAreNamed(t *testing.T) {
	files := map[string][]*ast.File{}
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		files[filepath.Dir(path)] = append(files[filepath.Dir(path)], f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var asking []string
	for _, f := range files {
		asking = append(asking, testsThatUse(f, `"PORTOLAN_TEST_ALL"`)...)
	}
	slices.Sort(asking)
	script, err := os.ReadFile("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^long='\^\((.*)\)\$'$`).FindSubmatch(script)
	if line == nil {
		t.Fatal(".ci/run has no line that names the long forms")
	}
	want := slices.Compact(asking)
	if got := string(line[1]); got != strings.Join(want, "|") {
		t.Errorf(".ci/run names other long forms; the line should be:\nlong='^(%s)$'", strings.Join(want, "|"))
	}
}

// testsThatUse gives the tests of a package that use a text, by themselves or
// by functions, variables and constants of the package's test files.
func testsThatUse(files []*ast.File, text string) []string {
	uses := map[string]map[string]bool{} // names by name, and texts
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				namesIn(d, d.Name.Name, uses)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok {
						for _, name := range v.Names {
							namesIn(v, name.Name, uses)
						}
					}
				}
			}
		}
	}
	that := map[string]bool{}
	for more := true; more; {
		more = false
		for name, used := range uses {
			if !that[name] && (used[text] || slices.ContainsFunc(slices.Collect(maps.Keys(that)), func(n string) bool { return used[n] })) {
				that[name], more = true, true
			}
		}
	}
	return slices.DeleteFunc(slices.Collect(maps.Keys(that)), func(name string) bool { return !strings.HasPrefix(name, "Test") || name == "TestMain" })
}

// namesIn adds the identifiers and texts in a declaration.
func namesIn(n ast.Node, name string, uses map[string]map[string]bool) {
	if uses[name] == nil {
		uses[name] = map[string]bool{}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			namesIn(n.X, name, uses)
			return false
		case *ast.Ident:
			uses[name][n.Name] = true
		case *ast.BasicLit:
			uses[name][n.Value] = true
		}
		return true
	})
}
