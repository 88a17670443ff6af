package diff

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"iter"

	"github.com/portolan-seo/portolan/crawler/discover/spill"
)

// movesToOne are the URLs that may have moved to one page by redirects. More
// of them were sent away, to a wall or to the start page.
const movesToOne = 5

// What shows a move.
const (
	byRedirect = "redirect"
	byContent  = "content"
)

// findRedirects takes URLs for moved that redirect for good to a page that is
// listed. Where too many lead to pages that were listed beside them and had another
// content, by themselves or together with what else has left, these have not moved: one of
// both is lost (package guard).
func (c *Comparison) findRedirects(ctx context.Context) error {
	next, stop := iter.Pull2(c.redirects.Rows())
	defer stop()
	r, err, more := next()
	if !more {
		return nil
	}
	merged := newSorter(c.memory, c.temp)
	defer merged.Close()
	n, moved := 0, 0
	for p, failed := range both(ctx, c.a, c.b) {
		if failed != nil {
			return failed
		}
		for more && err == nil && bytes.Compare(r.URL, p.url()) < 0 {
			r, err, more = next()
		}
		var from []string
		for more && err == nil && bytes.Equal(r.URL, p.url()) {
			switch url := string(r.Data); {
			case !p.listedNow():
			case r.Key != 0 && r.Key == p.contentThen():
				moved++
				err = c.move([]string{url}, string(p.url()), byRedirect)
			case len(from) <= movesToOne:
				from = append(from, url)
			}
			if err == nil {
				r, err, more = next()
			}
		}
		switch {
		case err != nil:
		case len(from) == 0, len(from) > movesToOne:
		case !p.listedThen():
			moved += len(from)
			err = c.move(from, string(p.url()), byRedirect)
		default:
			n += len(from)
			for _, url := range from {
				err = errors.Join(err, merged.Add(spill.Row{URL: bytes.Clone(p.url()), Data: []byte(url)}))
			}
		}
		if err != nil {
			return err
		}
	}
	if others := c.left - moved - n; heavy(n, c.Before) || !heavy(others, c.Before) && heavy(others+n, c.Before) {
		return nil
	}
	for r, err := range merged.Rows() {
		if err != nil {
			return err
		}
		if err := c.move([]string{string(r.Data)}, string(r.URL), byRedirect); err != nil {
			return err
		}
	}
	return nil
}

// heavy tells of as many URLs as are not lost without a person's word, of those that were
// listed: more than five and a tenth, of a few more than half.
func heavy(lost, of int) bool {
	return lost > 5 && lost*10 > of || lost >= 3 && lost*2 > of
}

// move notes that URLs have moved to another one.
func (c *Comparison) move(from []string, to, shown string) error {
	for _, url := range from {
		change := Change{Kind: Moved, URL: url, To: to, After: shown}
		if err := c.changes.Add(change.row(nil)); err != nil {
			return err
		}
	}
	return c.changes.Add(spill.Row{URL: []byte(to), Key: isMoveTarget})
}

// findSameContent takes URLs for moved of which nothing is left, and whose
// content is at a new one: one to one, and nowhere else before or now.
func (c *Comparison) findSameContent(ctx context.Context) error {
	if !c.lost || !c.gained || !c.knows(Added) || !c.knows(Removed) || c.a.Fingerprints == "" || c.a.Fingerprints != c.b.Fingerprints {
		return nil
	}
	fingerprints := newSorter(c.memory, c.temp)
	err := c.collectFingerprints(ctx, fingerprints)
	if err == nil {
		err = c.pairFingerprints(fingerprints)
	}
	if closed := fingerprints.Close(); err == nil {
		err = closed
	}
	return err
}

const (
	sideBefore uint64 = iota
	sideNow
)

// collectFingerprints gives the sorter the fingerprints of all listed pages.
func (c *Comparison) collectFingerprints(ctx context.Context, to *spill.Sorter) error {
	var was, is Page
	for p, err := range both(ctx, c.a, c.b) {
		if err != nil {
			return err
		}
		if err := decodePair(p, &was, &is); err != nil {
			return err
		}
		if was.Listed && was.Content != 0 {
			lost := !is.Listed && gone(&is, p.b.Data != nil)
			if err := to.Add(printRow(was.print(), sideBefore, lost, p.url())); err != nil {
				return err
			}
		}
		if is.Listed && is.Content != 0 {
			if err := to.Add(printRow(is.print(), sideNow, c.added(&was, &is, p.a.Data != nil), p.url())); err != nil {
				return err
			}
		}
	}
	return nil
}

// print is a fingerprint of a page wherever it is: of its content, which leaves
// numbers out, and its title, which most often has them.
func (p *Page) print() uint64 {
	h := fnv.New64a()
	_, _ = h.Write(binary.LittleEndian.AppendUint64(nil, p.Content))
	_, _ = h.Write([]byte(p.Title))
	return h.Sum64()
}

// pairFingerprints finds fingerprints that one page had and one has, both
// candidates.
func (c *Comparison) pairFingerprints(fingerprints *spill.Sorter) error {
	var print, from, to []byte
	sides := [2]int{}
	end := func() error {
		if sides == [2]int{1, 1} && len(from) > 0 && len(to) > 0 {
			return c.move([]string{string(from)}, string(to), byContent)
		}
		return nil
	}
	for r, err := range fingerprints.Rows() {
		if err != nil {
			return err
		}
		if !bytes.Equal(r.URL, print) {
			if err := end(); err != nil {
				return err
			}
			print, from, to, sides = append(print[:0], r.URL...), from[:0], to[:0], [2]int{}
		}
		sides[r.Key]++
		if r.Key == sideBefore {
			from = append(from[:0], r.Data...)
		} else {
			to = append(to[:0], r.Data...)
		}
	}
	return end()
}
