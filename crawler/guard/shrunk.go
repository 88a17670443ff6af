package guard

import (
	"context"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Shrunk are pages of the set that stands that are there, and have lost most of their words: a
// database that does not answer, a teaser in the place of an article.
type Shrunk struct {
	URLs, Of int    // of all that are shown
	URL      string // the first
	Had, Has int    // words, in the middle
}

const (
	shrunkFrom = 40 // words of its own that a page had, at least
	shrunkTo   = 4  // the part of them that is left, at most
	shrunkURLs = 5  // the part of the pages that have shrunk, at least
	menuShare  = 10 // the part of the pages that have fewer words than menus and the like
)

// count takes a page that is shown.
func (t *texts) count(p nearPage) {
	if p.had == 0 {
		t.fewer.add(p.has)
		return
	}
	t.both++
	t.fewer.add(min(p.had, p.has))
	t.has.add(p.has)
	t.more.add(p.has - p.had)
	t.less.add(p.had - p.has)
	if p.had-p.has >= shrunkFrom-shrunkFrom/shrunkTo && p.was != 0 {
		t.shorter = append(t.shorter, p)
	}
}

// hasAnother tells of a page that shows another text, as far as sketches tell: where most that have become shorter have one
// and the same now and then, something stands above their texts.
func (t *texts) hasAnother() func(p nearPage) bool {
	stands := map[record.Sketch]int{}
	for _, p := range t.shorter {
		if p.is == p.was {
			stands[p.is]++
		}
	}
	return func(p nearPage) bool {
		return p.is == 0 || otherText(p.is, p.was) || p.is == p.was && stands[p.is]*2 > len(t.shorter)
	}
}

// findShrunk finds pages that have lost most of their words where they are many, each of its own. As many
// words as nine in ten have are taken for those of menus.
func (c *Comparison) findShrunk(ctx context.Context, t *texts) error {
	var had, has []int
	first, menu, another := -1, t.fewer.menu(t.rows), t.hasAnother()
	for _, p := range t.shorter {
		if own := p.had - menu; own >= shrunkFrom && (p.has-menu)*shrunkTo <= own && another(p) {
			if had, has = append(had, p.had), append(has, p.has); first < 0 {
				first = p.at
			}
		}
	}
	if n := len(had); alike(&t.less, &t.has, t.both) || n < wallURLs || n*shrunkURLs < t.rows {
		return nil
	}
	c.Shrunk = Shrunk{URLs: len(had), Of: t.rows, Had: middle(had), Has: middle(has)}
	return c.eachShown(ctx, func(row *frontier.Row, at int) {
		if at == first {
			c.Shrunk.URL = strings.Clone(row.URL)
		}
	})
}
