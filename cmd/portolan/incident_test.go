package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// A row of the table of incidents: what befalls the shop between two crawls,
// and what the second crawl makes of it.
type incidentRow struct {
	name  string
	what  incident
	code  int
	size  int    // URLs in the set that stands after it; 0: the set has not changed
	first string // first line of the summary, a regular expression
	says  string // on standard error, or in the summary, the same
}

const slower = ` --rate 1 --concurrency 1 `

const refused = `^NOT PUBLISHED: `

var incidents = []incidentRow{
	{"login, noindex, found", login(302, "?next=", noindex), 4, 0, refused + `(95|99) of the 105 URLs in the sitemap redirect to`, `all 80 in /p/\* redirect to /login: looks like a fault`},
	{"login, indexable, found", login(302, "?next=", ""), 4, 0, refused, `all 15 in /sale/\* redirect to /login: looks like a fault`},
	{"login, indexable, moved permanently", login(301, "?next=", ""), 4, 0, refused, `all 80 in /p/\* redirect to /login: looks like a fault`},
	{"login by its path, moved permanently", func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasPrefix(r.URL.Path, "/hello") {
			writePage(w, "hello", "", "Please log in to see "+r.URL.Path)
			return true
		}
		return items(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/hello"+r.URL.Path, http.StatusMovedPermanently)
		})(w, r)
	}, 4, 0, refused + `99 of the 105 URLs in the sitemap show one and the same text`, `all 80 in /p/\* show one and the same text: looks like a fault`},
	{"login by its path", login(302, "", ""), 4, 0, refused, `redirect to a login or consent page: looks like a fault`},
	{"login on another host", items(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://login.example/?for="+r.URL.Path, http.StatusFound)
	}), 4, 0, refused, `redirect to http://login.example/: looks like a fault`},
	{"login in the place of each page", items(func(w http.ResponseWriter, r *http.Request) {
		writePage(w, "login", "", "Please log in to see "+r.URL.Path)
	}), 4, 0, refused + `99 of the 105 URLs in the sitemap show one and the same text`, `all 80 in /p/\* show one and the same text: looks like a fault`},
	{"login in the place of each page on sale", func(w http.ResponseWriter, r *http.Request) bool {
		kind, _ := shopPage(r.URL.Path)
		if kind == "/sale/" {
			writePage(w, "login", "", "Please log in to see "+r.URL.Path)
		}
		return kind == "/sale/"
	}, 4, 0, refused + `15 of the 105 URLs in the sitemap show one and the same text`, `all 15 in /sale/\* show one and the same text: looks like a fault`},
	{"sale leads to the products", func(w http.ResponseWriter, r *http.Request) bool {
		kind, n := shopPage(r.URL.Path)
		if kind == "/sale/" && n > 0 {
			http.Redirect(w, r, fmt.Sprintf("/p/%d", n), http.StatusMovedPermanently)
			return true
		}
		return false
	}, 4, 0, refused + `15 of the 105 URLs in the sitemap would be lost`, `all 15 in /sale/\* redirect to`},
	{"login with 401", items(status(401)), 4, 0, refused, `all 80 in /p/\* answer 401: looks like a fault`},
	{"consent by a page of its own", func(w http.ResponseWriter, r *http.Request) bool {
		switch {
		case r.URL.Path == "/privacy":
			writePage(w, "privacy", "", links("/"))
		case r.URL.Path == "/robots.txt" || r.URL.Path == "/":
			return false
		default:
			http.Redirect(w, r, "/privacy?back="+r.URL.Path, http.StatusSeeOther)
		}
		return true
	}, 4, 0, refused + `104 of the 105 URLs in the sitemap redirect to`, `redirect to /privacy: looks like a fault`},
	{"redirects to another host", items(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://other.example"+r.URL.Path, http.StatusMovedPermanently)
	}), 4, 0, refused, `redirect to http://other.example/: looks like a fault`},
	{"all redirect to another host", func(w http.ResponseWriter, r *http.Request) bool {
		http.Redirect(w, r, "http://other.example"+r.URL.Path, http.StatusMovedPermanently)
		return r.Host == "shop.example"
	}, 3, 0, ``, `start URL leads to another site`},
	{"lists lead to a staging copy", func(w http.ResponseWriter, r *http.Request) bool {
		if kind, _ := shopPage(r.URL.Path); kind == "/p/" || kind == "/sale/" || r.URL.Path == "/robots.txt" || r.URL.Path == "/about" {
			return false
		}
		writePage(w, r.URL.Path, "", links("http://staging.example/list", "http://staging.example/sale"))
		return true
	}, 0, 0, ``, `URLs in the last sitemap: nothing on the site leads there now; they answer, and stay listed. Are menus and links as they should be\?`},
	{"a base element of a staging copy", func(w http.ResponseWriter, r *http.Request) bool {
		asEver(inserted{w, `<base href="http://staging.example/">`, "<title>"}, r, false)
		return true
	}, 0, 0, ``, `nothing on the site leads there now; they answer, and stay listed. Links lead to 10[0-9] of them on http://staging.example instead`},
	{"wrong host answers", func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/" {
			writePage(w, "another site", "", links("/news", "/team"))
		} else if r.URL.Path == "/news" || r.URL.Path == "/team" {
			writePage(w, "of another site "+r.URL.Path, "", "")
		} else {
			notFound(w)
		}
		return true
	}, 4, 0, refused + `104 of the 105 URLs`, `all 80 in /p/\* answer 404: looks like a fault`},
	{"all but home 404", allButHome(status(404)), 4, 0, refused, `all 80 in /p/\* answer 404: looks like a fault`},
	{"all 404", everything(status(404)), 4, 0, refused + `105 of the 105`, `looks like a fault`},
	{"all but home 410", allButHome(status(410)), 4, 0, refused, `all 80 in /p/\* answer 410: looks meant`},
	{"all but home 500", allButHome(status(500)), 4, 0, refused, `all 80 in /p/\* answer 500: looks like a fault`},
	{"all 500", everything(status(500)), 4, 0, refused + `105 of the 105`, `looks like a fault`},
	{"products 500", items(status(500)), 4, 0, refused, `all 80 in /p/\* answer 500: looks like a fault`},
	{"all but home 403", allButHome(status(403)), 4, 0, refused, `all 80 in /p/\* answer 403: looks like a fault`},
	{"all but home 503", allButHome(status(503)), 4, 0, refused, `less, please.*: looks like a fault`},
	{"all 503", everything(status(503)), 4, 0, refused + `105 of the 105`, `looks like a fault`},
	{"all but home 429", allButHome(status(429)), 4, 0, refused, `less, please.*: looks like a fault`},
	{"robots.txt 503", onRobots(503, ""), 4, 0, refused, `no robots.txt could be had: looks like a fault.*have robots.txt answer 200, or 404`},
	{"robots.txt disallows all", onRobots(200, "User-agent: *\nDisallow: /\n"), 3, 0, ``, `robots.txt forbids the start URL`},
	{"robots.txt disallows products", onRobots(200, "User-agent: *\nDisallow: /p/\nDisallow: /sale/\n"), 4, 0, refused, `all 80 in /p/\* are forbidden by robots.txt: looks like a fault`},
	{"robots.txt is for the listing agent", onRobots(200, "User-agent: googlebot\nDisallow: /p\n"), 4, 0, refused, `all 80 in /p/\* are forbidden by robots.txt`},
	{"noindex by meta", noIndexMeta, 4, 0, refused + `105 of the 105`, `all 80 in /p/\* say noindex in a meta tag: looks like a fault`},
	{"noindex by header", func(w http.ResponseWriter, _ *http.Request) bool {
		w.Header().Set("X-Robots-Tag", "noindex")
		return false
	}, 4, 0, refused + `105 of the 105`, `all 80 in /p/\* say noindex in a header: looks like a fault`},
	{"canonical to home", canonicalTo(func(string) string { return shopURL }), 4, 0, refused + `104 of the 105`, `all 80 in /p/\* name another page as canonical`},
	{"canonical to another host", canonicalTo(func(path string) string { return "http://other.example" + path }), 4, 0, refused + `105 of the 105`, `all 80 in /p/\* name another page as canonical, on http://other.example/: looks like a fault`},
	{"wrong type", func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/" || r.URL.Path == "/robots.txt" {
			return false
		}
		asEver(retyped{w, "application/octet-stream"}, r, false)
		return true
	}, 4, 0, refused, `all 80 in /p/\* are of another type than pages: looks like a fault`},
	{"blank pages", items(func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Type", "text/html") }), 4, 0, refused, `all 80 in /p/\* show one and the same text: looks like a fault`},
	{"next to nothing below the headings", items(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<!DOCTYPE html><html lang=en><title>%s</title><h1>%[1]s</h1><p>%s", r.URL.Path, strings.Join(strings.Fields(wordsAbout(r.URL.Path))[:6], " "))
	}), 0, 0, `^CHECK FIRST: 99 of the 105 pages have lost most of their text since the last$`, `as http://shop\.example/\S+ has:\s+[0-9]+\s+words, where there were [67][0-9]`},
	{"a request for consent above all texts", func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/robots.txt" {
			return false
		}
		asEver(inserted{w, "<div><h2>We value your privacy</h2><p>" + wordsAbout("consent") + wordsAbout("partners") + "</div>", "<h1>"}, r, false)
		return true
	}, 0, 0, `^portolan `, `10[0-9] texts changed`},
	{"other texts under numbered titles", items(func(w http.ResponseWriter, r *http.Request) {
		_, n := shopPage(r.URL.Path)
		fmt.Fprintf(w, "<!DOCTYPE html><html lang=en><title>Tea no. %d</title><h1>Tea</h1><p>%s", n, strings.Join(strings.Fields(wordsAbout(r.URL.Path+"new") + wordsAbout(r.URL.Path+"more"))[:30+2*(n%40)], " "))
	}), 0, 0, `^portolan `, ``},
	{"half of each text", items(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<!DOCTYPE html><html lang=en><title>%s</title><h1>%[1]s</h1><p>%s", r.URL.Path, strings.Join(strings.Fields(wordsAbout(r.URL.Path))[:29], " "))
	}), 0, 0, `^portolan `, ``},
	{"maintenance, never the same", items(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "<title>Back soon</title><h1>Back soon</h1>%s", wordsAbout(r.URL.Path+"!"))
	}), 4, 0, refused + `99 of the 105 URLs in the sitemap show one and the same title`, `all 80 in /p/\* show one and the same title: looks like a fault`},
	{"parking page", func(w http.ResponseWriter, _ *http.Request) bool {
		writePage(w, "this domain is for sale", "", links("http://other.example/buy"))
		return true
	}, 4, 0, refused + `105 of the 105 URLs in the sitemap show one and the same text`, `looks like a fault`},
	{"too many requests", items(func(w http.ResponseWriter, _ *http.Request) {
		writePage(w, "too many requests", "", "Please slow down, and try again in a minute")
	}), 4, 0, refused + `99 of the 105 URLs in the sitemap show one and the same text`, slower},
	{"the start page at any address, half-way", func(w http.ResponseWriter, r *http.Request) bool {
		time.Sleep(time.Second) // which page came first is told by the time
		if shopOf(r).count() < 60 {
			return false
		}
		r = r.Clone(r.Context())
		r.URL.Path = "/"
		asEver(w, r, false)
		return true
	}, 4, 0, refused + `[4-6][0-9] of the 105 URLs in the sitemap show one and the same text`, slower},
	{"site down half-way", func(w http.ResponseWriter, r *http.Request) bool {
		if shopOf(r).count() < 60 {
			return false
		}
		panic(http.ErrAbortHandler)
	}, 4, 0, refused, `gave no answer: looks like a fault`},
	{"renamed without redirects", func(w http.ResponseWriter, r *http.Request) bool {
		switch kind, _ := shopPage(r.URL.Path); {
		case r.URL.Path == "/products":
			writePage(w, r.URL.Path, "", links(numbered("/products/", products)...))
		case kind == "/products/":
			writePage(w, "/p/"+r.URL.Path[len("/products/"):], "", "")
		case kind == "/p/":
			notFound(w)
		default:
			return false
		}
		return true
	}, 4, 0, refused + `80 of the 105`, `all 80 in /p/\* answer 404`},
	{"home leads nowhere", func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/" {
			writePage(w, "/", "", "")
		}
		return r.URL.Path == "/"
	}, 0, 0, `^portolan `, ``},
	{"calendar instead of the shop", calendar(true), 0, 0, `^portolan `, ``},
	{"calendar beside the shop", calendar(false), 0, 0, `^portolan `, ``},
	{"small part 404", onPages("/p/", 1, 12, status(404)), 4, 0, refused + `12 of the 105 URLs`, `12 of 80 in /p/\* answer 404`},

	{"some products retired", onPages("/p/", 1, 9, status(404)), 0, shopSize - 9, `^portolan `, ``},
	{"old pages retired", onPages("/old/", 1, 4, status(404)), 0, shopSize - 4, `^portolan `, ``},
	{"some answer 500", onPages("/p/", 1, 9, status(500)), 0, shopSize, `^portolan `, `9 of them not read now`},
	{"some redirect to a login", func(w http.ResponseWriter, r *http.Request) bool {
		return onPages("/p/", 1, 9, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/login?next="+r.URL.Path, http.StatusFound)
		})(w, r)
	}, 0, shopSize, `^portolan `, `9 of them not read now`},
	{"some show a login", onPages("/p/", 1, 9, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<title>Log in</title><h1>Log in</h1><form method=post><input name=user><input type=password name=p></form>")
	}), 0, 0, `^portolan `, `Login +9 URLs listed show a login in the place of a page`},
	{"a seventh redirects to a login", onPages("/p/", 1, 15, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/login?next="+r.URL.Path, http.StatusFound)
	}), 4, 0, refused + `15 of the 105 URLs`, `/login stands before them\. Crawl as somebody who is logged in: --cookie-file`},
	{"part of the sale over", onPages("/sale/", 1, 10, status(410)), 0, shopSize - 10, `^portolan `, ``},
	{"renamed with redirects", func(w http.ResponseWriter, r *http.Request) bool {
		switch kind, n := shopPage(r.URL.Path); {
		case r.URL.Path == "/products":
			writePage(w, r.URL.Path, "", links(numbered("/products/", products)...))
		case kind == "/products/":
			writePage(w, "/p/"+r.URL.Path[len("/products/"):], "", "")
		case kind == "/p/":
			http.Redirect(w, r, fmt.Sprintf("/products/%d", n), http.StatusMovedPermanently)
		default:
			return false
		}
		return true
	}, 0, shopSize, `^portolan `, ``},
	{"grown", func(w http.ResponseWriter, r *http.Request) bool {
		switch kind, _ := shopPage(r.URL.Path); {
		case r.URL.Path == "/sale/":
			writePage(w, r.URL.Path, "", links(append(numbered("/sale/", onSale), numbered("/new/", 40)...)...))
		case kind == "/new/":
			writePage(w, r.URL.Path, "", "")
		default:
			return false
		}
		return true
	}, 0, shopSize + 40, `^portolan `, ``},
	{"retired products sent to the outlet", onPages("/p/", 1, 15, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/outlet", http.StatusMovedPermanently)
	}), 0, shopSize - 15, `^portolan `, `mass-redirect: 15 of the 105 URLs`},
	{"retired products sent home", onPages("/sale/", 1, 12, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/", http.StatusMovedPermanently)
	}), 0, shopSize - 12, `^portolan `, `mass-redirect: 12 of the 105 URLs`},
	{"all products sent home", items(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/", http.StatusMovedPermanently)
	}), 4, 0, refused, `redirect to /: looks like a fault`},
}

