//go:build linux

package chromium_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/portolan-seo/portolan/crawler/render/chromium"
)

// A program that stands for a browser: it says what it was given, has a child,
// and does not end.
const standIn = `#!/bin/sh
env >&2
for a; do echo "flag $a" >&2; done
sleep 1000 &
echo "child $!" >&2
echo ready >&4
wait
`

// startedIn makes the test's program a program that starts a browser there.
const startedIn = "PORTOLAN_TEST_BROWSER_IN"

func TestMain(m *testing.M) {
	if dir := os.Getenv(startedIn); dir != "" {
		p, err := start(dir)
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(childOf(p))
		select {} // until it is killed
	}
	os.Exit(m.Run())
}

// start starts the stand-in and waits until it runs.
func start(dir string) (*chromium.Process, error) {
	program := filepath.Join(dir, "browser")
	if err := os.WriteFile(program, []byte(standIn), 0o700); err != nil {
		return nil, err
	}
	p, err := chromium.Start(chromium.Options{Path: program, Proxy: "127.0.0.1:9", Pin: "pin", NoSandbox: true, Dir: dir})
	if err != nil {
		return nil, err
	}
	if line, err := bufio.NewReader(p.Out).ReadString('\n'); err != nil {
		return nil, fmt.Errorf("%q: %w: %s", line, err, p.Said())
	}
	return p, nil
}

func childOf(p *chromium.Process) string {
	for { // standard error comes by another way than the pipe
		if _, child, found := strings.Cut(p.Said(), "child "); found && strings.Contains(child, "\n") {
			return strings.Fields(child)[0]
		}
		time.Sleep(time.Millisecond)
	}
}

func lives(t *testing.T, pid string) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, unix.ESRCH) {
		return false
	}
	if err != nil {
		t.Fatal(err)
	}
	state := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))[0]
	return state != "Z" // its parent, init, may take its time
}

func profiles(t *testing.T, dir string) []string {
	found, err := filepath.Glob(filepath.Join(dir, "portolan-browser-*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestRootNeedsConsent(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("not root")
	}
	dir := t.TempDir()
	_, err := chromium.Start(chromium.Options{Path: "/bin/true", Dir: dir})
	if !errors.Is(err, chromium.ErrRoot) || len(profiles(t, dir)) != 0 {
		t.Error(err, profiles(t, dir))
	}
}

func TestNoSuchBrowser(t *testing.T) {
	dir := t.TempDir()
	_, err := chromium.Start(chromium.Options{Path: filepath.Join(dir, "none"), NoSandbox: true, Dir: dir})
	if err == nil || !strings.Contains(err.Error(), "none") || len(profiles(t, dir)) != 0 {
		t.Error(err, profiles(t, dir))
	}
}

func TestKillLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	p, err := start(dir)
	if err != nil {
		t.Fatal(err)
	}
	child := childOf(p)
	if u := p.Usage(); u.Processes != 2 || u.Memory == 0 || !lives(t, child) {
		t.Errorf("%+v", u)
	}
	p.Kill()
	p.Kill() // once is enough
	<-p.Done()
	if lives(t, child) || len(profiles(t, dir)) != 0 {
		t.Errorf("child lives: %v, profiles %v", lives(t, child), profiles(t, dir))
	}
}

// The browser learns nothing of the environment that it need not know.
func TestEnvironment(t *testing.T) {
	t.Setenv("API_TOKEN", "secret")
	t.Setenv("HTTPS_PROXY", "http://secret@proxy.example")
	dir := t.TempDir()
	p, err := start(dir)
	if err != nil {
		t.Fatal(err)
	}
	childOf(p)
	p.Kill()
	said := p.Said()
	if strings.Contains(said, "secret") || !strings.Contains(said, "HOME="+p.Profile()) {
		t.Error(said)
	}
	for _, flag := range []string{
		"--proxy-server=http://127.0.0.1:9", "--proxy-bypass-list=<-loopback>", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
		"--disable-quic", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--remote-debugging-pipe",
		"--ignore-certificate-errors-spki-list=pin", "--user-data-dir=" + p.Profile(),
	} {
		if !strings.Contains(said, "flag "+flag+"\n") {
			t.Errorf("without %s", flag)
		}
	}
	if strings.Contains(said, "--remote-debugging-port") {
		t.Error("a debugging port is open")
	}
}

// What a killed program left behind is cleared up by the next start; what a
// living one has is left alone.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	living, err := start(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer living.Kill()

	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), startedIn+"="+dir)
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	child := strings.TrimSpace(line)
	if _, bad := strconv.Atoi(child); err != nil || bad != nil {
		t.Fatalf("%q: %v", line, err)
	}
	_ = program.Process.Kill()
	_ = program.Wait()
	if !lives(t, child) || len(profiles(t, dir)) != 2 {
		t.Fatalf("nothing was left behind: %v", profiles(t, dir))
	}

	chromium.Sweep(dir)
	for range 1000 {
		if !lives(t, child) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if left := profiles(t, dir); lives(t, child) || len(left) != 1 || left[0] != living.Profile() || !lives(t, childOf(living)) {
		t.Errorf("child lives: %v, profiles %v", lives(t, child), left)
	}
}
