package main

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

const withViews = `origin: http://a.example
-- / --
<title>start</title><a href="/p/1">1</a> <a href="/p/2">2</a> <a href="/p/3">3</a>
-- /p/1 --
<title>One</title><p>Words of one <a href="/p/1?view=x">view</a>
-- /p/2 --
<title>Two</title><p>Words of two <a href="/p/2?view=x">view</a>
-- /p/3 --
<title>Three</title><p>Words of three <a href="/p/3?view=x">view</a>
-- /p/1?view=x --
<title>One</title><p>Words of one <a href="/p/1?view=x">view</a>
-- /p/2?view=x --
<title>Two</title><p>Words of two <a href="/p/2?view=x">view</a>
-- /p/3?view=x --
<title>Three</title><p>Words of three <a href="/p/3?view=x">view</a>
`

// What someone has written into a crawl file about views of pages, and what no crawl
// writes, is not believed: the URL is explained by the crawl itself.
func TestExplainDoctoredViews(t *testing.T) {
	site, err := crawltest.Parse([]byte(withViews))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "site")
	args := []string{"http://a.example/", "-o", dir, "--quiet"}
	for _, r := range crawltest.NewServer(t, site).Resolve() {
		args = append(args, "--resolve", r)
	}
	runQuietly(t, exit.Done, args...)
	told := func() string {
		return runQuietly(t, exit.Done, "explain", dir, "/p/1?view=x") + runQuietly(t, exit.Done, "explain", dir, "/p/9?view=x")
	}
	want := told()
	files, err := folder.At(dir).Crawls()
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	whole := ""
	doctor(t, files[0], func(store *sqlite.Store) { whole = store.Meta(audit.MetaViews) })
	for _, text := range []string{"", "\x00\xff{", "null", "[]", "{}", `{"classes":null}`, `{"classes":[{"Relation":99}]}`, `{"classes":[{"Relation":-1}]}`, `{"classes":[{"Relation":2,"Known":-5}]}`} {
		doctor(t, files[0], func(store *sqlite.Store) {
			note(t, store, store.Meta(frontier.MetaVerdicts)+" "+text)
		})
		if got := told(); got != want {
			t.Errorf("views %q: explained as\n%s\nwant\n%s", text, got, want)
		}
	}
	for _, entry := range []uint64{1, 15, 1<<32 | 99<<4 | 1, 1 << 63, 1<<63 | 1<<4 | 1, ^uint64(0)} {
		doctor(t, files[0], func(store *sqlite.Store) {
			note(t, store, whole)
			setViews(t, store, entry)
		})
		if got := told(); got != want {
			t.Errorf("views %x: explained as\n%s\nwant\n%s", entry, got, want)
		}
	}
}

// doctor lets a crawl file be changed as if by its crawl.
func doctor(t *testing.T, file string, do func(*sqlite.Store)) {
	t.Helper()
	store, err := sqlite.Open(file, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	do(store)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}

func note(t *testing.T, store *sqlite.Store, views string) {
	t.Helper()
	if err := store.Settle(&frontier.Batch{Meta: map[string]string{audit.MetaViews: views}}); err != nil {
		t.Fatal(err)
	}
}

// setViews puts an entry in the place of those of all views.
func setViews(t *testing.T, store *sqlite.Store, entry uint64) {
	t.Helper()
	views := 0
	err := store.PutVerdicts(context.Background(), store.Meta(frontier.MetaVerdicts), func(yield func(frontier.Verdict, error) bool) {
		for id := range frontier.ID(store.Counts().Known) {
			v, err := store.VerdictOf(id)
			if v.View != 0 {
				v.View, views = entry, views+1
			}
			if !yield(v, err) {
				return
			}
		}
	})
	if err != nil || views == 0 {
		t.Fatal(views, err)
	}
}
