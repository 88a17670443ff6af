package classes

import (
	"context"
	"fmt"
	"maps"

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
	outer, inner set  // links that leave the family, and the others
	kin          set  // of twins: links to pages of the same shape
	open         int  // links to URLs of which it is not known yet what is the same
	nothing      bool // it says that there is nothing in it
}

// reader finds relations out.
type reader struct {
	crawl    Facts
	tree     tree
	addr     address  // of the URL at hand
	families []uint16 // by id: a hash of each URL's family
	plain    lowest   // pages without parameters
	boiler   map[frontier.ID]bool
	back     bits    // URLs that carry the address of a page of the site, or a token
	pairs    []*pair // that are asked about
	reduced  reduced
	noise    boxNoise
	vows     map[string]*vow
	proven   map[uint64]bool // texts that come at any address
	sought   bool            // findBarren has looked
	exist    map[uint64]bool // texts of which addresses that cannot exist are 404
	tested   map[string]test // as in a Plan
	known    memory          // as in a Plan
	wanted   bits            // URLs with a parameter of which twins are to be read
	grown    int             // URLs that were looked at for a growth
	asked    bool            // some lists were asked for again
	doubts   []string        // lists that are to be
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
		err = c.findMazes(ctx)
	}
	if err == nil {
		err = c.findEchoes(ctx)
	}
	if err == nil {
		err = c.findRetold(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("look for views of pages: %w", err)
	}
	return c, nil
}

// ReadParams is Read without a look for pages that are the same at other
// addresses: what a Round needs.
func ReadParams(ctx context.Context, crawl Facts) (*Classes, error) {
	crawl, err := unfold(ctx, crawl)
	if err != nil {
		return nil, fmt.Errorf("look for views of pages: %w", err)
	}
	r := &reader{crawl: crawl, boiler: map[frontier.ID]bool{}, tested: map[string]test{}, known: memory{}}
	c := &Classes{r: r}
	for _, step := range []func() error{r.readPlan, r.readProofs} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("look for views of pages: %w", err)
		}
	}
	for _, step := range []func(context.Context) error{
		r.gatherApart, r.readBoxes, r.findBoiler, r.comparePages, r.compareTwins, r.compareCarried, r.findPagings, r.compareLists, r.findDays, r.findMoments, r.heedCanonicals, r.findUnlisted, r.closeForms, r.findAlike, r.findRepeats, r.findGrown, r.doubtLists, c.judge,
	} {
		if err := step(ctx); err != nil {
			return nil, fmt.Errorf("look for views of pages: %w", err)
		}
	}
	r.remember()
	r.families, r.reduced, r.plain, r.boiler, r.back, r.wanted = nil, reduced{}, lowest{}, nil, nil, nil
	for _, p := range r.pairs {
		p.samples, p.candidates = nil, lowest{}
	}
	return c, nil
}

// readPlan takes from the last plan what holds once it was found.
func (r *reader) readPlan() error {
	plan, err := ReadPlan(r.crawl.Meta(frontier.MetaClasses))
	if err != nil {
		return err
	}
	r.addr.words = newLexicon()
	if plan.addr.words != nil {
		maps.Copy(r.addr.words.Fronts, plan.addr.words.Fronts)
		maps.Copy(r.addr.words.States, plan.addr.words.States)
		maps.Copy(r.addr.words.Joined, plan.addr.words.Joined)
		maps.Copy(r.addr.words.Stacks, plan.addr.words.Stacks)
		maps.Copy(r.addr.words.Paths, plan.addr.words.Paths)
		maps.Copy(r.addr.words.Made, plan.addr.words.Made)
		maps.Copy(r.addr.words.Barren, plan.addr.words.Barren)
		r.addr.words.Looked = plan.addr.words.Looked
	}
	maps.Copy(r.tested, plan.tested)
	maps.Copy(r.known, plan.known)
	return nil
}

// gatherApart is gather, once more where it is found that URLs are taken apart
// in another way.
func (r *reader) gatherApart(ctx context.Context) error {
	for {
		if err := r.gather(ctx); err != nil {
			return err
		}
		found := false
		for _, find := range []func(context.Context) (bool, error){r.findMade, r.findPathStates, r.findBarren, r.findStacks, r.findFronts, r.findJoined} {
			more, err := find(ctx)
			if err != nil {
				return err
			}
			found = found || more
		}
		if !found && !r.findStates() {
			return nil
		}
		r.tree, r.families, r.plain, r.pairs, r.grown = tree{}, nil, lowest{}, nil, 0
	}
}

// isNamed tells of a URL that something besides links names: a sitemap, a list, a log. What the last sitemap lists is asked
// for, and once it is read judged as what links name: else what was listed once would stay, some more after each crawl, and
// verdicts that are given again would be others, since losses are noted once all have theirs.
func isNamed(row *frontier.Row) bool {
	if row.Page == nil {
		return row.Sources&^frontier.FromLink != 0
	}
	return row.Sources&^(frontier.FromLink|frontier.FromPrevious) != 0
}

// isPage tells whether a row is that of a web page that answered 200.
func isPage(row *frontier.Row) bool {
	p := row.Page
	return p != nil && p.Outcome == record.Answered && record.IsPage(p.Status) && p.HTML && row.Location == frontier.NoID
}

// ours tells whether a row is a URL that might be listed.
func ours(row *frontier.Row) bool {
	return row.Reason == frontier.Undecided && (row.Page == nil || row.Page.Outcome != record.Folded)
}

func (r *reader) family(id frontier.ID) uint16 {
	if int(id) < len(r.families) {
		return r.families[id]
	}
	return 0
}

func isLink(f frontier.LinkFlags) bool { return f.Kind() <= frontier.LinkIFrame }
