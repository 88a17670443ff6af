package crawler_test

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

const (
	trackerTickets = 864
	trackerOwners  = 36
)

// trackerStates are tickets' states, as the addresses of lists have them: by what is closed it is always grouped.
var trackerStates = []string{"status=open", "status=closed&amp;group=resolution", "status=new"}

// tracker is one program: tickets, and lists of them in any order. The list of
// open ones has no address of its own: the program alone shows it, and leads to its orders.
func tracker() *crawltest.Site {
	site := &crawltest.Site{}
	site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		q := r.URL.Query()
		switch {
		case r.URL.Path == "/":
			fmt.Fprint(w, "<title>Tracker</title><h1>Tracker</h1><a href=/query>what is open</a>")
		case strings.HasPrefix(r.URL.Path, "/ticket/"):
			n, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/ticket/"))
			fmt.Fprintf(w, "<title>%s</title><h1>%[1]s</h1><a href=/query>what is open</a> The %s is not like %s, and %s is wrong.", letters(n*31+500), letters(n*7+3000), letters(n*11+5000), letters(n*17+800))
		case r.URL.Path == "/query":
			trackerList(w, q)
		default:
			http.NotFound(w, r)
		}
	})
	return site
}

func trackerList(w http.ResponseWriter, q url.Values) {
	owner, err := strconv.Atoi(q.Get("owner"))
	state := max(0, slices.IndexFunc(trackerStates, func(s string) bool { return strings.HasPrefix(s, "status="+q.Get("status")) }))
	list, tickets := trackerStates[state], []int(nil)
	for n := range trackerTickets {
		if n/trackerOwners%3 == state && (err == nil && n%trackerOwners == owner-100 || err != nil && n%5 == 0) {
			tickets = append(tickets, n)
		}
	}
	if err == nil {
		list = "owner=" + q.Get("owner") + "&amp;" + list
	}
	order := cmp.Or(q.Get("order"), "id")
	by := map[string]int{"id": 1, "type": 7, "date": 11, "name": 13}[order]
	slices.SortFunc(tickets, func(a, b int) int { return cmp.Compare(a*by%997, b*by%997) })
	fmt.Fprintf(w, "<title>List %s</title><h1>Tickets of %[1]s</h1>", letters(owner*5+700+state))
	if q.Get("status") == "" {
		fmt.Fprint(w, "<p>This program shows tickets of everybody, as long as somebody has something to do for them.")
	}
	for _, head := range []string{"id", "type", "date", "name"} {
		fmt.Fprintf(w, " <a href='/query?%s&amp;order=%s'>%[2]s</a>", list, head)
	}
	for _, n := range tickets {
		if order != "id" {
			fmt.Fprintf(w, "<p>The %s of this one is %s.", order, letters(n*by%997+2000))
		}
		fmt.Fprintf(w, "<p><a href='/ticket/%d'>%s</a> of %s, who has", n+1000, letters(n*31+500), letters((n%trackerOwners+100)*5+700))
		for i, state := range trackerStates {
			fmt.Fprintf(w, " <a href='/query?owner=%d&amp;%s'>%s</a>", n%trackerOwners+100, state, []string{"these", "these that are done", "new ones"}[i])
		}
	}
}

// A list that is met in some order alone is listed once, though a page of the
// same program leads to all of its orders.
func TestOrdersWithoutList(t *testing.T) {
	kinds := map[string]int{}
	for _, u := range crawl(t, tracker(), "http://a.example/", nil).listed(t) {
		kind := ""
		for _, word := range []string{"/ticket/", "owner=", "status=", "order="} {
			if strings.Contains(u, word) {
				kind += word
			}
		}
		kinds[kind]++
	}
	for kind, want := range map[string]int{"/ticket/": trackerTickets, "owner=status=": trackerOwners * len(trackerStates), "owner=status=order=": 0, "status=order=": 1, "": 2} {
		if kinds[kind] != want {
			t.Errorf("%d pages with %q are listed, want %d: %v", kinds[kind], kind, want, kinds)
		}
	}
}
