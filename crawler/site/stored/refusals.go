package stored

import (
	"slices"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// Refusals counts the crawls of a folder whose set was refused, since the last one that is
// believed, up to a file of the folder that is one of them: also those that are not kept.
func Refusals(dir, file string) int {
	names, err := folder.At(dir).Crawls()
	if err != nil {
		return 1
	}
	refused, believable := refusedIn(dir), Believable(dir)
	for _, name := range slices.Backward(folder.Before(names, file)) {
		store, err := sqlite.OpenReadOnly(name)
		if err != nil {
			continue
		}
		before, believed := 0, believable(store)
		if refused(store) != "" {
			before = max(1, refusalsOf(store))
		}
		store.Close() // read only
		if believed || before > 0 {
			return before + 1
		}
	}
	return 1
}

// NthRefused is what a crawl file notes of it.
func NthRefused(n int) map[string]string { return map[string]string{metaRefusals: strconv.Itoa(n)} }

// refusalsOf gives what a crawl has noted of Refusals, 0 where it was none, or an earlier
// version has noted nothing.
func refusalsOf(crawl frontier.Crawl) int {
	n, _ := strconv.Atoi(crawl.Meta(metaRefusals)) // "" is none
	return n
}

// CountRefused counts the refused ones among the crawls that are left out since another
// one, those that are not kept included.
func CountRefused(left []Left, since *Crawl) int {
	kept := Refused(left)
	if len(kept) == 0 || since == nil {
		return len(kept)
	}
	return max(len(kept), kept[0].nth-refusalsOf(since))
}
