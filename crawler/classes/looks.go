package classes

import (
	"slices"
	"strings"
)

// What a list is sorted by, how many entries it shows and how it looks leave its links as they are, and change its words: so do
// languages and currencies. Where the relation alone does not tell, the name does, with values that fit it.

var (
	orderNames = []string{"sort", "sortby", "order", "orderby", "sortorder", "dir", "direction"}
	sizeNames  = []string{"limit", "size", "perpage", "pagesize", "show", "count", "resultsperpage"}
	lookNames  = []string{"view", "layout", "display", "mode", "style", "show"}
	looks      = map[string]bool{"list": true, "grid": true, "gallery": true, "table": true, "tile": true, "tiles": true, "thumb": true, "thumbs": true,
		"thumbnails": true, "card": true, "cards": true, "rows": true, "columns": true, "compact": true, "large": true, "small": true}
)

// saysLook tells of a parameter whose name, and whose values, say that it sorts a list, or chooses its size or look.
func (p *pair) saysLook() bool {
	return p.saysOrder() || p.ends(sizeNames) && p.numeric() || p.ends(lookNames) && p.hasValues(looks)
}

// saysOrder tells of a parameter whose name says that it sorts a list.
func (p *pair) saysOrder() bool { return p.ends(orderNames) }

// ends tells whether the letters of the name end in one of names, in lower case.
func (p *pair) ends(names []string) bool { return endsIn(bare(p.name), names) }

func endsIn(name string, names []string) bool {
	letters := strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return -1
		}
		return r
	}, strings.ToLower(name))
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(letters, name) })
}

// hasValues tells whether all samples have one of some values.
func (p *pair) hasValues(some map[string]bool) bool {
	for _, s := range p.samples {
		if !some[strings.ToLower(s.value(p.name))] {
			return false
		}
	}
	return len(p.samples) > 0
}
