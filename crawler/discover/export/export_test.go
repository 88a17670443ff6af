package export_test

import (
	"archive/zip"
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/tools/txtar"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/export"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

var update = flag.Bool("update", false, "write what is read into the golden file")

const site = "https://shop.example"

// form takes what belongs to the site; http is one with https.
func form(t testing.TB) discover.Form {
	t.Helper()
	rules, err := canonical.New(canonical.Config{Rules: []canonical.Rule{{Host: "shop.example", Kind: canonical.RuleScheme, Value: "https"}}})
	if err != nil {
		t.Fatal(err)
	}
	scope, err := canonical.ScopeOf(site + "/sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	return discover.InScope(rules.NewResolver(), &scope)
}

// read reads exports and writes down what comes of them.
func read(t testing.TB, o export.Options) (string, error) {
	t.Helper()
	o.Site, o.Form = site, form(t)
	var told, seeds strings.Builder
	o.Told = func(m discover.Import) {
		fmt.Fprintf(&told, "%s: %s; %d rows, %d of the site", filepath.Base(m.File), m.What, m.Lines, m.Named)
		if !m.To.IsZero() {
			fmt.Fprintf(&told, ", %s to %s", m.From.Format("2006-01-02"), m.To.Format("2006-01-02"))
		}
		if m.Property != "" {
			fmt.Fprintf(&told, ", of %s", m.Property)
		}
		for _, s := range append(m.Skipped, m.Broken) {
			if s.Count > 0 {
				fmt.Fprintf(&told, "\n  %s: %d, line %d: %s", s.Why, s.Count, s.Examples[0].Line, s.Examples[0].Text)
			}
		}
		for _, n := range append(m.Notes, m.Cut) {
			if n != "" {
				fmt.Fprintf(&told, "\n  %s", n)
			}
		}
		fmt.Fprintln(&told)
	}
	for s, err := range export.Seeds(context.Background(), o) {
		if err != nil {
			return told.String(), err
		}
		if s.Held != "" {
			fmt.Fprintf(&seeds, "(%s) ", s.Held)
		}
		fmt.Fprintf(&seeds, "%s <%s", strings.TrimPrefix(s.URL, site), filepath.Base(s.Evidence()))
		for _, m := range s.Measures {
			if m.Text != "" {
				fmt.Fprintf(&seeds, " %s=%q", m.Name, m.Text)
			} else {
				fmt.Fprintf(&seeds, " %s=%.4g", m.Name, m.Value)
			}
		}
		fmt.Fprintln(&seeds)
	}
	return told.String() + seeds.String(), nil
}

// groups lays the files of the archive in a folder and gives those that are
// read together, by the first part of their names.
func groups(t *testing.T, a *txtar.Archive) map[string][]string {
	t.Helper()
	dir := t.TempDir()
	all := map[string][]string{}
	zips := map[string]*zip.Writer{}
	for _, f := range a.Files {
		name, data := f.Name, f.Data
		var err error
		switch {
		case strings.Contains(name, "utf16"):
			data, err = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes(data)
		case strings.Contains(name, "cp1252"):
			data, err = charmap.Windows1252.NewEncoder().Bytes(data)
		}
		if err != nil {
			t.Fatal(err)
		}
		group, member, inside := strings.Cut(name, "/")
		if strings.HasSuffix(group, ".zip") {
			if zips[group] == nil {
				packed := "https___shop.example_-Performance-on-Search-2026-11-01 " + group
				out, err := os.Create(filepath.Join(dir, packed))
				if err != nil {
					t.Fatal(err)
				}
				defer out.Close()
				zips[group] = zip.NewWriter(out)
				defer zips[group].Close()
				all[group] = []string{out.Name()}
			}
			w, err := zips[group].Create(member)
			if err == nil {
				_, err = w.Write(data)
			}
			if err != nil {
				t.Fatal(err)
			}
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if inside {
			err = os.MkdirAll(filepath.Dir(path), 0o755)
		}
		if err == nil {
			err = os.WriteFile(path, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		all[group] = append(all[group], path)
	}
	return all
}

// TestExports reads every export of the archive.
func TestExports(t *testing.T) {
	a, err := txtar.ParseFile("testdata/exports.txtar")
	if err != nil {
		t.Fatal(err)
	}
	all := groups(t, a)
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	var got bytes.Buffer
	for _, name := range names {
		text, err := read(t, export.Options{Files: all[name]})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		fmt.Fprintf(&got, "-- %s --\n%s", name, text)
	}
	const golden = "testdata/exports.golden"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
