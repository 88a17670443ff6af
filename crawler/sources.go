package crawler

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/sitemap"
)

// Sitemaps says which sitemaps and feeds are read for URLs. They are read
// once all links have been followed, so that what links reach keeps its depth;
// what they alone name is then fetched, too.
type Sitemaps struct {
	// Find reads the sitemaps that robots.txt of the scope's host names and,
	// where it names none that can be read, one at a usual place.
	Find bool
	URLs []string // read these, too: canonical forms
	// Before is what an earlier crawl of the site read of its sitemaps: they
	// are asked for on condition that they have changed since. The zero value
	// asks for all without conditions.
	Before EarlierSitemaps
}

// SitemapFile is a sitemap or feed as a crawl found it.
type SitemapFile struct {
	URL       string          `json:"url"`
	Found     SitemapPlace    `json:"found"`
	From      string          `json:"from,omitempty"` // the file that names it
	Line      int             `json:"line,omitempty"` // where it does
	Status    int             `json:"status"`         // 0 = no answer
	FetchedAt time.Time       `json:"fetched_at"`
	Kind      sitemap.Kind    `json:"kind,omitempty"`
	URLs      int             `json:"urls"`
	Sitemaps  int             `json:"sitemaps"`
	Bytes     int64           `json:"bytes,omitempty"`    // unpacked; 0 in crawls of before it was noted
	Errors    int             `json:"errors"`             // that break the protocol
	Problem   string          `json:"problem,omitempty"`  // the first of them: code and line
	Flaws     []discover.Flaw `json:"flaws,omitempty"`    // errors and warnings by kind
	Dates     discover.Dates  `json:"dates,omitzero"`     // of its pages
	Cut       bool            `json:"cut,omitempty"`      // only its beginning was read
	Read      bool            `json:"read"`               // it is a sitemap or feed, and was read
	Hreflang  bool            `json:"hreflang,omitempty"` // what it says of translations was read; not so in crawls of before it was
	Note      string          `json:"note,omitempty"`     // why it was not, or where it leads

	// ETag and LastModified are as the file was last sent.
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	Unchanged    bool   `json:"unchanged,omitempty"` // its URLs are those of the earlier crawl
}

// Feed reports whether the file is an RSS or Atom feed: it lists what is new,
// and its dates are those of its entries.
func (f *SitemapFile) Feed() bool { return f.Kind == sitemap.KindRSS || f.Kind == sitemap.KindAtom }

// Untold reports that the site has not said whether the file is there: it gave
// no answer, or asked to be left alone (429, 503).
func (f *SitemapFile) Untold() bool {
	x := pace.Exchange{Status: f.Status}
	return !f.FetchedAt.IsZero() && (f.Status == 0 || x.AsksForLess())
}

// SitemapPlace says how a sitemap was found.
type SitemapPlace string

// The ways to find one.
const (
	SitemapGiven  SitemapPlace = "given"
	SitemapRobots SitemapPlace = "robots"
	SitemapUsual  SitemapPlace = "usual-place"
	SitemapIndex  SitemapPlace = "index"
)

// MetaSitemaps is the key of frontier.Meta that holds the number of sitemaps
// asked for, once all have been read.
const MetaSitemaps = "sitemaps"

func metaSitemap(n int) string { return "sitemap." + strconv.Itoa(n) }

// SitemapFiles gives the sitemaps that a crawl asked for, in the order in
// which they were read. read is false if it did not get to that. meta is the
// Meta of the crawl.
func SitemapFiles(meta func(key string) string) (files []SitemapFile, read bool) {
	count, err := strconv.Atoi(meta(MetaSitemaps))
	if err != nil {
		return nil, false
	}
	for n := range count {
		var f SitemapFile
		if json.Unmarshal([]byte(meta(metaSitemap(n))), &f) == nil {
			files = append(files, f)
		}
	}
	return files, true
}
