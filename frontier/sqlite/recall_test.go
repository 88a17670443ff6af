package sqlite_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// A recrawl reads of a page what a pass over all says of it, while another
// program changes the file and puts it together anew.
func TestRecallWhileTheFileChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.db")
	made, _ := crawlFile(t, path)
	must(t, made.Finish())
	must(t, made.Close())
	s, err := sqlite.OpenReadOnly(path)
	must(t, err)
	defer s.Close()
	r, err := s.Recall(t.Context(), func([]byte) uint64 { return 1 })
	must(t, err)
	defer r.Close()
	db, err := sqlite.Edit(path)
	must(t, err)
	defer db.Close()

	links := map[frontier.ID]int{}
	for e, err := range s.Edges(context.Background()) {
		must(t, err)
		links[e.From]++
	}
	read := 0
	for want, err := range s.Rows(context.Background()) {
		must(t, err)
		got := frontier.Row{Page: &record.Page{}}
		found, err := r.Page(want.ID, &got)
		must(t, err)
		if found != (want.Page != nil) {
			t.Fatalf("%s is found: %v", want.URL, found)
		}
		if !found {
			continue
		}
		p := frontier.Settled{Location: -1, Canonical: -1}
		must(t, r.Links(&got, &p))
		if diff := cmp.Diff(want.Page, got.Page); diff != "" || got.URL != want.URL || len(p.Links) != links[want.ID] {
			t.Fatalf("%s has %d links, want %d; -want +got:\n%s", got.URL, len(p.Links), links[want.ID], diff)
		}
		read++
	}
	if read < 30 {
		t.Fatalf("only %d pages were read", read)
	}
	_, err = db.Exec("CREATE TABLE of_others (x); INSERT INTO of_others VALUES (randomblob(99999)); VACUUM")
	must(t, err)
	for id := range frontier.ID(100) {
		got := frontier.Row{Page: &record.Page{}}
		found, err := r.Page(id, &got)
		if url, _ := s.URL(id); err != nil || found && got.URL != url {
			t.Fatalf("after VACUUM URL %d is %q, want %q: %v", id, got.URL, url, err)
		}
	}
}
