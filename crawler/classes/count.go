package classes

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/classes/retold"
	"github.com/portolan-seo/portolan/frontier"
)

// Counted gives the classes with how many of their URLs are listed and held
// back, by what tell says of each, and the parts of the site that lead
// to ever more pages of themselves: those with most URLs first.
func (c *Classes) Counted(ctx context.Context, tell func(id frontier.ID) (listed, held bool)) ([]Class, error) {
	listed, held := map[*pair]int{}, map[*pair]int{}
	mazes, again := make([]Class, len(c.mazes)), map[*retold.Class]*Class{}
	for i, m := range c.mazes {
		mazes[i] = Class{Pattern: m.Pattern, Relation: NoEnd, Sample: m.Walk}
	}
	for class, p := range c.retellings {
		one := p.class()
		one.Known, one.Fetched = 0, 0
		again[class] = &one
	}
	if len(c.r.pairs)+len(mazes)+len(again) > 0 {
		for row, err := range c.r.crawl.Brief(ctx, 0) {
			if err != nil {
				return nil, fmt.Errorf("count views of pages: %w", err)
			}
			if !ours(row) {
				continue
			}
			if len(mazes) > 0 {
				if at := c.mazeOf(row.ID); at >= 0 {
					mazes[at].count(row, tell)
				}
			}
			if in := c.retold[row.ID].In; in != nil {
				again[in].count(row, tell)
			}
			a := &c.r.addr
			a.read(row.URL)
			s := c.r.tree.of(a.family)
			if s == nil || len(a.params) == 0 {
				continue
			}
			isListed, isHeld := tell(row.ID)
			for _, p := range a.params {
				if isListed {
					listed[s.pairs[p.name]]++
				}
				if isHeld {
					held[s.pairs[p.name]]++
				}
			}
		}
	}
	list := make([]Class, 0, len(c.r.pairs))
	for _, p := range c.r.pairs {
		class := p.class()
		class.Listed, class.Held = listed[p], held[p]
		list = append(list, class)
	}
	list = append(list, mazes...)
	for _, one := range again {
		list = append(list, *one)
	}
	slices.SortStableFunc(list, func(a, b Class) int { return cmp.Or(cmp.Compare(b.Known, a.Known), cmp.Compare(a.Pattern, b.Pattern)) })
	return list, nil
}

// count takes one of its URLs.
func (c *Class) count(row *frontier.Row, tell func(id frontier.ID) (listed, held bool)) {
	listed, held := tell(row.ID)
	c.Known++
	for _, n := range [...]struct {
		is bool
		of *int
	}{{isPage(row), &c.Fetched}, {listed, &c.Listed}, {held, &c.Held}} {
		if n.is {
			*n.of++
		}
	}
}

// Line gives the option of a crawl, with a regular expression, by which its
// user would have the class left out (--exclude) where it has views of pages,
// or fetched (--allow-pattern) where it is held back; "" where there is no such.
func (c *Class) Line() (option, expr string) {
	switch {
	case c.Relation == NoEnd && c.Held > 0:
		return "--allow-pattern", "^" + strings.ReplaceAll(regexp.QuoteMeta(c.Pattern), `\*`, ".*") + "$"
	case c.Relation == NoEnd, c.Relation == Retells:
		return "", ""
	case c.Param == barrenParam && c.Held > 0:
		return "--allow-pattern", "^" + strings.NewReplacer(`\*`, "[^/?;]*", anyNumber, "[0-9]+").Replace(regexp.QuoteMeta(c.Pattern)) + "$"
	case c.Param == barrenParam, strings.ContainsAny(c.Param, "%:=[* ") || c.Param == bareFacet || c.Param == pathState:
		return "", ""
	case c.Relation == NoEffect || c.Relation == Sorts:
		option = "--exclude"
	case (c.Relation == Narrows || c.Relation == Repeats || c.Relation == Unlisted || c.Relation == Undecided) && c.Held > 0:
		option = "--allow-pattern"
	default:
		return "", ""
	}
	path, action, _ := strings.Cut(c.Pattern, "?")
	segments := strings.Split(path, "/")
	for i, s := range segments {
		switch s {
		case anyName:
			segments[i] = "[^/?;]*"
		case anyPath:
			segments[i] = "[^?;]*"
		case anyNumber:
			segments[i] = "[^/?;]+"
		default:
			segments[i] = regexp.QuoteMeta(s)
		}
	}
	path, param := "^"+strings.Join(segments, "/"), regexp.QuoteMeta(c.Param)
	if action == "" {
		return option, path + "(.*[?&;/])" + param + "[=:/-].*$"
	}
	action = strings.ReplaceAll(regexp.QuoteMeta(action), escapedSlash, "(/|"+escapedSlash+")") + "([&;].*)?"
	return option, path + `\?(.*[&;])?(` + action + "[&;]" + param + "=.*|" + param + "=(.*[&;])?" + action + ")$"
}
