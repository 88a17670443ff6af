package classes

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/classes/retold"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Classes knows of each URL whether it is a page or a view of one.
type Classes struct {
	r *reader

	targets    map[uint64]target // pages that views are of, by key
	parted     map[uint64]bool   // lists of which a part in their own order and size was read, by key
	hollow     hollows
	vouched    bits
	empty      bits                         // parts past the end
	ended      map[uint64]uint32            // the first of these, by key of the list
	unlike     bits                         // pages that are another one for their value, where others are the same for any
	echoes     bits                         // pages that are the same at any address
	dates      bits                         // those of them that are dates of a calendar that shows any
	shells     bits                         // pages that wait for scripts, and are the same at any address
	behind     bits                         // URLs that only such pages lead to, not fetched
	sessions   bits                         // URLs that are pages which were read, but for the session in their path, not fetched
	maze       bits                         // URLs of folders without end
	mazes      []Maze                       // these folders
	mazeOf     func(frontier.ID) int        // the one of a URL, -1 for none
	copies     map[frontier.ID]frontier.ID  // pages that are those of other addresses
	fresh      freshPieces                  // folders in whose paths sessions stand
	retold     map[frontier.ID]retold.Again // pages that have nothing but what another one says
	retellings map[*retold.Class]*pair
	early      bool // the crawl ended before any sitemap was read: one may vouch for more
}

// Kind is what a URL is.
type Kind uint8

// The kinds.
const (
	Page    Kind = iota // judged by its own word
	Variant             // the same page as Target, or its links in another order
	Held                // one of the combinations of what narrows a list
	PastEnd             // a part behind the last one of its list
	Shell               // a page that waits for scripts, and is the same at any address
	Echo                // a page that is the same at any address
	Empty               // a date with nothing on it, of a calendar that shows any
	Behind              // what only such pages lead to, and was not fetched
	Endless             // of a folder whose pages lead to ever more pages of it
	Copy                // the page Target word by word, below another folder or with parameters
)

// View is what a URL is, with what shows it.
type View struct {
	Kind   Kind
	Target frontier.ID // of a Variant

	param *pair  // the parameter that decides, nil for a Page
	class *Class // its class in its stead, of a view that a Book has
}

// ByParam tells whether a parameter makes the view.
func (v View) ByParam() bool { return v.param != nil || v.class != nil }

// maxTargets are the pages that views can be of, at most; what is a view of
// another one is a page then.
const maxTargets = 300_000

// MayBeView tells whether a URL may have anything that is a parameter.
func MayBeView(url string) bool {
	return strings.IndexByte(url, '?') >= 0 || !isPlain(canonical.Path(url))
}

// Of tells what a URL is. It is called from one goroutine at a time.
func (c *Classes) Of(row *frontier.Row) View {
	view := View{Target: frontier.NoID}
	switch {
	case c.shells.has(uint32(row.ID)):
		view.Kind = Shell
		return view
	case c.echoes.has(uint32(row.ID)):
		if of := c.ofAnyValue(row); of.Kind == Variant {
			return of
		}
		if view.Kind = Echo; c.dates.has(uint32(row.ID)) {
			view.Kind = Empty
		}
		return view
	case c.maze.has(uint32(row.ID)):
		view.Kind = Endless
		return view
	case row.Page == nil && c.behind.has(uint32(row.ID)):
		view.Kind = Behind
		return view
	case row.Page == nil && c.sessions.has(uint32(row.ID)):
		view.Kind = Held
		return view
	}
	if target, known := c.copies[row.ID]; known {
		return View{Kind: Copy, Target: target}
	}
	if again, known := c.retold[row.ID]; known {
		return View{Kind: Copy, Target: again.Page, param: c.retellings[again.In]}
	}
	if len(c.r.pairs) == 0 || !ours(row) || !c.r.addr.words.mayBeView(row.URL) {
		return view
	}
	a := &c.r.addr
	a.read(row.URL)
	s := c.r.tree.of(a.family)
	if s == nil || len(a.params) == 0 {
		return view
	}
	v := s.look(a)
	vouched := c.vouched.has(uint32(row.ID))
	if v.idle != nil && !c.unlike.has(uint32(row.ID)) {
		if target := c.target(s.viewKey(a), row); target != frontier.NoID {
			return View{Kind: Variant, Target: target, param: v.idle}
		}
	}
	switch {
	case isTwin(v) && row.Page == nil && c.isRepeated(s.viewKey(a), row):
		return View{Kind: Held, Target: c.target(s.viewKey(a), row), param: v.idle}
	case v.unlisted != nil && row.Page == nil && !isNamed(row):
		return View{Kind: Held, Target: frontier.NoID, param: v.unlisted}
	case v.repeats != nil && c.isRepeated(s.groupKey(a), row):
		return View{Kind: Held, Target: c.target(s.groupKey(a), row), param: v.repeats}
	case vouched, c.early && v.sorts != nil && len(a.params) == 1:
		return view
	case v.narrowed > 1:
		if v.narrows.grows || v.narrows.compares || c.target(s.listKey(a), row) != frontier.NoID {
			return View{Kind: Held, Target: frontier.NoID, param: v.narrows}
		}
	case v.sorts != nil:
		if target := c.target(s.viewKey(a), row); target != frontier.NoID {
			return View{Kind: Variant, Target: target, param: v.sorts}
		}
		if key := s.wholeKey(a); v.part != nil && c.parted[key] {
			if target := c.target(key, row); target != frontier.NoID {
				return View{Kind: Variant, Target: target, param: v.sorts} // its own parts have all that this one has
			}
		}
	}
	if v.part != nil && (c.empty.has(uint32(row.ID)) || row.Page == nil && c.hasEnded(a.key(s.isPart), v.number)) {
		return View{Kind: PastEnd, Target: frontier.NoID, param: v.part}
	}
	return view
}

// isRepeated tells whether a URL that links alone name, whoever has them, has another one in its group that
// was read, and is no longer.
func (c *Classes) isRepeated(group uint64, row *frontier.Row) bool {
	if isNamed(row) {
		return false
	}
	t, known := c.targets[group]
	switch {
	case !known || t.id == frontier.NoID:
		return row.Page == nil && t.failed >= mostFailed
	case row.Page != nil:
		return t.id != row.ID
	}
	return int(t.length) <= len(row.URL)
}

// hasEnded tells whether a part lies behind one that is past the end of its list.
func (c *Classes) hasEnded(list uint64, number uint32) bool {
	end, ended := c.ended[list]
	return ended && number > end
}

// target gives the page that a key names, if it is another one.
func (c *Classes) target(key uint64, of *frontier.Row) frontier.ID {
	if t, known := c.targets[key]; known && t.id != of.ID {
		return t.id
	}
	return frontier.NoID
}
