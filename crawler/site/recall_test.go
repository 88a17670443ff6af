package site_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// shop is a made-up site: its pages, and what their headers say.
type shop map[string]string

const modified = "Last-Modified: Sun, 09 Mar 2025 07:15:00 GMT"

// shopPages are the pages of the first crawl. Each links to the others of its
// list; all have a menu and a footer that counts visits.
func shopPages() shop {
	return shop{
		"/":        page("Tea", `ETag: "home"`, "A shop for tea from all the world. <a href=/black>Black</a> <a href=/green>Green</a> <a href=/old>Old</a> <a href=/moved>Moved</a> <a href=/gone>Gone</a> <a href=/plain>Plain</a>"),
		"/black":   page("Black tea", `ETag: "black"`, `Strong and malty leaves. <a href=/assam rel=sponsored>from <b>Assam</b></a> <a href=/nilgiri rel=nofollow>Nilgiri</a> <a href="mailto:x">mail</a> <a href="http://[">broken</a>`),
		"/green":   page("Green tea", modified, "Steamed leaves, rolled by hand. <a href=/sencha>Sencha</a>"),
		"/assam":   page("Assam", `ETag: W/"assam"`+"\n"+modified, "<link rel=canonical href=/assam> From the plains along a river. <a href=/?utm_source=assam>Home</a> <a href=/black>all black teas</a>"),
		"/sencha":  page("Sencha", `ETag: "sencha"`, "<link rel=canonical href=/green> From Japan, the most common."),
		"/old":     page("Old stock", `ETag: "old"`, "What is left of last year."),
		"/moved":   page("Opening hours", `ETag: "hours"`, "From nine to five on weekdays."),
		"/gone":    page("Sale", `ETag: "sale"`, "Everything must go this week."),
		"/plain":   page("Plain", "", "A page without any validator."),
		"/plain-2": page("Plain again", "", "Another page without any validator, which stays."),
		"/secret":  page("Wholesale", `ETag: "secret"`, "Prices for shops, by the sack."),
		"/refresh": page("Way out", `ETag: "refresh"`, `<meta http-equiv=refresh content="0; url=/black"> You are sent on.`),
		"/fr":      page("Le thé", "ETag: \"fr\"\nLink: </green>; rel=\"canonical\"", "Du thé vert, en français."),
	}
}

func page(title, header, text string) string {
	if header != "" {
		header = "HTTP 200\n" + header + "\n\n"
	}
	return header + "<!DOCTYPE html><html><head><title>" + title + "</title></head><body><nav><a href=/>Home</a> <a href=/plain-2>Plain two</a> <a href=/secret>Wholesale</a> <a href=/refresh>Out</a> <a href=/fr>FR</a></nav><main>" +
		text + "</main><footer>Visit number {{count}}, {{session}}</footer></body></html>"
}

func (s shop) archive() string {
	var b strings.Builder
	b.WriteString("origin: http://tea.example\n")
	for _, path := range slices.Sorted(maps.Keys(s)) {
		fmt.Fprintf(&b, "-- %s --\n%s\n", path, s[path])
	}
	return b.String()
}

// facts are what a crawl knows, as lines that do not depend on order or time.
func facts(t *testing.T, file string) []string {
	t.Helper()
	crawl, err := stored.OpenFile(file)
	if err != nil {
		t.Fatal(err)
	}
	defer crawl.Close()
	var lines, urls []string
	for row, err := range crawl.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		urls = append(urls, row.URL)
	}
	at := func(id int) string {
		if id >= len(urls) {
			return "-"
		}
		return urls[id]
	}
	for row, err := range crawl.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		v, err := crawl.VerdictOf(row.ID)
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%s depth %d reason %d: %s", row.URL, row.Depth, row.Reason, audit.Code(v.Code))
		if p := row.Page; p != nil {
			f := p.Facts
			f.TextHash, f.Sketch, f.Words = 0, 0, 0 // the footer counts
			line += fmt.Sprintf(" %d %q %q %q to %s canonical %s %+v", p.Status, p.ETag, p.LastModified, p.RobotsHeader, at(int(row.Location)), at(int(row.Canonical)), f)
		}
		lines = append(lines, line)
	}
	for e, err := range crawl.Edges(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s -> %s %#x %q", at(int(e.From)), at(int(e.To)), e.Flags, e.Anchor))
	}
	folds, err := crawl.Folds()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folds {
		lines = append(lines, fmt.Sprintf("folded %+v", f))
	}
	slices.Sort(lines)
	return lines
}

