package site_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/extract"
	"github.com/portolan-seo/portolan/crawler/render"
	"github.com/portolan-seo/portolan/crawler/render/proxy"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/site/summary"
)

// app is a made-up site whose server sends one shell for every path. What the
// browser makes of a path is the answer below /api, put into the shell; without
// one, an error page of the script. Lines in it say what scripts do besides:
// replace PATH, leave PATH, push PATH, ask URL, fail.
type app map[string]string

const appShell = `<!DOCTYPE html><html><head><title>App</title></head><body><div id="root"></div><script src="/app.js"></script></body></html>`

func (a app) archive() string {
	var b strings.Builder
	fmt.Fprintf(&b, "origin: http://app.example\n-- /robots.txt --\nUser-agent: *\nDisallow: /api/private/\n-- /* --\nHTTP 200\nETag: \"shell\"\n\n%s\n-- /api/* --\nHTTP 404\n\n{}\n", appShell)
	for _, path := range slices.Sorted(maps.Keys(a)) {
		name := "/api" + path
		if !strings.HasPrefix(path, "/") {
			name = path[len("plain "):] // the server's own
		}
		fmt.Fprintf(&b, "-- %s --\n%s\n", name, a[path])
	}
	return b.String()
}

// fakeBrowser runs what scripts such apps have, by the crawl's own requests.
type fakeBrowser struct {
	asker    render.Asker
	rendered *atomic.Int32
	closed   *atomic.Bool
}

func (f *fakeBrowser) Close() { f.closed.Store(true) }

var said = regexp.MustCompile(`(?m)^(replace|leave|push|ask|fail|hash)\b ?(.*)$`)

func (f *fakeBrowser) Render(ctx context.Context, url string) (*render.Result, error) {
	f.rendered.Add(1)
	result := &render.Result{URL: url, Final: url}
	ask := func(address string, kind proxy.Kind) (*render.Response, error) {
		res, err := f.asker.Ask(ctx, &render.Request{Page: url, Method: "GET", URL: address, Kind: kind, Header: http.Header{}})
		var refusal *render.Refusal
		if errors.As(err, &refusal) {
			result.Network.Refused = append(result.Network.Refused, proxy.Resource{URL: address, Kind: kind, Why: refusal.Why, Detail: refusal.Detail})
		}
		return res, err
	}
	doc, err := ask(url, proxy.Document)
	if err != nil || doc.Status != 200 {
		result.Failure = render.NoDocument
		return result, ctx.Err()
	}
	result.Status, result.Header = doc.Status, doc.Header
	if !strings.Contains(string(doc.Body), `id="root"></div>`) {
		result.HTML = doc.Body
		return result, nil
	}
	origin := "http://app.example"
	api, err := ask(origin+"/api"+strings.TrimPrefix(url, origin), proxy.Data)
	if err != nil {
		result.Failure = render.Hung
		return result, ctx.Err()
	}
	text := string(api.Body)
	if api.Status != 200 {
		text = "<h1>Nothing is here</h1> Whatever you were looking for, this application has it not, and never had. Go back to where you came from, please."
	}
	for _, m := range said.FindAllStringSubmatch(text, -1) {
		switch m[1] {
		case "replace":
			result.Steps = append(result.Steps, render.Step{To: origin + m[2], Kind: render.Replaced})
		case "leave":
			result.Steps = append(result.Steps, render.Step{To: origin + m[2], Kind: render.ByScript})
		case "push":
			result.Steps = append(result.Steps, render.Step{To: origin + m[2], Kind: render.Pushed})
		case "hash":
			result.HashRoutes = append(result.HashRoutes, m[2])
		case "ask":
			_, _ = ask(m[2], proxy.Data)
		case "fail":
			result.Failure = render.Crashed
			return result, nil
		}
	}
	head, body, found := strings.Cut(said.ReplaceAllString(text, ""), "</head>")
	if !found {
		head, body = "<title>App</title>", text
	}
	html := strings.Replace(string(doc.Body), "<title>App</title>", head, 1)
	result.HTML = []byte(strings.Replace(html, `<div id="root">`, `<div id="root">`+body, 1))
	return result, nil
}

