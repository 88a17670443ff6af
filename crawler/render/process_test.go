//go:build linux

package render_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/portolan-seo/portolan/crawler/render"
)

// rendersIn makes the test's program one that renders a page without end, with
// a browser whose profile is below that directory.
const rendersIn = "PORTOLAN_TEST_RENDER_IN"

func TestMain(m *testing.M) {
	if dir := os.Getenv(rendersIn); dir != "" {
		os.Setenv("TMPDIR", dir)
		fmt.Println(renderForEver())
		os.Exit(1)
	}
	goleak.VerifyTestMain(m)
}

func renderForEver() error {
	s := &site{Handler: pages{"/": hostile["loop"]}, refuse: func(*render.Request) error {
		fmt.Println("rendering")
		return nil
	}}
	r, err := render.New(context.Background(), render.Options{
		Asker: s, Effect: noEffect, Browser: os.Getenv("BROWSER"), NoSandbox: os.Geteuid() == 0, MaxTime: time.Hour,
	})
	if err != nil {
		return err
	}
	_, err = r.Render(context.Background(), "https://shop.example/")
	return err
}

// profiles gives the directories of browsers below a directory, with the
// process groups that work there.
func profiles(t testing.TB, dir string) map[string]int {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "portolan-browser-*"))
	if err != nil {
		t.Fatal(err)
	}
	groups := map[string]int{}
	for _, profile := range found {
		text, err := os.ReadFile(filepath.Join(profile, "owner"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		groups[profile], _ = strconv.Atoi(strings.TrimSpace(string(text)))
	}
	return groups
}

func theGroup(t testing.TB, dir string) int {
	t.Helper()
	all := profiles(t, dir)
	for _, group := range all {
		if len(all) == 1 && group > 1 {
			return group
		}
	}
	t.Fatalf("profiles: %v", all)
	return 0
}

// livesAfter tells whether processes of a group live on after a while.
func livesAfter(group int) bool {
	for range 3000 {
		if errors.Is(syscall.Kill(-group, 0), syscall.ESRCH) {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return true
}

// Nothing is left of a browser: no process, no file.
func TestLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	r := newRenderer(t, &site{Handler: pages{"/": "<p>x"}}, render.Options{})
	mustRender(t, r, "https://shop.example/")
	group := theGroup(t, dir)
	r.Close()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 || livesAfter(group) {
		t.Errorf("%v %v", left, err)
	}
}

// The browser is started anew after so many pages, or at so much memory, and
// the former is gone then.
func TestRecycles(t *testing.T) {
	for name, o := range map[string]render.Options{
		"pages": {Tabs: 2, RecyclePages: 5}, "memory": {Tabs: 2, RecycleMemory: 1},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("TMPDIR", dir)
			r := newRenderer(t, &site{Handler: pages{"/": "<p>x"}}, o)
			first := theGroup(t, dir)
			inTabs(2, 12, func(int) {
				if result := mustRender(t, r, "https://shop.example/"); result.Failure != "" || result.Marks.Alone {
					t.Errorf("%+v", result)
				}
			})
			if theGroup(t, dir) == first || livesAfter(first) {
				t.Error("the first browser is still there")
			}
		})
	}
}

// A browser that is killed is started anew; the pages that it had are rendered
// again.
func TestBrowserKilled(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	var kills atomic.Int64
	s := &site{Handler: pages{"/": "<p>x"}, refuse: func(*render.Request) error {
		if kills.Add(-1) >= 0 {
			for _, group := range profiles(t, dir) {
				_ = syscall.Kill(-group, syscall.SIGKILL)
			}
		}
		return nil
	}}
	r := newRenderer(t, s, render.Options{})
	kills.Store(1)
	if result := mustRender(t, r, "https://shop.example/"); result.Failure != "" || !result.Marks.Alone {
		t.Errorf("%+v", result)
	}
	kills.Store(2)
	if result := mustRender(t, r, "https://shop.example/"); result.Failure != render.Broke || result.HTML != nil {
		t.Errorf("%+v", result)
	}
	if result := mustRender(t, r, "https://shop.example/"); result.Failure != "" {
		t.Errorf("%+v", result)
	}
}

// A browser that has stopped to answer is one that is gone.
func TestBrowserStops(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	r := newRenderer(t, &site{Handler: pages{"/": "<p>x"}}, render.Options{})
	group := theGroup(t, dir)
	if err := syscall.Kill(-group, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	if result := mustRender(t, r, "https://shop.example/"); result.Failure != "" || livesAfter(group) {
		t.Errorf("%+v", result)
	}
}

// After kill -9 of the program the browser ends, also with a page that never
// does, and the next start removes its profile.
func TestProgramKilled(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	newRenderer(t, &site{Handler: pages{}}, render.Options{}).Close() // skips where there is no browser
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), rendersIn+"="+dir)
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "rendering\n" {
		t.Fatalf("%q %v", line, err)
	}
	group := theGroup(t, dir)
	_ = program.Process.Kill()
	_ = program.Wait()
	if livesAfter(group) {
		t.Error("processes of the browser live on")
	}
	if len(profiles(t, dir)) != 1 {
		t.Errorf("profiles: %v", profiles(t, dir))
	}
	newRenderer(t, &site{Handler: pages{}}, render.Options{}).Close()
	if left := profiles(t, dir); len(left) > 0 {
		t.Errorf("profiles: %v", left)
	}
}