// conditional gives the URLs that were asked for on a condition.
func (r *runner) conditional() (paths []string) {
	for _, q := range r.server.Log() {
		if q.Header.Get("If-None-Match")+q.Header.Get("If-Modified-Since") != "" {
			paths = append(paths, strings.TrimPrefix(q.URL, "http://tea.example"))
		}
	}
	slices.Sort(paths)
	return paths
}

func (r *runner) mustMake(archive string, change func(*site.Options)) *site.Run {
	r.t.Helper()
	run, err := r.make(archive, change)
	if err != nil {
		r.t.Fatal(err)
	}
	return run
}

func compared(t *testing.T, file string) (unchanged, changed string) {
	t.Helper()
	crawl, err := stored.OpenFile(file)
	if err != nil {
		t.Fatal(err)
	}
	defer crawl.Close()
	return crawl.Meta(crawler.MetaUnchanged), crawl.Meta(crawler.MetaChanged)
}

// A recrawl by conditions finds what one that reads every page finds, whatever
// has changed; where nothing has, the files stay, byte for byte, however a
// footer counts.
func TestRecrawl(t *testing.T) {
	r := newRunner(t)
	r.mustMake(shopPages().archive(), nil)
	published := r.sitemap()

	same := r.mustMake(shopPages().archive(), nil)
	if asked := r.conditional(); !slices.Contains(asked, "/black") || slices.Contains(asked, "/") || slices.Contains(asked, "/plain") || len(asked) < 8 {
		t.Errorf("asked by condition: %q", asked)
	}
	if same.Published.Changed || r.sitemap() != published {
		t.Errorf("the sitemap has changed:\n%s", r.sitemap())
	}
	unchanged, changed := compared(t, same.File)
	if changed != "0" || unchanged != fmt.Sprint(len(r.conditional())) {
		t.Errorf("%s pages unchanged, %s changed; %q were asked for by condition", unchanged, changed, r.conditional())
	}

	next := shopPages()
	next["/green"] = page("Green tea", "Last-Modified: Mon, 10 Mar 2025 07:15:00 GMT", "Steamed leaves, now rolled by machines. <a href=/matcha>Matcha</a>")
	next["/matcha"] = page("Matcha", `ETag: "matcha"`, "Ground to a powder.")
	next["/plain"] = page("Plain", "", "A page without any validator, with other words.")
	next["/old"] = "HTTP 200\nETag: \"old\"\nX-Robots-Tag: noindex\n\n" + strings.SplitN(next["/old"], "\n\n", 2)[1]
	next["/moved"] = "HTTP 301\nLocation: /hours\n\n"
	next["/hours"] = page("Opening hours", `ETag: "hours"`, "From nine to five on weekdays.")
	next["/gone"] = "HTTP 404\n\ngone"
	next["/fr"] = "HTTP 200\nETag: \"fr\"\nLink: </fr>; rel=\"canonical\"\n\n" + strings.SplitN(next["/fr"], "\n\n", 2)[1]
	again := r.mustMake(next.archive(), nil)
	whole := newRunner(t)
	whole.mustMake(shopPages().archive(), nil)
	reread := whole.mustMake(next.archive(), func(o *site.Options) { o.Reread = true })
	if asked := whole.conditional(); len(asked) > 0 {
		t.Errorf("asked by condition although every page is to be read: %q", asked)
	}
	want, got := facts(t, reread.File), facts(t, again.File)
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("lacks %s", line)
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("has   %s", line)
		}
	}
	if r.sitemap() == published || strings.Contains(r.sitemap(), "/old<") {
		t.Errorf("the sitemap is the old one:\n%s", r.sitemap())
	}
	if again.Written.LastModSources()["history"] != 1 { // /plain; /green dates itself
		t.Errorf("dates by %v\n%s", again.Written.LastModSources(), r.sitemap())
	}

	// What has changed once keeps its date.
	dated := r.sitemap()
	if last := r.mustMake(next.archive(), nil); last.Published.Changed || r.sitemap() != dated {
		t.Errorf("the sitemap has changed from\n%s to\n%s", dated, r.sitemap())
	}
	// Options under which a page may be another ask for it whole.
	r.mustMake(next.archive(), func(o *site.Options) { o.Crawl.ListAgent = "bingbot" })
	if asked := r.conditional(); len(asked) > 0 {
		t.Errorf("asked by condition under other options: %q", asked)
	}
}

