package findings

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// maxSeries are the links of rel next and prev that are kept, each.
const maxSeries = 1 << 20 // 8 MiB

// noteSeries keeps a link of rel next or prev, of which the target is to name the
// page by the other one.
func (s *survey) noteSeries(e *frontier.Edge) {
	list := &s.nexts
	if e.Flags.Kind() == frontier.LinkPrev {
		list = &s.prevs
	}
	if len(*list) < maxSeries {
		*list = append(*list, pair{e.From, e.To})
	}
}

// markSeries marks the pages that follow another part of a list, or are named by
// one: by rel next and prev of an address like their own. Books and blogs name by it the chapter or the article
// before, which is a page of its own.
func (s *survey) markSeries(ctx context.Context) error {
	if len(s.prevs)+len(s.nexts) == 0 {
		return nil
	}
	shapes := make([]uint32, len(s.codes))
	for row, err := range s.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if s.valid(row.ID) {
			shapes[row.ID] = uint32(s.hash(seriesShape(row.URL), ""))
		}
	}
	alike := func(p pair) bool { return s.valid(p.from) && s.valid(p.to) && shapes[p.from] == shapes[p.to] }
	for _, p := range s.prevs {
		if alike(p) {
			s.mark[p.from] |= isSeries
			s.mark[p.to] |= inSeries
		}
	}
	for _, p := range s.nexts {
		if alike(p) {
			s.mark[p.to] |= inSeries
		}
	}
	return nil
}

// seriesShape is what the addresses of the parts of a list have in common: all
// but the part, the query, numbers and what stands between words.
func seriesShape(url string) string {
	if p, found := partOf(url); found {
		url = p.base
	}
	path, _, _ := strings.Cut(url, "?")
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("0123456789/-_.", r) {
			return -1
		}
		return r
	}, path)
}

// sortSeries sorts them by target.
func (s *survey) sortSeries() {
	for _, list := range [][]pair{s.nexts, s.prevs} {
		slices.SortFunc(list, byTarget)
	}
}

func byTarget(a, b pair) int { return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.from, b.from)) }

// oneWay gives a page that names a URL by one of a list, and that the URL does
// not name by the other; NoID if there is none. Of URLs that redirect the end counts,
// of pages that are no page of their own, and of one under two spellings, nothing is
// said.
func (s *survey) oneWay(id frontier.ID, by, back []pair) frontier.ID {
	if len(by) == maxSeries || len(back) == maxSeries || len(back) == 0 {
		return frontier.NoID // some are not kept, or the site has but the one
	}
	at, _ := slices.BinarySearchFunc(by, pair{0, id}, byTarget)
	for ; at < len(by) && by[at].to == id; at++ {
		from := by[at].from
		if s.code(from) != audit.Listed || s.copies[sameSpelling].has(from) || slices.ContainsFunc(s.namesOf(from), func(name frontier.ID) bool {
			_, found := slices.BinarySearchFunc(back, pair{id, name}, byTarget)
			return found
		}) {
			continue
		}
		return from
	}
	return frontier.NoID
}

// namesOf gives the URLs that stand for a page: itself, and those that redirect there or are folded into it.
func (s *survey) namesOf(id frontier.ID) []frontier.ID {
	if s.aliases == nil {
		s.aliases = map[frontier.ID][]frontier.ID{}
		for _, p := range slices.Concat(s.nexts, s.prevs) {
			if at := p.to; s.mark[at]&(isRedirect|isFolded) != 0 && s.valid(s.to[at]) {
				s.aliases[s.to[at]] = append(s.aliases[s.to[at]], at)
			}
		}
	}
	return append(s.aliases[id][:len(s.aliases[id]):len(s.aliases[id])], id)
}

// brokenSeries tells what is wrong with a URL that is named by rel next or prev.
func brokenSeries(s *survey, u *subject) {
	if u.marks&asNext == 0 {
		return
	}
	switch {
	case u.marks&linkedAtAll == 0 && (u.code == audit.HTTP4xx || u.code == audit.HTTP5xx):
		u.says("it answers %d", u.Page.Status)
	case u.marks&linkedAtAll == 0 && (u.code == audit.Redirect || u.code == audit.RedirectLoop):
		u.about(u.Location, 0, "it redirects (%s)", how(u))
	case u.code != audit.Listed:
	case u.marks&(linkedAtAll|isStart) == 0 && s.doubt == "":
		u.says("no link leads to it")
	default:
		if from := s.oneWay(u.ID, s.nexts, s.prevs); from != frontier.NoID {
			u.about(from, 0, "a page names it by rel next, which it does not name by rel prev")
		} else if from := s.oneWay(u.ID, s.prevs, s.nexts); from != frontier.NoID {
			u.about(from, 0, "a page names it by rel prev, which it does not name by rel next")
		}
	}
}
