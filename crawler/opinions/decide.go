package opinions

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/frontier"
)

// Facts are what of a crawl, finished or under way, is read.
type Facts interface {
	Brief(ctx context.Context, from frontier.ID, with ...frontier.Detail) iter.Seq2[*frontier.Row, error]
	frontier.Renderings
}

// How many pages of a template with signs of a shell are rendered before it is
// taken to say all without scripts: five, and one in twenty up to five more.
const (
	samples     = 5
	moreSamples = 5
	sampleShare = 20
)

// Decision is what is known of a template of which pages may need a browser.
// It is stored.
type Decision struct {
	Template string   `json:"template"`
	Pages    int      `json:"pages"`            // web pages that answered 200
	Shells   int      `json:"shells"`           // of them, as they were sent, with next to no text and a place for it
	Rendered int      `json:"rendered"`         // of them all
	Failed   int      `json:"failed,omitempty"` // that could not be
	Differ   int      `json:"differ"`           // of Rendered, between the two opinions
	In       []string `json:"in,omitempty"`     // what differs in any of them
	Proof    string   `json:"proof,omitempty"`  // the first that differs
	Unread   int      `json:"unread,omitempty"` // of Shells: not rendered, for want of a browser
	Needs    bool     `json:"needs"`            // all pages are rendered
	in       Diff     //
	lowest   []sample // shells that may be sampled next
}

// Item is a page that is to be rendered.
type Item struct {
	ID    frontier.ID
	URL   string
	Depth uint16
	Via   frontier.ID
}

type sample struct {
	key uint64
	Item
}

// Plan is what is to be rendered next.
type Plan struct {
	Decisions []Decision // of templates with shells, or rendered pages; by pattern
	Items     []Item     // by ID
}

// Question is what a plan is asked for.
type Question struct {
	All  bool                    // every page is to be rendered
	Key  func(url []byte) uint64 // chooses samples by chance, the same each time
	Skip func(frontier.ID) bool  // pages that were tried in vain
	Most int                     // of Items
	Lack bool                    // there is no browser: every shell is an Item
}

// Read makes a plan. It passes over the known URLs once where none has signs of
// a shell; else three times.
func Read(ctx context.Context, crawl Facts, q Question) (*Plan, error) {
	r := reader{crawl: crawl, q: q, done: map[frontier.ID]opinion{}, of: map[string]*Decision{}}
	if err := r.read(ctx); err != nil {
		return nil, fmt.Errorf("look for pages that need a browser: %w", err)
	}
	return &r.plan, nil
}

type opinion struct {
	shell, failed bool
	diff          Diff
}

type reader struct {
	crawl     Facts
	q         Question
	done      map[frontier.ID]opinion
	templates lookalike.Templates
	of        map[string]*Decision
	plan      Plan
}

func (r *reader) read(ctx context.Context) error {
	for row, err := range r.crawl.Renderings(ctx) {
		if err != nil {
			return err
		}
		r.done[row.ID] = opinion{shell: IsShell(&row.Sent.Facts), failed: row.Rendering.Failure != "", diff: Of(row)}
	}
	any := r.q.All || len(r.done) > 0
	err := r.each(ctx, func(row *frontier.Row) {
		any = any || IsShell(&row.Page.Facts)
		r.templates.Add(row.URL, false)
	})
	if err != nil || !any {
		return err
	}
	if err := r.each(ctx, r.tally); err != nil {
		return err
	}
	for _, d := range r.of {
		d.decide(r.q)
		r.plan.Decisions = append(r.plan.Decisions, *d)
		for _, s := range d.lowest {
			r.plan.Items = append(r.plan.Items, s.Item)
		}
	}
	// Templates without a shell are of no interest, unless pages of theirs were rendered.
	r.plan.Decisions = slices.DeleteFunc(r.plan.Decisions, func(d Decision) bool { return d.Shells+d.Rendered+d.Failed == 0 })
	slices.SortFunc(r.plan.Decisions, func(a, b Decision) int { return strings.Compare(a.Template, b.Template) })
	if err := r.each(ctx, r.gather); err != nil {
		return err
	}
	slices.SortFunc(r.plan.Items, func(a, b Item) int { return cmp.Compare(a.ID, b.ID) })
	r.plan.Items = r.plan.Items[:min(len(r.plan.Items), r.q.Most)]
	return nil
}

