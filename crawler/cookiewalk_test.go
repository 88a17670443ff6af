package crawler_test

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
)

// passed tells whether a request brings the cookie that opens a wall.
func passed(r *http.Request, name string) bool {
	_, err := r.Cookie(name)
	return err == nil
}

func redirect(w http.ResponseWriter, to, cookie string) {
	if cookie != "" {
		http.SetCookie(w, &http.Cookie{Name: cookie, Value: "1", Path: "/"})
	}
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusFound)
}

// TestCookieWalls: inner pages that redirect in a circle until a cookie is
// accepted are read; what is no such circle is left alone.
func TestCookieWalls(t *testing.T) {
	const pages = 30
	tests := []struct {
		name    string
		robots  string
		page    func(w http.ResponseWriter, r *http.Request) bool // false: it answers well
		wall    http.HandlerFunc                                  // of everything below /wall
		want    string                                            // verdict of the pages, "" for listed
		walls   int                                               // requests for walls at most, besides those that the crawl makes for URLs it knows
		cookies bool                                              // are brought
	}{
		{name: "the wall sets the cookie", cookies: true, walls: 4,
			page: func(w http.ResponseWriter, r *http.Request) bool {
				if !passed(r, "ok") {
					redirect(w, "/wall/check?to="+url.QueryEscape(r.URL.RequestURI()), "")
				}
				return !passed(r, "ok")
			},
			wall: func(w http.ResponseWriter, r *http.Request) { redirect(w, r.FormValue("to"), "ok") }},
		{name: "the page sets one and the wall another", cookies: true, walls: 4,
			page: func(w http.ResponseWriter, r *http.Request) bool {
				if !passed(r, "ok") {
					redirect(w, "/wall/check?to=https://a.example"+r.URL.Path, "first")
				}
				return !passed(r, "ok")
			},
			wall: func(w http.ResponseWriter, r *http.Request) {
				if passed(r, "first") {
					redirect(w, r.FormValue("to"), "ok")
					return
				}
				redirect(w, r.FormValue("to"), "")
			}},
		{name: "three hops", cookies: true, walls: 6,
			page: func(w http.ResponseWriter, r *http.Request) bool {
				if !passed(r, "ok") {
					redirect(w, "/wall/one?u="+r.URL.Path, "")
				}
				return !passed(r, "ok")
			},
			wall: func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/wall/one" {
					redirect(w, "/wall/two?u="+r.FormValue("u"), "")
					return
				}
				redirect(w, r.FormValue("u"), "ok")
			}},
		{name: "a wall that does not name the page in its query", cookies: true, walls: 5 * 4,
			page: func(w http.ResponseWriter, r *http.Request) bool {
				if !passed(r, "ok") {
					redirect(w, "/wall"+r.URL.Path, "try")
				}
				return !passed(r, "ok")
			},
			wall: func(w http.ResponseWriter, r *http.Request) {
				redirect(w, strings.TrimPrefix(r.URL.Path, "/wall"), "ok")
			}},
		{name: "a login", walls: 1,
			page: func(w http.ResponseWriter, r *http.Request) bool {
				redirect(w, "/wall/login?return="+r.URL.Path, "session")
				return true
			},
			wall: func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "<p>Who are you, ", r.FormValue("return")) },
			want: "redirect-wall"},
		{name: "a circle that no cookie opens", cookies: true, walls: 4,
			page: func(w http.ResponseWriter, r *http.Request) bool {
				redirect(w, "/wall/check?to="+r.URL.Path, "ok")
				return true
			},
			wall: func(w http.ResponseWriter, r *http.Request) { redirect(w, r.FormValue("to"), "ok") },
			want: "redirect-loop"},
		{name: "a circle without cookies", walls: 1,
			page: func(w http.ResponseWriter, r *http.Request) bool {
				redirect(w, "/wall/check?to="+r.URL.Path, "")
				return true
			},
			wall: func(w http.ResponseWriter, r *http.Request) { redirect(w, r.FormValue("to"), "") },
			want: "redirect-loop"},
		{name: "a wall that robots.txt forbids", robots: "User-agent: *\nDisallow: /wall\n",
			page: func(w http.ResponseWriter, r *http.Request) bool {
				redirect(w, "/wall/check?to="+r.URL.Path, "")
				return true
			},
			wall: func(w http.ResponseWriter, r *http.Request) { redirect(w, r.FormValue("to"), "ok") },
			want: "redirect-wall"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var cookies, walls atomic.Int64
			home := "origin: https://a.example\n"
			if tt.robots != "" {
				home += "-- /robots.txt --\n" + tt.robots
			}
			home += "-- / --\n<title>Home</title>"
			want := []string{"listed https://a.example/"}
			for i := range pages {
				home += fmt.Sprintf("<a href=/p/%d>x</a>", i)
				want = append(want, fmt.Sprintf("%s https://a.example/p/%d", cmp.Or(tt.want, "listed"), i))
			}
			site := parseSite(t, home+"\n")
			site.HandleFunc("/p/", func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Cookie") != "" {
					cookies.Add(1)
				}
				if strings.Contains(r.URL.Path, "portolan-") {
					http.NotFound(w, r)
					return
				}
				if tt.page(w, r) {
					return
				}
				w.Header().Set("Content-Type", "text/html")
				fmt.Fprint(w, "<title>Page</title><p>The page ", r.URL.Path)
			})
			site.HandleFunc("/wall/", func(w http.ResponseWriter, r *http.Request) {
				if strings.Contains(r.URL.Path, "portolan-") {
					http.NotFound(w, r)
					return
				}
				walls.Add(1)
				w.Header().Set("Content-Type", "text/html")
				tt.wall(w, r)
			})
			c := crawl(t, site, "https://a.example/", nil)
			var got []string
			known := 0
			for _, line := range c.verdicts(t) {
				if strings.Contains(line, "/wall/") {
					known++
					continue
				}
				got = append(got, line)
			}
			slices.Sort(want)
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("verdicts (-want +got):\n%s", diff)
			}
			if n := int(walls.Load()); n > known+tt.walls {
				t.Errorf("%d requests for walls, of which %d are known URLs", n, known)
			}
			if got := cookies.Load() > 0; got != tt.cookies {
				t.Errorf("cookies were brought: %v, want %v", got, tt.cookies)
			}
		})
	}
}