// What befalls a site between two crawls never takes the good set away, a
// person is told, and once the site is well again the next crawl lists all of
// it.
func TestIncidents(t *testing.T) {
	for n, row := range incidents {
		if !inShortForm(n) {
			continue
		}
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			atShop(t, func(t *testing.T, s *shop) { s.befall(&row) })
		})
	}
}

func (s *shop) befall(row *incidentRow) {
	t := s.t
	if code, out, errOut := s.crawl(); code != 0 {
		t.Fatalf("the first crawl: exit %d\n%s%s", code, out, errOut)
	}
	before := s.published()
	if len(before) != shopSize {
		t.Fatalf("the first crawl lists %d URLs, want %d", len(before), shopSize)
	}
	s.change(row.what)
	var args []string
	if strings.HasPrefix(row.name, "calendar") {
		args = []string{"--max-pages", "300"} // it has no end
	}
	code, out, errOut := s.crawl(args...)
	if os.Getenv("PORTOLAN_SHOW_INCIDENTS") != "" {
		fmt.Printf("== %s: %d URLs stand, exit %d\n%s%s", row.name, len(s.published()), code, out, errOut)
	}
	if code != row.code {
		t.Errorf("exit %d, want %d", code, row.code)
	}
	line, _, _ := strings.Cut(out, "\n")
	if matched, err := regexp.MatchString(row.first, line); err != nil || !matched {
		t.Errorf("the summary begins %q, want %q", line, row.first)
	}
	if all := strings.Join(strings.Fields(out+errOut), " "); !regexp.MustCompile(row.says).MatchString(all) {
		t.Errorf("nowhere is said %q:\n%s%s", row.says, out, errOut)
	}
	todo := "If it is a fault, mend it, then:"
	if row.says == slower {
		todo = "If the server limits requests, more slowly:"
	}
	if row.code == 4 && !strings.Contains(errOut, todo) {
		t.Errorf("what to do is not told:\n%s", errOut)
	}
	if none := strings.Contains(errOut, "\nit would list 0 URLs,") || readNone(errOut); row.code == 4 && (none == strings.Contains(errOut, "--accept-loss '") || none != strings.Contains(errOut, "\n(if it is meant: a sitemap of nothing is not written;")) {
		t.Errorf("what to accept is not told, or is though nothing would be listed:\n%s", errOut)
	}
	if now := s.published(); row.size == 0 && !slices.Equal(now, before) && row.code != 0 || row.size > 0 && len(now) != row.size {
		t.Errorf("%d URLs stand", len(now))
	} else if row.size == 0 {
		s.holds("after the incident", before, now)
	}
	s.change(nil)
	code, out, errOut = s.crawl()
	s.holds("once the site is well again", before, s.published())
	want := 0
	if row.name == "grown" {
		want = 4 // what came with it is gone again
	}
	if code != want {
		t.Errorf("once the site is well again: exit %d, want %d\n%s%s", code, want, out, errOut)
	}
}

