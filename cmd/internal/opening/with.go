package opening

import (
	"errors"
	"path/filepath"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// OneFolder checks the arguments of a command that wants a site folder, or a crawl file.
func OneFolder(name string, args []string) error {
	if len(args) != 1 {
		return exit.Usagef("%s wants a site folder or a crawl file, as in portolan %s example.com; got %d argument%s%s", name, name, len(args), prose.Plural(len(args)), cmdline.FoldersHere())
	}
	return nil
}

// With opens the crawl that a word names for a while (Named), and says of one that has
// not gone through the whole site that it has not.
func With(p *console.Program, word string, do func(*stored.Crawl) error) error {
	return Quietly(word, func(crawl *stored.Crawl) error {
		TellUnbegun(p, crawl)
		TellIncomplete(p, crawl, word)
		return do(crawl)
	})
}

// Rows is With for commands that print what a crawl holds: it says of one whose sitemap was
// refused that it was.
func Rows(p *console.Program, word string, do func(*stored.Crawl) error) error {
	return With(p, word, func(crawl *stored.Crawl) error {
		if why := crawl.Refused(); why != "" {
			p.Log.Warn(why+": the sitemap of this crawl was not published", "crawl", crawl.Path())
		}
		return do(crawl)
	})
}

// TellUnbegun says of the newest crawl of a folder that a later run could not begin.
func TellUnbegun(p *console.Program, crawl *stored.Crawl) {
	if u := crawl.Unbegun(); u != nil {
		p.Log.Warn(safe.OneLine(u.Text()), "crawl", crawl.Path())
	}
}

// Quietly is With for whoever tells that elsewhere.
func Quietly(word string, do func(*stored.Crawl) error) (err error) {
	crawl, err := Named(word)
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

// TellIncomplete says of a crawl that has not gone through the whole site that what
// follows rests on it, and how to go on with the newest one of a folder.
func TellIncomplete(p *console.Program, crawl *stored.Crawl, word string) {
	why := crawl.WhyIncomplete()
	if why == "" || crawl.End == crawler.NotCrawled {
		return
	}
	which, way := "the crawl "+filepath.Base(crawl.Path()), ""
	if !IsFile(word) {
		command, hint := cmdline.GoOn(crawl, Folder(word))
		which, way = "the newest crawl, "+filepath.Base(crawl.Path())+",", "; to go on with it: "+command+hint
	}
	p.Log.Warn(which+" has not gone through the whole site: "+why+"; what follows rests on what it has read"+way, "crawl", crawl.Path())
}