// browse gives options under which a crawl has a browser; without one it says
// why.
func browse(rendered *atomic.Int32, without error, change func(*crawler.Options)) func(*site.Options) {
	var closed atomic.Bool
	return func(o *site.Options) {
		o.Crawl.Render.Tabs = 2
		o.Crawl.Render.Open = func(_ context.Context, asker render.Asker) (crawler.Renderer, error) {
			if without != nil {
				return nil, without
			}
			return &fakeBrowser{asker, rendered, &closed}, nil
		}
		if change != nil {
			change(&o.Crawl)
		}
	}
}

func appPage(title, head, body string) string {
	return fmt.Sprintf("<title>%s</title>%s</head><h1>%s</h1> %s <a href=/>Home</a> %s", title, head, title, body,
		strings.Repeat("There is a good deal to say about "+title+" and this page says it all. ", 6))
}

// lists is an application with pages of all kinds.
func lists() app {
	a := app{
		"/":          appPage("Lists", "", `<a href="/list/1">one</a> <a href="/list/2">two</a> <a href="/gone">gone</a> <a href="/about">about</a> <a href="/old">old</a> <a href="#/settings">settings</a>`+"\nhash #/settings\npush /hidden\n"),
		"/about":     appPage("About us", `<link rel=canonical href="/about">`, `<a href="/closed">closed</a> <a href="/secret">secret</a>`),
		"/old":       appPage("Old", "", "\nreplace /about\n"),
		"/hidden":    appPage("Hidden", "", ""),
		"/secret":    appPage("Secret", "<meta name=robots content=noindex>", ""),
		"/closed":    appPage("Closed", "", "\nask http://app.example/api/private/closed.json\n"),
		"plain /ssr": "<title>Made on the server</title> " + strings.Repeat("This page is there without any script. ", 20) + `<a href="/">home</a>`,
	}
	for i := 1; i <= 12; i++ {
		a[fmt.Sprintf("/list/%d", i)] = appPage(fmt.Sprintf("List %d", i), "", fmt.Sprintf(`<a href="/list/%d">next</a> <a href="/ssr">server</a>`, i%12+1))
	}
	return a
}

func locs(sitemap string) (urls []string) {
	for _, m := range regexp.MustCompile(`<loc>http://app\.example([^<]*)`).FindAllStringSubmatch(sitemap, -1) {
		urls = append(urls, m[1])
	}
	slices.Sort(urls)
	return urls
}

// crawledFile reads what a run has left.
func crawledFile(t *testing.T, run *site.Run) (verdicts map[string]string, told *summary.Rendered, blocked []string) {
	t.Helper()
	crawl, err := stored.OpenFile(run.File)
	if err != nil {
		t.Fatal(err)
	}
	defer crawl.Close()
	verdicts = map[string]string{}
	for row, err := range crawl.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		v, err := crawl.VerdictOf(row.ID)
		if err != nil {
			t.Fatal(err)
		}
		verdicts[strings.TrimPrefix(row.URL, "http://app.example")] = audit.Code(v.Code).String()
	}
	for row, err := range crawl.Renderings(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Rendering.Blocked != "" {
			blocked = append(blocked, row.Rendering.Blocked)
		}
	}
	if told, err = summary.RenderedOf(t.Context(), crawl); err != nil {
		t.Fatal(err)
	}
	return verdicts, told, blocked
}

