package render_test

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/render"
)

// maxTime is shorter than usual, so that pages which take all of it cost the
// tests less.
const maxTime = 4 * time.Second

// Pages that never end, want too much, or break what shows them.
var hostile = map[string]string{
	"loop":         `<script>while (1);</script>`,
	"microtasks":   `<script>(function f() { Promise.resolve().then(f) })()</script>`,
	"messages":     `<script>c = new MessageChannel; c.port1.onmessage = () => c.port2.postMessage(0); c.port2.postMessage(0)</script>`,
	"waits":        `<script>s = Date.now(); while (Date.now() - s < 1e9);</script>`,
	"regexp":       `<script>/^(a+)+$/.test("a".repeat(50) + "b")</script>`,
	"recursion":    `<script>(function f() { f() })()</script>`,
	"memory":       `<script>a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))</script>`,
	"objects":      `<script>a = []; for (;;) a.push([1, 2, 3, a.length])</script>`,
	"elements":     `<script>for (;;) document.body.append(document.createElement("p"))</script>`,
	"long":         `<script>document.body.append("long ".repeat(4e6))</script>`,
	"deep":         `<script>e = document.body; for (i = 0; i < 2e4; i++) e = e.appendChild(document.createElement("b")); document.body.attachShadow({mode: "open"}).innerHTML = "<slot>"</script>`,
	"frames":       `<script>for (i = 0; i < 1000; i++) document.body.append(document.createElement("iframe"))</script>`,
	"own frames":   `<iframe src="?1"></iframe><iframe src="?2"></iframe>`,
	"workers":      `<script>for (i = 0; i < 200; i++) new Worker(URL.createObjectURL(new Blob(["while (1);"])))</script>`,
	"navigates":    `<script>location.href = "?" + Math.random()</script>`,
	"refreshes":    `<meta http-equiv=refresh content=0>`,
	"blob":         `<script>location.href = URL.createObjectURL(new Blob(["<p>hi"], {type: "text/html"}))</script>`,
	"history":      `<script>setInterval(() => { for (i = 0; i < 1000; i++) history.pushState(0, "", "/x" + Math.random()) }, 1)</script>`,
	"console":      `<script>setInterval(() => { for (i = 0; i < 1000; i++) console.error("x".repeat(1000)) }, 1)</script>`,
	"dialogs":      `<script>for (;;) alert(1)</script>`,
	"leaves never": `<script>onbeforeunload = () => 1; onunload = () => { while (1); }</script>`,
	"windows":      `<script>for (i = 0; i < 1000; i++) open("/x" + i)</script>`,
	"downloads":    `<script>for (i = 0; i < 100; i++) { a = document.createElement("a"); a.href = "data:text/plain,x"; a.download = "x"; a.click() }</script>`,
	"requests":     `<script>for (i = 0; i < 5000; i++) fetch("/x" + i)</script>`,
	"chrome":       `<script>for (u of ["chrome://crash", "chrome://kill", "about:gpucrash"]) { open(u); location.href = u }</script>`,
	"storage":      `<script>for (i = 0; ; i++) localStorage["k" + i] = "x".repeat(1e5)</script>`,
	"canvas":       `<script>for (;;) { c = document.createElement("canvas"); c.width = c.height = 8192; c.getContext("2d").fillRect(0, 0, 9, 9); document.body.append(c) }</script>`,
	"wasm":         `<script>a = []; for (;;) { m = new WebAssembly.Memory({initial: 4096}); new Uint8Array(m.buffer).fill(1); a.push(m) }</script>`,
}

// Whatever a page does costs a bounded time and nothing but itself: the pages
// beside it and after it are rendered.
func TestHostile(t *testing.T) {
	all := pages{"/ok": `<body><script>setTimeout(() => document.body.innerHTML = "ok", 200)</script>`}
	for name, script := range hostile {
		all["/"+strings.ReplaceAll(name, " ", "-")] = "<title>Here</title><body>" + script
	}
	r := newRenderer(t, &site{Handler: all}, render.Options{Tabs: 2, MaxTime: maxTime})
	for name := range hostile {
		t.Run(name, func(t *testing.T) {
			beside := make(chan *render.Result, 1)
			go func() {
				result, err := r.Render(t.Context(), "https://shop.example/ok")
				if err != nil {
					t.Error(err)
				}
				beside <- result
			}()
			began := time.Now()
			result := mustRender(t, r, "https://shop.example/"+strings.ReplaceAll(name, " ", "-"))
			t.Logf("%v: %d bytes, %s %s %+v, %d steps", time.Since(began).Round(time.Millisecond), len(result.HTML), result.Failure, result.Detail, result.Marks, len(result.Steps))
			if (result.Failure == "") != (result.HTML != nil) || len(result.HTML) > render.MaxHTML || len(result.Steps) > 50 {
				t.Errorf("%s, %d bytes, %d steps", result.Failure, len(result.HTML), len(result.Steps))
			}
			if ok := <-beside; ok != nil && !strings.Contains(string(ok.HTML), "<body>ok</body>") {
				t.Errorf("beside it: %s %+v", ok.HTML, ok.Marks)
			}
			ok := mustRender(t, r, "https://shop.example/ok")
			for tries := 1; (ok.Marks.Cut || ok.Failure == render.NoDocument) && tries < 3; tries++ { // a busy machine is still at work on what the page wanted
				ok = mustRender(t, r, "https://shop.example/ok")
			}
			if !strings.Contains(string(ok.HTML), "<body>ok</body>") {
				t.Errorf("after it: %s %s %s %+v", ok.HTML, ok.Failure, ok.Detail, ok.Marks)
			}
		})
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 64<<20 {
		t.Errorf("%d MB are left in use", m.HeapAlloc>>20)
	}
}

// Bodies of answers may be endless or long: the asker bounds them, and the
// document is bounded here.
func TestLongDocument(t *testing.T) {
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, strings.Repeat(`<p title="`+strings.Repeat("long ", 1<<18)+`">`, 12))
	})
	r := newRenderer(t, &site{Handler: handler}, render.Options{})
	result := mustRender(t, r, "https://shop.example/")
	if !result.Marks.Truncated || len(result.HTML) > render.MaxHTML || len(result.HTML) < render.MaxHTML/2 {
		t.Errorf("%d bytes, %s %+v", len(result.HTML), result.Failure, result.Marks)
	}
}
