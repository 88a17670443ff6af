package webdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/sitemap"
)

// maxDepth is how many folders deep a walk goes.
const maxDepth = 200

// folder visits the entries of one folder by name.
func (w *walk) folder(path string) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if len(w.chain) > maxDepth {
		w.m.Skip(fmt.Sprintf("more than %d folders deep", maxDepth), 0, []byte(path))
		return nil
	}
	entries, err := w.entries(path)
	if err != nil {
		w.m.Broken.Add(0, []byte(path)) // and what could be read of it is
	}
	if w.o.Progress != nil {
		w.o.Progress(w.m.File, w.m.Lines)
	}
	index, err := w.index(path, entries)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == index {
			continue
		}
		if err := w.entry(path, e); err != nil {
			return err
		}
	}
	return nil
}

// entries gives what is in a folder, by name. fs.ReadDir would not take the
// names that are not UTF-8.
func (w *walk) entries(path string) ([]fs.DirEntry, error) {
	f, err := w.root.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// index names the folder itself, if it has a file that stands for it, and
// gives the name of that.
func (w *walk) index(path string, entries []fs.DirEntry) (string, error) {
	names := w.o.Index
	if names == nil {
		names = DefaultIndex
	}
	has := make(map[string]bool, len(names))
	for _, e := range entries {
		for _, want := range names {
			if e.Name() == want {
				has[want] = true
			}
		}
	}
	for _, name := range names {
		if !has[name] {
			continue
		}
		at := join(path, name)
		info, why := w.look(at)
		if why == "" && info.Mode().IsRegular() {
			return name, w.found(path, at, info, true)
		}
	}
	if w.o.Folders {
		return "", w.found(path, path, w.chain[len(w.chain)-1], true)
	}
	return "", nil
}

// entry visits one entry of a folder.
func (w *walk) entry(path string, e fs.DirEntry) error {
	at := join(path, e.Name())
	if e.IsDir() {
		return w.enter(at, e.Name(), false)
	}
	info, why := w.look(at)
	if why == "" && info.IsDir() {
		return w.enter(at, e.Name(), true)
	}
	w.m.Lines++
	if why == "" {
		why = w.unwanted(e.Name(), info)
	}
	if why != "" {
		w.m.Skip(why, 0, []byte(at))
		return nil
	}
	return w.found(at, at, info, false)
}

// look gives what a path leads to; why tells that this does not count.
func (w *walk) look(path string) (info fs.FileInfo, why string) {
	info, err := w.root.Lstat(path)
	switch {
	case err != nil:
		return nil, "cannot be looked at"
	case info.Mode()&fs.ModeSymlink == 0:
		return info, ""
	case !w.o.Links:
		return nil, "symbolic link"
	}
	info, err = w.root.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "link to nothing"
	case err != nil:
		return nil, "link that leads out of the folder, or in a circle"
	}
	return info, ""
}

// unwanted tells why a file is not for visitors, "" if it may be.
func (w *walk) unwanted(name string, info fs.FileInfo) string {
	switch {
	case !info.Mode().IsRegular():
		return "no file"
	case !w.o.Hidden && hidden(info):
		return "hidden"
	}
	return private(name)
}

// enter visits a folder below.
func (w *walk) enter(path, name string, link bool) error {
	if why := privateFolder(name, w.o.Hidden); why != "" {
		w.m.Skip(why, 0, []byte(path))
		return nil
	}
	info, err := w.root.Stat(path)
	if err != nil {
		w.m.Broken.Add(0, []byte(path))
		return nil
	}
	if !w.o.Hidden && hidden(info) {
		w.m.Skip("hidden", 0, []byte(path))
		return nil
	}
	if link {
		for _, above := range w.chain {
			if os.SameFile(above, info) {
				w.m.Skip("link that leads in a circle", 0, []byte(path))
				return nil
			}
		}
		if !w.links.first(info) {
			w.m.Skip("folder that another link led to", 0, []byte(path))
			return nil
		}
	}
	w.chain = append(w.chain, info)
	defer func() { w.chain = w.chain[:len(w.chain)-1] }()
	return w.folder(path)
}

// found gives the URL of a file or a folder as a seed.
func (w *walk) found(path, file string, info fs.FileInfo, folder bool) error {
	if folder && file != path {
		w.m.Lines++
	}
	form := w.o.Form(address(w.url, path, folder))
	if form.Reason != canonical.OK {
		w.m.Skip(form.Reason.String(), 0, []byte(path))
		return nil
	}
	w.m.Named++
	seed := discover.Seed{
		URL: string(form.URL), Key: form.Key, Source: discover.Directory,
		File: discover.Printable(w.m.File + string(os.PathSeparator) + file), Count: 1, LastMod: sitemap.LastMod(info.ModTime().UTC()),
	}
	if !w.yield(seed) {
		return errStop
	}
	return nil
}

// address gives the URL of a path: each name in it escaped, so that none of
// its characters is taken for one that parts URLs.
func address(prefix, path string, folder bool) []byte {
	const plain = "-._~!$&'()*+,=:@/"
	const hex = "0123456789ABCDEF"
	url := []byte(prefix)
	if path == "." {
		return url
	}
	for i := range len(path) {
		c := path[i]
		if 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte(plain, c) >= 0 {
			url = append(url, c)
		} else {
			url = append(url, '%', hex[c>>4], hex[c&15])
		}
	}
	if folder {
		url = append(url, '/')
	}
	return url
}

func join(path, name string) string {
	if path == "." {
		return name
	}
	return path + "/" + name
}
