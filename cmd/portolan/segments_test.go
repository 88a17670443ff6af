package main

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

// TestSegmentsAddUp: counts by segment, what is in none included, are together
// those of the whole site, whatever is ignored and wherever segments are named;
// and --in has what is counted for its segment.
func TestSegmentsAddUp(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/":
			for _, path := range []string{"/shop/1", "/shop/gone", "/shop/sold", "/docs/1", "/docs/gone", "/about", "/news/gone"} {
				_, _ = w.Write([]byte("<a href=" + path + ">x</a> "))
			}
		case strings.HasSuffix(r.URL.Path, "1"), r.URL.Path == "/about":
			_, _ = w.Write([]byte("<p>text of " + r.URL.Path))
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	dir := filepath.Join(t.TempDir(), "site")
	config := filepath.Join(t.TempDir(), "conf")
	if err := os.WriteFile(config, []byte("ignore client-error /shop/sold it is\nignore title-missing /about so\nsegment shop=/shop/*\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out := checkOutput(t, "crawl", server.URL, "-o", dir, "-q", "--config", config, "--ignore", "heading-h1 /docs/* no", "--segment", "docs=*/docs/*"); code != exit.Done {
		t.Fatalf("exit %d: %s", code, out)
	}
	more := []string{"findings", dir, "--segment", "news=/news/*"}
	all := wholeCounts(t, append(more, "--counts", "--json")...)
	sums, of := map[string]int{}, map[string]map[string]int{}
	_, out := checkOutput(t, append(more, "--by", "segment", "--format", "csv")...)
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%q: %v", out, err)
	}
	for _, row := range rows[1:] {
		n, err := strconv.Atoi(row[2])
		if err != nil {
			t.Fatal(err)
		}
		sums[row[0]] += n
		if of[row[3]] == nil {
			of[row[3]] = map[string]int{}
		}
		of[row[3]][row[0]] += n
	}
	if diff := cmp.Diff(all, sums); diff != "" || all["client-error"] != 3 || all["title-missing"] != 3 {
		t.Errorf("the segments together (-whole +sum):\n%s", diff)
	}
	for _, segment := range []string{"shop", "docs", "news"} {
		if diff := cmp.Diff(of[segment], wholeCounts(t, append(more, "--in", segment, "--counts", "--json")...)); diff != "" {
			t.Errorf("%s (-by segment +in it):\n%s", segment, diff)
		}
	}
}

// wholeCounts runs a command that prints counts of findings.
func wholeCounts(t *testing.T, args ...string) map[string]int {
	t.Helper()
	_, out := checkOutput(t, args...)
	var line struct{ Counts map[string]int }
	if err := json.Unmarshal([]byte(out), &line); err != nil {
		t.Fatalf("%q: %v", out, err)
	}
	return line.Counts
}