// TestCookieWallIsGentle: one walk does for all pages behind a wall, and the
// pages wait for it.
func TestCookieWallIsGentle(t *testing.T) {
	for _, opens := range []bool{true, false} {
		t.Run(fmt.Sprint("opens ", opens), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				accepted, have := false, false
				walls, refused := 0, 0
				to := func(url string) reply {
					return reply{after: 20 * time.Millisecond, status: 302, header: http.Header{"Location": {url}, "Set-Cookie": {"ok=1"}}}
				}
				site := homeAnd(200, func(url string, n, inFlight int) reply {
					page, isWall := strings.CutPrefix(url, fakeOrigin+"/wall?to=")
					switch {
					case isWall:
						walls++
						have = accepted
						return to(fakeOrigin + page)
					case have && opens:
						return good(url, n, inFlight)
					}
					refused++
					return to("/wall?to=" + strings.TrimPrefix(url, fakeOrigin))
				})
				f := crawlFake(t, site, func(o *crawler.Options) { o.EnableCookies = func(string) { accepted = true } })
				want, mostWalls := map[string]int{"listed": 201}, 2
				if !opens {
					want, mostWalls = map[string]int{"listed": 1, "redirect-loop": 400}, 202
				}
				if got := f.verdicts(t); f.result.End != crawler.Complete || !maps.Equal(got, want) {
					t.Errorf("ended as %s with %v, want %v", f.result.End, got, want)
				}
				if walls > mostWalls {
					t.Errorf("%d requests for the wall, want %d", walls, mostWalls)
				}
				if most := 5 * 4; opens && refused > most || refused > 200+most {
					t.Errorf("%d pages were asked for in vain", refused)
				}
			})
		})
	}
}