// each calls f with the pages that may be rendered.
func (r *reader) each(ctx context.Context, f func(*frontier.Row)) error {
	for row, err := range r.crawl.Brief(ctx, 0, frontier.DetailText) {
		if err != nil {
			return err
		}
		if row.Reason != frontier.Undecided || !lookalike.IsPage(row) {
			continue
		}
		if _, done := r.done[row.ID]; done || row.Location == frontier.NoID {
			f(row)
		}
	}
	return nil
}

// shell tells whether a page was sent as a shell.
func (r *reader) shell(row *frontier.Row) bool {
	if o, done := r.done[row.ID]; done {
		return o.shell
	}
	return IsShell(&row.Page.Facts)
}

// tally counts a page.
func (r *reader) tally(row *frontier.Row) {
	o, done := r.done[row.ID]
	pattern := r.templates.Of(row.URL).Pattern
	d := r.of[pattern]
	shell := r.shell(row)
	if d == nil {
		d = &Decision{Template: pattern}
		r.of[pattern] = d
	}
	d.Pages++
	if shell {
		d.Shells++
	}
	switch {
	case done && o.failed:
		d.Failed++
	case done:
		d.Rendered++
		if d.in |= o.diff; o.diff != 0 {
			if d.Differ++; d.Proof == "" {
				d.Proof = strings.Clone(row.URL)
			}
		}
	case shell && r.skipped(row.ID):
		d.Unread++
	case shell:
		d.sample(sample{r.key(row.URL), itemOf(row)})
	}
}

func (r *reader) key(url string) uint64 { return r.q.Key([]byte(url)) }

func (r *reader) skipped(id frontier.ID) bool { return r.q.Skip != nil && r.q.Skip(id) }

func itemOf(row *frontier.Row) Item {
	return Item{ID: row.ID, URL: strings.Clone(row.URL), Depth: row.Depth, Via: row.Via}
}

// sample keeps the pages of lowest key.
func (d *Decision) sample(s sample) {
	at, _ := slices.BinarySearchFunc(d.lowest, s.key, func(a sample, key uint64) int { return cmp.Compare(a.key, key) })
	d.lowest = slices.Insert(d.lowest, at, s)
	d.lowest = d.lowest[:min(len(d.lowest), samples+moreSamples)]
}

// decide says whether all pages are to be rendered; where they are not, lowest
// is what is still to be sampled.
func (d *Decision) decide(q Question) {
	d.In = d.in.Names()
	d.Needs = q.All || d.Differ > 0
	tried := d.Rendered + d.Failed
	want := samples + min(moreSamples, d.Pages/sampleShare)
	if d.Needs || q.Lack {
		d.lowest = nil // gather takes them all
		return
	}
	d.lowest = d.lowest[:min(len(d.lowest), max(0, want-tried))]
}

// gather takes the pages of templates that are rendered as a whole: where most
// are shells all of them, else the shells.
func (r *reader) gather(row *frontier.Row) {
	if _, done := r.done[row.ID]; done || len(r.plan.Items) >= r.q.Most || r.skipped(row.ID) {
		return
	}
	d := r.of[r.templates.Of(row.URL).Pattern]
	if d == nil || !d.Needs && !(r.q.Lack && d.Shells > 0) {
		return
	}
	if r.q.All || d.Shells*2 >= d.Pages || r.shell(row) {
		r.plan.Items = append(r.plan.Items, itemOf(row))
	}
}
