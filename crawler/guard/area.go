package guard

import (
	"context"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// maxFolders are the folders of which is counted how much of them is shut.
const maxFolders = 10_000

// isArea tells whether what keeps a crawl out is the door of a members' area in
// a site that is open: nineteen in twenty of the URLs that ask for a login or a
// permission lie in one folder, next to nothing is open there, and more is open
// elsewhere than stands before a login.
func (f *first) isArea(ctx context.Context, s *Shut) (bool, error) {
	if s.Midway || f.startBehind || !s.Denied && !page.IsLogin(s.Page) || f.listed <= leftBehindStart {
		return false, nil
	}
	code := audit.RedirectWall
	if s.Denied {
		code = audit.Denied
	}
	shut, folder, err := f.folderOf(ctx, code)
	if err != nil || folder == "" {
		return false, err
	}
	open := 0
	err = f.each(ctx, audit.Listed, func(url string) {
		if strings.HasPrefix(url, folder) {
			open++
		}
	})
	return f.listed-open > leftBehindStart && open*leftShare <= shut, err
}

// folderOf gives the deepest folder below the root in which nineteen in twenty of
// the URLs with a verdict lie, and how many these are; "" if there is none.
func (f *first) folderOf(ctx context.Context, code audit.Code) (n int, folder string, err error) {
	folders, all := map[string]int{}, 0
	err = f.each(ctx, code, func(url string) {
		if page.IsLogin(url) {
			return // the door itself
		}
		all++
		root := len(canonical.Origin(url)) + 1
		path, _, _ := strings.Cut(url, "?")
		for end := strings.LastIndexByte(path, '/') + 1; end > root; end = strings.LastIndexByte(path[:end-1], '/') + 1 {
			if _, known := folders[path[:end]]; known || len(folders) < maxFolders {
				folders[strings.Clone(path[:end])]++
			}
		}
	})
	for at, in := range folders {
		if in*20 >= all*19 && len(at) > len(folder) {
			n, folder = in, at
		}
	}
	return n, folder, err
}

// each gives the URLs with a verdict.
func (f *first) each(ctx context.Context, code audit.Code, do func(url string)) error {
	for row, err := range f.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if f.code(row) == code {
			do(row.URL)
		}
	}
	return nil
}
