package guard

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// leaveLonger takes out moves to the same address with parameters more, where they are many of
// a set: canonicals and redirects take parameters away. What adds one to all addresses at once
// (?ref=x) is a fault of a template, and so is what adds others where no page links to the new
// address. The list is sorted by end.
func (c *Comparison) leaveLonger(ctx context.Context, list []move) ([]move, error) {
	longer, err := c.longer(ctx, list)
	if err != nil || len(longer) == 0 {
		return list, err
	}
	many, one := false, map[string]bool{} // of all, and of what is added to many at once
	for _, set := range []uint64{inStanding, inReference} {
		_, of := c.gone(set)
		n, each := 0, map[string]int{}
		for _, m := range list {
			if added, ok := longer[m.end]; ok && c.book.keys[m.at]&set != 0 {
				n++
				each[added]++
				one[added] = one[added] || heavy(each[added], of)
			}
		}
		many = many || heavy(n, of)
	}
	if !many {
		return list, nil
	}
	for e, err := range c.crawl.Graph(ctx, func(frontier.ID) bool { return true }, func(to frontier.ID) bool { return longer[to] != "" }) {
		if err != nil {
			return nil, err
		}
		if e.From != e.To && e.Flags.Clickable() && !one[longer[e.To]] {
			delete(longer, e.To)
		}
	}
	return slices.DeleteFunc(list, func(m move) bool { return longer[m.end] != "" }), nil
}

// longer gives the ends of moves that are the same address with parameters more, with these.
func (c *Comparison) longer(ctx context.Context, list []move) (map[frontier.ID]string, error) {
	if len(list) == 0 {
		return nil, nil
	}
	longer := map[frontier.ID]string{}
	for row, err := range c.crawl.Brief(ctx, 0) {
		if err != nil {
			return nil, err
		}
		i, found := slices.BinarySearchFunc(list, row.ID, func(m move, id frontier.ID) int { return cmp.Compare(m.end, id) })
		if !found {
			continue
		}
		for url := range stripped(row.URL) {
			at, known := c.book.find(url)
			if known && slices.ContainsFunc(list[i:], func(m move) bool { return m.end == row.ID && m.at == uint32(at) }) {
				longer[row.ID] = added(row.URL, url)
				break
			}
		}
	}
	return longer, nil
}

// added gives the parameters of a URL that another one, made of it by stripped, is without.
func added(url, without string) string {
	separator := func(r rune) bool { return r == '?' || r == '&' || r == ';' }
	kept := strings.FieldsFunc(without, separator)[1:]
	more := slices.DeleteFunc(strings.FieldsFunc(url, separator)[1:], func(p string) bool {
		at := slices.Index(kept, p)
		if at >= 0 {
			kept = slices.Delete(kept, at, at+1)
		}
		return at >= 0
	})
	return strings.Join(more, "&")
}

// mostStripped parameters of a URL, its last ones, are looked at.
const mostStripped = 8

// stripped gives what a URL may have been before parameters came to it: without one or more of
// those of its query, or without those of its path (;ref=x), with a slash at its end and without.
func stripped(url string) iter.Seq[string] {
	return func(yield func(string) bool) {
		path, query, _ := strings.Cut(url, "?")
		params := strings.FieldsFunc(query, func(r rune) bool { return r == '&' })
		n := min(len(params), mostStripped)
		before := params[:len(params)-n]
		plain, _, _ := strings.Cut(path, ";")
		for taken := range 1 << n {
			kept := slices.Clone(before)
			for i, p := range params[len(before):] {
				if taken&(1<<i) == 0 {
					kept = append(kept, p)
				}
			}
			query := strings.Join(kept, "&")
			if taken > 0 && !eachEnding(path, query, yield) || plain != path && !eachEnding(plain, query, yield) {
				return
			}
		}
	}
}

// eachEnding gives a path and a query as one URL, with a slash at the end of the path and without.
func eachEnding(path, query string, yield func(string) bool) bool {
	if query != "" {
		query = "?" + query
	}
	path = strings.TrimSuffix(path, "/")
	return yield(path+query) && yield(path+"/"+query)
}

// isLonger tells of a URL that is another one with parameters more.
func isLonger(to, from string) bool {
	for url := range stripped(to) {
		if url == from {
			return true
		}
	}
	return false
}
