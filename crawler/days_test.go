package crawler_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

const (
	hotelRooms = 3
	hotelDays  = 60 // on which there is a reading, and a concert
)

var hotelToday = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// hotel has rooms on any day to come, and lets each day be read something else and
// a concert be given; all pages of a kind have one title.
func hotel() *crawltest.Site {
	site := &crawltest.Site{}
	site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		day, err := time.Parse("2006-01-02", r.URL.Query().Get("day"))
		if err != nil {
			day = hotelToday
		}
		n := int(day.Sub(hotelToday) / (24 * time.Hour))
		kind, of, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		fmt.Fprintf(w, "<title>%s %s</title><h1>%[1]s %[2]s</h1><main><p>", kind, of)
		switch kind {
		case "":
			fmt.Fprint(w, "<a href=/reading>reading</a> <a href=/concerts>concerts</a>")
			for room := range hotelRooms {
				fmt.Fprintf(w, " <a href=/room/%s>room</a>", letters(room+10))
			}
			return
		case "room":
			fmt.Fprintf(w, "%s<p>Free on %s for &pound;%d", someWords(of, 50), day.Format("2 January 2006"), 40+n*37%90)
		case "reading":
			fmt.Fprint(w, someWords(letters(n+5000), 50))
		case "concerts":
			fmt.Fprintf(w, "%s <a href=/concert/%s>tonight</a>", someWords("music", 50), letters(n+7000))
		case "concert":
			fmt.Fprint(w, someWords(of, 50))
			return
		}
		for k := 1; k <= 7 && (kind == "room" || n+k < hotelDays); k++ {
			fmt.Fprintf(w, " <a href='/%s?day=%s'>%[2]s</a>", strings.TrimSuffix(kind+"/"+of, "/"), day.AddDate(0, 0, k).Format("2006-01-02"))
		}
	})
	return site
}

// someWords are words of a text of its own.
func someWords(of string, n int) string {
	var words []string
	for i := range n {
		h := uint32(2166136261)
		for _, c := range of + letters(i) {
			h = (h ^ uint32(c)) * 16777619
		}
		words = append(words, letters(int(h>>8)))
	}
	return strings.Join(words, " ")
}

// A room on another day is the room; what another day has to say, or leads to,
// is not.
func TestDays(t *testing.T) {
	c := crawl(t, hotel(), "http://a.example/", nil)
	kinds := map[string]int{}
	for _, u := range c.listed(t) {
		path, query, _ := strings.Cut(strings.TrimPrefix(u, "http://a.example/"), "?")
		kind, _, _ := strings.Cut(path, "/")
		if query != "" {
			kind += " on a day"
		}
		kinds[kind]++
	}
	for kind, want := range map[string]int{"room": hotelRooms, "room on a day": 0, "reading on a day": hotelDays - 1, "concert": hotelDays} {
		if kinds[kind] != want {
			t.Errorf("%d pages are of the kind %q, want %d: %v", kinds[kind], kind, want, kinds)
		}
	}
}
