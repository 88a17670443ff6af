package classes

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// spokenOf gives a hash of the title of a page and of its path, where its query
// is nothing or one parameter with a language as its value; and this parameter.
func spokenOf(row *frontier.Row) (spoken uint64, param string) {
	path, query, asked := strings.Cut(row.URL, "?")
	if _, value, _ := strings.Cut(query, "="); asked && !isLanguage(value) {
		return 0, ""
	}
	return mix(hashString(hashString(8, row.Page.Title)^0x2F, path)) | 1, query
}

// isLanguage tells of de, pt-BR and zh_Hant.
func isLanguage(s string) bool {
	main, region, more := strings.Cut(strings.ReplaceAll(s, "_", "-"), "-")
	letters := func(s string) bool {
		return strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz") == ""
	}
	return len(main) == 2 && letters(main) && (!more || len(region) >= 2 && len(region) <= 4 && letters(region))
}

// foldSpoken adds pages in a language that a parameter names, which are not in
// it: they have the title of the same address without the parameter, and its
// text within the frame of their language. Three pages of a language that have
// the same words more than those show the frame; ten of all, that it is no chance.
// A page that is translated has a title of its own.
func (c *copies) foldSpoken(of map[frontier.ID]frontier.ID) {
	type frame struct {
		words uint64
		param string
	}
	type fallback struct {
		id, of frontier.ID
		frame
	}
	var found []fallback
	with := map[frame]int{}
	for group := range c.groups(func(p copyPage) uint64 { return p.spoken }) {
		base := slices.IndexFunc(group, func(p copyPage) bool { return p.value == "" })
		if group[0].spoken == 0 || base < 0 {
			continue
		}
		for _, p := range group {
			if _, done := of[p.id]; p.value != "" && !done {
				f := fallback{p.id, group[base].id, frame{p.all - group[base].all, p.value}}
				found = append(found, f)
				with[f.frame]++
			}
		}
	}
	found = slices.DeleteFunc(found, func(f fallback) bool { return with[f.frame] < leastFramed })
	if len(found) < leastTails {
		return
	}
	for _, f := range found {
		if to, done := of[f.of]; done {
			f.of = to
		}
		if f.of != f.id {
			of[f.id] = f.of
		}
	}
}
