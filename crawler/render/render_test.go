package render_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/portolan-seo/portolan/crawler/render"
)

// What pages do, and what is there then. Their URLs are /NAME.
var scripted = []struct {
	name, page string
	want       string // within the document
	steps      []render.Step
}{
	{"plain", `<title>P</title><p>hello`, `<head><title>P</title></head><body><p>hello</p></body>`, nil},
	{"doctype", `<!doctype html><p>x`, `<!DOCTYPE html><html><head></head><body><p>x</p></body></html>`, nil},
	{"timer", `<body>no<script>setTimeout(() => document.body.innerHTML = "timer", 4500)</script>`, `<body>timer</body>`, nil},
	{"late", `<body>no<script>setTimeout(() => document.body.innerHTML = "late", 6000)</script>`, `<body>no<script>`, nil},
	{"interval", `<body><script>n = 0; setInterval(() => document.body.innerHTML = "n " + ++n, 10)</script>`, `<body>n 500</body>`, nil},
	{"fetch", `<body><script>
		const get = async (url) => (await fetch(url)).text();
		get("/data.js").then((t) => setTimeout(async () => document.body.innerHTML = t + await get("/data.js"), 1000))</script>`,
		`<body>datadata</body>`, nil},
	{"never", `<body>here<script>fetch("/never/").then(() => document.body.innerHTML = "no")</script>`, `<body>here`, nil},
	{"module", `<script type=module>import("/module.js").then((m) => document.body.innerHTML = m.x)</script><body>no`, `<body>five</body>`, nil},
	{"frame", `<body><iframe src=/timer></iframe><script>setTimeout(() => document.body.append("in it " + frames[0].document.body.innerHTML), 4800)</script>`,
		`in it timer`, nil},
	{"worker", `<body>no<script>new Worker("/work.js").onmessage = (e) => document.body.innerHTML = e.data</script>`, `<body>worked</body>`, nil},
	{"seen", `<div id=d>no</div><script>new IntersectionObserver((e) => d.innerHTML = e[0].isIntersecting).observe(d)</script>`, `>true</div>`, nil},
	{"idle", `<body>no<script>requestIdleCallback(() => document.body.innerHTML = "idle")</script>`, `<body>idle</body>`, nil},
	{"stored", `<body>no<script>indexedDB.open("x").onsuccess = () => { localStorage.x = 1; document.body.innerHTML = "stored" }</script>`, `<body>stored</body>`, nil},
	{"shadow", `<my-el><b>in slot</b></my-el><script>customElements.define("my-el", class extends HTMLElement { constructor() {
		super(); this.attachShadow({mode: "open"}).innerHTML = '<a href="/in?a=1&amp;b=2">a &lt;</a><slot></slot>' } })</script>`,
		`<my-el><a href="/in?a=1&amp;b=2">a &lt;</a><b>in slot</b></my-el>`, nil},
	{"dialogs", `<body><script>alert(1); document.body.innerHTML = confirm(2) + " " + prompt(3); print()</script>`, `<body>false null</body>`, nil},
	{"written", `<body><script>setTimeout(() => { document.open(); document.write("<title>W</title>written"); document.close() }, 100)</script>`, `<title>W</title></head><body>written`, nil},
	{"clobbered", `<img name=documentElement><img name=querySelectorAll><form name=title><input name=attributes></form><p>x`, `<p>x</p>`, nil},
	{"overwritten", `<script>Document.prototype.querySelectorAll = () => []; JSON.stringify = () => "no"; Array.from = () => { throw 1 }</script><p>x`, `<p>x</p>`, nil},
	{"zone", `<body><script>document.body.innerHTML = new Date(0).getHours() + navigator.language + navigator.userAgent.includes("Headless")</script>`, `0en-USfalse`, nil},
	{"leaves", `<body>before<script>location.replace("/timer")</script>`, `before`, []render.Step{{To: "/timer", Kind: render.ByScript}}},
	{"leaves-later", `<body>before<script>setTimeout(() => location.href = "/fetch?x#y", 1000)</script>`, `before`, []render.Step{{To: "/fetch?x#y", Kind: render.ByScript}}},
	{"leaves-site", `<body>before<script>location.href = "https://other.example/"</script>`, `before`, []render.Step{{To: "https://other.example/", Kind: render.ByScript}}},
	{"submits", `<body>before<form action=/order method=post></form><script>document.forms[0].submit()</script>`, `before`, []render.Step{{To: "/order", Kind: render.ByScript}}},
	{"refreshes", `<meta http-equiv=refresh content="1;url=/timer"><body>before`, `before`, []render.Step{{To: "/timer", Kind: render.ByMeta}}},
	{"replaces", `<body>x<script>history.replaceState(0, "", "/replaced")</script>`, `x`, []render.Step{{To: "/replaced", Kind: render.Replaced}}},
	{"pushes", `<body>x<script>history.pushState(0, "", "/pushed?a"); location.hash = "#/route"; setTimeout(() => history.pushState(0, "", "/later"), 2000)</script>`,
		`x`, []render.Step{{To: "/pushed?a", Kind: render.Pushed}, {To: "/pushed?a#/route", Kind: render.Hash}, {To: "/later", Kind: render.Pushed}}},
	{"reloads-once", `<body><script>if (document.cookie) document.body.innerHTML = "again"; else { document.cookie = "a=1"; location.reload() }</script>`, `<body>again</body>`, nil},
	{"reloads", `<body>x<script>location.reload()</script>`, `x`, nil},
}