// readNone tells of a refusal by which nothing was read of what would be listed.
func readNone(refusal string) bool {
	n := regexp.MustCompile(`\nit would list ([0-9]+) URLs, .*\n([0-9]+) of them could not be read now`).FindStringSubmatch(refusal)
	return n != nil && n[1] == n[2]
}

// holds complains of URLs that a set has lost.
func (s *shop) holds(when string, before, now []string) {
	s.t.Helper()
	for _, url := range before {
		if _, found := slices.BinarySearch(now, url); !found {
			s.t.Errorf("%s %s is lost", when, url)
		}
	}
}

const noindex = `<meta name="robots" content="noindex">`

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(code)
		fmt.Fprintf(w, "<title>%d</title>", code)
	}
}

// items befalls the products, those on sale, and the old pages.
func items(do http.HandlerFunc) incident {
	return func(w http.ResponseWriter, r *http.Request) bool {
		kind, _ := shopPage(r.URL.Path)
		if r.Host != "shop.example" || kind != "/p/" && kind != "/sale/" && kind != "/old/" {
			return false
		}
		do(w, r)
		return true
	}
}

// onPages befalls some pages of a kind.
func onPages(kind string, from, to int, do http.HandlerFunc) incident {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if k, n := shopPage(r.URL.Path); k != kind || n < from || n > to {
			return false
		}
		do(w, r)
		return true
	}
}

