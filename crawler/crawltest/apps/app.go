package apps

import "iter"

// Site is what an application is made of. Both methods may be called from any
// goroutine, and always say the same.
type Site interface {
	// Look tells what a URL shows, and whether it belongs in the sitemap.
	Look(u URL) View
	// Required gives one address of each page that has to be listed: path and
	// query.
	Required() iter.Seq[string]
}

// View is what one URL shows.
type View struct {
	Truth
	Status   int    // 0 = 200
	Location string // of a redirect: path and query
	// Again gives the Location of a redirect that leads elsewhere at each request.
	Again func(nth int) string
	Type  string      // media type of what is no web page
	Body  string      // of what is no web page
	Draw  func(*Page) // writes the web page; nil is an empty one
}

// Word says whether a URL belongs in the sitemap.
type Word uint8

// The words.
const (
	Forbidden Word = iota
	Ambiguous      // listed or not, both can be defended
	Required
)

func (w Word) String() string { return [...]string{"forbidden", "ambiguous", "required"}[w] }

// Truth is what an application knows of one of its URLs.
type Truth struct {
	Word Word
	Kind string // "product", "sorted", "past the end": for tallies
	// Page names what the URL shows where several addresses show the same: one
	// of the required ones has to be listed. "" is the address itself.
	Page string
	// Door is a URL that is not required, but leads to pages that nothing else
	// leads to: it has to be fetched.
	Door bool
}

// Limit is what a crawl may cost, and how far its list may be off.
type Limit struct {
	// PerPage and Base are the requests allowed: so many a required page, and
	// so many besides. What it costs to learn what a parameter does is the same
	// on a small site as on a big one: Base is for that in short forms.
	PerPage float64
	Base    int
	// OthersShare and Others are the forbidden URLs that may be listed: a share
	// of the required pages, and so many besides.
	OthersShare float64
	Others      int
	Once        bool // a second address of a page counts among the others
}

// Requests gives the number of requests allowed for so many pages.
func (l Limit) Requests(pages int) int { return l.Base + int(l.PerPage*float64(pages)) }

// OthersListed gives the number of forbidden URLs that may be listed.
func (l Limit) OthersListed(pages int) int { return l.Others + int(l.OthersShare*float64(pages)) }

// App is a made-up application with what surrounds it: the frame of its pages,
// its robots.txt and sitemap, and what a crawl of it may cost.
type App struct {
	Name  string // of lower-case letters and hyphens; also its host, below .example
	About string // what is to be told apart, in one line
	Site
	Limit
	Frame
	Seed    uint64
	Robots  string   // robots.txt, "" for none
	Sitemap []string // path and query of what /sitemap.xml names; nil for none
	Noise   []string // parameters that carry a session: URLs are known without them
	// Open marks what nobody has a rule for yet: such an application is
	// measured, and holds nobody to its limits.
	Open bool
}

// Origin gives scheme and host.
func (a *App) Origin() string { return "http://" + a.Name + ".example" }

// Missing is how View says that there is no such page.
func Missing() View {
	return View{Truth: Truth{Kind: "not found"}, Status: 404, Draw: func(p *Page) {
		p.Title, p.H1 = "Page not found", "Page not found"
		p.P("There is nothing at this address. It may have moved, or the link was mistyped.")
	}}
}

// Redirect is how View says that a page is elsewhere.
func Redirect(kind, location string) View {
	return View{Truth: Truth{Kind: kind}, Status: 301, Location: location}
}
