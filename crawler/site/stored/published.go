package stored

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// PublishedSet is what a crawl file notes of the set of sitemap files that was
// published of its crawl.
type PublishedSet struct {
	Files []PublishedFile `json:"files"` // indexes first; at most maxPublishedFiles
	More  int             `json:"more,omitempty"`
	URLs  int             `json:"urls"`
	Dated map[string]int  `json:"dated"` // URLs with a lastmod, by audit.LastModSource
}

// PublishedFile is one of its files.
type PublishedFile struct {
	URL     string `json:"url"`     // where it is to be served
	Entries int    `json:"entries"` // URLs, or sitemaps of an index
	Bytes   int    `json:"bytes"`   // of the file: less than of its XML, if it is packed
	SHA256  string `json:"sha256"`  // of the file, hex
}

const maxPublishedFiles = 100

func publishedFiles(set *publish.Result, dated map[string]int) string {
	s := PublishedSet{Files: []PublishedFile{}, URLs: set.URLs, Dated: dated}
	for _, f := range slices.Concat(set.Indexes, set.Files) {
		if len(s.Files) == maxPublishedFiles {
			s.More++
			continue
		}
		s.Files = append(s.Files, PublishedFile{f.URL, f.URLs, int(f.Size), f.SHA256})
	}
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings and numbers
	}
	return string(text)
}

// PublishedOf gives the set that was published of a crawl; nil where there is
// none, or an earlier version has noted its number alone.
func PublishedOf(crawl frontier.Crawl) *PublishedSet {
	var s PublishedSet
	if json.Unmarshal([]byte(crawl.Meta(metaPublishedFiles)), &s) != nil {
		return nil
	}
	return &s
}

// Unpublished is why no set was published of a crawl, and a page that shows it, ""
// if there is none. Why is the name of a reason of guard.Comparison or of
// guard.Shut, or one of these.
type Unpublished struct {
	Why  string `json:"why"`
	Page string `json:"page,omitempty"`
	// Unread tells that most of what the set lists that stands could not be read.
	Unread bool `json:"unread,omitempty"`
	// Gate is what the page seems to be that was read in the stead of the site's.
	Gate page.Gate `json:"gate,omitempty"`
	// Text is how the text begins that many pages show in the stead of their own, "" if it
	// is not known, and Where by pattern which do: six patterns at most.
	Text  string   `json:"text,omitempty"`
	Where []Places `json:"where,omitempty"`
}

// Places are URLs of a pattern.
type Places struct {
	Pattern string `json:"pattern"`
	URLs    int    `json:"urls"`
	Of      int    `json:"of"` // that have the pattern
}

// Behind tells that what stands before the pages was read in their stead: a login, or
// one text; or that next to nothing let itself be read.
func (u Unpublished) Behind() bool { return u.behind() != "" }

// Instead tells that one page, such as a login, was read in the stead of most others.
func (u Unpublished) Instead() bool { return u.Why == "wall" || u.Why == "one-text" }

// behind says it, "" if it was not so.
func (u Unpublished) behind() string {
	why := map[string]string{
		"wall":     "most of the site redirected to a login or the like",
		"one-text": "most of its pages showed one and the same text",
		"denied":   "next to all of its URLs asked for a permission",
		"failed":   "next to all of its URLs could not be read",
	}[u.Why]
	if why == "" && u.Unread {
		return "most of the sitemap's URLs could not be read, or asked for a permission"
	}
	return why
}

// Refused says why a person has to say whether what a crawl lists is published, "" where
// nobody has to.
func (u Unpublished) Refused() string {
	return cmp.Or(u.behind(), map[string]string{
		"loss":       "much of what the sitemap lists would have been lost",
		"start-lost": "the start page would have left the sitemap",
		"slow-loss":  "crawl after crawl some would have left the sitemap, and much by now",
		"flood":      "the site's own sitemap alone names most of what it would list",
		"noindex":    "next to all of its pages said noindex",
		"canonical":  "next to all of its pages named another URL as their canonical",
		"missing":    "next to all of its URLs were not found",
		"only":       "its URLs redirected to one page, and that alone was left",
	}[u.Why])
}

// Reasons beside the guard's.
const (
	NothingToList = "nothing"
	NotLive       = "what-if" // a robots.txt that is not live was obeyed
	ForeignFile   = "foreign" // a file stands in its place that portolan has not written
)

// UnpublishedOf gives it, the zero value where a set was published, or it is not known.
func UnpublishedOf(crawl frontier.Crawl) (u Unpublished) {
	if Published(crawl) || json.Unmarshal([]byte(crawl.Meta(metaUnpublished)), &u) != nil {
		return Unpublished{}
	}
	return u
}
