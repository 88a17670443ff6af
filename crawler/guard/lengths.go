package guard

import "github.com/portolan-seo/portolan/frontier/record"

const mostCounted = 1 << 11 // words

// lengths counts pages by a number of words.
type lengths [mostCounted]int

func (l *lengths) add(words int) { l[max(min(words, mostCounted-1), 0)]++ }

// middle gives the median, and whether three quarters are next to it.
func (l *lengths) middle(pages int) (median int, most bool) {
	for below := l[0]; below*2 < pages && median < mostCounted-1; below += l[median] {
		median++
	}
	n := 0
	for _, pages := range l[max(median-grewBy, 0):min(median+grewBy+1, mostCounted)] {
		n += pages
	}
	return median, n*4 >= pages*3
}

// menu gives how many words next to all pages have.
func (l *lengths) menu(pages int) int {
	below := 0
	for words, n := range l {
		if below += n; below*menuShare > pages {
			return words
		}
	}
	return 0
}

// outgrew tells of a page with more words than it had, and more than its sketch is made of: what
// comes below those is not known.
func (p *nearPage) outgrew() bool { return p.had > 0 && p.has > p.had && p.has > record.SketchWords }

// grewAlike tells of pages to which as many words have come, each, and which differ in length as they did.
func grewAlike(pages []nearPage) bool {
	var more, has []int
	for _, p := range pages {
		if p.had > 0 {
			more, has = append(more, p.has-p.had), append(has, p.has)
		}
	}
	if len(more) < smallURLs {
		return false
	}
	by, length := middle(more), middle(has)
	return by > 0 && within(more, by, grewBy) && !within(has, length, grewBy)
}

const grewBy = 2 // words

// grewAlike tells of all pages what it tells of some.
func (t *texts) grewAlike() bool { return alike(&t.more, &t.has, t.both) }

// alike tells whether as many words have come to most pages, each, or gone from them, which differ in
// length as they did: something stands above their texts, or did.
func alike(by, has *lengths, pages int) bool {
	words, most := by.middle(pages)
	_, same := has.middle(pages)
	return words > 0 && most && !same
}

// within tells whether three quarters of numbers are next to one.
func within(list []int, one, by int) bool {
	n := 0
	for _, number := range list {
		if number >= one-by && number <= one+by {
			n++
		}
	}
	return n*4 >= len(list)*3
}
