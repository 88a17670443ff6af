package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/site/engines"
)

// The webhook is told once of what changed, and not where nothing changed. Its
// failure is a warning. Its URL is nowhere to be read.
func TestWebhook(t *testing.T) {
	const key, token = "0123456789abcdef", "T0kenOfTheHook"
	var round atomic.Int32
	var mu sync.Mutex
	var bodies [][]byte
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case strings.HasPrefix(path, "/hook"):
			body, _ := io.ReadAll(r.Body)
			mu.Lock()
			bodies = append(bodies, body)
			mu.Unlock()
			switch strings.TrimPrefix(path, "/hook/") {
			case "302":
				http.Redirect(w, r, "/hook/200?"+token, http.StatusFound)
			case "500":
				w.WriteHeader(http.StatusInternalServerError)
			case "hang":
				<-release
			}
		case path == "/indexnow":
		case path == "/"+key+".txt":
			fmt.Fprint(w, key)
		case path == "/":
			fmt.Fprintf(w, "<title>A</title><p>These are the words of %s.", strings.Repeat("another ", int(round.Load())+1))
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	defer close(release)
	dir := filepath.Join(t.TempDir(), "site")
	crawl := func() {
		runQuietly(t, exit.Done, "crawl", server.URL, "-o", dir, "--quiet")
		round.Add(1)
	}
	crawl()
	for _, c := range []struct {
		path  string
		calls int
		says  string
	}{
		{"200", 1, ""},
		{"302", 1, "it answered 302, and redirects are not followed"},
		{"500", 1, "it answered 500"},
		{"hang", 1, "no answer came"},
	} {
		crawl()
		for _, calls := range []int{c.calls, 0} { // the second time nothing has changed
			mu.Lock()
			bodies = nil
			mu.Unlock()
			var out, errOut bytes.Buffer
			t.Setenv("PORTOLAN_WEBHOOK", server.URL+"/hook/"+c.path+"?"+token)
			args := []string{"notify", dir, "--endpoint", server.URL + "/indexnow", "--key", key, "--timeout", "500ms", "--again-after", "0s", "-v"}
			code := run(t.Context(), args, strings.NewReader(""), &out, &errOut)
			mu.Lock()
			got := bodies
			mu.Unlock()
			if code != exit.Done || len(got) != calls {
				t.Errorf("%s: exit %d, called %d times, want %d\n%s", c.path, code, len(got), calls, errOut.String())
			}
			if calls > 0 && !strings.Contains(errOut.String(), c.says) {
				t.Errorf("%s: not said %q\n%s", c.path, c.says, errOut.String())
			}
			if strings.Contains(out.String()+errOut.String(), token) {
				t.Errorf("%s: the secret is printed\n%s%s", c.path, out.String(), errOut.String())
			}
			for _, body := range got {
				var b engines.WebhookBody
				if err := json.Unmarshal(body, &b); err != nil || b.Counts["changed"] != 1 || len(b.Changes) != 1 || b.Changes[0].URL != server.URL+"/" || len(b.Told) != 1 {
					t.Errorf("%s: %v %s", c.path, err, body)
				}
			}
		}
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte(token)) {
			t.Errorf("%s holds the secret", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"hooks.example/" + token, "ftp://" + token, "https://me:" + token + "@a.example/", "@" + filepath.Join(dir, "none")} {
		var out, errOut bytes.Buffer
		if code := run(t.Context(), []string{"notify", dir, "--webhook", bad}, strings.NewReader(""), &out, &errOut); code != exit.Usage || strings.Contains(errOut.String(), token) {
			t.Errorf("%s: exit %d\n%s", bad, code, errOut.String())
		}
	}
}