var scriptedFiles = pages{
	"/data.js": "data", "/module.js": `export const x = "five"`, "/work.js": `postMessage("worked")`,
}

func scriptedSite() *site {
	all := pages{}
	for name, text := range scriptedFiles {
		all[name] = text
	}
	for _, p := range scripted {
		all["/"+p.name] = p.page
	}
	return &site{Handler: all}
}

func TestPages(t *testing.T) {
	r := newRenderer(t, scriptedSite(), render.Options{})
	for _, scheme := range []string{"http", "https"} {
		t.Run(scheme, func(t *testing.T) {
			for _, p := range scripted {
				t.Run(p.name, func(t *testing.T) {
					t.Parallel()
					result := mustRender(t, r, scheme+"://shop.example/"+p.name)
					if result.Failure != "" || result.Status != 200 || !strings.Contains(string(result.HTML), p.want) {
						t.Errorf("without %q:\n%s\n%+v", p.want, result.HTML, result)
					}
					want := slices.Clone(p.steps)
					for i := range want {
						if strings.HasPrefix(want[i].To, "/") {
							want[i].To = scheme + "://shop.example" + want[i].To
						}
					}
					if diff := cmp.Diff(want, result.Steps, cmpopts.IgnoreFields(render.Step{}, "After"), cmpopts.EquateEmpty()); diff != "" {
						t.Error(diff)
					}
				})
			}
		})
	}
}

