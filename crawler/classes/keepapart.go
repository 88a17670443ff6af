package classes

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// way are copies that differ in the same way from what they are copies of: they lie below one first folder, or
// have parameters of the same names that lead to other pages. Some of them, by hash, show what they are.
type way struct {
	all     []frontier.ID
	samples []waySample
	names   []string // of the parameters
}

type waySample struct {
	hash uint64
	id   frontier.ID
}

// samplesOfWay of alike copies are compared by their links, unless there are more than mostWays of these.
const (
	samplesOfWay = 10
	mostWays     = 1000
)

// ways has them by hash of their way.
type ways map[uint64]*way

// add takes a copy where it has another path than what it is a copy of, or other parameters that lead to other pages.
func (all ways) add(id frontier.ID, url, of string, names []string) {
	path := canonical.Path(url)
	by := hashString(2, strings.Join(names, "&"))
	if path != canonical.Path(of) {
		by, names = hashString(1, firstFolder(path)), nil
	} else if len(names) == 0 {
		return
	}
	g := all[by]
	if g == nil {
		if len(all) > mostWays {
			return
		}
		g = &way{names: names}
		all[by] = g
	}
	g.all = append(g.all, id)
	s := waySample{mix(hashString(3, url)), id}
	if n, _ := slices.BinarySearchFunc(g.samples, s, func(a, b waySample) int { return cmp.Compare(a.hash, b.hash) }); n < samplesOfWay {
		g.samples = slices.Insert(g.samples, n, s)
		g.samples = g.samples[:min(len(g.samples), samplesOfWay)]
	}
}

// findApart gives the copies of which most of those that are alike lead elsewhere than what they are copies of, each
// to other names: the hotels of another city, though all pages say nothing but Hotels.
func (c *Classes) findApart(ctx context.Context, all ways) (apart []frontier.ID, err error) {
	links := map[frontier.ID][]frontier.ID{}
	for _, g := range all {
		for _, s := range g.samples {
			links[s.id], links[c.copies[s.id]] = nil, nil
		}
	}
	if len(links) == 0 || len(all) > mostWays {
		return nil, nil
	}
	if err := c.readLinksOf(ctx, links); err != nil {
		return nil, err
	}
	for _, g := range all {
		n := 0
		for _, s := range g.samples {
			found, err := c.leadApart(links[s.id], links[c.copies[s.id]], g.names)
			if err != nil {
				return nil, err
			}
			if found {
				n++
			}
		}
		if n*2 > len(g.samples) {
			apart = append(apart, g.all...)
		}
	}
	return apart, nil
}

// leadApart tells whether each of two pages leads to more pages than boxes do, to which the other one does not lead
// below any folder, or with any values of some parameters.
func (c *Classes) leadApart(a, b []frontier.ID, but []string) (bool, error) {
	own, err := c.namesOf(a, b, but)
	if err != nil || len(own) <= noise {
		return false, err
	}
	others, err := c.namesOf(b, a, but)
	if err != nil {
		return false, err
	}
	both := 0
	for name := range own {
		if others[name] {
			both++
		}
	}
	return min(len(own), len(others))-both > noise, nil
}

// namesOf gives the ends of the addresses of pages that the first one of two ascending lists alone has, without some
// parameters.
func (c *Classes) namesOf(list, without []frontier.ID, but []string) (map[uint64]bool, error) {
	names := map[uint64]bool{}
	for _, to := range list {
		if _, both := slices.BinarySearch(without, to); both {
			continue
		}
		row, err := c.r.crawl.Row(to)
		if err != nil {
			return nil, err
		}
		if row.Page == nil || isPage(row) {
			path, query, _ := strings.Cut(row.URL, "?")
			end := strings.LastIndexByte(strings.TrimSuffix(path, "/"), '/')
			name := hashString(1, path[end+1:])
			for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
				if key, _, _ := strings.Cut(part, "="); !slices.Contains(but, key) {
					name += mix(hashString(2, part))
				}
			}
			names[name] = true
		}
	}
	return names, nil
}
