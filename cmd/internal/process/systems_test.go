package process_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestOtherSystems checks the types of all packages, tests included, as compilers
// for other systems would: what is used of the standard library and of
// dependencies has to be there, too. That takes a tenth of compiling them.
func TestOtherSystems(t *testing.T) {
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("runs where PORTOLAN_TEST_ALL is set")
	}
	const ours = "github.com/portolan-seo/portolan/"
	for _, system := range []string{"darwin", "windows"} {
		t.Run(system, func(t *testing.T) {
			list, err := packages.Load(&packages.Config{
				Mode:  packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo,
				Env:   append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
				Dir:   "../../..",
				Tests: true,
				ParseFile: func(set *token.FileSet, name string, src []byte) (*ast.File, error) {
					f, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
					if f != nil && !isOurs(name) {
						withoutBodies(f)
					}
					return f, err
				},
			}, "./...")
			if err != nil {
				t.Fatal(err)
			}
			if len(list) < 100 {
				t.Fatalf("%d packages", len(list))
			}
			for _, p := range list {
				for _, err := range p.Errors {
					if strings.HasPrefix(p.PkgPath, ours) && !strings.HasSuffix(p.PkgPath, ".test") { // the program that runs tests is Go's
						t.Error(err)
					}
				}
			}
		})
	}
}

// isOurs tells of a file that is neither of a dependency nor of Go itself.
func isOurs(name string) bool {
	root, _ := os.Getwd()
	return strings.HasPrefix(name, strings.TrimSuffix(root, "cmd/internal/process"))
}

// withoutBodies leaves of functions what their callers see.
func withoutBodies(f *ast.File) {
	for _, d := range f.Decls {
		if fn, is := d.(*ast.FuncDecl); is {
			fn.Body = nil
		}
	}
}
