package stored

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// Left is a crawl of a site folder that is not compared with others.
type Left struct {
	File string // in the folder of crawls
	Why  string
}

// LeftOut gives the crawls of a site folder that lie between two of its files and
// are left out where crawls are compared, the newest first: they have not seen the
// whole site, or only what stood before it, or are set aside. "" is no bound. What cannot be read is not told.
func LeftOut(dir, after, before string) (list []Left) {
	names, err := folder.At(dir).Crawls()
	if err != nil {
		return nil
	}
	for _, name := range slices.Backward(folder.After(folder.Before(names, before), after)) {
		if why := whyLeft(name); why != "" {
			list = append(list, Left{filepath.Base(name), why})
		}
	}
	return list
}

// whyLeft says why a crawl is not compared with others, "" if it may be, or
// cannot be read.
func whyLeft(name string) string {
	store, err := sqlite.OpenReadOnly(name)
	if err != nil {
		return ""
	}
	defer store.Close() // read only
	if IsAside(store) {
		return "it obeyed another robots.txt (--robots-file)"
	}
	if why := UnpublishedOf(store).behind(); why != "" {
		return why
	}
	if store.Meta(metaScope) == "" || crawler.End(store.Meta(crawler.MetaEnd)) == crawler.Complete {
		return ""
	}
	s := Crawl{Store: store, End: crawler.End(store.Meta(crawler.MetaEnd))}
	if err := s.readOptions(); err != nil {
		return ""
	}
	return s.WhyIncomplete()
}

// LeftText names what is left out, and why; "" if nothing is.
func LeftText(list []Left) string {
	const most = 3
	var texts []string
	for i, l := range list {
		if i == most {
			texts = append(texts, fmt.Sprintf("and %d more", len(list)-most))
			break
		}
		texts = append(texts, l.File+": "+l.Why)
	}
	switch len(list) {
	case 0:
		return ""
	case 1:
		return "left out is " + texts[0]
	}
	return "left out are " + strings.Join(texts, "; ")
}
