// Package webdir finds the URLs of a site in the folder that its web server
// serves: static files, by their names. It opens no file and never leaves the
// folder.
package webdir

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/portolan-seo/portolan/crawler/discover"
)

// DefaultIndex are the files that servers send for a folder.
var DefaultIndex = []string{"index.html", "index.htm", "index.php", "default.html", "default.htm", "default.aspx", "default.asp"}

// Options say which folders are read and what of them counts.
type Options struct {
	Maps  []string // ROOT=URL: a folder, and the URL under which its files are served
	Index []string // files that stand for their folder, the first one that is there; nil for DefaultIndex

	Hidden  bool // look into folders whose names begin with a dot, and at what Windows hides
	Links   bool // follow symbolic links that stay in ROOT
	Folders bool // name folders without an index file, too

	Form     discover.Form
	Progress func(folder string, files int)
	Told     func(discover.Import)
}

// Seeds gives the URL of every file under the folders, by name, with the time
// of the file as LastMod. Dot files, backups, archives, databases, keys and
// configuration are never among them. An error is Unusable where a folder or
// the options are at fault.
func Seeds(ctx context.Context, o Options) iter.Seq2[discover.Seed, error] {
	return func(yield func(discover.Seed, error) bool) {
		if err := all(ctx, &o, func(s discover.Seed) bool { return yield(s, nil) }); err != nil && !errors.Is(err, errStop) {
			yield(discover.Seed{}, err)
		}
	}
}

// errStop ends a walk whose seeds nobody wants any more.
var errStop = errors.New("stop")

func all(ctx context.Context, o *Options, yield func(discover.Seed) bool) error {
	named := 0
	var barren []string
	for _, text := range o.Maps {
		folder, url, err := split(text)
		if err != nil {
			return err
		}
		w := &walk{ctx: ctx, o: o, url: url, yield: yield, m: discover.Import{Source: discover.Directory, File: folder, What: "a folder of " + url}}
		if err := w.run(folder); err != nil {
			return err
		}
		if o.Told != nil {
			o.Told(w.m)
		}
		if named += w.m.Named; w.m.Named == 0 {
			barren = append(barren, fmt.Sprintf("%s: of %d files none is a page of the site%s", folder, w.m.Lines, most(&w.m)))
		}
	}
	if named == 0 {
		if len(barren) == 0 {
			barren = []string{"no folder was given"}
		}
		return &discover.Unusable{What: "web folders", Why: strings.Join(barren, "; ")}
	}
	return nil
}

// most tells the most frequent reason for which files were left out.
func most(m *discover.Import) string {
	var top discover.Faults
	for _, s := range append(m.Skipped, m.Broken) {
		if s.Count > top.Count {
			top = s
		}
	}
	if top.Count == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s: %d, such as %s)", top.Why, top.Count, top.Examples[0].Text)
}

// split cuts ROOT=URL. A folder's name may hold "=" itself.
func split(text string) (folder, url string, err error) {
	at := max(strings.LastIndex(text, "=http://"), strings.LastIndex(text, "=https://"))
	if at < 1 {
		return "", "", &discover.Unusable{What: fmt.Sprintf("web folder %.200q", text), Why: "it takes ROOT=URL, such as /var/www=https://example.com/"}
	}
	folder, url = text[:at], text[at+1:]
	if strings.ContainsAny(url, "?#") {
		return "", "", &discover.Unusable{What: fmt.Sprintf("web folder %.200q", text), Why: "the URL of a folder has no query and no fragment"}
	}
	if !strings.HasSuffix(url, "/") {
		url += "/"
	}
	return folder, url, nil
}

// walk is the reading of one folder.
type walk struct {
	ctx   context.Context
	o     *Options
	url   string
	yield func(discover.Seed) bool
	m     discover.Import
	root  *os.Root
	chain []fs.FileInfo // the folders from ROOT to the one at hand
	links visited       // folders that links led to
}

// run reads a folder and all below it.
func (w *walk) run(folder string) error {
	w.m.Broken.Why = "cannot be read"
	info, err := os.Stat(folder)
	if err == nil && !info.IsDir() {
		return &discover.Unusable{What: "web folder " + folder, Why: "it is no folder"}
	}
	if err == nil {
		w.root, err = os.OpenRoot(folder)
	}
	if err != nil {
		return &discover.Unusable{What: "web folder " + folder, Err: err}
	}
	defer w.root.Close()
	w.chain = []fs.FileInfo{info}
	if err := w.folder("."); err != nil {
		return err
	}
	if len(w.m.Broken.Examples) > 0 && w.m.Broken.Examples[0].Text == "." {
		return &discover.Unusable{What: "web folder " + folder, Why: "it cannot be listed"}
	}
	return nil
}
