package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// storedCommand is the command that crawls the site again, or goes on with it, into
// the same folder, with the flags of the last time. Flags are added as they are.
// hint tells which are left out.
func storedCommand(s *stored.Crawl, dir string, flags ...string) (command, hint string) {
	given, _ := stored.GivenOf(s)
	flags = append(flagWords(given, "output", "as"), flags...)
	start := s.Options.Scope.String()
	if row, err := s.Row(0); err == nil && row != nil {
		start = row.URL
	}
	staging := ""
	if as := strings.Fields(s.Option("as")); len(as) == 2 { // the site's origin, and that of its copy
		staging = as[1]
		start = staging + strings.TrimPrefix(start, as[0])
		flags = append([]string{"--as " + as[0] + "/"}, flags...)
	}
	if filepath.Clean(dir) == folderOf(s.Options.Scope, staging) {
		dir = ""
	}
	return crawlCommand(start, dir, flags...), secretHint(given)
}

// sitemapCommand is the command that writes the sitemap again, with flags that
// were given to it.
func sitemapCommand(dir string, given []stored.Given) string {
	return strings.Join(append([]string{"portolan sitemap " + shellQuote(oneLine(dir))}, flagWords(given)...), " ")
}

// siteFoldersHere names the site folders in the working folder, for who has
// given another one; "" if there are none.
func siteFoldersHere() string {
	const most = 3
	found, err := filepath.Glob(filepath.Join("*", folder.CrawlsDir))
	if err != nil {
		return ""
	}
	var names []string
	for _, name := range found {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			names = append(names, shellQuote(filepath.Dir(name)))
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
