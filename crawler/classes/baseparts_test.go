package classes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// forum has thirty threads of three parts, and for each of their posts an address
// that shows the part in which it stands.
func forum() site {
	s := site{}
	for thread := range 30 {
		part := func(n int) string {
			url := fmt.Sprintf("/thread?t=%d", thread+2)
			if n > 1 {
				url += fmt.Sprintf("&page=%d", n)
			}
			return url
		}
		for n := 1; n <= 3; n++ {
			p := sitePage{content: uint64(100_000*thread + 1_000*n), links: []string{"/"}}
			for i := range 4 {
				p.links = append(p.links, fmt.Sprintf("/user/%s-%s", word(thread), word(4*n+i)))
			}
			for other := 1; other <= 3; other++ {
				if other != n {
					p.links = append(p.links, part(other))
				}
			}
			for i := range 4 {
				post := fmt.Sprintf("/thread?t=%d&post=%d", thread+2, 100*thread+4*n+i)
				s[post] = p
				p.links = append(p.links, post)
			}
			s[part(n)] = p
		}
		s["/"] = sitePage{content: 1, links: append(s["/"].links, part(1))}
	}
	return s
}

// The address of a post shows the part of its thread in which it stands: it has no
// effect, although most of these are not the first part.
func TestPostsOfThreads(t *testing.T) {
	_, _, all := relationsOf(t, forum())
	got := all[origin+"/thread post"]
	if got.Relation != classes.NoEffect {
		t.Errorf("the address of a post: %s, want no effect: %+v", got.Relation, got)
	}
	for url, kind := range kinds(t, forum()) {
		if want := strings.Contains(url, "post="); want != (kind == classes.Variant) {
			t.Errorf("%s is of kind %d", url, kind)
		}
	}
}

// What a form sends along with the order of a list, always the same, makes no
// page of it, where the order is known from other lists.
func TestConstantsBesideAnOrder(t *testing.T) {
	s := site{}
	for list := range 40 {
		var items []string
		for i := range 24 {
			items = append(items, fmt.Sprintf("/item/%s-%s", word(list), word(i)))
		}
		sent := map[bool]string{true: "&cut=99&mark=0"}[list >= 20]
		for i, order := range []string{"", sent + "&by=views", sent + "&by=title"} {
			first := fmt.Sprintf("/forum?f=%d%s", list+2, order)
			parts := [2]sitePage{}
			for at, item := range items {
				half := at / 12
				if i > 0 {
					half = (at + i) % 2
				}
				parts[half].links = append(parts[half].links, item)
			}
			for n := range parts {
				parts[n].content = uint64(100_000*(list+1) + 10_000*i + 1000*n)
			}
			parts[0].links = append(parts[0].links, first+"&page=2")
			parts[1].links = append(parts[1].links, first)
			s[first], s[first+"&page=2"] = parts[0], parts[1]
			s["/"] = sitePage{content: 1, links: append(s["/"].links, fmt.Sprintf("/forum?f=%d", list+2))}
		}
	}
	for url, kind := range kinds(t, s) {
		if want := strings.Contains(url, "by="); want != (kind == classes.Variant) {
			t.Errorf("%s is of kind %d", url, kind)
		}
	}
}
