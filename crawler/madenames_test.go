package crawler_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// Names of documents may look like those that are made up for each answer.
func TestDocumentsBesideNamesThatAreMadeUp(t *testing.T) {
	const documents, topics = 60, 8
	var answers atomic.Int64
	site := &crawltest.Site{}
	site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		of := r.URL.Path
		if of == "/document" {
			of += r.URL.RawQuery
		}
		fmt.Fprint(w, "<main><p>", someWords(of, 60), "</main>")
		fresh := 1795000000 + answers.Add(1)
		for n := range topics {
			fmt.Fprintf(w, " <a href=/topic/%d?%d>topic</a>", n, fresh)
		}
		if r.URL.Path == "/" {
			for n := range documents {
				fmt.Fprintf(w, " <a href=/document?%d>document</a>", 1612345000+37*n)
			}
		}
	})
	c := crawl(t, site, "http://a.example/", nil)
	kinds := map[string]int{}
	for _, u := range c.listed(t) {
		path, _, _ := strings.Cut(strings.TrimPrefix(u, "http://a.example/"), "?")
		kind, _, _ := strings.Cut(path, "/")
		kinds[kind]++
	}
	if kinds["document"] != documents || kinds["topic"] != topics {
		t.Errorf("%v are listed, want %d documents and %d topics", kinds, documents, topics)
	}
}
