package opening

import (
	"errors"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/process"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// OneFolder checks the arguments of a command that wants a site folder.
func OneFolder(name string, args []string) error {
	if len(args) != 1 {
		return exit.Usagef("%s wants a site folder, as in portolan %s example.com; got %d argument%s%s", name, name, len(args), prose.Plural(len(args)), cmdline.FoldersHere())
	}
	return nil
}

// With opens the newest crawl of a site folder for a while.
func With(p *console.Program, word string, do func(*stored.Crawl) error) (err error) {
	process.SetGCPercent()
	crawl, err := Newest(cmdline.Folder(word))
	if err != nil {
		return err
	}
	defer func() {
		if closing := crawl.Close(); closing != nil { // else the error stays what it is: one may be silent
			err = errors.Join(err, closing)
		}
	}()
	return do(crawl)
}
