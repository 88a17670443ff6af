// Package opening opens the crawls of a site folder for commands, and says what
// to give instead where there is none.
package opening

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// Named opens the crawl that a word names: the one of a crawl file, or the newest
// of a site folder, or of that of a URL or host (cmdline.Folder).
func Named(word string) (*stored.Crawl, error) {
	if !IsFile(word) {
		return Newest(cmdline.Folder(word))
	}
	crawl, err := stored.OpenFile(word)
	if errors.Is(err, sqlite.ErrNotCrawl) {
		return nil, exit.Usagef("%w%s", err, cmdline.FoldersHere())
	}
	return crawl, err
}

// IsFile tells that a word names a file, one that is no crawl file included.
func IsFile(word string) bool {
	info, err := os.Stat(word)
	return err == nil && !info.IsDir()
}

// Folder gives the site folder in which lies what a word names.
func Folder(word string) string {
	if IsFile(word) {
		return folder.Of(word)
	}
	return cmdline.Folder(word)
}

// Newest opens the newest crawl of a site folder, one that is still at
// work or was interrupted included.
func Newest(dir string) (*stored.Crawl, error) {
	crawl, err := stored.Open(dir)
	return crawl, storedHint(dir, err)
}

// storedHint says what to give instead of a folder without a crawl.
func storedHint(dir string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist) && typedurl.IsURL(dir):
		return exit.Usagef("no crawl of %s lies here; give the folder that -o has named, or crawl it: portolan %s%s", safe.OneLine(dir), safe.ShellQuote(safe.OneLine(dir)), cmdline.FoldersHere())
	case errors.Is(err, fs.ErrNotExist):
		what := "folder"
		if filepath.Ext(dir) == ".db" {
			what = "crawl file"
		}
		return exit.Usagef("there is no %s %s; give one that a crawl has made%s", what, dir, cmdline.FoldersHere())
	case errors.Is(err, stored.ErrNoCrawl):
		return exit.Usagef("%s holds no crawl; begin one: portolan URL -o %s%s", dir, safe.ShellQuote(dir), cmdline.FoldersHere())
	}
	return err
}

// Ended opens the newest crawl of a site folder that has ended and whose
// URLs have their verdicts.
func Ended(p *console.Program, dir string) (*stored.Crawl, error) {
	crawl, err := stored.OpenEnded(dir, p.Skipped)
	if !errors.Is(err, stored.ErrNotEnded) {
		if err == nil {
			TellUnbegun(p, crawl)
		}
		return crawl, storedHint(dir, err)
	}
	newest, err := Newest(dir)
	if err != nil {
		return nil, err
	}
	defer newest.Close() // read only
	again, hint := cmdline.Again(newest, dir)
	return nil, exit.Usagef("no crawl in %s has come to an end; go on with it: %s%s", dir, again, hint)
}

// TellNewer says of the newest crawl of a site folder that has ended that a newer one has
// not, and how to go on with that.
func TellNewer(p *console.Program, crawl *stored.Crawl, dir string) {
	newest, err := Newest(dir)
	if err != nil {
		return // what can be read of the folder has been opened
	}
	defer newest.Close() // read only
	if newest.Path() == crawl.Path() {
		return
	}
	why := cmp.Or(newest.WhyIncomplete(), "it was killed before its URLs had their verdicts")
	again, hint := cmdline.GoOn(newest, dir)
	p.Log.Warn("the newest crawl, "+filepath.Base(newest.Path())+", has not come to its end: "+why+
		"; the sitemap is made of the one before that has, "+filepath.Base(crawl.Path())+"; to go on with the newest: "+again+hint, "crawl", crawl.Path())
}

// TellRefusedBefore says where the newest crawl of a site folder has not gone through the whole site that
// the one before, which has, was refused: an acceptance that was meant for that accepts nothing of it.
func TellRefusedBefore(p *console.Program, crawl *stored.Crawl, dir string) {
	if crawl.WhyIncomplete() == "" {
		return
	}
	whole, err := stored.WholeBefore(crawl, dir, p.Skipped)
	if err != nil || whole == nil {
		return // what can be read of the folder has been opened
	}
	defer whole.Close() // read only
	if why := whole.Refused(); why != "" {
		again, hint := cmdline.Again(whole, dir)
		p.Log.Warn("the sitemap of the last crawl that has, "+filepath.Base(whole.Path())+", was refused ("+why+"), and is not what is written or accepted here; for that crawl again without a limit: "+again+hint, "crawl", crawl.Path())
	}
}
