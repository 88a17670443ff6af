package webdir_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/webdir"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

const site = "https://a.example/docs/"

func form(t testing.TB) discover.Form {
	t.Helper()
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		t.Fatal(err)
	}
	scope, err := canonical.ScopeOf(site + "sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	return discover.InScope(rules.NewResolver(), &scope)
}

// modified is the time of every file that make makes.
var modified = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// folder makes files, and folders for names that end in a slash; a name with
// -> is a link.
func folder(t *testing.T, names ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range names {
		var err error
		name, to, link := strings.Cut(name, "->")
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		switch {
		case link:
			err = os.Symlink(filepath.FromSlash(to), path)
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(path, 0o755)
		default:
			if err = os.WriteFile(path, []byte("x"), 0o644); err == nil {
				err = os.Chtimes(path, modified, modified)
			}
		}
		if err != nil {
			t.Skip(err) // Windows needs a right for links, and has names that cannot be
		}
	}
	return root
}

// read reads a folder and gives the paths below the site, and what was told.
func read(t *testing.T, root string, o webdir.Options) (paths []string, told discover.Import, err error) {
	t.Helper()
	o.Maps = []string{root + "=" + site}
	o.Form = form(t)
	o.Told = func(m discover.Import) { told = m }
	for s, err := range webdir.Seeds(context.Background(), o) {
		if err != nil {
			return paths, told, err
		}
		if s.LastMod == "" || s.Source != discover.Directory || s.Key == 0 || !strings.HasPrefix(s.File, root) {
			t.Errorf("%+v", s)
		}
		paths = append(paths, strings.TrimPrefix(s.URL, site))
	}
	return paths, told, nil
}

