package nearly

import (
	"hash/fnv"
	"strings"

	"github.com/portolan-seo/portolan/frontier/record"
)

// kind are pages in one folder of the site, at one depth: what most of them have in a
// bin is what their template says, or they are all nearly the same.
type kind struct {
	pages  int
	counts [record.PrintBins][8]int32 // by value
}

const (
	maxKinds   = 1000
	leastPages = 3
)

// count adds a page to its kind.
func (p *Pages) count(url string, print *pairs) {
	_, path, _ := strings.Cut(url, "://")
	_, path, _ = strings.Cut(path, "/")
	path, _, _ = strings.Cut(path, "?")
	folder, _, deep := strings.Cut(path, "/")
	h := fnv.New64a()
	if h.Write([]byte{byte(strings.Count(path, "/"))}); deep {
		h.Write([]byte(folder))
	}
	k := p.kinds[h.Sum64()]
	if k == nil {
		if len(p.kinds) == maxKinds {
			return
		}
		if p.kinds == nil {
			p.kinds = map[uint64]*kind{}
		}
		k = &kind{}
		p.kinds[h.Sum64()] = k
	}
	k.pages++
	for i, pair := range print {
		k.counts[2*i][pair>>3]++
		k.counts[2*i+1][pair&7]++
	}
}

// shared gives of each bin what pages of most kinds have in it, 0 where that is
// nothing: it stands in the frame of the whole site. What one kind of pages alone has
// in common is their text.
func (p *Pages) shared() (all [record.PrintBins]byte) {
	var votes [record.PrintBins][8]int
	kinds := 0
	for _, k := range p.kinds {
		if k.pages < leastPages {
			continue
		}
		kinds++
		for bin := range votes {
			for value, n := range k.counts[bin] {
				if value != 0 && int(n)*5 >= k.pages*4 {
					votes[bin][value]++
				}
			}
		}
	}
	for bin := range all {
		for value, n := range votes[bin] {
			if n >= 2 && n*3 >= kinds*2 {
				all[bin] = byte(value)
			}
		}
	}
	return all
}

// strike takes out of all prints what is shared.
func (p *Pages) strike(shared [record.PrintBins]byte) {
	for i := range p.list {
		for at, pair := range p.list[i].print {
			if hi := pair >> 3; hi == shared[2*at] {
				pair &= 7
			}
			if lo := pair & 7; lo == shared[2*at+1] {
				pair &^= 7
			}
			p.list[i].print[at] = pair
		}
	}
}
