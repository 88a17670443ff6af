// Package recall is what an earlier crawl knows of single pages, for the next
// one: by it a page is asked for on the condition that it has changed (RFC 9110
// 13), and what the server has not sent again is taken from there.
//
// A server's word that nothing has changed is not taken for ever. A page in
// fifty, others in each crawl, is read whole; where that shows another page
// under the same validator, the host's word counts for nothing, in this crawl
// and in the next.
package recall

import (
	"context"
	"fmt"
	"hash/fnv"
	"hash/maphash"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Source is an earlier crawl.
type Source interface {
	Brief(ctx context.Context, from frontier.ID, with ...frontier.Detail) iter.Seq2[*frontier.Row, error]
	Renderings(ctx context.Context) iter.Seq2[*frontier.RenderedRow, error]
	Rules() []canonical.Rule
	Meta(key string) string
}

// Reader reads pages of an earlier crawl one by one, as sqlite.Recall does.
type Reader interface {
	Page(id frontier.ID, row *frontier.Row) (found bool, err error)
	Links(row *frontier.Row, p *frontier.Settled) error
	Rendering(id frontier.ID, to *frontier.Rendered) (found bool, err error)
}

// Keys of the crawl file's meta.
const (
	// MetaTurn is the number of the crawl in a row of those that ask by
	// conditions: it tells which pages are read whole.
	MetaTurn = "recall.turn"
	// MetaUntrue names the hosts whose validators stayed while a page changed,
	// one a line.
	MetaUntrue = "recall.untrue"
	// MetaOtherwise says why the earlier crawl has not read pages as this one does, so
	// that it is not known which have changed.
	MetaOtherwise = "recall.otherwise"
)

// whole is how many pages there are for one that is read without condition.
const whole = 50

// Pages are the pages that an earlier crawl has read. They take twelve bytes
// each. They may be used by several goroutines.
type Pages struct {
	seed maphash.Seed
	keys []uint64 // of URLs, sorted
	ids  []frontier.ID
	turn uint64

	otherwise  string             // as Open has it
	same       bool               // it is ""
	conditions bool               // as Open has it
	rendered   bool               // there are renderings
	unknown    []frontier.Unknown // where there are
	looks      map[frontier.ID]frontier.SecondLook

	mu     sync.Mutex
	reader Reader
	failed error           // what ended the reading
	asked  map[string]bool // hosts that are asked without conditions, for good
	untrue map[string]bool // of them, those that this crawl has found out about
}

// Page is what is known of a page.
type Page struct {
	Record record.Page
	// Conditional tells that the page may be asked for by its validators.
	Conditional bool

	row frontier.Row // its Page is Record
}

// Open reads which pages an earlier crawl has read. otherwise says why
// it has not read them as this one does, "" where it was made under the same options
// by the same version: only then its records are as good as new ones, and a page
// whose content is another has changed. Without conditions every page is read whole,
// and compared.
func Open(ctx context.Context, source Source, reader Reader, otherwise string, conditions bool) (*Pages, error) {
	p := &Pages{seed: maphash.MakeSeed(), reader: reader, otherwise: otherwise, same: otherwise == "", conditions: conditions, asked: map[string]bool{}, untrue: map[string]bool{}}
	turn, _ := strconv.ParseUint(source.Meta(MetaTurn), 10, 32) // 0 for a crawl that does not know it
	p.turn = turn + 1
	for host := range strings.FieldsSeq(source.Meta(MetaUntrue)) {
		p.asked[host] = true
	}
	for _, r := range source.Rules() {
		if r.Kind == canonical.RuleSession || r.Kind == canonical.RuleCleanParam || r.Kind == canonical.RuleMade {
			p.asked[r.Host] = true // links were kept without what this crawl has to find out itself
		}
	}
	type entry struct {
		key uint64
		id  frontier.ID
	}
	var all []entry
	for row, err := range source.Brief(ctx, 0) {
		if err != nil {
			return nil, fmt.Errorf("read the pages of the crawl before: %w", err)
		}
		if r := row.Page; r != nil && r.Outcome == record.Answered && r.Status == 200 && r.Err == record.ErrNone {
			all = append(all, entry{maphash.String(p.seed, row.URL), row.ID})
		}
	}
	for _, err := range source.Renderings(ctx) {
		if err != nil {
			return nil, fmt.Errorf("read the pages of the crawl before: %w", err)
		}
		p.rendered = true
		break
	}
	if err := p.readLooks(source); err != nil {
		return nil, fmt.Errorf("read the pages of the crawl before: %w", err)
	}
	slices.SortFunc(all, func(a, b entry) int {
		if a.key < b.key {
			return -1
		}
		return 1
	})
	p.keys, p.ids = make([]uint64, len(all)), make([]frontier.ID, len(all))
	for i, e := range all {
		p.keys[i], p.ids[i] = e.key, e.id
	}
	return p, nil
}

// Distrust adds the hosts whose validators an earlier run of the same crawl has
// found out about: the value of MetaUntrue. A nil Pages needs it not.
func (p *Pages) Distrust(hosts string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for host := range strings.FieldsSeq(hosts) {
		p.asked[host], p.untrue[host] = true, true
	}
}

// Find gives what is known of a URL in canonical form; false if nothing is. A
// nil Pages knows nothing.
func (p *Pages) Find(url string, to *Page) bool {
	if p == nil {
		return false
	}
	at, found := slices.BinarySearch(p.keys, maphash.String(p.seed, url))
	if !found {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed != nil {
		return false
	}
	*to = Page{}
	to.row.Page = &to.Record
	found, p.failed = p.reader.Page(p.ids[at], &to.row)
	if p.failed != nil || !found || to.row.URL != url {
		return false
	}
	to.Conditional = p.same && p.conditions && !p.asked[canonical.Host(url)] && !p.isTurn(url) && hasValidator(&to.Record)
	return true
}

// isTurn tells whether a page is one of those that this crawl reads whole.
func (p *Pages) isTurn(url string) bool {
	h := fnv.New64a()
	h.Write([]byte(url))
	return h.Sum64()>>8%whole == p.turn%whole
}

// hasValidator reports a page that can be asked for by its validators. A date
// that may have been that of two versions is none (RFC 9110 8.8.2.2).
func hasValidator(r *record.Page) bool {
	if r.Truncated {
		return false
	}
	if r.ETag != "" {
		return true
	}
	changed, ok := httpTime(r.LastModified)
	answered, dated := httpTime(r.Date)
	return ok && dated && changed.Before(answered)
}

func httpTime(text string) (time.Time, bool) {
	at, err := time.Parse("Mon, 02 Jan 2006 15:04:05 GMT", text) // what servers compare with; other forms are not worth it
	return at, err == nil
}

// Links adds to a page that has not changed the links that it had. It gives false where they cannot be read.
func (p *Pages) Links(of *Page, to *frontier.Settled) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed != nil {
		return false
	}
	p.failed = p.reader.Links(&of.row, to)
	return p.failed == nil
}

// Rendering gives what a page was once its scripts had run, but for its ID and
// Depth, and what it was as it was sent; nil where that is not known.
func (p *Pages) Rendering(url string, to *frontier.Rendered) (sent *record.Facts) {
	var of Page
	if !p.HasRenderings() || !p.Find(url, &of) {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failed != nil {
		return nil
	}
	found := false
	if found, p.failed = p.reader.Rendering(of.row.ID, to); !found || p.failed != nil {
		return nil
	}
	return &of.Record.Facts
}

// readLooks reads what was found out of error pages that scripts make.
func (p *Pages) readLooks(source Source) (err error) {
	if !p.rendered {
		return nil
	}
	if p.unknown, err = frontier.List[frontier.Unknown](source.Meta(frontier.MetaUnknown)); err != nil {
		return err
	}
	looks, err := frontier.List[frontier.SecondLook](source.Meta(frontier.MetaSecondLook))
	p.looks = make(map[frontier.ID]frontier.SecondLook, len(looks))
	for _, l := range looks {
		p.looks[l.ID] = l
	}
	return err
}

// Unknown gives what the earlier crawl was answered in a browser to URLs that
// cannot exist below a prefix, false where it was not.
func (p *Pages) Unknown(prefix string) (frontier.Unknown, bool) {
	if p.HasRenderings() {
		for _, u := range p.unknown {
			if u.Prefix == prefix && u.Status == 200 && u.TextHash != 0 {
				return u, true
			}
		}
	}
	return frontier.Unknown{}, false
}

// Look gives what a second look at a page has shown in the earlier crawl, which
// has run scripts; false where there was none.
func (p *Pages) Look(url string) (look frontier.SecondLook, found bool) {
	var of Page
	if p.HasRenderings() && p.Find(url, &of) {
		look, found = p.looks[of.row.ID]
	}
	return look, found
}

// HasRenderings tells whether the earlier crawl has run scripts.
func (p *Pages) HasRenderings() bool { return p != nil && p.rendered }

// Err is what ended the use of the earlier crawl, nil if nothing did: it could
// not be read any more, so that pages are asked for as in a first crawl.
func (p *Pages) Err() error {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

// Meta is what a crawl notes for the next one.
func (p *Pages) Meta() map[string]string {
	if p == nil {
		return map[string]string{MetaTurn: "0", MetaUntrue: "", MetaOtherwise: ""}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var hosts []string
	for host := range p.untrue {
		hosts = append(hosts, host)
	}
	slices.Sort(hosts)
	return map[string]string{MetaTurn: strconv.FormatUint(p.turn, 10), MetaUntrue: strings.Join(hosts, "\n"), MetaOtherwise: p.otherwise}
}

// Compare takes a page that was read whole, and notes in its record what has
// become of the one that was known. untrue tells that the page is another while
// its validator is the same, of a host of which that was not known yet.
func (p *Pages) Compare(url string, was *Page, now *record.Page) (untrue bool) {
	if now.Outcome != record.Answered || now.Status != 200 || now.Err != record.ErrNone {
		return false
	}
	switch {
	case was.Record.Content == now.Content && was.Record.HTML == now.HTML:
		now.ChangedAt = was.Record.ChangedAt
	case p.same && was.Record.Content != 0 && now.Content != 0:
		now.ChangedAt = now.FetchedAt
	}
	if !p.same || !sameValidator(&was.Record, now) || sameFacts(&was.Record, now) {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	host := canonical.Host(url)
	untrue = !p.untrue[host]
	p.asked[host], p.untrue[host] = true, true
	return untrue
}

// sameValidator tells whether the page would have been said not to have
// changed.
func sameValidator(was, now *record.Page) bool {
	if !hasValidator(was) {
		return false
	}
	if was.ETag != "" {
		return was.ETag == now.ETag
	}
	return was.LastModified == now.LastModified
}

// sameFacts tells whether all is the same by which pages are judged.
func sameFacts(was, now *record.Page) bool {
	return was.Content == now.Content && was.Title == now.Title && was.RobotsHeader == now.RobotsHeader &&
		was.MetaRobots == now.MetaRobots && was.Canonical == now.Canonical && was.Type == now.Type
}
