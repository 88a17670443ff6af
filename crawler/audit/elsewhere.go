package audit

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Elsewhere finds the pages on other hosts that may be translations of listed
// pages, of a crawl that has fetched what it will: those that every page of a
// complete cluster names, a page that is in no cluster being one by itself.
// Whether they name the pages in their turn is left to be asked. Each comes
// once. Hosts are written as in URLs.
//
// It holds the references and two bits a known URL.
func Elsewhere(ctx context.Context, crawl frontier.Crawl, o Options, hosts []string) iter.Seq2[frontier.ID, error] {
	return func(yield func(frontier.ID, error) bool) {
		f := elsewhereFinder{alternateReader: newAlternateReader()}
		err := f.readRefs(ctx, crawl)
		if err == nil {
			err = f.keepNamed(ctx, crawl, o, hosts)
		}
		if err != nil {
			yield(frontier.NoID, err)
			return
		}
		f.find(func(id frontier.ID) bool { return yield(id, nil) })
	}
}

type elsewhereFinder struct {
	*alternateReader
	listed bitSet
	abroad bitSet // on the other hosts, and not told yet
}

// keepNamed drops the references that are not from listed pages to listed
// pages or to pages on the hosts.
func (f *elsewhereFinder) keepNamed(ctx context.Context, crawl frontier.Crawl, o Options, hosts []string) error {
	if len(f.refs) == 0 {
		return nil
	}
	j, err := NewJudge(ctx, crawl, o)
	if err == nil && !o.NoViews {
		_, err = j.classes()
	}
	if err != nil {
		return err
	}
	known := crawl.Counts().Known
	f.listed, f.abroad = newBitSet(known), newBitSet(known)
	for row, err := range crawl.Brief(ctx, 0, j.trouble.briefDetails()...) {
		if err != nil {
			return fmt.Errorf("read known URLs: %w", err)
		}
		if elsewhere(row, hosts) {
			f.abroad.put(row.ID)
			continue
		}
		if j.Verdict(row).Code.State() == ListedInFile {
			f.listed.put(row.ID)
		}
		if j.err != nil {
			return j.err
		}
	}
	f.refs = slices.DeleteFunc(f.refs, func(r alternateRef) bool {
		return !f.listed.has(r.from) || !f.listed.has(r.to) && !f.abroad.has(r.to)
	})
	return nil
}

// find tells of the pages, those of clusters first, until tell gives false.
func (f *elsewhereFinder) find(tell func(frontier.ID) bool) {
	var members []frontier.ID
	for group := range f.groups() {
		members = members[:0]
		for _, c := range f.cluster(group) {
			members = append(members, c.id)
			f.listed.drop(c.id) // it does not come again below
		}
		if len(members) > 0 && !f.common(members, tell) {
			return
		}
	}
	last := frontier.NoID
	for _, ref := range f.refs {
		if ref.from != last && f.listed.has(ref.from) && !f.common([]frontier.ID{ref.from}, tell) {
			return
		}
		last = ref.from
	}
}

// common tells of the pages on other hosts that all members name.
func (f *elsewhereFinder) common(members []frontier.ID, tell func(frontier.ID) bool) bool {
	for _, ref := range f.from(members[0]) {
		if !f.abroad.has(ref.to) || slices.ContainsFunc(members[1:], func(id frontier.ID) bool { return !f.refersTo(id, ref.to) }) {
			continue
		}
		f.abroad.drop(ref.to)
		if !tell(ref.to) {
			return false
		}
	}
	return true
}

// bitSet holds a bit for each of the URLs that are known.
type bitSet []uint64

func newBitSet(known int) bitSet { return make(bitSet, (known+63)/64) }

func (b bitSet) put(id frontier.ID)      { b[id/64] |= 1 << (id % 64) }
func (b bitSet) drop(id frontier.ID)     { b[id/64] &^= 1 << (id % 64) }
func (b bitSet) has(id frontier.ID) bool { return b[id/64]&(1<<(id%64)) != 0 }