func everything(do http.HandlerFunc) incident {
	return func(w http.ResponseWriter, r *http.Request) bool {
		do(w, r)
		return true
	}
}

func allButHome(do http.HandlerFunc) incident {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path == "/" || r.URL.Path == "/robots.txt" {
			return false
		}
		do(w, r)
		return true
	}
}

func onRobots(code int, text string) incident {
	return func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/robots.txt" {
			return false
		}
		w.WriteHeader(code)
		io.WriteString(w, text)
		return true
	}
}

// login stands before the products, at /login?next=... or /login/...
func login(code int, query, head string) incident {
	stands := items(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/login"+query+r.URL.Path, code)
	})
	return func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasPrefix(r.URL.Path, "/login") {
			writePage(w, "login", head, "")
			return true
		}
		return stands(w, r)
	}
}

func noIndexMeta(w http.ResponseWriter, r *http.Request) bool {
	return headed(w, r, noindex)
}

func canonicalTo(of func(path string) string) incident {
	return func(w http.ResponseWriter, r *http.Request) bool {
		return headed(w, r, fmt.Sprintf(`<link rel="canonical" href="%s">`, of(r.URL.Path)))
	}
}

// headed serves the shop as ever, with something in the head of each page.
func headed(w http.ResponseWriter, r *http.Request, head string) bool {
	if r.URL.Path == "/robots.txt" {
		return false
	}
	asEver(replaced{w, "<h1>", head + "<h1>"}, r, false)
	return true
}

