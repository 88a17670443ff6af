package crawler_test

import (
	"cmp"
	"crypto/rand"
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
	boardThreads = 60
	boardPosts   = 3 // of each
	boardMembers = 45
	boardPage    = 20 // members on a page
)

// board is a forum: each post leads to its thread, to the thread with a post in
// focus, as a list of posts and as a tree that shows one of them, and to ratings by a token of the answer; members are
// listed on pages whose addresses always say how these are sorted.
func board() *crawltest.Site {
	site := &crawltest.Site{}
	site.HandleFunc("http://a.example/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		q := r.URL.Query()
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, "<title>Board</title><h1>Board</h1><a href=/members.php>members</a>")
			for n := range boardThreads {
				fmt.Fprintf(w, " <a href='/thread.php?tid=%d'>%s</a>", n+10, letters(n*31+500))
			}
		case "/thread.php":
			boardThread(w, q)
			for stars := range 6 {
				fmt.Fprintf(w, " <a href='/rate.php?tid=%s&amp;rating=%d&amp;my_post_key=%s'>%[2]d</a>", q.Get("tid"), stars, rand.Text())
			}
		case "/members.php":
			boardList(w, q)
		case "/member.php":
			uid, _ := strconv.Atoi(q.Get("uid"))
			fmt.Fprintf(w, "<title>Member %d</title><h1>%s</h1><p>Here since the year of the %s.", uid, letters(uid*77+900), letters(uid*13+400))
		default:
			http.NotFound(w, r)
		}
	})
	return site
}

func boardThread(w http.ResponseWriter, q url.Values) {
	tid, _ := strconv.Atoi(q.Get("tid"))
	focus, _ := strconv.Atoi(cmp.Or(q.Get("pid"), strconv.Itoa(tid*10)))
	fmt.Fprintf(w, "<title>%s</title><h1>%[1]s</h1><a href=/>board</a>", letters(tid*31+500))
	for _, mode := range []string{"linear", "threaded"} {
		fmt.Fprintf(w, " <a href='/thread.php?mode=%s&amp;tid=%d&amp;pid=%d'>%[1]s</a>", mode, tid, focus)
	}
	for n := range boardPosts {
		pid := tid*10 + n
		if q.Get("mode") == "threaded" && pid != focus {
			fmt.Fprintf(w, "<p><a href='/thread.php?mode=threaded&amp;tid=%d&amp;pid=%d'>answer</a>", tid, pid)
			continue
		}
		uid := pid * 7 % boardMembers
		fmt.Fprintf(w, "<p><a href='/thread.php?tid=%d&amp;pid=%d'>#</a> <a href='/member.php?uid=%d'>%s</a> says that %s is like %s, and never was %s.",
			tid, pid, uid+100, letters(uid*77+900), letters(pid*7+3000), letters(pid*11+5000), letters(pid*17+800))
	}
	fmt.Fprintf(w, "<p><a href='/thread.php?tid=%d'>next</a>", 10+(tid-9)%boardThreads)
}

func boardList(w http.ResponseWriter, q url.Values) {
	order, page := cmp.Or(q.Get("sort"), "name"), 1
	if n, err := strconv.Atoi(q.Get("page")); err == nil {
		page = n
	}
	members := make([]int, boardMembers)
	for i := range members {
		members[i] = i
	}
	by := map[string]int{"name": 7, "posts": 11, "joined": 13, "visit": 17}[order]
	slices.SortFunc(members, func(a, b int) int { return cmp.Compare(a*by%boardMembers, b*by%boardMembers) })
	if q.Get("order") == "down" {
		slices.Reverse(members)
	}
	fmt.Fprint(w, "<title>Members</title><h1>Members</h1><a href=/>board</a>")
	for _, sort := range []string{"name", "posts", "joined", "visit"} {
		for _, dir := range []string{"up", "down"} {
			fmt.Fprintf(w, " <a href='/members.php?sort=%s&amp;order=%s&amp;perpage=%d'>%[1]s %[2]s</a>", sort, dir, boardPage)
		}
	}
	for n := range (boardMembers + boardPage - 1) / boardPage {
		fmt.Fprintf(w, " <a href='/members.php?sort=%s&amp;order=%s&amp;perpage=%d&amp;page=%d'>%[4]d</a>", order, cmp.Or(q.Get("order"), "up"), boardPage, n+1)
	}
	for _, uid := range members[(page-1)*boardPage : min(page*boardPage, boardMembers)] {
		fmt.Fprintf(w, "<p><a href='/member.php?uid=%d'>%s</a>", uid+100, letters(uid*77+900))
	}
}

// A view that looks as another one of the same page does is that page, and what
// sorts a list whose parts have no other addresses sorts it.
func TestBoardViews(t *testing.T) {
	c := crawl(t, board(), "http://a.example/", nil)
	kinds := map[string]int{}
	for _, u := range c.listed(t) {
		_, query, _ := strings.Cut(u, "?")
		var names []string
		for part := range strings.SplitSeq(query, "&") {
			name, value, _ := strings.Cut(part, "=")
			if name == "mode" {
				name += "=" + value
			}
			names = append(names, name)
		}
		kinds[strings.Join(names, " ")]++
	}
	for kind, want := range map[string]int{"tid": boardThreads, "uid": boardMembers, "mode=linear tid pid": 0, "tid pid": 0, "sort order perpage": 0} {
		if kinds[kind] != want {
			t.Errorf("%d pages with %s are listed, want %d", kinds[kind], kind, want)
		}
	}
	if kinds["sort order perpage page"] < boardMembers/boardPage {
		t.Errorf("parts of the list of members are not listed: %v", kinds)
	}
}
