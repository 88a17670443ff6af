package stored

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// readError puts into words why the newest crawl of a folder cannot be read; the
// store's refusal names the file.
func readError(name string, err error) error {
	if errors.Is(err, sqlite.ErrVersion) || errors.Is(err, sqlite.ErrDamaged) || errors.Is(err, sqlite.ErrNotCrawl) {
		return fmt.Errorf("%w\nnothing was changed; to begin anew, move %s away", err, name)
	}
	return err
}

// notFolder says of a file that a site folder is wanted: of a crawl file, in which it
// lies.
func notFolder(file string) error {
	if site := folder.Of(file); IsFile(file) && folder.Holding(filepath.Dir(file)) != "" {
		return mistake.Errorf("%s is one crawl of a site folder; give that one: %s", file, site)
	}
	return mistake.Errorf("%s is a file; give the site folder that a crawl has made", file)
}

// noCrawl says of a folder that it is no site folder with crawls; of the folder of a
// site folder's crawl files, which that is.
func noCrawl(dir string) error {
	if site := folder.Holding(dir); site != "" {
		return mistake.Errorf("%s has the crawl files of a site folder; give that one: %s", dir, site)
	}
	return mistake.Errorf("read site folder %s: %w", dir, ErrNoCrawl)
}