// reportOf is the HTML report of a run.
func reportOf(t *testing.T, run *site.Run) string {
	t.Helper()
	crawl, err := stored.OpenFile(run.File)
	if err != nil {
		t.Fatal(err)
	}
	defer crawl.Close()
	r, err := report.Read(t.Context(), crawl, report.Asked{})
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := r.HTML(&page); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// A site that is empty without a browser is read with one; a crawl that has none
// keeps what is known.
func TestRendered(t *testing.T) {
	r := newRunner(t)
	var n atomic.Int32
	listed := []string{"/", "/about", "/closed"}
	for i := 1; i <= 12; i++ {
		listed = append(listed, fmt.Sprintf("/list/%d", i))
	}
	listed = append(listed, "/ssr")
	slices.Sort(listed)

	run := r.mustMake(lists().archive(), browse(&n, nil, nil))
	if diff := cmp.Diff(listed, locs(r.sitemap())); diff != "" {
		t.Errorf("listed (-want +got):\n%s", diff)
	}
	verdicts, told, blocked := crawledFile(t, run)
	for path, want := range map[string]string{
		"/gone": "soft-404", "/old": "redirect", "/secret": "noindex-meta", "/hidden": "not-followed", "/ssr": "listed",
	} {
		if verdicts[path] != want {
			t.Errorf("%s is %s, want %s", path, verdicts[path], want)
		}
	}
	if told == nil || told.Rendered != 19 || told.Pages != 19 || told.Failed+told.Unread+told.Kept != 0 || told.On == "" {
		t.Errorf("told: %+v", told)
	}

	if page := reportOf(t, run); !strings.Contains(page, "Seen both ways") || !strings.Contains(page, "agents that do not run scripts read 0 %") {
		t.Errorf("the report does not show a page both ways:\n%s", page)
	}
	if len(blocked) != 1 || !strings.Contains(blocked[0], "/api/private/closed.json robots.txt forbids it") {
		t.Errorf("kept from pages: %q", blocked)
	}
	for _, q := range r.server.Log() {
		if strings.Contains(q.URL, "/private/") {
			t.Errorf("asked for %s", q.URL)
		}
	}

	// Nothing has changed; there is no browser: the set stands, and what is no
	// page is no page.
	published := r.sitemap()
	run = r.mustMake(lists().archive(), browse(&n, errors.New("no browser found"), nil))
	if r.sitemap() != published {
		t.Errorf("without a browser listed:\n%v", cmp.Diff(listed, locs(r.sitemap())))
	}
	if again, told, _ := crawledFile(t, run); told.Kept != 19 || told.Lack == "" || again["/gone"] != "soft-404" || again["/secret"] != "noindex-meta" || again["/old"] != "redirect" {
		t.Errorf("told: %+v; %v", told, again)
	}

	// With a browser again: what it shows holds, although the shell has not changed.
	a, before := lists(), n.Load()
	a["/list/3"] = strings.Replace(a["/list/3"], "</title>", "</title><meta name=robots content=noindex>", 1)
	run = r.mustMake(a.archive(), browse(&n, nil, nil))
	if got := locs(r.sitemap()); slices.Contains(got, "/list/3") || len(got) != len(listed)-1 || n.Load() == before {
		t.Errorf("listed %v after %d renderings", got, n.Load()-before)
	}
	if verdicts, _, _ := crawledFile(t, run); verdicts["/list/3"] != "noindex-meta" {
		t.Errorf("/list/3 is %s", verdicts["/list/3"])
	}
}

// What fails for one page costs that page alone, and one that an earlier crawl
// has read stays as it was.
func TestRenderFails(t *testing.T) {
	r := newRunner(t)
	var n atomic.Int32
	r.mustMake(lists().archive(), browse(&n, nil, nil))
	published := r.sitemap()
	a := lists()
	a["/about"], a["/secret"] = "fail\n", "fail\n"
	run := r.mustMake(a.archive(), browse(&n, nil, nil))
	if r.sitemap() != published {
		t.Errorf("listed %v", locs(r.sitemap()))
	}
	if verdicts, _, _ := crawledFile(t, run); verdicts["/secret"] != "noindex-meta" {
		t.Errorf("/secret is %s", verdicts["/secret"])
	}
}

// A run that comes to a limit before it has rendered all pages loses none.
func TestRenderLimits(t *testing.T) {
	r := newRunner(t)
	var n atomic.Int32
	r.mustMake(lists().archive(), browse(&n, nil, nil))
	published := locs(r.sitemap())
	run := r.mustMake(lists().archive(), browse(&n, nil, func(o *crawler.Options) { o.Limits.Bytes = 3000 }))
	if run.Result.End != crawler.LimitBytes {
		t.Fatalf("the run ended as %s", run.Result.End)
	}
	got := locs(r.sitemap())
	for _, path := range published {
		if !slices.Contains(got, path) {
			t.Errorf("%s is lost", path)
		}
	}
	if verdicts, _, _ := crawledFile(t, run); verdicts["/secret"] == "listed" || verdicts["/old"] == "listed" {
		t.Errorf("judged as shells: %v", verdicts)
	}
}

// Pages that were pushed are followed where the user wants that; a plain site has
// nothing rendered, nor a browser opened.
func TestRenderOptions(t *testing.T) {
	r := newRunner(t)
	var n atomic.Int32
	r.mustMake(lists().archive(), browse(&n, nil, func(o *crawler.Options) { o.Render.FollowScripts = true }))
	if got := locs(r.sitemap()); !slices.Contains(got, "/hidden") {
		t.Errorf("listed %v", got)
	}
	// A page that has a file saved is still there.
	a := lists()
	a["/about"] = appPage("About us", "", "\nleave /files/about.ZIP?v=2\n")
	a["/list/3"] = appPage("Moved", "", "\nleave /list/4\n")
	run := r.mustMake(a.archive(), browse(&n, nil, nil))
	if verdicts, _, _ := crawledFile(t, run); verdicts["/about"] != "listed" || verdicts["/list/3"] != "redirect" {
		t.Errorf("/about is %s, /list/3 is %s", verdicts["/about"], verdicts["/list/3"])
	}
	// Of a template that scripts do not change, ten pages at most are rendered; of
	// what is there without them, none.
	dull := app{"/": appPage("Dull", "", "")}
	links, before := "", n.Load()
	for i := range 120 {
		dull[fmt.Sprintf("plain /dull/%d", i)] = fmt.Sprintf(`<title>Dull %d</title><body>Here %d<div id="root"> </div><script src=/x.js></script>`, i, i)
		dull[fmt.Sprintf("plain /full/%d", i)] = fmt.Sprintf(`<title>Full %d</title><div id="root">%s</div><script src=/x.js></script>`, i, strings.Repeat("There is text. ", 30))
		links += fmt.Sprintf(`<a href="/dull/%d">d</a> <a href="/full/%d">f</a> `, i, i)
	}
	dull["plain /"] = "<title>Dull</title>" + links
	delete(dull, "/")
	d := newRunner(t)
	d.mustMake(dull.archive(), browse(&n, nil, nil))
	if got := len(locs(d.sitemap())); got != 241 || n.Load()-before > 10 || n.Load()-before < 5 {
		t.Errorf("%d pages listed, %d rendered", got, n.Load()-before)
	}

	plain := newRunner(t)
	plain.mustMake(chain("http://plain.example", 30, 30), func(o *site.Options) {
		o.Crawl.Render.Open = func(context.Context, render.Asker) (crawler.Renderer, error) {
			t.Error("a browser was opened for a plain site")
			return nil, errors.New("none")
		}
	})
}

// What the user asks for is taken of the page as the browser has it.
func TestExtractedOfRendered(t *testing.T) {
	r := newRunner(t)
	var n atomic.Int32
	var set extract.Set
	if err := set.AddExtract("heading=css:h1"); err != nil {
		t.Fatal(err)
	}
	run := r.mustMake(lists().archive(), browse(&n, nil, func(o *crawler.Options) { o.Extract = &set }))
	crawl, err := stored.OpenFile(run.File)
	if err != nil {
		t.Fatal(err)
	}
	defer crawl.Close()
	row, err := crawl.Find("http://app.example/about")
	if err != nil || row == nil || row.Page.Extracted != `{"heading":"About us"}` {
		t.Errorf("%+v %v", row, err)
	}
}
