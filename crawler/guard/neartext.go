package guard

import (
	"context"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Pages of the set that stands have come to show next to the same text, each
// with a heading or a title of its own: an error of the database in the place of
// the product, a request for consent. Of their new texts two thirds are one, and
// what each has of its own is a third of what it had at most. Hardly anything else
// is on them, so that all are about as long. A new frame around texts that differ
// leaves pages as different in length as they were, or longer.
const (
	ownWords    = 8 // more or less than most have: names, numbers, times
	ownShare    = 3
	shrunkShare = 5 // a fifth less than before
)

// nearPage is a page whose text has changed.
type nearPage struct {
	at       int // in the book
	was, is  record.Sketch
	had, has int // words
}

// findNearText finds pages that show next to the same text now.
func (c *Comparison) findNearText(ctx context.Context, t *texts) error {
	lost, _ := c.gone(inStanding)
	of := t.rows + lost
	found := nearest(nearest(t.changed))
	if !manyAlike(len(found), of) || !nothingElse(found) || !lostTheirOwn(found) || grewAlike(found) || t.grewAlike() {
		return nil
	}
	for at := range c.marks {
		c.marks[at] &^= looksSame
	}
	for _, p := range found {
		c.marks[p.at] |= looksSame
	}
	c.SameWhat, c.One = "text but for a few words", frontier.OneAnswer{Sketch: common(found, (*nearPage).now), Near: true}
	return c.tellSame(ctx)
}

// common gives what most of the texts have in common, now or before.
func common(pages []nearPage, of func(*nearPage) record.Sketch) record.Sketch {
	sketches := make([]record.Sketch, len(pages))
	for i := range pages {
		sketches[i] = of(&pages[i])
	}
	return record.Common(sketches)
}

func (p *nearPage) now() record.Sketch    { return p.is }
func (p *nearPage) before() record.Sketch { return p.was }

// nearest gives the pages whose text is near what most of them have in common.
func nearest(pages []nearPage) (list []nearPage) {
	most := common(pages, (*nearPage).now)
	for _, p := range pages {
		if differ, bins := p.is.Differ(most); differ*3 <= bins {
			list = append(list, p)
		}
	}
	return list
}

// lostTheirOwn tells whether pages have few of the words of their own left that
// they had: of what is on a page the part that differs from the others.
func lostTheirOwn(pages []nearPage) bool {
	now, before := common(pages, (*nearPage).now), common(pages, (*nearPage).before)
	has, had := 0.0, 0.0
	for _, p := range pages {
		has += own(p.is, now) * float64(p.has)
		had += own(p.was, before) * float64(p.had)
	}
	return has*ownShare <= had
}

// own is the share of a text that is not what others have in common.
func own(text, others record.Sketch) float64 {
	differ, bins := text.Differ(others)
	return float64(differ) / float64(max(bins, 1))
}

// nothingElse tells whether pages have hardly anything on them but what they
// have in common: all are about as long now, and were not before, or were longer.
func nothingElse(pages []nearPage) bool {
	has, had := make([]int, len(pages)), make([]int, len(pages))
	for i, p := range pages {
		has[i], had[i] = p.has, p.had
	}
	now, before := middle(has), middle(had)
	return sameLength(has, now) && (!sameLength(had, before) || now*shrunkShare <= before*(shrunkShare-1))
}

// middle sorts numbers and gives the median.
func middle(list []int) int {
	slices.Sort(list)
	return list[len(list)/2]
}

// sameLength tells whether three quarters are next to the median.
func sameLength(list []int, median int) bool { return within(list, median, ownWords) }
