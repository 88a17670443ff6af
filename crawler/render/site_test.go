package render_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/render"
)

// site is an Asker that answers by a handler, without any socket, and writes
// down what it was asked: METHOD URL.
type site struct {
	http.Handler
	refuse func(r *render.Request) error

	mu    sync.Mutex
	asked []string
}

func (s *site) Ask(ctx context.Context, r *render.Request) (*render.Response, error) {
	s.mu.Lock()
	s.asked = append(s.asked, r.Method+" "+r.URL)
	s.mu.Unlock()
	if s.refuse != nil {
		if err := s.refuse(r); err != nil {
			return nil, err
		}
	}
	request := httptest.NewRequestWithContext(ctx, r.Method, r.URL, bytes.NewReader(r.Body))
	request.Header = r.Header
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, request)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &render.Response{Status: answer.Code, Header: answer.Header(), Body: answer.Body.Bytes()}, nil
}

// log gives what was asked for since the last log.
func (s *site) log() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { s.asked = nil }()
	return s.asked
}

// pages serves documents and scripts by their paths, whatever the host. A
// path that begins with /never/ is not answered.
type pages map[string]string

func (p pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/never/") {
		<-r.Context().Done()
		return
	}
	text, found := p[r.URL.Path]
	if !found {
		http.NotFound(w, r)
		return
	}
	if to, found := strings.CutPrefix(text, "-> "); found {
		http.Redirect(w, r, to, http.StatusFound)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if path.Ext(r.URL.Path) == ".js" {
		w.Header().Set("Content-Type", "text/javascript")
	}
	fmt.Fprint(w, text)
}

func noEffect([]byte) (string, bool) { return "", false }

// newRenderer starts a browser for a test. Browsers are tried where all tests
// are asked for; then it is an error if there is none.
func newRenderer(t testing.TB, asker render.Asker, o render.Options) *render.Renderer {
	t.Helper()
	if _, bench := t.(*testing.B); !bench && os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("pages are rendered by a Chromium where PORTOLAN_TEST_ALL is set")
	}
	o.Asker, o.Browser, o.NoSandbox = asker, os.Getenv("BROWSER"), os.Geteuid() == 0
	if o.MaxTime == 0 {
		o.MaxTime = 30 * time.Second // on a busy machine pages would be cut, of which nothing here is told
	}
	if o.Effect == nil {
		o.Effect = noEffect
	}
	r, err := render.New(t.Context(), o)
	if err != nil {
		t.Fatalf("%v (Debian: chromium-headless-shell)", err)
	}
	t.Cleanup(r.Close)
	return r
}

func mustRender(t testing.TB, r *render.Renderer, url string) *render.Result {
	t.Helper()
	result, err := r.Render(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// inTabs calls do for 0 to n-1, some at a time.
func inTabs(tabs, n int, do func(i int)) {
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range tabs {
		wg.Go(func() {
			for i := range jobs {
				do(i)
			}
		})
	}
	for i := range n {
		jobs <- i
	}
	close(jobs)
	wg.Wait()
}

// charts serves the React site of testdata/render.
func charts(t testing.TB) http.Handler {
	const n = 40
	return program(t, "react", func(w http.ResponseWriter, name string) bool {
		var id int
		if name == "charts.json" {
			var list []string
			for id := 1; id <= n; id++ {
				list = append(list, fmt.Sprintf(`{"id":%d,"name":"Chart %d","scale":"1:%d000"}`, id, id, id))
			}
			fmt.Fprintf(w, "[%s]", strings.Join(list, ","))
			return true
		}
		if _, err := fmt.Sscanf(name, "chart-%d.json", &id); err != nil || id < 1 || id > n {
			return false
		}
		extra := ""
		switch id {
		case 12:
			extra = `,"withdrawn":true`
		case 13:
			extra = `,"of":12`
		}
		fmt.Fprintf(w, `{"name":"Chart %d","scale":"1:%d000","next":%d%s,"text":%q}`, id, id, id%n+1, extra,
			strings.Repeat(fmt.Sprintf("Sheet %d shows rocks and lights. ", id), 40))
		return true
	})
}

// tides serves the Vue site of testdata/render.
func tides(t testing.TB) http.Handler {
	return program(t, "vue", func(w http.ResponseWriter, name string) bool {
		var list []string
		for id := range 8 {
			list = append(list, fmt.Sprintf(`{"id":%d,"harbour":"Harbour %d"}`, id, id))
		}
		fmt.Fprintf(w, "[%s]", strings.Join(list, ","))
		return name == "tables.json"
	})
}

// program serves a built site of testdata/render: its files, its interface
// below /api/, and its shell for everything else.
func program(t testing.TB, name string, api func(w http.ResponseWriter, name string) bool) http.Handler {
	files := map[string][]byte{}
	for _, file := range []string{"index.html", "app.js"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "render", name, "dist", file))
		if err != nil {
			t.Fatal(err)
		}
		files["/"+file] = text
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if file, found := strings.CutPrefix(r.URL.Path, "/api/"); found {
			w.Header().Set("Content-Type", "application/json")
			if !api(w, file) {
				http.Error(w, "{}", http.StatusNotFound)
			}
			return
		}
		if path.Ext(r.URL.Path) == ".js" {
			w.Header().Set("Content-Type", "text/javascript")
			w.Header().Set("Cache-Control", "max-age=3600")
			w.Write(files["/app.js"])
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(files["/index.html"])
	})
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
