// Package states reads what was known of a site, for crawler/diff: from crawls,
// sitemaps and the exports of other crawlers.
package states

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/discover/spill"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// Options say how a state is read.
type Options struct {
	Name   string // of the state, for people
	Memory int    // bytes of what is sorted; 0 for diff.DefaultMemory
	Temp   string // folder for the rest, "" for the system's

	// Form gives the canonical form of URLs as others wrote them.
	Form func(url string) canonical.Result

	// Listed tells what the sitemap lists that was made of a crawl, where that
	// is not what its verdicts say; nil goes by the verdicts.
	Listed func(url []byte) bool
}

// Crawl reads a crawl whose URLs have their verdicts. It takes some five bytes
// a known URL.
func Crawl(ctx context.Context, crawl frontier.Crawl, o Options) (*diff.State, error) {
	s := diff.NewState(o.Name, o.Memory, o.Temp)
	s.Knows = diff.Statuses | diff.Directives | diff.Canonicals | diff.Titles | diff.Contents
	s.Fingerprints, s.Judged = "portolan", true
	r := &crawlReader{crawl: crawl, o: &o, to: s}
	if err := r.read(ctx); err != nil {
		s.Close()
		return nil, fmt.Errorf("read %s: %w", o.Name, err)
	}
	return s, nil
}

// crawlReader reads one crawl.
type crawlReader struct {
	crawl frontier.Crawl
	o     *Options
	to    *diff.State
	codes []uint8
	next  []frontier.ID // where a permanent redirect leads, frontier.NoID for none
}

// What a page points to.
const (
	toCanonical uint64 = iota
	toTarget
)

func (r *crawlReader) read(ctx context.Context) (err error) {
	if r.codes, err = r.crawl.Codes(ctx); err != nil {
		return err
	}
	if len(r.codes) != r.crawl.Counts().Known {
		return fmt.Errorf("%d URLs have a verdict, of %d", len(r.codes), r.crawl.Counts().Known)
	}
	memory := r.o.Memory
	if memory == 0 {
		memory = diff.DefaultMemory
	}
	wanted, found := spill.New(memory, r.o.Temp), spill.New(memory, r.o.Temp)
	defer wanted.Close()
	defer found.Close()
	some, err := r.pointers(ctx, wanted)
	if err != nil {
		return err
	}
	if some {
		if err := r.resolve(ctx, wanted, found); err != nil {
			return err
		}
	}
	return r.pages(ctx, found)
}

func key(id frontier.ID) []byte { return binary.BigEndian.AppendUint32(nil, uint32(id)) }

// pointers gathers which URLs others point to: rows by the one pointed to.
func (r *crawlReader) pointers(ctx context.Context, wanted *spill.Sorter) (some bool, err error) {
	r.next = make([]frontier.ID, len(r.codes))
	for i := range r.next {
		r.next[i] = frontier.NoID
	}
	for row, err := range r.crawl.Pointers(ctx) {
		if err != nil {
			return false, err
		}
		p := row.Page
		if int(row.ID) < len(r.next) && (p.Outcome == record.Folded || p.Status == 301 || p.Status == 308) {
			r.next[row.ID] = row.Location
		}
		if p.Canonical == record.CanonicalOther && row.Canonical != frontier.NoID {
			some = true
			if err := wanted.Add(spill.Row{URL: key(row.Canonical), Key: toCanonical, Data: key(row.ID)}); err != nil {
				return false, err
			}
		}
	}
	for id := range r.next {
		end := r.end(frontier.ID(id))
		if end == frontier.NoID {
			continue
		}
		some = true
		if err := wanted.Add(spill.Row{URL: key(end), Key: toTarget, Data: key(frontier.ID(id))}); err != nil {
			return false, err
		}
	}
	return some, nil
}

// maxHops is how many redirects are followed.
const maxHops = 20

// end gives where the permanent redirects of a URL end, frontier.NoID if it has
// none, or they lead in a circle.
func (r *crawlReader) end(id frontier.ID) frontier.ID {
	at := id
	for range maxHops {
		next := r.next[at]
		switch {
		case next == frontier.NoID && at == id:
			return frontier.NoID
		case next == frontier.NoID:
			return at
		case int(next) >= len(r.next) || next == id:
			return frontier.NoID
		}
		at = next
	}
	return frontier.NoID
}

// resolve gives the URLs that are pointed to, by the one that points.
func (r *crawlReader) resolve(ctx context.Context, wanted, found *spill.Sorter) error {
	next, stop := iter.Pull2(wanted.Rows())
	defer stop()
	w, err, more := next()
	for row, failed := range r.crawl.Brief(ctx, 0, frontier.TextsPass) {
		if failed != nil {
			return failed
		}
		for ; more && err == nil && frontier.ID(binary.BigEndian.Uint32(w.URL)) <= row.ID; w, err, more = next() {
			if frontier.ID(binary.BigEndian.Uint32(w.URL)) < row.ID {
				continue
			}
			if err := found.Add(spill.Row{URL: w.Data, Key: w.Key, Data: []byte(row.URL)}); err != nil {
				return err
			}
		}
		if err != nil || !more {
			return err
		}
	}
	return err
}

// pages adds all URLs to the state.
func (r *crawlReader) pages(ctx context.Context, found *spill.Sorter) error {
	next, stop := iter.Pull2(found.Rows())
	defer stop()
	f, err, more := next()
	carried, stopCarried := iter.Pull2(r.crawl.Having(ctx, uint8(audit.ListedCarried)))
	defer stopCarried()
	for row, failed := range r.crawl.Brief(ctx, 0, frontier.DetailLook, frontier.DetailContent, frontier.TextsPass) {
		if failed != nil {
			return failed
		}
		if int(row.ID) >= len(r.codes) {
			break
		}
		p := pageOf(row, audit.Code(r.codes[row.ID]))
		if p.Verdict == audit.ListedCarried.String() {
			v, err, _ := carried()
			if err != nil {
				return err
			}
			if c := audit.CarriedFor(v); c != audit.NoVerdict {
				p.Carried = c.String()
			}
		}
		if r.o.Listed != nil {
			was := p.Listed
			if p.Listed = r.o.Listed([]byte(row.URL)); was && !p.Listed {
				p.Verdict = audit.FilterList.String() // it was left out on purpose
			}
		}
		for ; more && err == nil && frontier.ID(binary.BigEndian.Uint32(f.URL)) == row.ID; f, err, more = next() {
			switch {
			case f.Key == toTarget:
				p.Target = string(f.Data)
			case p.Read:
				p.Canonical = string(f.Data)
			}
		}
		if err != nil {
			return err
		}
		if err := r.to.Add(&p); err != nil {
			return err
		}
	}
	return err
}

// pageOf gives what a crawl knows of a URL but for what it points to.
func pageOf(row *frontier.Row, code audit.Code) diff.Page {
	p := diff.Page{URL: row.URL, Listed: code.State() == audit.ListedInFile, Undecided: code.State() == audit.Deferred, Verdict: code.String()}
	page := row.Page
	if page == nil {
		return p
	}
	switch page.Outcome {
	case record.Answered, record.NoAnswer, record.Challenged:
		p.Asked, p.Status = true, page.Status
	default:
		return p
	}
	if page.Outcome == record.Answered && record.IsPage(page.Status) && page.Err == record.ErrNone {
		p.Read = true
		p.NoIndex = (page.MetaRobots|page.HeaderRobots)&robots.NoIndex != 0
		p.Title, p.Content = page.Title, page.Content
		p.NamesSelf = page.Canonical == record.CanonicalSelf
	}
	return p
}