// reasons writes down why files were left out.
func reasons(m discover.Import) string {
	var all []string
	for _, s := range append(m.Skipped, m.Broken) {
		if s.Count > 0 {
			all = append(all, fmt.Sprintf("%s: %d", s.Why, s.Count))
		}
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

func TestFiles(t *testing.T) {
	root := folder(t, "index.html", "index.php", "about.html", "größe & co.html", "50%.html", "what?.html", "a#b.html", "sub/page.html", "sub/deep/default.htm", "sub/deep/x.pdf", "empty/",
		".htaccess", ".git/config", ".well-known/security.txt", "a.html~", "a.html.bak", "b.OLD", "c.old2", "index.php_old", "x.bak.php", "dump.sql", "site.tar.gz", "server.key", "id_rsa", "wp-config.php", "error_log", "app.log",
		"CVS/Entries", "sub/.x.swp", "bakery.html", "old.html", "key.html", "archive.html")
	paths, told, err := read(t, root, webdir.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"", "50%25.html", "a%23b.html", "about.html", "archive.html", "bakery.html", "gr%C3%B6%C3%9Fe%20&%20co.html", "index.php", "key.html", "old.html", "sub/deep/", "sub/deep/x.pdf", "sub/page.html", "what%3F.html"}
	if diff := cmp.Diff(want, paths); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got, want := reasons(told), "archive: 1, backup: 6, configuration: 1, database or dump: 1, dot file: 2, dot folder: 1, folder of tools: 2, key or password: 2, log: 2"; got != want {
		t.Errorf("left out: %s, want %s", got, want)
	}
	if told.Named != len(want) {
		t.Errorf("%+v", told)
	}
}

func TestOptions(t *testing.T) {
	root := folder(t, "home.htm", "index.html", ".well-known/security.txt", ".well-known/.secret", ".git/config", "empty/", "real/page.html")
	for _, tt := range []struct {
		name string
		o    webdir.Options
		want string
	}{
		{"none", webdir.Options{}, " home.htm real/page.html"},
		{"another index", webdir.Options{Index: []string{"home.htm"}}, " index.html real/page.html"},
		{"no index", webdir.Options{Index: []string{}}, "home.htm index.html real/page.html"},
		{"hidden", webdir.Options{Hidden: true}, " .well-known/security.txt home.htm real/page.html"},
		{"folders", webdir.Options{Folders: true}, " empty/ home.htm real/ real/page.html"},
	} {
		paths, _, err := read(t, root, tt.o)
		if got := strings.Join(paths, " "); err != nil || got != tt.want {
			t.Errorf("%s: %q %v, want %q", tt.name, got, err, tt.want)
		}
	}
}

// TestLinks follows links inside of the folder, and none out of it or in a
// circle.
func TestLinks(t *testing.T) {
	outside := folder(t, "secret.html")
	root := folder(t, "a/page.html", "b/same->../a/page.html", "b/loop->..", "b/self->self", "c->a", "d->a", "nothing->nowhere.html", "out->"+outside, "up->../../../../etc", "file->"+filepath.Join(outside, "secret.html"), "x/y/top->../../a")
	paths, told, err := read(t, root, webdir.Options{})
	if got := strings.Join(paths, " "); err != nil || got != "a/page.html" || reasons(told) != "symbolic link: 10" {
		t.Errorf("%q, %s, %v", got, reasons(told), err)
	}
	paths, told, err = read(t, root, webdir.Options{Links: true})
	if got, want := strings.Join(paths, " "), "a/page.html b/same c/page.html"; err != nil || got != want {
		t.Errorf("%q %v, want %q", got, err, want)
	}
	if got, want := reasons(told), "folder that another link led to: 2, link that leads in a circle: 1, link that leads out of the folder, or in a circle: 4, link to nothing: 1"; got != want {
		t.Errorf("left out: %s, want %s", got, want)
	}
}

func TestUnusable(t *testing.T) {
	root := folder(t, "a.sql")
	file := filepath.Join(root, "a.sql")
	for text, want := range map[string]string{
		"":                                "it takes ROOT=URL",
		root:                              "it takes ROOT=URL",
		root + "=/docs":                   "it takes ROOT=URL",
		root + "=https://a.example/?x":    "no query",
		root + "/none=https://a.example/": "no such file",
		file + "=https://a.example/":      "it is no folder",
		root + "=https://a.example/docs":  "of 1 files none is a page of the site (database or dump: 1, such as a.sql)",
	} {
		var err error
		for _, e := range webdir.Seeds(context.Background(), webdir.Options{Maps: []string{text}, Form: form(t)}) {
			err = e
		}
		var unusable *discover.Unusable
		if !errors.As(err, &unusable) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestUnreadable(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("everything can be read")
	}
	root := folder(t, "a.html", "closed/b.html")
	if err := os.Chmod(filepath.Join(root, "closed"), 0); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Join(root, "closed"), 0o755)
	paths, told, err := read(t, root, webdir.Options{})
	if err != nil || len(paths) != 1 || told.Broken.Count != 1 || told.Broken.Examples[0].Text != "closed" {
		t.Errorf("%q %+v %v", paths, told, err)
	}
}

// TestNames takes whatever a file is called for a name, and shows it so that
// a terminal can bear it.
func TestNames(t *testing.T) {
	root := folder(t, "a\x1b[2J.html", "latin\xf6.html", "dir\xf6/b.html", "new\nline.html", "semi;colon.html", "..x.html")
	var all []string
	o := webdir.Options{Maps: []string{root + "=" + site}, Form: form(t)}
	for s, err := range webdir.Seeds(context.Background(), o) {
		if err != nil {
			t.Fatal(err)
		}
		if discover.Printable(s.File) != s.File {
			t.Errorf("%q", s.File)
		}
		all = append(all, strings.TrimPrefix(s.URL, site))
	}
	if got, want := strings.Join(all, " "), "a%1B%5B2J.html dir%F6/b.html latin%F6.html new%0Aline.html semi%3Bcolon.html"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestStops ends a walk whose seeds nobody wants any more.
func TestStops(t *testing.T) {
	root := folder(t, "a.html", "b.html")
	n := 0
	for range webdir.Seeds(context.Background(), webdir.Options{Maps: []string{root + "=" + site}, Form: form(t)}) {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d seeds", n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, err := range webdir.Seeds(ctx, webdir.Options{Maps: []string{root + "=" + site}, Form: form(t)}) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	}
}
