package stored

import (
	"path/filepath"

	"github.com/portolan-seo/portolan/crawler/site/folder"
)

// Unbegun gives the run that came after the newest crawl of a folder and could not
// begin; nil where none did, and for earlier crawls.
func (s *Crawl) Unbegun() *folder.Unbegun {
	at := folder.At(folder.Of(s.Path()))
	names, err := at.Crawls()
	if err != nil || len(names) == 0 || filepath.Base(names[len(names)-1]) != filepath.Base(s.Path()) {
		return nil
	}
	return at.Unbegun()
}
