package classes

import (
	"context"
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// page is a page that samples are compared by.
type page struct {
	id           frontier.ID
	url          string
	family       uint16
	content, own uint64
	canonical    frontier.ID
	outer, inner set // links that leave the family, and the others
}

// reader finds relations out.
type reader struct {
	crawl    Facts
	tree     tree
	addr     address  // of the URL at hand
	families []uint16 // by id: a hash of each URL's family, 0 for one that is not ours
	plain    lowest   // pages without parameters
	boiler   map[frontier.ID]bool
	pairs    []*pair // that are asked about
	reduced  reduced
	noise    boxNoise
	vows     map[string]*vow
	proven   map[uint64]bool // texts that come at any address
	grown    int             // URLs that were looked at for a growth
}

// Facts are what of a crawl, finished or under way, is read.
type Facts interface {
	frontier.URLs
	frontier.Links
	Meta(key string) string
	Counts() frontier.Counts
}

// Read finds out what the parameters of a crawl's URLs do. It passes over the
// crawl's URLs once where no page has parameters; else some five times, and
// three times over the links of those pages that are compared. It holds a byte a
// known URL.
func Read(ctx context.Context, crawl Facts) (*Classes, error) {
	c, err := ReadParams(ctx, crawl)
	if err == nil {
		err = c.findEchoes(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("look for views of pages: %w", err)
	}
	return c, nil
}

// ReadParams is Read without a look for pages that are the same at other
// addresses: what a Round needs.
func ReadParams(ctx context.Context, crawl Facts) (*Classes, error) {
	r := &reader{crawl: crawl, boiler: map[frontier.ID]bool{}}
	c := &Classes{r: r}
	if err := r.readProofs(); err != nil {
		return nil, fmt.Errorf("look for views of pages: %w", err)
	}
	for _, step := range []func(context.Context) error{r.gather, r.findBoiler, r.comparePages, r.compareLists, r.findUnlisted, r.findGrown, c.judge} {
		if err := step(ctx); err != nil {
			return nil, fmt.Errorf("look for views of pages: %w", err)
		}
	}
	r.families, r.reduced, r.plain, r.boiler = nil, reduced{}, lowest{}, nil
	for _, p := range r.pairs {
		p.samples, p.candidates = nil, lowest{}
	}
	return c, nil
}

// isPage tells whether a row is that of a web page that answered 200.
func isPage(row *frontier.Row) bool {
	p := row.Page
	return p != nil && p.Outcome == record.Answered && p.Status == 200 && p.HTML && row.Location == frontier.NoID
}

// ours tells whether a row is a URL that might be listed.
func ours(row *frontier.Row) bool { return row.Reason == frontier.Undecided }

func (r *reader) family(id frontier.ID) uint16 {
	if int(id) < len(r.families) {
		return r.families[id]
	}
	return 0
}

func isLink(f frontier.LinkFlags) bool { return f.Kind() <= frontier.LinkIFrame }
