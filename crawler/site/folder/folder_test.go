package folder

import (
	"strings"
	"testing"
	"time"

	"os"
	"path/filepath"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// A folder's name is no option, not hidden, and made of a few characters.
func TestFolderNames(t *testing.T) {
	for scope, want := range map[string]string{
		"https://example.com/":            "example.com",
		"https://example.com:8443/shop/":  "example.com_8443_shop",
		"http://[::1]:21002/":             "1_21002",
		"http://[2001:db8::1]/a/":         "2001_db8__1_a",
		"http://[::]/":                    "site",
		"http://-odd.example/":            "odd.example",
		"http://_dmarc.example/_private/": "dmarc.example__private",
		"https://xn--bcher-kva.example/":  "xn--bcher-kva.example",
	} {
		s, err := canonical.ScopeOf(scope)
		if err != nil {
			t.Fatal(err)
		}
		if got := Name(s); got != want {
			t.Errorf("%s: %q, want %q", scope, got, want)
		}
	}
	for _, path := range []string{"-x/", "../_/--/", ".git/crawls/", "/%2e/"} {
		for part := range strings.SplitSeq(filepath.ToSlash(Below(path)), "/") {
			if strings.ContainsAny(part[:1], "-._") || part == CrawlsDir {
				t.Errorf("%s: %q", path, part)
			}
		}
	}
}

// Each crawl is named later than those before it, whatever the clock does.
func TestNewCrawlFile(t *testing.T) {
	now := time.Now().UTC().Truncate(time.Second)
	at := func(d time.Duration) string { return now.Add(d).Format(crawlName) }
	for name, c := range map[string]struct {
		there []string
		want  string
	}{
		"nothing":             {nil, at(0)},
		"older":               {[]string{at(-time.Hour)}, at(0)},
		"this second":         {[]string{at(0)}, at(time.Second)},
		"the clock went back": {[]string{at(time.Hour), at(-time.Hour)}, at(time.Hour + time.Second)},
		"the year 9999":       {[]string{"99991231T235959Z.db"}, at(0)},
		"9999 among others":   {[]string{"99991231T235959Z.db", at(0), at(time.Minute)}, at(time.Minute + time.Second)},
		"a folder":            {[]string{at(0) + "/x"}, at(time.Second)},
		"a log left over":     {[]string{at(0) + "-wal", at(time.Second) + "-journal"}, at(2 * time.Second)},
		"other names":         {[]string{"20269999T999999Z.db", "notes.db", "100000101T000000Z.db"}, at(0)},
	} {
		f := &Folder{Dir: t.TempDir()}
		for _, file := range append(c.there, "x") {
			file = filepath.Join(f.Dir, CrawlsDir, file)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, err := f.NewCrawl(now)
		if err != nil || filepath.Base(got) != c.want {
			t.Errorf("%s: %s (%v), want %s", name, filepath.Base(got), err, c.want)
			continue
		}
		if err := os.WriteFile(got, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if names, err := f.Crawls(); err != nil || names[len(names)-1] != got {
			t.Errorf("%s: the newest is not %s: %s (%v)", name, c.want, names, err)
		}
	}
}

// What is older than a crawl file does not depend on how its path is written.
func TestBefore(t *testing.T) {
	names := []string{"a/crawls/20261121T120000Z.db", "a/crawls/20261122T120000Z.db", "a/crawls/20261123T120000Z.db"}
	for file, want := range map[string]int{
		"": 3, names[0]: 0, names[2]: 2, "./a/crawls/20261122T120000Z.db": 1, "20261122T120000Z.db": 1, "/b/a/crawls/20261123T120000Z.db": 2,
		"a/crawls/copy.db": 0, "a/20261124T120000Z.db": 0,
	} {
		if got := Before(names, file); len(got) != want {
			t.Errorf("before %q: %q", file, got)
		}
	}
	if got := After(names, "./a/crawls/20261122T120000Z.db"); len(got) != 1 {
		t.Errorf("after the second one: %q", got)
	}
	if of := Of("20261122T120000Z.db"); of != ".." {
		t.Errorf("a crawl file here lies in site folder %q", of)
	}
}
