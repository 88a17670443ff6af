package guard

import "github.com/portolan-seo/portolan/crawler/page"

// Shut is what keeps a crawl out of a site of which nothing is known yet: what
// it would list is next to nothing, or one page over and over; or more than that
// failed.
type Shut struct {
	Page   string // the wall, or a page that shows what all others do
	Host   bool   // Page is another host's root, to which pages lead by their own paths
	Same   bool   // all pages show the same; else they redirect to Page, unless they are Failed or Denied
	Blank  bool   // Same, and that is nothing
	Failed bool   // From URLs could not be read, as Page
	Denied bool   // From URLs ask for a permission, as Page
	// NoIndex, Canonical: the site lets the crawl in, and keeps From pages from search,
	// as Page: by noindex, or by a canonical that is another URL.
	NoIndex, Canonical bool
	Missing            bool      // From URLs are not found, as Page
	Only               bool      // From URLs redirect to Page, and it alone would be listed
	Midway             bool      // it has come while the site was crawled: the start page was another one at first
	Gate               page.Gate // what Page seems to be, "" if nothing tells
	Says               Says      // of pages that are the Same
	From               int       // URLs that redirect there, or show the same
	Listed             int       // that would be
}

// Kind is the name of what it is.
func (s *Shut) Kind() string {
	switch {
	case s.NoIndex:
		return "noindex"
	case s.Canonical:
		return "canonical"
	case s.Missing:
		return "missing"
	case s.Failed:
		return "failed"
	case s.Denied:
		return "denied"
	case s.Only:
		return "only"
	case s.Same, s.Blank:
		return OneText.String()
	}
	return Wall.String()
}
