package diff

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/discover/spill"
)

// Comparison is what has changed from one state to another.
type Comparison struct {
	Before, Now int             // URLs that are listed
	Counts      [kindCount]int  // of changes
	NewVerdicts map[string]int  // URLs that have a verdict now and had another, or none, before
	Unknown     map[Kind]string // kinds that cannot be claimed, and why
	// Undecided are URLs that were listed before, and of which the later state
	// cannot say whether they still are to be.
	Undecided int
	// Unread are those of them, and those that are listed still, that the later state
	// has not read.
	Unread int

	changes   *spill.Sorter
	redirects *spill.Sorter // what was removed and redirects, by its target
	a, b      *State
	memory    int
	temp      string
	buf       []byte

	left int // URLs that are listed no longer, moved or not, or that a later crawl lists without having read them

	lost, gained bool // there is what may have moved for its content, and where to
}

// Options bound a comparison.
type Options struct {
	Memory int    // bytes of what is sorted; 0 for DefaultMemory
	Temp   string // folder for the rest, "" for the system's
}

// Compare compares a with the later b. The states are to be kept open until
// the Comparison is closed.
func Compare(ctx context.Context, a, b *State, o Options) (*Comparison, error) {
	c := &Comparison{
		a: a, b: b, memory: o.Memory, temp: o.Temp,
		changes: newSorter(o.Memory, o.Temp), redirects: newSorter(o.Memory, o.Temp),
		NewVerdicts: map[string]int{}, Unknown: unknown(a, b),
	}
	for _, step := range []func(context.Context) error{c.compare, c.findRedirects, c.findSameContent, c.count} {
		if err := step(ctx); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	return c, nil
}

// Close removes the files of the comparison.
func (c *Comparison) Close() error { return errors.Join(c.changes.Close(), c.redirects.Close()) }

// unknown says which kinds cannot be claimed.
func unknown(a, b *State) map[Kind]string {
	why := map[Kind]string{}
	for k, facts := range needs {
		for _, s := range []*State{a, b} {
			if s.Knows&facts != facts && why[Kind(k)] == "" {
				why[Kind(k)] = s.Name + " does not tell"
			}
		}
	}
	if why[Changed] == "" && (a.Fingerprints != b.Fingerprints || a.Fingerprints == "") {
		why[Changed] = "the two measure content in different ways"
	}
	if a.Incomplete != "" {
		why[Added] = a.Name + " is not complete: " + a.Incomplete
	}
	if b.Incomplete != "" {
		why[Removed] = b.Name + " is not complete: " + b.Incomplete
	}
	return why
}

func (c *Comparison) knows(k Kind) bool { return c.Unknown[k] == "" }

// compare goes through all URLs once.
func (c *Comparison) compare(ctx context.Context) error {
	var was, is Page
	for p, err := range both(ctx, c.a, c.b) {
		if err != nil {
			return err
		}
		if p.listedThen() {
			c.Before++
		}
		if p.listedNow() {
			c.Now++
		}
		if bytes.Equal(p.a.Data, p.b.Data) {
			continue
		}
		if err := decodePair(p, &was, &is); err != nil {
			return err
		}
		if was.Listed && (is.Undecided || is.Carried != "") {
			c.Unread++
		}
		if was.Listed && (is.Carried != "" || !is.Listed && !is.Undecided) {
			c.left++
		}
		for _, verdict := range [...]string{is.Verdict, is.Carried} {
			if verdict != "" && verdict != was.Verdict && verdict != was.Carried {
				c.NewVerdicts[verdict]++
			}
		}
		if err := c.page(&was, &is, p.a.Data != nil, p.b.Data != nil); err != nil {
			return err
		}
	}
	return nil
}

func decodePair(p *pair, was, is *Page) error {
	*was, *is = Page{}, Page{}
	if p.a.Data != nil {
		if err := was.decode(p.a); err != nil {
			return err
		}
	}
	if p.b.Data != nil {
		return is.decode(p.b)
	}
	return nil
}

// page notes the changes of one URL, which may be unknown to one state.
func (c *Comparison) page(was, is *Page, knownBefore, known bool) error {
	url := is.URL
	if !known {
		url = was.URL
	}
	switch {
	case c.added(was, is, knownBefore):
		c.gained = true
		if err := c.put(Added, url, was.Verdict, ""); err != nil {
			return err
		}
	case was.Listed && !is.Listed && is.Undecided:
		c.Undecided++
	case was.Listed && !is.Listed:
		if err := c.lose(was, is, known); err != nil {
			return err
		}
	}
	if !knownBefore || !known {
		return nil
	}
	return c.facts(was, is)
}

// added reports a URL that is listed now and was not. What an incomplete state
// does not know, or has not decided, may have been there.
func (c *Comparison) added(was, is *Page, knownBefore bool) bool {
	return is.Listed && !was.Listed && (c.knows(Added) || knownBefore && !was.Undecided)
}

// lose notes a URL that is listed no longer: as removed, until it is found to
// have moved.
func (c *Comparison) lose(was, is *Page, known bool) error {
	if is.Target != "" {
		if err := c.redirects.Add(redirectRow(was, is.Target)); err != nil {
			return err
		}
	}
	if !c.knows(Removed) {
		return nil
	}
	c.lost = c.lost || gone(is, known)
	return c.put(Removed, was.URL, "", is.Verdict)
}

// gone reports that nothing is at a URL any more.
func gone(is *Page, known bool) bool {
	return !known || is.Asked && (is.Status == 404 || is.Status == 410)
}

// facts notes what else is different of a URL that both states know.
func (c *Comparison) facts(was, is *Page) error {
	if c.knows(Status) && was.Asked && is.Asked && was.Status != is.Status {
		if err := c.put(Status, is.URL, statusText(was.Status), statusText(is.Status)); err != nil {
			return err
		}
	}
	if !was.Read || !is.Read {
		return nil
	}
	if c.knows(NoIndex) && !was.NoIndex && is.NoIndex {
		if err := c.put(NoIndex, is.URL, "", is.Verdict); err != nil {
			return err
		}
	}
	if c.knows(Canonical) && was.Canonical != is.Canonical {
		if err := c.put(Canonical, is.URL, was.named(), is.named()); err != nil {
			return err
		}
	}
	if c.knows(Title) && was.Title != is.Title {
		if err := c.put(Title, is.URL, was.Title, is.Title); err != nil {
			return err
		}
	}
	if c.knows(Changed) && was.Content != is.Content {
		unlisted := is.Verdict
		if is.Listed {
			unlisted = ""
		}
		return c.put(Changed, is.URL, "", unlisted)
	}
	return nil
}

// named gives what a page names as its canonical, itself included.
func (p *Page) named() string {
	if p.Canonical == "" && p.NamesSelf {
		return p.URL
	}
	return p.Canonical
}

func statusText(status int) string {
	if status == 0 {
		return "no answer"
	}
	return strconv.Itoa(status)
}

func (c *Comparison) put(k Kind, url, before, after string) error {
	change := Change{Kind: k, URL: url, Before: before, After: after}
	r := change.row(c.buf[:0])
	c.buf = r.Data
	return c.changes.Add(r)
}

// count counts the changes as Changes gives them.
func (c *Comparison) count(ctx context.Context) error {
	for change, err := range c.Changes(ctx) {
		if err != nil {
			return err
		}
		c.Counts[change.Kind]++
	}
	return nil
}

// Changes gives all changes, sorted by URL, then by kind. It may be called
// again.
func (c *Comparison) Changes(ctx context.Context) iter.Seq2[*Change, error] {
	return func(yield func(*Change, error) bool) {
		var own [kindCount]*Change // of one URL
		var url []byte
		target := false // another URL has moved here
		flush := func() bool {
			if own[Moved] != nil {
				own[Removed] = nil
			}
			if target {
				own[Added] = nil
			}
			for _, change := range own {
				if change != nil && !yield(change, nil) {
					return false
				}
			}
			own, target = [kindCount]*Change{}, false
			return true
		}
		n := 0
		for r, err := range c.changes.Rows() {
			if n++; err == nil && n%1024 == 0 {
				err = ctx.Err()
			}
			change := &Change{}
			if err == nil && !bytes.Equal(r.URL, url) {
				if !flush() {
					return
				}
				url = append(url[:0], r.URL...)
			}
			switch {
			case err != nil:
			case r.Key == isMoveTarget:
				target = true
			default:
				if err = change.decode(r); err == nil {
					own[change.Kind] = change
				}
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
		flush()
	}
}
