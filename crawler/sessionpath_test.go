package crawler_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/portolan-seo/portolan/crawler/audit"
)

// A session behind a short name, in the path of every link and a new one in each
// answer: a crawl comes to an end, and each page is listed once, the start page
// by the address that has none.
func TestSessionBehindAName(t *testing.T) {
	for form, digits := range map[string]int{"/s-%012x/": 12, "/s_%08x/": 8} { // so few may be decimal ones alone
		t.Run(form, func(t *testing.T) { sessionBehindAName(t, form, digits) })
	}
}

func sessionBehindAName(t *testing.T, form string, digits int) {
	const notes = 40
	site := &fakeSite{answer: func(url string, n, _ int) reply {
		_, path, _ := strings.Cut(strings.TrimPrefix(url, fakeOrigin+"/"), "/")
		if path == "" && !strings.HasSuffix(url, "/") || strings.Contains(url, "/portolan-") {
			return reply{status: 404}
		}
		body, session := "", fmt.Sprintf(form, uint64(n)*0x9E3779B97F4A7C15>>(64-4*digits))
		for i := range notes {
			body += fmt.Sprintf("<a href=%q>%s</a> ", fmt.Sprint(session, "note/", word(i)), word(i))
		}
		if name := strings.TrimPrefix(path, "note/"); path != "" {
			return reply{body: "<title>" + name + "</title><h1>" + name + "</h1><p>All that there is to be said of " + strings.Repeat(name+" and "+name+"s ", 9) + body}
		}
		return reply{body: fmt.Sprintf("<title>Notes</title><p>The notes of the house.<a href=%q>home</a> ", session) + body}
	}}
	synctest.Test(t, func(t *testing.T) {
		f := crawlFake(t, site, nil)
		endsWith(t, f, site, notes+1)
		start, err := f.store.Find(fakeOrigin + "/")
		if err != nil {
			t.Fatal(err)
		}
		if v, err := f.store.VerdictOf(start.ID); err != nil || audit.Code(v.Code) != audit.Listed {
			t.Errorf("the start page is %s, %v", audit.Code(v.Code), err)
		}
	})
}

// Members have addresses that look generated, and half of them show nothing but one notice: each
// is read, for that one text stands at many addresses does not make these one page.
func TestMembersWithOneNotice(t *testing.T) {
	const lists, each = 12, 10 // members of a list, which leads to the next one
	pages := map[string]string{}
	for i := range lists {
		body := fmt.Sprintf("<title>Members %s</title><a href=/members/%s>more</a>", word(i), word(i+1))
		for k := range each {
			n := i*each + k
			path := fmt.Sprintf("/user/%.16x/profile", sha256.Sum256([]byte{byte(n)}))
			body += fmt.Sprintf("<a href=%s>%s</a> ", path, word(n))
			pages[path] = fmt.Sprintf("<title>%s</title><h1>%[1]s</h1><p>All that there is to be said of %s", word(n), strings.Repeat(word(n)+" and "+word(n)+"s ", 9))
			if n < lists*each/2 {
				pages[path] = "<title>Profile</title><h1>Profile</h1><p>This member keeps the profile private, and shows it to friends alone."
			}
		}
		pages["/members/"+word(i)] = body
	}
	pages["/"] = pages["/members/"+word(0)]
	site := &fakeSite{answer: func(url string, _, _ int) reply {
		if body, found := pages[strings.TrimPrefix(url, fakeOrigin)]; found {
			return reply{body: body}
		}
		return reply{status: 404}
	}}
	synctest.Test(t, func(t *testing.T) {
		f := crawlFake(t, site, nil)
		if got := f.verdicts(t); f.err != nil || got["pending"]+got["trap-quarantine"] > 0 || got["listed"] < lists*each/2 {
			t.Errorf("%v, %v: some were not read", got, f.err)
		}
	})
}

// endsWith tells of a crawl that has not come to its end, with so many pages listed, in 25 requests for each.
func endsWith(t *testing.T, f *faked, site *fakeSite, pages int) {
	t.Helper()
	if f.err != nil {
		t.Fatal(f.err)
	}
	if asked := len(site.asked); asked > 25*(pages-1) {
		t.Errorf("%d requests for %d pages", asked, pages)
	}
	if got := f.verdicts(t); got["listed"] != pages || got["pending"] > 0 {
		t.Errorf("%v, want %d listed and none pending: what has a session more is held back", got, pages)
	}
}

// word makes one up that has no digit.
func word(n int) string {
	return string([]byte{'k' + byte(n%7), 'a' + byte(n/7%5)}) + "nd" + string('a'+rune(n/35)) + "l"
}

// The same within the last segment, beside what names the page: no page is lost, and there is an end.
func TestSessionWithinASegment(t *testing.T) {
	const notes = 40
	for form, page := range map[string]*regexp.Regexp{
		"/note/%[2]s,%[1]x": regexp.MustCompile(`^/note/(\w+),`), "/note/%[1]x-%[2]s.html": regexp.MustCompile(`^/note/\w+-(\w+)\.html`), "/note/%[2]s/%[1]x": regexp.MustCompile(`^/note/(\w+)/\w{9}`),
	} {
		if form != "/note/%[2]s,%[1]x" && os.Getenv("PORTOLAN_TEST_ALL") == "" {
			continue // one form is enough
		}
		t.Run(form, func(t *testing.T) {
			site := &fakeSite{answer: func(url string, n, _ int) reply {
				path := strings.TrimPrefix(url, fakeOrigin)
				found := page.FindStringSubmatch(path)
				if found == nil && path != "/" || strings.Contains(url, "portolan-") {
					return reply{status: 404}
				}
				body, session := "", sha256.Sum256([]byte{byte(n), byte(n >> 8)})
				for i := range notes {
					body += fmt.Sprintf("<a href=%q>%s</a> ", fmt.Sprintf(form, session[:8], word(i)), word(i))
				}
				if found != nil {
					name := found[1]
					return reply{body: "<title>" + name + "</title><h1>" + name + "</h1><p>All that there is to be said of " + strings.Repeat(name+" and "+name+"s ", 9) + body}
				}
				return reply{body: "<title>Notes</title><p>The notes of the house. " + body}
			}}
			synctest.Test(t, func(t *testing.T) {
				endsWith(t, crawlFake(t, site, nil), site, notes+1)
			})
		})
	}
}
