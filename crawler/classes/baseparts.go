package classes

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// baseParts are the later parts of pages that samples are compared with, by the
// key of their first part: the address of a single post (?t=5&p=91) shows the
// part of its thread in which it stands.
type baseParts map[uint64][]*page

const (
	mostBaseParts = 32 // of a page
	maxBaseParts  = 10_000
)

// ask notes that a page is one that a sample of a pair is compared with.
func (b baseParts) ask(p *pair, key uint64) {
	if !isPagingName(bare(p.name)) && len(b) < maxBaseParts {
		b[key] = nil
	}
}

// see takes a page that may be a part of one.
func (b baseParts) see(row *frontier.Row, a *address, family uint16) {
	isPart := func(name string) bool { return isPagingName(bare(name)) }
	if !slices.ContainsFunc(a.params, func(q param) bool { return isPart(q.name) && isDigits(q.value) }) {
		return
	}
	key := a.key(isPart)
	if list, asked := b[key]; asked && len(list) < mostBaseParts {
		b[key] = append(list, &page{id: row.ID, url: strings.Clone(row.URL), content: row.Page.Content, own: row.Page.ContentOwn, family: family})
	}
}

// of gives the part of a base that a sample shows; the base itself where it
// shows none of its later ones, and of a parameter that paginates: past the end its pages show the last part.
func (b baseParts) of(p *pair, key uint64, sample, base *page) *page {
	if isPagingName(bare(p.name)) || sameContent(sample, base) {
		return base
	}
	for _, part := range b[key] {
		if part.id != sample.id && sameContent(sample, part) {
			return part
		}
	}
	return base
}
