package query

import (
	"path/filepath"

	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// Basis says with what a crawl is compared: the complete crawl before it, nil if
// there is none; and which crawls between the two are left out, and why.
func Basis(crawl, before *stored.Crawl) string {
	text := noBefore
	if before != nil {
		text = "compared with the complete crawl of " + before.Began.UTC().Format("2 January 2006, 15:04 UTC") + ", " + filepath.Base(before.Path())
	}
	if left := stored.LeftText(LeftOut(crawl, before)); left != "" {
		text += "; " + left
	}
	return text
}

// LeftOut gives the crawls between two, or before one if before is nil, that are not
// compared with others.
func LeftOut(crawl, before *stored.Crawl) []stored.Left {
	after := ""
	if before != nil {
		after = before.Path()
	}
	return stored.LeftOut(dirOf(crawl), after, crawl.Path())
}

// dirOf gives the site folder of a crawl.
func dirOf(crawl *stored.Crawl) string { return folder.Of(crawl.Path()) }
