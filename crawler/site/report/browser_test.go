package report_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/render/chromium"
)

// browser opens pages from disk; all that they ask for goes to a proxy that
// counts, and answers nothing.
type browser struct {
	program string
	proxy   net.Listener
	asked   atomic.Int32
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	if os.Getenv("PORTOLAN_TEST_ALL") == "" {
		t.Skip("the report is opened in a Chromium where PORTOLAN_TEST_ALL is set")
	}
	program, err := chromium.Find()
	if err != nil {
		t.Fatal(err)
	}
	proxy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{program: program, proxy: proxy}
	t.Cleanup(func() { proxy.Close() })
	go func() {
		for {
			conn, err := proxy.Accept()
			if err != nil {
				return
			}
			b.asked.Add(1)
			conn.Close()
		}
	}()
	return b
}

// open gives the document once its scripts have run, what the browser has
// complained of, and how often it asked for something.
func (b *browser) open(t *testing.T, page string, flags ...string) (document, said string, asked int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	b.asked.Store(0)
	cmd := exec.CommandContext(ctx, b.program, append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--disable-default-apps", "--enable-logging=stderr", "--proxy-server=http://" + b.proxy.Addr().String(), "--proxy-bypass-list=<-loopback>",
		"--user-data-dir=" + t.TempDir(), "--virtual-time-budget=30000", "--dump-dom",
	}, append(flags, "file://"+file)...)...)
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, complaints.String())
	}
	return out.String(), complaints.String(), int(b.asked.Load())
}

// The report of a hostile site asks for nothing, runs nothing, and its policy
// has nothing to refuse.
func TestHostileSiteInABrowser(t *testing.T) {
	b := newBrowser(t)
	r := made(t, evil)
	r.Title = `</title><script>document.title="ran"</script><img src="http://evil.example/x.png" onerror="document.title='ran'">`
	page, _, _ := strings.Cut(written(t, r), "\x00")
	page = strings.ReplaceAll(page, "<details", "<details open")
	document, said, asked := b.open(t, page)
	if strings.Contains(document, "<title>ran</title>") || asked > 0 || strings.Contains(said, "CONSOLE") || strings.Contains(said, "Content Security Policy") {
		t.Errorf("asked %d times, said %s", asked, said)
	}
	if !strings.Contains(document, "</footer>") {
		t.Error("the document is not whole")
	}
	// What is to be seen is seen: with the policy it is refused, without it runs.
	bad := strings.Replace(page, "</body>", `<script>document.title="ran"</script><img src="http://evil.example/x.png"></body>`, 1)
	if document, said, asked = b.open(t, bad); strings.Contains(document, "<title>ran</title>") || asked > 0 || !strings.Contains(said, "Content Security Policy") {
		t.Errorf("the policy holds nothing back: asked %d times, said %s", asked, said)
	}
	if document, _, asked = b.open(t, withoutPolicy(bad)); !strings.Contains(document, "<title>ran</title>") || asked == 0 {
		t.Errorf("without the policy nothing happens: asked %d times", asked)
	}
}

var policyTag = regexp.MustCompile(`<meta http-equiv="?Content-Security-Policy"?[^>]*>`)

func withoutPolicy(page string) string { return policyTag.ReplaceAllString(page, "") }

// axeVersion is the version of axe-core, of Deque Systems, that checks
// accessibility.
const axeVersion = "axe-core@4.14.1"

// axe gets the checker from its registry; PORTOLAN_AXE=none says that there is
// no way to it.
func axe(t *testing.T) string {
	t.Helper()
	if os.Getenv("PORTOLAN_AXE") == "none" {
		t.Skip("axe-core cannot be had")
	}
	dir := t.TempDir()
	for _, line := range [][]string{{"npm", "pack", "--silent", axeVersion}, {"sh", "-c", "tar xzf axe-core-*.tgz package/axe.min.js"}} {
		cmd := exec.Command(line[0], line[1:]...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("get %s, which npm does: %v: %s", axeVersion, err, out)
		}
	}
	source, err := os.ReadFile(filepath.Join(dir, "package", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// axe-core finds no violation: contrast, headings, names, landmarks, tables; in
// each language, light and on a phone in the dark, with everything folded out.
// Nothing is wider than the screen.
func TestAccessible(t *testing.T) {
	b := newBrowser(t)
	source := axe(t)
	const run = `<script>const wide = [...document.querySelectorAll("body *")].filter(n => n.getBoundingClientRect().right > innerWidth).map(n => n.outerHTML.slice(0, 200));
	axe.run(document, {resultTypes: ["violations"]}).then(r => {
		const text = r.passes.length + " passed" + r.violations.map(v => "\n" + v.id + ": " + v.nodes.map(n => n.html.slice(0, 200)).slice(0, 3).join(" | ")).join("") +
			(wide.length ? "\nwider than " + innerWidth + ": " + wide.slice(0, 3).join(" | ") : "");
		document.body.innerHTML = "<pre></pre>"; document.body.firstChild.textContent = text;
	})</script></body>`
	r := made(t, evil)
	for _, lang := range []string{"", "de"} {
		for name, flags := range map[string][]string{"light": nil, "dark": {"--blink-settings=preferredColorScheme=0", "--window-size=390,844"}} {
			r.Lang = lang
			page, _, _ := strings.Cut(written(t, r), "\x00")
			page = strings.ReplaceAll(withoutPolicy(page), "<details", "<details open")
			page = strings.Replace(page, "</body>", "<script>"+source+"</script>"+run, 1)
			document, _, _ := b.open(t, page, flags...)
			_, text, found := strings.Cut(document, "<pre>")
			text, _, _ = strings.Cut(text, "</pre>")
			if passed := 0; !found || strings.Contains(text, "\n") {
				t.Errorf("%q, %s: %s", lang, name, text)
			} else if _, err := fmt.Sscanf(text, "%d passed", &passed); err != nil || passed < 20 {
				t.Errorf("%q, %s: %s", lang, name, text)
			}
		}
	}
}
