package catalog_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/crawler/crawltest/apps/catalog"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// TestRetold tells of pages that say again what another one says: their class, and of each its page.
func TestRetold(t *testing.T) {
	if testing.Short() {
		t.Skip("crawls a whole site")
	}
	app := catalog.New("loss-printed", catalog.Short)
	_, resolve := serve(t, app)
	path := filepath.Join(t.TempDir(), "crawl.db")
	crawlIn(t, app, path, resolve, 8)
	store, err := sqlite.OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	found, err := classes.Read(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	list, err := found.Counted(t.Context(), func(frontier.ID) (listed, held bool) { return false, false })
	if err != nil {
		t.Fatal(err)
	}
	text := classes.Text(list)
	for _, form := range []string{"/print?id=*", "/bare/article-*.html"} {
		if want := app.Origin() + form + "  says again what its page says\n  50 known, 50 read, 0 listed"; !strings.Contains(text, want) {
			t.Errorf("no class %q in\n%s", want, text)
		}
	}
	for _, url := range []string{"/print?id=1003", "/bare/article-1003.html"} {
		row, err := store.Find(app.Origin() + url)
		if err != nil || row == nil {
			t.Fatal(url, err)
		}
		view := found.Of(row)
		page, err := store.Row(view.Target)
		if err != nil {
			t.Fatal(err)
		}
		v, err := store.VerdictOf(row.ID)
		if err != nil {
			t.Fatal(err)
		}
		if page.URL != app.Origin()+"/article?id=1003" || v.Code != uint8(audit.DuplicateContent) {
			t.Errorf("%s is %s of %s", url, audit.Code(v.Code), page.URL)
		}
	}
	told := 0
	_, err = findings.Find(t.Context(), store, findings.Options{Only: []string{"duplicate-exact"}}, func(f *findings.Finding) error {
		page, err := store.Row(f.ID)
		if err == nil && strings.Contains(page.URL, "/print?") && f.Target != frontier.NoID {
			told++
		}
		return err
	})
	if err != nil || told < 20 {
		t.Errorf("%d pages to be printed are told of as duplicates, %v", told, err)
	}
}
