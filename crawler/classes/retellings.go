package classes

import (
	"context"
	"strings"

	"github.com/portolan-seo/portolan/crawler/classes/retold"
	"github.com/portolan-seo/portolan/frontier"
)

// findRetold finds pages that have nothing but what the page says that leads to them.
func (c *Classes) findRetold(ctx context.Context) (err error) {
	var classes []*retold.Class
	c.retold, classes, err = retold.Find(ctx, retold.Site{
		Crawl:    c.r.crawl,
		Listable: func(row *frontier.Row) bool { return ours(row) && mayBeListed(row) },
		Read:     func(row *frontier.Row) bool { return ours(row) && isPage(row) },
		IsPage:   func(row *frontier.Row) bool { return c.Of(row).Kind == Page },
		Kind:     c.r.kindOf,
		Rows:     c.r.eachOf,
	})
	c.retellings = map[*retold.Class]*pair{}
	for _, class := range classes {
		p := &pair{shape: &shape{pattern: class.Pattern()}, relation: Retells, known: class.Known, fetched: class.Known, proof: [2]string{class.Sample, class.Page}}
		p.counts[same] = class.Samples
		c.retellings[class] = p
	}
	return err
}

// kindOf is the same for addresses that differ in numbers, the end of their path and the values of parameters alone.
func (r *reader) kindOf(url string) uint64 {
	a := &r.addr
	a.read(url)
	end := strings.LastIndexByte(a.family, '/') + 1
	kind := hashString(1, retold.WithoutNumbers(a.family[:end]))
	if isProgram(a.family[end:]) || strings.IndexByte(a.family[end:], ';') >= 0 {
		kind = hashString(kind, a.family[end:])
	}
	for _, p := range a.params {
		kind += mix(hashString(2, bare(p.name)))
	}
	return kind
}
