package classes

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// A box of products that are drawn for each answer stands on each list, and makes it another one than the list that it is a
// part of. Where lists have some links in common and some that the other one has not, or seem to have no end, some of them
// are asked for again: as many links as two answers for one address have each alone, boxes have.

const (
	// askedAgain lists of a class are enough, and mostAgain of all.
	askedAgain = 5
	mostAgain  = 15
	// mostBox links may change; where there are more, all of the list is drawn.
	mostBox = 16
)

// Box is how many links of a page were others in a second answer.
type Box struct {
	URL   string `json:"url"`
	Links int    `json:"links"`
}

// readBoxes takes what was found out by asking again.
func (r *reader) readBoxes(context.Context) error {
	text := r.crawl.Meta(frontier.MetaBoxes)
	if text == "" {
		return nil
	}
	var boxes []Box
	if err := json.Unmarshal([]byte(text), &boxes); err != nil {
		return fmt.Errorf("read which links change from answer to answer: %w", err)
	}
	r.asked = true
	for _, b := range boxes {
		r.noise.most = max(r.noise.most, b.Links)
		if r.addr.read(b.URL); r.tree.of(r.addr.family) != nil {
			s := r.tree.of(r.addr.family)
			s.box = max(s.box, b.Links)
		}
	}
	return nil
}

// doubtLists notes lists to be asked for again: those with some of the links of their base, and others.
func (r *reader) doubtLists(context.Context) error {
	for _, p := range r.pairs {
		for _, s := range p.samples {
			if s.found != other || s.base == nil || s.list == nil || s.under == nil || p.relation != Specifies && p.relation != Undecided {
				continue
			}
			if own, _, both := s.list.links.compare(&s.under.links); own > 0 && both >= leastSamples {
				r.doubt(s.base.url)
				r.doubt(s.url)
			}
		}
	}
	return nil
}

func (r *reader) doubt(url string) {
	if r.asked || len(r.doubts) == mostAgain || slices.Contains(r.doubts, url) {
		return
	}
	shapeOf := func(url string) *shape {
		r.addr.read(url)
		return r.tree.of(r.addr.family)
	}
	of, n := shapeOf(url), 0
	for _, other := range r.doubts {
		if shapeOf(other) == of {
			n++
		}
	}
	if n < askedAgain {
		r.doubts = append(r.doubts, url)
	}
}

// Doubts gives lists that are to be asked for again, to see which of their links change: the crawl has not done so yet.
func (c *Classes) Doubts() []string { return c.r.doubts }

// BoxesText is the value of frontier.MetaBoxes: how many links that lead to pages the answers for some pages have which
// the pages have not, or the other way round.
func BoxesText(ctx context.Context, crawl Facts, answers map[frontier.ID][]frontier.ID) (string, error) {
	before := map[frontier.ID]map[frontier.ID]bool{}
	for e, err := range crawl.Graph(ctx, func(from frontier.ID) bool { return answers[from] != nil }) {
		if err != nil {
			return "", err
		}
		if before[e.From] == nil {
			before[e.From] = map[frontier.ID]bool{}
		}
		if isLink(e.Flags) {
			before[e.From][e.To] = true
		}
	}
	var seen []twice
	everywhere := map[frontier.ID]int{} // answers with a link
	for _, id := range slices.Sorted(maps.Keys(answers)) {
		t, now := twice{id: id}, map[frontier.ID]bool{}
		for _, to := range answers[id] {
			if now[to] || !isPageOf(crawl, to) {
				continue
			}
			now[to] = true
			if everywhere[to]++; before[id][to] {
				t.both = append(t.both, to)
			} else {
				t.own++
			}
		}
		for to := range before[id] {
			if !now[to] && isPageOf(crawl, to) {
				t.others++
			}
		}
		seen = append(seen, t)
	}
	boxes, err := boxesIn(crawl, seen, everywhere)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(boxes)
	return string(text), err
}

// twice is a page that was read twice: the links that one answer has alone, and those of both.
type twice struct {
	id          frontier.ID
	own, others int
	both        []frontier.ID
}

// boxesIn gives how many links change on pages with a box: as many on nearly all of them, and some show more that stay, beside
// those of each page. Else lists are drawn anew as a whole, and their parts are no box.
func boxesIn(crawl Facts, seen []twice, everywhere map[frontier.ID]int) ([]Box, error) {
	boxes, most, fewer, longer := []Box{}, 0, 0, 0
	for _, t := range seen {
		row, err := crawl.Row(t.id)
		if err != nil {
			return nil, err
		}
		boxes = append(boxes, Box{row.URL, t.changed()})
		most = max(most, t.changed())
	}
	for _, t := range seen {
		if t.changed()*2 < most {
			fewer++
		}
		if stay := slices.DeleteFunc(t.both, func(to frontier.ID) bool { return everywhere[to] == len(seen) }); len(stay) >= t.changed() {
			longer++
		}
	}
	if most > mostBox || fewer*4 > len(seen) || longer < 2 {
		return []Box{}, nil
	}
	return boxes, nil
}

func (t *twice) changed() int { return max(t.own, t.others) }

func isPageOf(crawl Facts, id frontier.ID) bool {
	row, err := crawl.Row(id)
	return err == nil && row != nil && ours(row) && isPage(row)
}

// drawn adds the parts that have nothing that the part before, or the first one, has not, but for a box of as many links as change on
// lists of their class: two and more at the end of a list, which has one last part.
func (l *partLists) drawn(b *bits) {
	for parts := range l.lists() {
		start, before, run := parts[0], parts[0], []partPage(nil)
		if start.box == 0 || start.set == nil {
			continue
		}
		for _, p := range parts[1:] {
			if p.number == before.number || p.set == nil {
				continue
			}
			own, _, _ := p.set.compare(before.set)
			if again, _, _ := p.set.compare(start.set); min(own, again) > int(p.box) {
				run = run[:0]
			} else {
				run = append(run, p)
			}
			before = p
		}
		for i := range run {
			if len(run) > 1 {
				b.add(uint32(run[i].id))
			}
		}
	}
}

// lists gives the parts of each list, by number.
func (l *partLists) lists() func(func([]partPage) bool) {
	slices.SortFunc(l.list, func(x, y partPage) int {
		return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.number, y.number), cmp.Compare(x.id, y.id))
	})
	return chunks(l.list, func(p partPage) uint64 { return p.key })
}

// withoutEnd gives the first and last parts of some lists of which the last might be a box alone: of lists of which more parts
// were read than are at once, three at least.
func (l *partLists) withoutEnd(past bits) (ids []frontier.ID) {
	for parts := range l.lists() {
		long := slices.DeleteFunc(slices.Clone(parts), func(p partPage) bool { return past.has(uint32(p.id)) })
		if n := len(long); n > firstParts && len(ids)+1 < mostAgain && short(long[n-leastSamples:]) {
			ids = append(ids, long[0].id, long[n-1].id)
		}
	}
	if len(ids) < 2*leastSamples {
		return nil
	}
	slices.Sort(ids)
	return ids
}

// short tells of parts that have no more links than a box, or some that the part before has.
func short(parts []partPage) bool {
	for i, p := range parts {
		if int(p.links) <= mostBox {
			continue
		}
		if i == 0 || p.set == nil || parts[i-1].set == nil {
			continue
		}
		if own, _, both := p.set.compare(parts[i-1].set); own > mostBox || both < leastShown {
			return false
		}
	}
	return true
}
