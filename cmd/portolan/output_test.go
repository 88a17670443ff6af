package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

// fullDisk is a file on a disk that has room for so many bytes.
type fullDisk struct{ room int }

func (f *fullDisk) Write(b []byte) (int, error) {
	n := min(f.room, len(b))
	if f.room -= n; n < len(b) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

// What cannot be printed is never a success, whatever prints it, and whether
// nothing comes out or the end is missing.
func TestOutputToAFullDisk(t *testing.T) {
	inLongForm(t)
	dir := t.TempDir()
	site := filepath.Join(dir, "demo.example")
	runQuietly(t, exit.Done, "demo", "-o", site, "-q")
	set := filepath.Join(site, "sitemap.xml")
	commands := [][]string{
		{}, {"--help"}, {"help"}, {"help", "crawl"}, {"--version"}, {"crawl", "--help-all"}, {"rules"}, {"rules", "listed"}, {"rules", "--json"},
		{"demo", "-o", site}, {"demo", "-o", site, "--json"}, {"explain", site, "https://demo.example/"}, {"explain", site, "/", "--json"},
		{"sitemap", site}, {"sitemap", site, "--json"}, {"check", set}, {"check", set, "--json"},
		{"canonical", "--base", "https://demo.example/", "a", "b"}, {"canonical", "--json", "--base", "https://demo.example/", "a", "b"},
		{"robots", "--file", "-", "--agent", "x", "/a"}, {"robots", "--json", "--file", "-", "--agent", "x", "/a"},
		{"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"completion", "powershell"}, {"__complete", "cr"},
	}
	p := console.New(nil, &bytes.Buffer{}, nil, nil)
	for _, cmd := range rootCmd(p).Commands() {
		commands = append(commands, []string{cmd.Name(), "--help"})
	}
	for _, args := range commands {
		var whole, said bytes.Buffer
		run(t.Context(), args, strings.NewReader("User-agent: *\nDisallow: /b\n"), &whole, &said)
		if whole.Len() < 2 {
			t.Errorf("portolan %s prints nothing: %s", strings.Join(args, " "), &said)
			continue
		}
		for _, room := range []int{0, whole.Len() / 2} {
			said.Reset()
			code := run(t.Context(), args, strings.NewReader("User-agent: *\nDisallow: /b\n"), &fullDisk{room}, &said)
			if code != exit.Failed || strings.Count(said.String(), "no space left on device") != 1 || !strings.Contains(said.String(), "portolan: ") {
				t.Errorf("portolan %s, room for %d bytes: exit code %d\n%s", strings.Join(args, " "), room, code, &said)
			}
		}
	}
}
