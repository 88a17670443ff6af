package cmdline

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

func FolderOf(scope canonical.Scope, staging string) string {
	if _, host, ok := strings.Cut(staging, "://"); ok {
		scope.Host = host
	}
	return folder.Name(scope)
}

// FoldersHere names the site folders in the working folder, for who has
// given another one; "" if there are none.
func FoldersHere() string {
	const most = 3
	found, err := filepath.Glob(filepath.Join("*", folder.CrawlsDir))
	if err != nil {
		return ""
	}
	var names []string
	for _, name := range found {
		if crawls, err := folder.At(filepath.Dir(name)).Crawls(); err == nil && len(crawls) > 0 {
			names = append(names, safe.ShellQuote(filepath.Dir(name)))
		}
	}
	if len(names) > most {
		names = append(names[:most], "...")
	}
	if len(names) == 0 {
		return ""
	}
	return "\nfolders here that hold crawls: " + strings.Join(names, ", ")
}

// Folder gives the site folder that a word names: itself, or the one in
// the working folder that a crawl of it as a URL or host has made. It gives the
// word where there is none.
func Folder(word string) string {
	if _, err := os.Stat(word); err == nil {
		return word
	}
	for _, name := range foldersOf(word) {
		if info, err := os.Stat(filepath.Join(name, folder.CrawlsDir)); err == nil && info.IsDir() {
			return name
		}
	}
	return word
}

// isCrawlFile tells of the path of a crawl file, one that does not exist included: it is no address of a host that is
// called as its folder is.
func isCrawlFile(word string) bool {
	dir, file := filepath.Split(word)
	return !strings.Contains(word, "://") && dir != "" && (filepath.Ext(file) == ".db" || filepath.Base(dir) == folder.CrawlsDir)
}

// foldersOf gives the folders that crawls of a URL as it is typed may have
// made, the likeliest first: of its own host and of its www twin, of its
// directory and of those above.
func foldersOf(typed string) (names []string) {
	rules, err := canonical.New(canonical.Config{})
	if err != nil || typedurl.LooksLikeFile(typed) || isCrawlFile(typed) {
		return nil
	}
	for _, spelling := range start.Spellings(typed) {
		form := rules.Canonical(spelling)
		scope, err := canonical.ScopeOf(string(form.URL))
		if form.Reason != canonical.OK || err != nil {
			continue
		}
		twin := "www." + scope.Host
		if bare, is := strings.CutPrefix(scope.Host, "www."); is {
			twin = bare
		}
		for dir := scope.Dir; ; dir = parent(dir) {
			for _, host := range []string{scope.Host, twin} {
				names = append(names, folder.Name(canonical.Scope{Scheme: scope.Scheme, Host: host, Dir: dir}))
			}
			if dir == "/" || dir == "" {
				break
			}
		}
	}
	return names
}

// parent gives the directory above one that ends in a slash.
func parent(dir string) string {
	dir = strings.TrimSuffix(dir, "/")
	return dir[:strings.LastIndexByte(dir, '/')+1]
}
