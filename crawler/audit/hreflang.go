package audit

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// Alternate is a page in one language.
type Alternate struct {
	Lang string // BCP 47 tag as search engines take it, or x-default
	URL  string
}

// Alternates are the clusters of pages that are translations of each other:
// each page of a cluster names all others, and is named by them. Engines
// ignore what is not returned, so anything less is left out.
type Alternates struct {
	of       map[frontier.ID]int // place in clusters
	clusters [][]Alternate
	left     [alternateFaults]LeftOut
}

// Of gives a page's cluster, itself included, by language with x-default last;
// nil if it is in none.
func (a *Alternates) Of(id frontier.ID) []Alternate {
	if a == nil {
		return nil
	}
	if at, ok := a.of[id]; ok {
		return a.clusters[at]
	}
	return nil
}

// Len is the number of clusters.
func (a *Alternates) Len() int { return len(a.clusters) }

// Bounds of what is held in memory.
const (
	maxAlternates = 20_000_000 // references, 12 bytes each
	maxCluster    = 200        // pages; there are some 180 languages in use
)

// ErrTooManyAlternates is returned for a crawl with more than 20 million
// references between translations.
var ErrTooManyAlternates = errors.New("more than 20,000,000 hreflang references")

// ReadAlternates finds the clusters of a judged crawl: of listed pages, and of
// pages on the other hosts given that the crawl has asked for and that count
// as translations. Hosts are written as in URLs. It holds the references and
// the URLs of the pages that have any.
func ReadAlternates(ctx context.Context, crawl frontier.Crawl, hosts []string) (*Alternates, error) {
	r := newAlternateReader()
	if err := r.readRefs(ctx, crawl); err != nil {
		return nil, err
	}
	if err := r.readElsewhere(crawl, hosts); err != nil {
		return nil, err
	}
	if err := r.keepListed(ctx, crawl); err != nil {
		return nil, err
	}
	a := &Alternates{of: map[frontier.ID]int{}}
	for members := range r.groups() {
		found := r.cluster(members)
		if found == nil {
			continue
		}
		cluster := make([]Alternate, len(found))
		for i, c := range found {
			cluster[i] = Alternate{c.lang, r.urls[c.id]}
			a.of[c.id] = len(a.clusters)
		}
		slices.SortFunc(cluster, func(a, b Alternate) int {
			return cmp.Or(boolOrder(a.Lang == defaultLang, b.Lang == defaultLang), strings.Compare(a.Lang, b.Lang))
		})
		a.clusters = append(a.clusters, cluster)
	}
	r.countLeft(a)
	return a, nil
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
