package stored

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/site/folder"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

const resumeWithin = 7 * 24 * time.Hour

// WhyNew gives the reason to begin a new crawl under these options instead of
// going on with last, "" if there is none. never tells that nobody wants to go
// on.
func (o *Options) WhyNew(last *sqlite.Store, never bool) string {
	end := crawler.End(last.Meta(crawler.MetaEnd))
	switch {
	case end == crawler.Complete && last.Meta(metaConcluded) != "" && !o.takesBack(last):
		return "the last one is complete"
	case end == crawler.NotCrawled:
		return "the last one was made of sources alone (--no-crawl)"
	case last.Older():
		return "an earlier version of portolan made the last one"
	case folder.ToCome(last.Path()):
		return "the last one is named after a time to come"
	case never:
		return "--resume=never"
	case time.Since(folder.Began(last.Path())) > resumeWithin:
		return "the unfinished one is older than 7 days"
	case last.Meta(metaScope) == "":
		return "the last one had not begun"
	case last.Meta(metaConcluded) != "" && o.sameLimit(end, last):
		return "the last one reached the same limit (" + string(end) + ")"
	}
	now := o.fixed()
	for _, option := range slices.Sorted(maps.Keys(now)) {
		if Option(last, option) != now[option] {
			return "--" + option + " differs from the unfinished one"
		}
	}
	return ""
}

// OtherScope gives the scope of a crawl that is another than that of these
// options, "" if it is the same, or none is noted.
func (o *Options) OtherScope(crawl frontier.Crawl) string {
	if scope := crawl.Meta(metaScope); scope != o.Crawl.Scope.String() {
		return scope
	}
	return ""
}

// sameLimit reports that the last crawl ended at a limit that would stop this
// run at the same place: going on would fetch nothing.
func (o *Options) sameLimit(end crawler.End, last frontier.Crawl) bool {
	limit, isLimit := o.limits()[end]
	if end == crawler.LimitDisk {
		return limit != 0 && last.Disk() >= limit
	}
	return isLimit && limit != 0 && Option(last, string(end)) == fmt.Sprint(limit)
}

// takesBack tells whether AllowPattern gives the last crawl something to fetch
// that it had put in quarantine.
func (o *Options) takesBack(last frontier.Crawl) bool {
	list, err := frontier.List[frontier.Quarantine](last.Meta(frontier.MetaQuarantine))
	if err != nil || o.Crawl.AllowPattern.Empty() {
		return false
	}
	for _, q := range list {
		for _, url := range q.Examples {
			if pass, number, _ := o.Crawl.AllowPattern.Pass([]byte(url)); pass && number > 0 {
				return true
			}
		}
	}
	return false
}

// sameForms are the options under which two crawls of a folder know a URL by
// the same name.
var sameForms = [...]string{"strip-param", "keep-param", "no-tracking-rules", "no-session-rules", "as"}

// Comparable tells whether an earlier crawl came to its end, is not set aside, and names URLs as
// one under these options does.
func (o *Options) Comparable(earlier *sqlite.Store) bool {
	if crawler.End(earlier.Meta(crawler.MetaEnd)) != crawler.Complete || IsAside(earlier) {
		return false
	}
	now := o.fixed()
	return !slices.ContainsFunc(sameForms[:], func(option string) bool { return Option(earlier, option) != now[option] })
}

// choosing are the options that say which URLs are asked for, and nothing of
// what is read of a page.
var choosing = [...]string{"include/--exclude", "follow-effects", "robots-file", "ignore-robots", "no-list"}

// ReadOtherwise says why an earlier crawl has not read pages as one under these options
// does, "" if it has: then what it knows of a page that has not changed is as good as
// new, and what differs has changed.
func (o *Options) ReadOtherwise(earlier *sqlite.Store) string {
	if earlier.Older() || earlier.Meta(metaVersion) != o.Version {
		return "another version of portolan has read its pages"
	}
	given := func(option string) bool {
		return slices.ContainsFunc(o.Given, func(g Given) bool { return g.Flag == option })
	}
	for _, option := range [...]string{"basic-auth", "cookie", "header"} { // their values are not noted
		if given(option) != IsGiven(earlier, option) {
			return "its pages were read with another --" + option
		}
	}
	now := o.fixed()
	for _, option := range slices.Sorted(maps.Keys(now)) {
		if !slices.Contains(choosing[:], option) && Option(earlier, option) != now[option] {
			return "its pages were read with another --" + option
		}
	}
	return ""
}
