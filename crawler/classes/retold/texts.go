package retold

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

const (
	// leastBins of a print tell something of a page's own text.
	leastBins = 12
	// frameShare: what nine in ten pages of a class have in a bin is their frame.
	frameShare = 10
	// wordShare: a quarter of the bins may differ, by words that the page has more.
	wordShare = 4
	// tellShare: of the pages of others a quarter of all bins less agree; where these all use the same words, the
	// lengths of pages are those of what they say again.
	tellShare   = 4
	leastFollow = 0.9
)

// text is what a page says.
type text struct {
	title string
	words float64
	print bins
}

// withSameTexts gives the classes whose pages have less to say than the pages that lead to them, and nothing else.
func (s *Site) withSameTexts(_ context.Context, list []*Class) (kept []*Class, err error) {
	for _, c := range list {
		for _, r := range c.list {
			for k, id := range [...]frontier.ID{r.view, r.page} {
				row, err := s.Row(id)
				if err != nil {
					return nil, err
				}
				r.says[k] = text{row.Page.Title, float64(row.Page.Words), binsOf(row.Page.Print)}
				if !s.IsPage(row) {
					r.page = frontier.NoID
				}
			}
		}
		c.list = slices.DeleteFunc(c.list, func(r *sample) bool { return r.page == frontier.NoID })
		if c.hasSameTexts() {
			kept = append(kept, c)
		}
	}
	return kept, nil
}

func (c *Class) hasSameTexts() bool {
	if len(c.list) < samples || slices.ContainsFunc(c.list, func(r *sample) bool { return r.says[0].words >= r.says[1].words }) || !c.titlesAgree() {
		return false
	}
	f := frames{c.frame(0), c.frame(1)}
	agree, cross, of := 0, 0, 0
	for i, r := range c.list {
		own, all := f.compare(&r.says[0].print, &r.says[1].print)
		if all < leastBins {
			continue
		}
		if (all-own)*wordShare > all {
			return false
		}
		other, others := f.compare(&r.says[0].print, &c.list[(i+1)%len(c.list)].says[1].print)
		agree, cross, of = agree+own, cross+other*all/max(others, 1), of+all
		c.Samples++
	}
	return c.Samples >= samples && ((agree-cross)*tellShare >= of || c.follow() >= leastFollow)
}

// bins are those of a print, one to each.
type bins [record.PrintBins]byte

func binsOf(p record.Print) (b bins) {
	for i, pair := range p.Bins() {
		b[2*i], b[2*i+1] = pair>>3, pair&7
	}
	return b
}

// frames are what the pages of a class, and the pages that lead to them, have in each bin; 0 for what differs.
type frames [2]bins

func (c *Class) frame(k int) (frame bins) {
	for i := range frame {
		var counts [8]int
		for _, r := range c.list {
			counts[r.says[k].print[i]]++
		}
		for value, n := range counts {
			if value > 0 && n*frameShare >= len(c.list)*(frameShare-1) {
				frame[i] = byte(value)
			}
		}
	}
	return frame
}

// compare counts the bins of a page's own words, and those of them that another one has. What frames either of them
// is left out.
func (f *frames) compare(view, page *bins) (agree, of int) {
	for i := range view {
		own, others := f[0][i], f[1][i]
		if view[i] == 0 || own != others && (view[i] == own || page[i] == others && others != 0) {
			continue
		}
		if of++; view[i] == page[i] {
			agree++
		}
	}
	return agree, of
}

// follow gives how closely the lengths of pages follow those of the others (Pearson's correlation).
func (c *Class) follow() float64 {
	var mx, my, xy, xx, yy float64
	for _, r := range c.list {
		mx += r.says[0].words / float64(len(c.list))
		my += r.says[1].words / float64(len(c.list))
	}
	for _, r := range c.list {
		x, y := r.says[0].words-mx, r.says[1].words-my
		xy, xx, yy = xy+x*y, xx+x*x, yy+y*y
	}
	return xy / math.Sqrt(xx*yy)
}

// titlesAgree tells whether the titles of pages are those of the pages that lead to them, within words that all have
// in common.
func (c *Class) titlesAgree() bool {
	f, g := c.titleForm(0), c.titleForm(1)
	told := map[string]bool{}
	for _, r := range c.list {
		a, ok := f.value(r.says[0].title)
		b, too := g.value(r.says[1].title)
		if !ok || !too || strings.TrimSpace(a) != strings.TrimSpace(b) {
			return false
		}
		told[a] = true
	}
	return len(told)*2 > len(c.list)
}

// titleForm gives the words before and behind that all titles have.
func (c *Class) titleForm(k int) form {
	words := func(s string) []string { return strings.SplitAfter(s, " ") }
	head := words(c.list[0].says[k].title)
	tail := head
	for _, r := range c.list[1:] {
		list, n := words(r.says[k].title), 0
		for n < min(len(head), len(list)) && head[n] == list[n] {
			n++
		}
		head, n = head[:n], 0
		for n < min(len(tail), len(list)) && tail[len(tail)-1-n] == list[len(list)-1-n] {
			n++
		}
		tail = tail[len(tail)-n:]
	}
	return form{strings.Join(head, ""), strings.Join(tail, "")}
}