// Without a document there is a reason.
func TestNoDocument(t *testing.T) {
	s := &site{Handler: pages{"/moved": "-> /there", "/there": "there"}, refuse: func(r *render.Request) error {
		switch {
		case strings.HasSuffix(r.URL, "/dead"):
			return errors.New("connection refused")
		case strings.HasSuffix(r.URL, "/forbidden"):
			return &render.Refusal{Why: "robots"}
		}
		return nil
	}}
	r := newRenderer(t, s, render.Options{MaxTime: maxTime})
	for path, want := range map[string]render.Failure{"dead": render.NoDocument, "forbidden": render.NoDocument, "moved": render.NoDocument, "never/": render.NoDocument} {
		if result := mustRender(t, r, "https://shop.example/"+path); result.Failure != want || result.HTML != nil {
			t.Errorf("%s: %+v", path, result)
		}
	}
	result := mustRender(t, r, "https://shop.example/moved")
	if step, leaves := result.Leaves(); !leaves || step.To != "https://shop.example/there" || step.Kind != render.ByHTTP || result.Status != 302 {
		t.Errorf("%+v", result)
	}
	if _, err := r.Render(t.Context(), "file:///etc/passwd"); err == nil {
		t.Error("a file was rendered")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Render(ctx, "https://shop.example/there"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	r.Close()
	if _, err := r.Render(t.Context(), "https://shop.example/there"); err == nil {
		t.Error("a closed renderer renders")
	}
}

// The React site: a shell of which scripts make the head and the body.
func TestReact(t *testing.T) {
	s := &site{Handler: charts(t)}
	r := newRenderer(t, s, render.Options{})
	for path, want := range map[string][]string{
		"/chart/7":    {"<title>Chart 7</title>", `<link rel="canonical" href="https://charts.example/chart/7">`, "Sheet 7 shows", `<a href="/chart/8"`},
		"/chart/12":   {`<meta name="robots" content="noindex">`},
		"/chart/13":   {`href="https://charts.example/chart/12"`},
		"/chart/99":   {"There is no such page"},
		"/nowhere":    {"There is no such page"},
		"/tides":      {"High water at four"},
		"/":           {`<a href="/chart/10"`},
		"/old-chart/": {"There is no such page"},
	} {
		result := mustRender(t, r, "https://charts.example"+path)
		for _, text := range want {
			if !strings.Contains(string(result.HTML), text) {
				t.Errorf("%s without %q: %s %+v", path, text, result.HTML, result.Failure)
			}
		}
	}
	for path, want := range map[string]render.Step{
		"/old-chart/3": {To: "https://charts.example/chart/3", Kind: render.Replaced},
		"/harbour":     {To: "https://charts.example/filter?depth=5", Kind: render.Pushed},
	} {
		result := mustRender(t, r, "https://charts.example"+path)
		if result.Final != want.To || len(result.Steps) != 1 || result.Steps[0].Kind != want.Kind {
			t.Errorf("%s: %+v, want %+v", path, result.Steps, want)
		}
	}
	scripts := 0
	for _, asked := range s.log() {
		if strings.HasSuffix(asked, "/app.js") {
			scripts++
		}
	}
	if scripts != 1 {
		t.Errorf("the script was asked for %d times", scripts)
	}
}

// Scrolling and clicking bring what lists show later, as often as is asked.
func TestActs(t *testing.T) {
	links := func(r *render.Result) int { return strings.Count(string(r.HTML), `<a href="/chart/`) }
	for _, c := range []struct {
		o    render.Options
		want int
	}{
		{render.Options{}, 10}, {render.Options{Scroll: 2}, 30}, {render.Options{Scroll: 9}, 40},
		{render.Options{Click: "button.more", Clicks: 1}, 20}, {render.Options{Click: "button.more", Clicks: 9}, 40}, {render.Options{Click: "#none", Clicks: 9}, 10},
	} {
		r := newRenderer(t, &site{Handler: charts(t)}, c.o)
		if got := links(mustRender(t, r, "https://charts.example/")); got != c.want {
			t.Errorf("%d scrolls, %d clicks: %d links, want %d", c.o.Scroll, c.o.Clicks, got, c.want)
		}
		if pages, clicks := r.Clicked(); (pages > 0) != (c.o.Clicks > 0) || (clicks > 0) != (c.o.Click == "button.more") {
			t.Errorf("%q was looked for on %d pages, and clicked %d times", c.o.Click, pages, clicks)
		}
	}
}

// The Vue site has routes behind #, which are no URLs.
func TestVue(t *testing.T) {
	r := newRenderer(t, &site{Handler: tides(t)}, render.Options{Click: "#more", Clicks: 1})
	result := mustRender(t, r, "https://tides.example/")
	if diff := cmp.Diff([]string{"#/", "#/about"}, result.HashRoutes); diff != "" {
		t.Error(diff)
	}
	if got := strings.Count(string(result.HTML), `<a href="tables/`); got != 6 {
		t.Errorf("%d links: %s", got, result.HTML)
	}
	// A scroll that brings nothing keeps nobody from clicking.
	r = newRenderer(t, &site{Handler: tides(t)}, render.Options{Scroll: 1, Click: "#more", Clicks: 1})
	if got := strings.Count(string(mustRender(t, r, "https://tides.example/").HTML), `<a href="tables/`); got != 6 {
		t.Errorf("%d links behind a scroll", got)
	}
}

// The same page gives the same each time, whatever is rendered beside it, also
// where it asks for chance and time.
func TestSameTwice(t *testing.T) {
	s := &site{Handler: charts(t)}
	r := newRenderer(t, s, render.Options{Tabs: 3})
	const n = 40
	var html [2][n]string
	for round := range html {
		inTabs(3, n, func(i int) {
			html[round][i] = string(mustRender(t, r, fmt.Sprintf("https://charts.example/chart/%d", i+1)).HTML)
		})
	}
	differ := 0
	for i := range n {
		if html[0][i] == "" || html[0][i] != html[1][i] {
			differ++
		}
	}
	if differ > 0 {
		t.Errorf("%d of %d pages differ", differ, n)
	}
}