// Each crawl reads other pages whole, one in fifty, and all of them in fifty
// crawls. A page that is another under the same ETag ends the trust in its host,
// for the next crawl, too.
func TestUntrueValidators(t *testing.T) {
	pages := func(header, text string) string {
		s := shop{}
		var links strings.Builder
		for i := range 150 {
			fmt.Fprintf(&links, "<a href=/%d>%d</a> ", i, i)
			s[fmt.Sprintf("/%d", i)] = page(fmt.Sprint("Page ", i), fmt.Sprintf("ETag: \"%d\"", i)+header, fmt.Sprintf("About %s. %s", strings.Repeat(string(rune('a'+i%26))+" and "+string(rune('a'+i/26))+" ", 20), text))
		}
		s["/"] = page("Numbers", "", links.String())
		return s.archive()
	}
	r := newRunner(t)
	r.mustMake(pages("", "It stays."), nil)
	var whole []string
	for range 2 {
		r.mustMake(pages("", "It stays."), nil)
		asked := r.conditional()
		if len(asked) < 135 || len(asked) > 149 {
			t.Errorf("%d of 150 pages were asked for by condition", len(asked))
		}
		for i := range 150 {
			if path := fmt.Sprintf("/%d", i); !slices.Contains(asked, path) {
				if slices.Contains(whole, path) {
					t.Errorf("%s is read whole once more", path)
				}
				whole = append(whole, path)
			}
		}
	}
	changed := pages("", "It is another page under the same ETag, as it seems.")
	r.mustMake(changed, nil)
	some := len(r.conditional())
	r.mustMake(changed, nil)
	if asked := r.conditional(); some > 149 || len(asked) > 0 {
		t.Errorf("%d, then %d pages were asked for by condition", some, len(asked))
	}
	r.mustMake(changed, nil) // pages that were not read then have turned out to be others since
	r.mustMake(changed, nil)
	if asked := r.conditional(); len(asked) < 135 {
		t.Errorf("once nothing has spoken against it %d pages are asked for by condition", len(asked))
	}
}

// What a crawl has found out that was not published holds for the next one, too.
func TestUntrueValidatorsOfARefusedCrawl(t *testing.T) {
	pages := func(there int, text string) string {
		s := shop{}
		var links strings.Builder
		for i := range 150 {
			fmt.Fprintf(&links, "<a href=/%d>%d</a> ", i, i)
			if i < there {
				s[fmt.Sprintf("/%d", i)] = page(fmt.Sprint("Page ", i), fmt.Sprintf("ETag: \"%d\"", i), fmt.Sprintf("About %d. %s", i, text))
			}
		}
		s["/"] = page("Numbers", "", links.String())
		return s.archive()
	}
	r := newRunner(t)
	r.mustMake(pages(150, "It stays."), nil)
	if _, err := r.make(pages(90, "Another text, and the same ETag as ever."), nil); err == nil {
		t.Fatal("a set that has lost 60 of 151 pages was published")
	}
	if len(r.conditional()) == 0 {
		t.Fatal("no page was asked for by condition")
	}
	r.mustMake(pages(150, "Another text, and the same ETag as ever."), nil)
	if asked := r.conditional(); len(asked) > 0 {
		t.Errorf("asked by condition: %q", asked)
	}
}

// A server that does not understand a condition is asked without one.
func TestConditionsRefused(t *testing.T) {
	r := newRunner(t)
	r.mustMake(shopPages().archive(), nil)
	next := shopPages()
	refused := func(status int) func(o *site.Options) {
		return func(o *site.Options) {
			inner := o.Crawl.NewFetcher
			o.Crawl.Limits.RetryWait = time.Millisecond
			o.Crawl.NewFetcher = func() crawler.Fetcher { return refusing{inner(), status} }
		}
	}
	for _, status := range []int{http.StatusPreconditionFailed, http.StatusBadRequest, http.StatusInternalServerError} {
		run := r.mustMake(next.archive(), refused(status))
		if run.Published.Changed {
			t.Errorf("%d: the sitemap has changed", status)
		}
	}
}

// refusing answers conditional requests with an error.
type refusing struct {
	crawler.Fetcher
	status int
}

func (f refusing) Fetch(ctx context.Context, req *fetch.Request, res *fetch.Response) {
	f.Fetcher.Fetch(ctx, req, res)
	if req.ETag+req.LastModified != "" && !strings.HasSuffix(req.URL, ".xml") {
		res.Status, res.Body = f.status, nil
	}
}
