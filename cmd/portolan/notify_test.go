package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

// An endpoint that never answers may have taken what it was sent: it is not
// sent again for a while, and then it is.
func TestNotifyHangs(t *testing.T) {
	const key = "0123456789abcdef"
	var told, round atomic.Int32
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/hang":
			told.Add(1)
			<-release
		case r.URL.Path == "/"+key+".txt":
			fmt.Fprint(w, key)
		case r.URL.Path == "/" && round.Load() == 0:
			fmt.Fprint(w, "<title>A</title><p>As it was at first.")
		case r.URL.Path == "/":
			fmt.Fprint(w, "<title>A</title><p>Something else by now.")
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	defer close(release)
	dir := filepath.Join(t.TempDir(), "site")
	runQuietly(t, exit.Done, "crawl", server.URL, "-o", dir, "--quiet")
	round.Store(1)
	runQuietly(t, exit.Done, "crawl", server.URL, "-o", dir, "--quiet")
	for _, step := range []struct {
		again string
		code  int
		told  int32
		says  string
	}{
		{"1h", exit.Failed, 1, "no answer came"},
		{"1h", exit.Done, 1, "nothing is sent: 1 URL told less than 1h ago"},
		{"0s", exit.Failed, 2, "no answer came"},
	} {
		var out, errOut bytes.Buffer
		args := []string{"notify", dir, "--endpoint", server.URL + "/hang", "--key", key, "--timeout", "300ms", "--again-after", step.again}
		code := run(t.Context(), args, strings.NewReader(""), &out, &errOut)
		if code != step.code || told.Load() != step.told || !strings.Contains(out.String()+errOut.String(), step.says) {
			t.Errorf("exit %d, told %d times\n%s%s", code, told.Load(), out.String(), errOut.String())
		}
	}
}
