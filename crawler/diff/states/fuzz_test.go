package states_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/diff/states"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// FuzzStatesExport: whatever an export holds, reading it twice gives two states
// without a difference, and against another one each change names a URL in
// canonical form.
func FuzzStatesExport(f *testing.F) {
	for _, text := range []string{
		"Address,Status Code,Title 1,Indexability,Canonical Link Element 1,Meta Robots 1,Redirect URL\nhttps://a.example/,200,Home,Indexable,https://a.example/,index,\nhttps://a.example/old,301,,Non-Indexable,,,https://a.example/new\n",
		"\"Address\";\"Status Code\";\"Title 1\"\r\n\"https://a.example/a\";\"200\";\"a \"\"quoted\"\"; title\"\r\n",
		"\xff\xfeA\x00d\x00d\x00r\x00e\x00s\x00s\x00\t\x00S\x00t\x00a\x00t\x00u\x00s\x00 \x00C\x00o\x00d\x00e\x00\n\x00",
		"Address,Status Code\nhttps://a.example/%zz,\x1b[31m\nhttps://user:pw@a.example/?sid=0123456789abcdef0123456789abcdef,-1\n",
	} {
		f.Add([]byte(text))
	}
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		f.Fatal(err)
	}
	dir := f.TempDir()
	other := filepath.Join(dir, "other.csv")
	if err := os.WriteFile(other, []byte("Address,Status Code\nhttps://a.example/,404\n"), 0o600); err != nil {
		f.Fatal(err)
	}
	read := func(t *testing.T, file string) *diff.State {
		s, err := states.Export(context.Background(), file, states.Options{Name: "export", Form: rules.Canonical, Temp: t.TempDir()})
		if err != nil {
			return nil
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := filepath.Join(t.TempDir(), "internal_all.csv")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		a, b, c := read(t, file), read(t, file), read(t, other)
		if (a == nil) != (b == nil) {
			t.Fatal("it can be read only once")
		}
		if a == nil {
			return
		}
		for change := range changes(t, a, b) {
			t.Errorf("a difference to itself: %+v", change)
		}
		for change := range changes(t, read(t, file), c) {
			for _, url := range []string{change.URL, change.To} {
				if form := rules.Canonical(url); url != "" && string(form.URL) != url {
					t.Errorf("%q is no canonical form: %q", url, form.URL)
				}
			}
		}
	})
}

// changes are those between two states.
func changes(t *testing.T, a, b *diff.State) map[diff.Change]bool {
	c, err := diff.Compare(context.Background(), a, b, diff.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	all := map[diff.Change]bool{}
	for change, err := range c.Changes(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		all[*change] = true
	}
	return all
}
