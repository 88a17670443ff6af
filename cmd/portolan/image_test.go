//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// TestImage builds docker/Dockerfile as it stands and runs the image as the
// README says.
func TestImage(t *testing.T) {
	t.Parallel()
	site, err := crawltest.Parse([]byte(ship))
	if err != nil {
		t.Fatal(err)
	}
	gate := site.Gate("hold")
	server := crawltest.NewServer(t, site)
	e := newImageEngine(t, server.CertPEM())
	const version = "9.8.7-test"
	e.build(version)
	t.Run("labels, user and size", func(t *testing.T) { e.on(t).checkImage(version) })
	t.Run("demo", func(t *testing.T) { e.on(t).checkDemo() })
	t.Run("exit codes", func(t *testing.T) { e.on(t).checkExitCodes() })
	t.Run("memory", func(t *testing.T) { e.on(t).checkMemory() })
	t.Run("stop and resume", func(t *testing.T) { e.on(t).checkStop(server, gate) })
	t.Run("compose", func(t *testing.T) { e.on(t).checkCompose(server) })
}

// ship is the site on the host: four pages, of which one answers late.
const ship = `
origin: https://ship.example
-- / --
<title>Ship</title> <a href=/deck>deck</a> <a href=/hold>hold</a>
-- /deck --
<title>Deck</title>
-- /hold --
HTTP 200
Crawltest-Wait: hold

<title>Hold</title> <a href=/mast>mast</a>
-- /mast --
<title>Mast</title>
`

// on gives the engine for a part of the test.
func (e *imageEngine) on(t *testing.T) *imageEngine {
	part := *e
	part.t = t
	return &part
}

// checkImage looks at the image from outside.
func (e *imageEngine) checkImage(version string) {
	var images []struct {
		Size   int64
		Labels map[string]string
		Config struct{ User, WorkingDir string }
	}
	if err := json.Unmarshal([]byte(e.do("image", "inspect", imageName)), &images); err != nil || len(images) != 1 {
		e.t.Fatalf("inspect: %v", err)
	}
	image := images[0]
	e.t.Logf("image size: %.1f MB", float64(image.Size)/1e6)
	if image.Size > 35e6 {
		e.t.Errorf("the image has %d bytes, more than 35 MB", image.Size)
	}
	if got := image.Labels["org.opencontainers.image.version"]; got != version {
		e.t.Errorf("label version %q, want %q", got, version)
	}
	if user := image.Config.User; user != "65532:65532" || image.Config.WorkingDir != "/data" {
		e.t.Errorf("runs as %q in %q", user, image.Config.WorkingDir)
	}
	if got := e.run(nil, "--version").out; !strings.Contains(got, version) {
		e.t.Errorf("--version says %q, not %s", got, version)
	}
}

// checkDemo runs the demo as another user, with a root that cannot be written.
func (e *imageEngine) checkDemo() {
	folder := e.folder()
	got := e.run([]string{"--read-only", "--user=12345:23456", "--volume=" + folder + ":/data"}, "demo")
	if got.code != exit.Done {
		e.t.Fatalf("demo exits %d\n%s%s", got.code, got.out, got.err)
	}
	if strings.ContainsAny(got.err, "\r\x1b") {
		e.t.Errorf("the log is not line-based without a terminal: %q", got.err)
	}
	files := 0
	err := filepath.WalkDir(filepath.Join(folder, "demo.example"), func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		files++
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		if uid, gid := owner(info); uid != 12345 || gid != 23456 {
			e.t.Errorf("%s belongs to %d:%d, not to the caller", name, uid, gid)
		}
		return nil
	})
	if err != nil || files < 3 {
		e.t.Errorf("%d files in the site folder: %v", files, err)
	}
	if got := e.run([]string{"--user=12345:23456"}, "demo"); got.code != exit.Done {
		e.t.Errorf("demo without a folder, as any user, exits %d\n%s", got.code, got.err)
	}
}

