package crawler_test

import (
	"fmt"
	"maps"
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

const (
	canteenDays = 40
	canteenTown = 30 // each with its tides
)

// canteen has a menu for each day of late, of which most words are the same; the tides
// of each town on some days to come, of which the numbers are others; and a sermon for each Sunday, behind
// an introduction as long as what pages are first compared by.
func canteen() *crawltest.Site {
	site := &crawltest.Site{}
	today := time.Now().UTC().Truncate(24 * time.Hour)
	site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		kind, q := strings.TrimPrefix(r.URL.Path, "/"), r.URL.Query()
		fmt.Fprintf(w, "<title>The %s</title><h1>The %[1]s</h1><main><p>", kind)
		of := letters(9000 + int(today.Sub(day(q.Get("day"), today))/(24*time.Hour)))
		switch kind {
		case "menu":
			fmt.Fprint(w, someWords("allergens", 60), "<p>", someWords("menu"+of, 6))
		case "sermon":
			fmt.Fprint(w, someWords("introduction", 110), "<p>", someWords("sermon"+of, 250))
		case "tides":
			fmt.Fprintf(w, "%s<p>%s %d:%02[3]d", someWords("explanation", 80), someWords("harbour"+q.Get("town"), 4), len(q.Get("town")+of))
		case "":
			fmt.Fprint(w, "<a href=/menu>menu</a> <a href=/sermon>sermon</a> <a href=/tides>tides</a>")
			for n := range canteenDays {
				past, ahead := today.AddDate(0, 0, -n-2).Format("2006-01-02"), today.AddDate(0, 0, 7*n).Format("2006-01-02")
				fmt.Fprintf(w, " <a href=/menu?day=%s>menu</a> <a href=/sermon?day=%s>sermon</a> <a href=/tides?day=%[2]s>tides</a>", past, ahead)
				for town := range canteenTown * min(1, n%4) {
					fmt.Fprintf(w, " <a href='/tides?town=%s&amp;day=%s'>town</a>", letters(town+700), ahead)
				}
			}
		}
	})
	return site
}

func day(text string, otherwise time.Time) time.Time {
	if day, err := time.Parse("2006-01-02", text); err == nil {
		return day
	}
	return otherwise
}

// The menu of a day that is over, a text that begins as all do, and what else is chosen
// beside a day, are no views.
func TestArchives(t *testing.T) {
	c := crawl(t, canteen(), "http://a.example/", nil)
	kinds, towns := map[string]int{}, map[string]bool{}
	for _, u := range c.listed(t) {
		path, query, _ := strings.Cut(strings.TrimPrefix(u, "http://a.example/"), "?")
		if kinds[path]++; path == "tides" {
			town, _, _ := strings.Cut(query, "&")
			towns[town] = towns[town] || strings.HasPrefix(town, "town=")
		}
	}
	if kinds["menu"] != canteenDays+1 || kinds["sermon"] != canteenDays+1 {
		t.Errorf("%v are listed, want %d menus and sermons each", kinds, canteenDays+1)
	}
	maps.DeleteFunc(towns, func(_ string, is bool) bool { return !is })
	if len(towns) != canteenTown {
		t.Errorf("%d of %d towns have their tides", len(towns), canteenTown)
	}
}

// TestCalendarOfDays: of a calendar whose days say their dates in words those with events are listed, months apart, and of
// the others next to none.
func TestCalendarOfDays(t *testing.T) {
	site := &crawltest.Site{}
	site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		day, err := time.Parse("/cal/2006/01/02/", r.URL.Path)
		if err != nil {
			day = hotelToday
		}
		date := day.Format("Monday, 2 January 2006")
		fmt.Fprintf(w, "<title>Events of %s</title><main><h1>Events of %[1]s</h1><p>", date)
		if n := int(day.Sub(hotelToday) / (24 * time.Hour)); n%60 == 30 && n > -200 && n < 200 {
			fmt.Fprint(w, someWords(letters(n+5000), 40))
		} else {
			fmt.Fprint(w, "There is nothing to be seen on this day.")
		}
		for _, k := range []int{-1, 1} {
			fmt.Fprint(w, day.AddDate(0, 0, k).Format(" <a href=/cal/2006/01/02/>2 January 2006</a>"))
		}
	})
	events, others := 0, 0
	for _, url := range crawl(t, site, "http://a.example/", nil).listed(t) {
		if day, err := time.Parse("http://a.example/cal/2006/01/02/", url); err == nil && int(day.Sub(hotelToday)/(24*time.Hour))%60 == 30 {
			events++
		} else {
			others++
		}
	}
	if events != 3 || others > 5 {
		t.Errorf("%d days with events are listed, and %d other pages; want 3 days", events, others)
	}
}
