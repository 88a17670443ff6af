package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/typedurl"
)

// What cannot be read is said with its name and with what could be meant.
func TestCheckSaysWhatCannotBeRead(t *testing.T) {
	srv := mapServer(t, map[string]string{"/index.xml": "<?xml version=\"1.0\"?>\n" + sitemapsOf("/gone.xml")})
	dir := checkFolder(t, map[string]string{"page.html": "<html>"})
	host := strings.TrimPrefix(srv.URL, "http://")
	for _, c := range []struct {
		arg  string
		says []string
	}{
		{filepath.Join(dir, "none.xml"), []string{"there is no file or folder ", "none.xml\n"}},
		{"maps/none.xml", []string{"there is no file or folder maps/none.xml\n"}},
		{"example.com", []string{"to check a site: portolan check example.com/sitemap.xml, or example.com/robots.txt"}},
		{host + "/gone.xml", []string{"taken as a URL", "url=" + srv.URL + "/gone.xml", "the server answered 404"}},
		{"localhost:1/sitemap.xml", []string{"localhost:1/sitemap.xml is no file here, and as a URL: fetch https://localhost:1/robots.txt: ", "fetch http://localhost:1/robots.txt: "}},
		{"ftp://example.com/sitemap.xml", []string{"ftp://example.com/sitemap.xml", "http:// or https://"}},
		{dir, []string{"no sitemap in", ".xml .gz .txt .rss .atom"}},
		{srv.URL + "/index.xml", []string{"/gone.xml: the server answered 404", "(listed in line 2 of " + srv.URL + "/index.xml)"}},
	} {
		code, _, errOut := portolanCheck(t, "", c.arg)
		if code != exit.Usage {
			t.Errorf("%s: exit %d", c.arg, code)
		}
		for _, s := range c.says {
			if !strings.Contains(errOut, s) {
				t.Errorf("%s: %q does not say %q", c.arg, errOut, s)
			}
		}
	}
}

// Without a scheme, what is no file is a URL: https, or http where nobody
// answers there.
func TestCheckFindsTheScheme(t *testing.T) {
	srv := mapServer(t, map[string]string{"/map.xml": goodMap})
	arg := strings.TrimPrefix(srv.URL, "http://") + "/map.xml"
	code, out, errOut := portolanCheck(t, "", arg)
	if code != exit.Found || !strings.HasPrefix(out, srv.URL+"/map.xml: ") || !strings.Contains(errOut, "origin="+srv.URL) {
		t.Errorf("exit %d\n%s%s", code, out, errOut)
	}
	for arg, want := range map[string]bool{
		"example.com/a.xml": true, "www.example.com:8080/a": true, "localhost/a": true, "[::1]:8080/a": false, "localhost:/a": false,
		"a.xml": false, "maps/a.xml": false, "./a.b/c.xml": false, "../x.y/z": false, "a.xml/b": false, `C:\a.b/c`: false, "example.com/": false,
	} {
		if got := typedurl.IsWebAddress(arg); got != want {
			t.Errorf("%s is a URL: %t", arg, got)
		}
	}
}

// The exit code is the worst of all that was given.
func TestCheckExitCodes(t *testing.T) {
	const wrong = "<urlset><url><loc>http://www.example.com/</loc></url></urlset>"
	dir := checkFolder(t, map[string]string{"good.xml": goodMap, "wrong.xml": wrong, "warned.xml": strings.ReplaceAll(goodMap, "<loc>", "<loc> ")})
	at := func(names ...string) (list []string) {
		for _, n := range names {
			list = append(list, filepath.Join(dir, n))
		}
		return list
	}
	for _, c := range []struct {
		args []string
		in   string
		want int
	}{
		{at("good.xml"), "", exit.Done},
		{at("warned.xml"), "", exit.Done},
		{at("wrong.xml"), "", exit.Found},
		{at("good.xml", "wrong.xml"), "", exit.Found},
		{at("."), "", exit.Found},
		{at("none.xml"), "", exit.Usage},
		{at("wrong.xml", "none.xml"), "", exit.Usage},
		{[]string{"-"}, goodMap, exit.Done},
		{[]string{"-"}, wrong, exit.Found},
		{[]string{"-"}, "", exit.Found},
		{[]string{"--quiet", "-"}, wrong, exit.Found},
		{[]string{"--no-such-flag", "-"}, goodMap, exit.Usage},
	} {
		for _, args := range [][]string{c.args, append([]string{"--json"}, c.args...)} {
			if code, out, errOut := portolanCheck(t, c.in, args...); code != c.want {
				t.Errorf("%v: exit %d, want %d\n%s%s", args, code, c.want, out, errOut)
			}
		}
	}
}
