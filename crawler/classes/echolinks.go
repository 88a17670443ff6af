package classes

import (
	"context"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Lists of links have no words to be told by, and many programs show the first part of a list, or all of it, for a value
// that they do not know. So an answer with the text of other pages proves nothing where it is one of them, and others
// lead to pages to which it does not lead.

const (
	// apartPages of a text are compared with the answer.
	apartPages = 64
	// elsewhereShare: one of so many leads elsewhere.
	elsewhereShare = 5
	// apartLinks of a page are compared.
	apartLinks = 500
	// apartKnown: the answer is one of the pages if at most one in so many of its links is missing there, as those of boxes are.
	apartKnown = 2
)

// Pages gives some pages of a text that was asked about, from the first one to the last.
func (e *Echoes) Pages(text uint64) (list []frontier.ID) {
	t := e.texts[text]
	if t == nil {
		return nil
	}
	ids := t.kept()
	for i := range min(len(ids), apartPages) {
		list = append(list, frontier.ID(ids[i*len(ids)/min(len(ids), apartPages)]))
	}
	return list
}

// Answer is one at an address that cannot exist: which known URLs it leads to, and how many more.
type Answer struct {
	Question Question
	Links    []frontier.ID
	Unknown  int
	Base     frontier.ID // its URL without parameters
	TextHash uint64      // record.Facts.TextHash
}

// LeadApart tells whether pages of a text lead to other pages, and an answer at an address that cannot exist, which has the
// text as well, leads there where one of them does, and not where others do. Unread pages may be others: things that
// carry on which list has led to them are not read. known is false while some are not committed.
func (a *Answer) LeadApart(ctx context.Context, crawl Facts, pages []frontier.ID) (apart, known bool, err error) {
	texts := map[uint64]int{}
	for _, id := range pages {
		row, err := crawl.Row(id)
		if err != nil || row == nil || row.Page == nil {
			return false, false, err
		}
		texts[row.Page.TextHash]++
	}
	if a.isOneOf(texts, len(pages)) {
		return true, true, nil
	}
	links := map[frontier.ID]map[frontier.ID]bool{}
	for _, id := range append(pages, a.Base) {
		if id != frontier.NoID {
			links[id] = map[frontier.ID]bool{}
		}
	}
	on := map[frontier.ID]int{}
	for e, err := range crawl.Graph(ctx, func(from frontier.ID) bool { return links[from] != nil }) {
		if err != nil {
			return false, false, err
		}
		if of := links[e.From]; isLink(e.Flags) && !of[e.To] && len(of) < apartLinks {
			of[e.To] = true
			on[e.To]++
		}
	}
	lists := map[frontier.ID]bool{} // what a link leads to that is no menu's, and another page
	for id, n := range on {
		if n*2 > len(links) {
			continue
		}
		row, err := crawl.Row(id)
		if err != nil {
			return false, false, err
		}
		lists[id] = row != nil && a.isOther(row)
	}
	shown := map[frontier.ID]bool{}
	for _, id := range a.Links {
		if lists[id] {
			shown[id] = true
		}
	}
	return a.isOne(links, shown) && manyLeadApart(links, lists, shown), true, nil
}

// isOneOf tells of an answer that is to the letter one of the pages, while next to all of these differ in figures: the site
// overlooks what was changed in the address.
func (a *Answer) isOneOf(texts map[uint64]int, pages int) bool {
	return len(texts) >= manyAlike && len(texts)*10 >= pages*9 && texts[a.TextHash] == 1
}

// isOther tells of a URL that is neither part nor view of what was asked about, nor one more page with the text.
func (a *Answer) isOther(row *frontier.Row) bool {
	asked, _, _ := strings.Cut(a.Question.URL, "?")
	path, _, _ := strings.Cut(row.URL, "?")
	if !ours(row) || path == asked || !isRoot(asked) && strings.HasPrefix(path, strings.TrimSuffix(asked, "/")+"/") || isDated(row.URL[len(canonical.Origin(row.URL)):]) {
		return false
	}
	return row.Page == nil || isPage(row) && TextOf(&row.Page.Facts) != a.Question.Text && row.Page.Content != a.Question.Text
}

// isOne tells whether one page has next to all links of the answer.
func (a *Answer) isOne(links map[frontier.ID]map[frontier.ID]bool, shown map[frontier.ID]bool) bool {
	for _, of := range links {
		missing := a.Unknown
		for id := range shown {
			if !of[id] {
				missing++
			}
		}
		if missing*apartKnown <= len(shown)+a.Unknown {
			return true
		}
	}
	return false
}

// manyLeadApart tells whether many pages have more links than boxes have that the answer has not.
func manyLeadApart(links map[frontier.ID]map[frontier.ID]bool, lists, shown map[frontier.ID]bool) bool {
	apart := 0
	for _, of := range links {
		own := 0
		for id := range of {
			if lists[id] && !shown[id] {
				own++
			}
		}
		if own > noise {
			apart++
		}
	}
	return apart*elsewhereShare >= len(links)
}