// checkExitCodes has the codes come through.
func (e *imageEngine) checkExitCodes() {
	folder := e.folder()
	robots := filepath.Join(folder, "robots.txt")
	if err := os.WriteFile(robots, []byte("User-agent: *\nDisallow: /cart\n"), 0o644); err != nil {
		e.t.Fatal(err)
	}
	mount := "--volume=" + folder + ":/data:ro"
	tests := []struct {
		code int
		args []string
		says string
	}{
		{exit.Found, []string{"robots", "--file=robots.txt", "https://a.example/cart"}, ""},
		{exit.Usage, []string{"crawl", "--no-such-flag", "https://a.example/"}, "no-such-flag"},
		{exit.Failed, []string{"demo"}, "read-only"},
	}
	for _, test := range tests {
		got := e.run([]string{mount}, test.args...)
		if got.code != test.code || !strings.Contains(got.err, test.says) {
			e.t.Errorf("portolan %s: exit %d, want %d with %q\n%s", strings.Join(test.args, " "), got.code, test.code, test.says, got.err)
		}
	}
}

// checkMemory crawls pages of 10 MB in a container that has room for those in
// work, and not for garbage.
func (e *imageEngine) checkMemory() {
	filler := bytes.Repeat([]byte("<p>The tide table says nothing of this.\n"), 9<<20/40)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/":
			for i := range 40 {
				fmt.Fprintf(w, "<a href=/page%d>", i)
			}
		case "/robots.txt":
			http.NotFound(w, r)
		default:
			w.Write(filler)
		}
	}))
	e.t.Cleanup(site.Close)
	got := e.run([]string{"--memory=128m", "--volume=" + e.folder() + ":/data"}, "crawl", site.URL, "--max-pages=40", "-o", "big")
	if got.code != exit.Done || !strings.Contains(got.out, "41 ") {
		e.t.Fatalf("a crawl within 128 MB exits %d (137: it was killed for its memory)\n%s%s", got.code, got.out, got.err)
	}
}

// checkStop stops a crawl at work with SIGTERM and goes on with it, and meets
// it with a second one.
func (e *imageEngine) checkStop(server *crawltest.Server, gate *crawltest.Gate) {
	e.t.Cleanup(gate.Open)
	folder := e.folder()
	options := []string{"--volume=" + folder + ":/data", "--read-only"}
	command := []string{"crawl", "https://ship.example/", "--concurrency=1"}
	for _, r := range server.Resolve() {
		command = append(command, "--resolve="+r)
	}
	const name = "stopped"
	first := e.container(append(options, "--name="+name), command...)
	log, err := first.StderrPipe()
	if err != nil {
		e.t.Fatal(err)
	}
	if err := first.Start(); err != nil {
		e.t.Fatal(err)
	}
	said := make(chan string)
	go func() { // ends with the container
		defer close(said)
		for lines := bufio.NewScanner(log); lines.Scan(); {
			said <- lines.Text()
		}
	}()
	e.await(said, gate.Arrived(), "")
	e.checkLocked(options, command)
	e.do("kill", "--signal=TERM", name)
	e.await(said, nil, "stopping")
	gate.Open()
	for range said {
	}
	_ = first.Wait()
	if code := first.ProcessState.ExitCode(); code != exit.Interrupted {
		e.t.Fatalf("after SIGTERM it exits %d, want %d", code, exit.Interrupted)
	}
	site := filepath.Join(folder, "ship.example", "sitemap.xml")
	if _, err := os.Stat(site); err == nil {
		e.t.Error("an interrupted crawl wrote a sitemap")
	}

	again := e.run(options, command...)
	if again.code != exit.Done || !strings.Contains(again.err, "going on") {
		e.t.Fatalf("the second run exits %d\n%s", again.code, again.err)
	}
	if sitemap, err := os.ReadFile(site); err != nil || strings.Count(string(sitemap), "<loc>") != 4 {
		e.t.Errorf("the sitemap has not the four pages of the site: %v\n%s", err, sitemap)
	}
	if n := server.Asked()["https://ship.example/deck"]; n != 1 {
		e.t.Errorf("a page fetched before the stop was asked for %d times", n)
	}
}

