package classes

import "github.com/portolan-seo/portolan/frontier"

// Of what a parameter without effect tells apart one stands for all. A page that
// says the same wherever it comes up, while others in its place show what was
// asked for, is no such: what a search has found is not there for who comes
// without having searched, and the answer is an error page with 200.

const (
	// leastHollow groups have the text of such a page.
	leastHollow = manyAlike
	// doubted groups with the text of which nothing is known yet have another of
	// their URLs read.
	doubted       = 2 * maxSamples
	maxGroupTexts = 50_000
)

// groupText is what was read in a group of URLs that differ by what has no effect.
type groupText struct {
	text                  uint64 // of the first
	differs, again, waits bool   // another one has another text, or the same, or is not read
}

// hollowText counts the groups with a text.
type hollowText struct {
	groups, differ, again int
	waits                 set // of those of which nothing else is known
}

// isHollow tells of a text that stands for nothing.
func (t *hollowText) isHollow() bool {
	return t != nil && t.groups >= leastHollow && t.differ >= leastSamples
}

func (t *hollowText) isDoubtful() bool {
	return t.groups >= leastHollow && t.differ < leastSamples && t.again < maxSamples && len(t.waits.low) > 0
}

// hollows are the texts of pages that stand for no other one.
type hollows struct {
	groups  map[uint64]groupText
	others  map[uint64]int // of texts that came second, in how many groups
	texts   map[uint64]*hollowText
	doubted map[uint64]bool // groups of which another URL is to be read
}

// see takes a URL of a group.
func (h *hollows) see(key uint64, row *frontier.Row) {
	if h.groups == nil {
		h.groups, h.others = map[uint64]groupText{}, map[uint64]int{}
	}
	g, known := h.groups[key]
	if !known && len(h.groups) >= maxGroupTexts {
		return
	}
	switch {
	case row.Page == nil:
		g.waits = true
	case !isPage(row) || row.Page.Content == 0:
	case g.text == 0:
		g.text = row.Page.Content
	case g.text == row.Page.Content:
		g.again = true
	default:
		g.differs = true
		if _, known := h.others[row.Page.Content]; known || len(h.others) < maxGroupTexts {
			h.others[row.Page.Content]++
		}
	}
	h.groups[key] = g
}

// count finds the texts that stand for nothing, once all URLs were seen.
func (h *hollows) count() {
	n := map[uint64]int{}
	for _, g := range h.groups {
		n[g.text]++
	}
	h.texts, h.doubted = map[uint64]*hollowText{}, map[uint64]bool{}
	for key, g := range h.groups {
		if g.text == 0 || n[g.text]+h.others[g.text] < leastHollow {
			continue
		}
		t := h.texts[g.text]
		if t == nil {
			t = &hollowText{groups: h.others[g.text], differ: h.others[g.text]}
			h.texts[g.text] = t
		}
		switch t.groups++; {
		case g.differs:
			t.differ++
		case g.again:
			t.again++
		case g.waits:
			t.waits.add(uint32(key >> 32))
		}
	}
	for key, g := range h.groups {
		if t := h.texts[g.text]; t != nil && t.isDoubtful() && g.waits && !g.differs && !g.again {
			low := t.waits.low
			if uint32(key>>32) <= low[min(len(low), doubted)-1] {
				h.doubted[key] = true
			}
		}
	}
	h.groups, h.others = nil, nil
}

// stands tells whether a page may stand for the others of its group.
func (c *Classes) stands(key uint64, row *frontier.Row) bool {
	h := &c.hollow
	return !c.r.anywhere(row) && !h.doubted[key] && !h.texts[row.Page.Content].isHollow()
}

// contentIfHollow asks for the texts that are of such pages, where there are any.
func (c *Classes) contentIfHollow() []frontier.Detail {
	if len(c.hollow.texts) == 0 {
		return c.r.contentIfProven()
	}
	return []frontier.Detail{frontier.DetailContent}
}
