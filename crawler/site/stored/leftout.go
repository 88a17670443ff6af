package stored

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// Left is a crawl of a site folder that is not compared with others.
type Left struct {
	File string // in the folder of crawls
	Why  string

	Refused bool // its sitemap was, and nobody has accepted it since

	nth int // of the refused ones in a row, as Refusals counts them; 0 where it is not known
}

// LeftOut gives the crawls of a site folder that lie between two of its files and
// are left out where crawls are compared, the newest first: they have not seen the
// whole site, or only what stood before it, or are set aside, or their set was refused, or are in doubt.
// "" is no bound. What cannot be read is not told.
func LeftOut(dir, after, before string) (list []Left) {
	names, err := folder.At(dir).Crawls()
	if err != nil {
		return nil
	}
	refused, doubted := refusedIn(dir), Doubted(dir)
	for _, name := range slices.Backward(folder.After(folder.Before(names, before), after)) {
		if l := whyLeft(name, refused, doubted); l.Why != "" {
			list = append(list, l)
		}
	}
	return list
}

// Refused gives those of the crawls that are left out whose sitemap was refused.
func Refused(list []Left) []Left {
	return slices.DeleteFunc(slices.Clone(list), func(l Left) bool { return !l.Refused })
}

// whyLeft says why later crawls are not compared with one, "" if they may be, or it
// cannot be read.
func whyLeft(name string, refused, doubted func(*sqlite.Store) string) (l Left) {
	store, err := sqlite.OpenReadOnly(name)
	if err != nil {
		return l
	}
	defer store.Close() // read only
	l = Left{File: filepath.Base(name), nth: refusalsOf(store)}
	if IsAside(store) {
		l.Why = "it obeyed another robots.txt (--robots-file)"
		return l
	}
	if l.Why = UnpublishedOf(store).behind(); l.Why != "" {
		l.Refused = true
		return l
	}
	if crawler.End(store.Meta(crawler.MetaEnd)) == crawler.Complete {
		if why := refused(store); why != "" {
			l.Why, l.Refused = "its sitemap was refused: "+why, true
		} else if why := doubted(store); why != "" {
			l.Why = "what it has read may not be the site: " + safe.OneLine(why)
		}
		return l
	}
	if store.Meta(metaScope) == "" {
		return l
	}
	s := Crawl{Store: store, End: crawler.End(store.Meta(crawler.MetaEnd))}
	if s.readOptions() == nil {
		l.Why = s.WhyIncomplete()
	}
	return l
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