// await waits until something has happened or has been said by a container.
func (e *imageEngine) await(said <-chan string, happened <-chan struct{}, word string) {
	e.t.Helper()
	var all []string
	for {
		select {
		case <-happened:
			return
		case line, more := <-said:
			if all = append(all, line); !more {
				e.t.Fatalf("the container has ended\n%s", strings.Join(all, "\n"))
			}
			if word != "" && strings.Contains(line, word) {
				return
			}
		}
	}
}

// checkLocked runs a second crawl while one is at work on the folder.
func (e *imageEngine) checkLocked(options, command []string) {
	var since [2]time.Time
	for i, zone := range []string{"UTC", "Asia/Kathmandu"} {
		second := e.run(append(options, "--env=TZ="+zone), command...)
		said := regexp.MustCompile(`since (\S+ \S+)`).FindStringSubmatch(second.err)
		if second.code != exit.Failed || said == nil {
			e.t.Fatalf("a second crawl of the folder exits %d, want %d and since when\n%s", second.code, exit.Failed, second.err)
		}
		var err error
		if since[i], err = time.Parse(time.DateTime, said[1]); err != nil {
			e.t.Error(err)
		}
	}
	if got := since[1].Sub(since[0]); got != 5*time.Hour+45*time.Minute {
		e.t.Errorf("Kathmandu is %v ahead of UTC; the image knows no time zones", got)
	}
}

// composeFile is what docker/compose.yaml says of the crawl.
type composeFile struct {
	Services map[string]struct {
		Command     []string
		Environment map[string]string
		User        string
		Volumes     []string
		MemLimit    string   `yaml:"mem_limit"`
		ReadOnly    bool     `yaml:"read_only"`
		CapDrop     []string `yaml:"cap_drop"`
		SecurityOpt []string `yaml:"security_opt"`
	}
}

// checkCompose runs the crawl of docker/compose.yaml with its settings filled
// in as Compose does.
func (e *imageEngine) checkCompose(server *crawltest.Server) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docker", "compose.yaml"))
	if err != nil {
		e.t.Fatal(err)
	}
	folder := e.folder()
	set := map[string]string{"SITE": "https://ship.example/", "FOLDER": folder, "OWNER": "12345:23456", "RATE": "50"}
	var compose composeFile
	if err := yaml.Unmarshal([]byte(expandCompose(string(text), set)), &compose); err != nil {
		e.t.Fatal(err)
	}
	crawl := compose.Services["crawl"]
	options := []string{"--user=" + crawl.User, "--memory=" + crawl.MemLimit, fmt.Sprintf("--read-only=%t", crawl.ReadOnly)}
	for _, v := range crawl.Volumes {
		options = append(options, "--volume="+v)
	}
	for _, c := range crawl.CapDrop {
		options = append(options, "--cap-drop="+c)
	}
	for _, s := range crawl.SecurityOpt {
		options = append(options, "--security-opt="+s)
	}
	for name, value := range crawl.Environment {
		options = append(options, "--env="+name+"="+value)
	}
	command := crawl.Command
	for _, r := range server.Resolve() {
		command = append(command, "--resolve="+r)
	}
	if got := e.run(options, command...); got.code != exit.Done {
		e.t.Fatalf("the crawl of compose.yaml exits %d\n%s", got.code, got.err)
	}
	info, err := os.Stat(filepath.Join(folder, "ship.example", "sitemap.xml"))
	if err != nil {
		e.t.Fatal(err)
	}
	if uid, gid := owner(info); uid != 12345 || gid != 23456 {
		e.t.Errorf("the sitemap belongs to %d:%d, not to OWNER", uid, gid)
	}
}

// expandCompose fills in ${NAME:-default} and ${NAME:?message}.
func expandCompose(text string, set map[string]string) string {
	return os.Expand(text, func(expr string) string {
		name, word, _ := strings.Cut(expr, ":")
		if value, ok := set[name]; ok {
			return value
		}
		return strings.TrimPrefix(word, "-")
	})
}

func owner(info fs.FileInfo) (uid, gid int) {
	stat := info.Sys().(*syscall.Stat_t)
	return int(stat.Uid), int(stat.Gid)
}
