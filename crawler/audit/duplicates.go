package audit

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"iter"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// copies are the listed pages whose content another listed page has, each with
// the one that stands for all: one that the last sitemap lists and nothing else names
// any more, since a site may lead to its pages by wrong addresses all at once; the
// nearest to the start, of these the one with the shortest URL, then the first bytewise.
type copies map[frontier.ID]frontier.ID

// content is a listed page with the hash of its title and visible text.
type content struct {
	hash   uint64
	id     frontier.ID
	depth  uint16
	length uint16 // of the URL
	stands bool   // only the last sitemap names it
	apart  bool   // a translation of another one in its group: engines want both
}

// before compares two pages of the same content, but for their URLs.
func (p *content) before(other *content) int {
	if p.stands != other.stands {
		if p.stands {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(p.depth, other.depth), cmp.Compare(p.length, other.length))
}

// findCopies looks for pages with the same title and visible text, word by
// word. It takes a pass over all pages and holds sixteen bytes a listed one;
// where there are such pages it passes over the links, too, since translations
// that name each other are no copies.
func (j *JudgeCrawl) findCopies(ctx context.Context) error {
	var pages []content
	seed := maphash.MakeSeed()
	for row, err := range j.crawl.Brief(ctx, 0, append(j.trouble.briefDetails(), frontier.DetailLook)...) {
		if err != nil {
			return fmt.Errorf("look for pages with the same content: %w", err)
		}
		v := j.Verdict(row)
		if j.err != nil {
			return j.err
		}
		if v.Code == Listed && row.Page.TextHash != 0 && !j.trouble.soft404s.one.Shows(row) {
			pages = append(pages, content{
				hash: row.Page.TextHash ^ maphash.String(seed, row.Page.Title),
				id:   row.ID, depth: row.Depth, length: uint16(len(row.URL)), stands: row.Sources == frontier.FromPrevious,
			})
		}
	}
	slices.SortFunc(pages, func(a, b content) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), a.before(&b), cmp.Compare(a.id, b.id))
	})
	same := pages[:0] // of groups with two or more
	for group := range groups(pages) {
		if len(group) > 1 {
			same = append(same, group...)
		}
	}
	if len(same) == 0 {
		return nil
	}
	if err := j.setTranslationsApart(ctx, same); err != nil {
		return err
	}
	j.copies = copies{}
	for group := range groups(same) {
		if err := j.copies.fold(group, j.crawl); err != nil {
			return err
		}
	}
	return nil
}

// groups gives the pages of each hash, which follow each other.
func groups(pages []content) iter.Seq[[]content] {
	return func(yield func([]content) bool) {
		for len(pages) > 0 {
			n := 1
			for n < len(pages) && pages[n].hash == pages[0].hash {
				n++
			}
			if !yield(pages[:n]) {
				return
			}
			pages = pages[n:]
		}
	}
}

// setTranslationsApart marks pages that name another one of their group as
// their translation, and those that are named.
func (j *JudgeCrawl) setTranslationsApart(ctx context.Context, pages []content) error {
	at := make(map[frontier.ID]int, len(pages))
	for i, p := range pages {
		at[p.id] = i
	}
	for e, err := range frontier.TranslationLinks(ctx, j.crawl) {
		if err != nil {
			return fmt.Errorf("look for translations with the same content: %w", err)
		}
		if e.Anchor == "" || e.From == e.To {
			continue
		}
		from, known := at[e.From]
		to, both := at[e.To]
		if known && both && pages[from].hash == pages[to].hash {
			pages[from].apart, pages[to].apart = true, true
		}
	}
	return nil
}

// fold notes the copies of one group, which is in order but for the URLs of
// those that are equal in all else.
func (c copies) fold(group []content, crawl frontier.URLs) error {
	group = slices.DeleteFunc(group, func(p content) bool { return p.apart })
	if len(group) < 2 {
		return nil
	}
	first, url := group[0].id, ""
	for _, p := range group {
		if p.before(&group[0]) != 0 {
			break
		}
		row, err := crawl.Row(p.id)
		if err != nil {
			return fmt.Errorf("look for pages with the same content: %w", err)
		}
		if url == "" || row.URL < url {
			first, url = p.id, row.URL
		}
	}
	for _, p := range group {
		if p.id != first {
			c[p.id] = first
		}
	}
	return nil
}

// Original is the page of which another one is a copy.
type Original struct {
	Known bool
	ID    frontier.ID
}

func (c copies) of(id frontier.ID) (o Original) {
	o.ID, o.Known = c[id]
	return o
}