// replaced is an answer in which one text stands for another.
type replaced struct {
	http.ResponseWriter
	old, new string
}

func (w replaced) Write(b []byte) (int, error) {
	if _, err := io.WriteString(w.ResponseWriter, strings.ReplaceAll(string(b), w.old, w.new)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// retyped is an answer of another type.
type retyped struct {
	http.ResponseWriter
	as string
}

func (w retyped) Write(b []byte) (int, error) {
	w.Header().Set("Content-Type", w.as)
	return w.ResponseWriter.Write(b)
}

// inserted puts some markup into pages, in front of what follows it.
type inserted struct {
	http.ResponseWriter
	markup, before string
}

func (w inserted) Write(b []byte) (int, error) {
	page := strings.Replace(string(b), w.before, w.markup+w.before, 1)
	if _, err := io.WriteString(w.ResponseWriter, page); err != nil {
		return 0, err
	}
	return len(b), nil
}

// calendar is what home opens instead of the shop, or beside it: pages without
// end, each with a text of its own.
func calendar(alone bool) incident {
	return func(w http.ResponseWriter, r *http.Request) bool {
		var year, month int
		if n, _ := fmt.Sscanf(r.URL.Path, "/calendar/%d/%d", &year, &month); n == 2 {
			writePage(w, r.URL.Path, "", links(fmt.Sprintf("/calendar/%d/%d", year, month+1), fmt.Sprintf("/calendar/%d/%d", year+1, month)))
			return true
		}
		if r.URL.Path != "/" {
			return false
		}
		paths := []string{"/calendar/2026/1"}
		if !alone {
			paths = append(paths, "/products", "/sale/", "/outlet", "/about", "/imprint")
		}
		writePage(w, "/", "", links(paths...))
		return true
	}
}
