package classes_test

import (
	"fmt"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// Where one program shows lists and what they list, and the words of a list tell
// nothing ("asked by, answers"), its parts are parts all the same; the one past
// the end, which has the links of all parts alone, is none.
func TestPartsOfOneProgram(t *testing.T) {
	s := site{"/": {content: 1, links: []string{"/index?q=questions"}}}
	part := func(list string, n int) string {
		if n == 0 {
			return "/index?q=" + list
		}
		return fmt.Sprintf("/index?q=%s&start=%d", list, 20*n)
	}
	asked := 100
	for i, list := range []string{"questions", "open", "new", "best"} {
		for n := range 8 {
			p := sitePage{content: 50_000, links: []string{"http://b.example/", part("questions", 0), part("open", 0)}}
			for near := max(0, n-3); near <= min(n+3, 7); near++ {
				p.links = append(p.links, part(list, near))
			}
			for range 20 {
				asked++
				item := fmt.Sprintf("/index?q=%d", asked)
				s[item] = sitePage{content: uint64(asked * 1000), links: []string{"/index?q=questions"}}
				if n < 7 || i > 0 {
					p.links = append(p.links, item)
				}
			}
			s[part(list, n)] = p
		}
		s["/"] = sitePage{content: 1, links: append(s["/"].links, part(list, 0))}
	}
	for i := range 10 { // a list whose entries lead to other programs
		p := sitePage{content: uint64(900_000 + i*1000)}
		for k := range 12 {
			p.links = append(p.links, fmt.Sprintf("/user/%s-%s", word(i), word(k)))
		}
		s[fmt.Sprintf("/index?q=users&start=%d", 20*(i+1))] = p
	}
	past := part("questions", 7)
	for url, kind := range kinds(t, s) {
		if want := url == past; want != (kind == classes.PastEnd) {
			t.Errorf("%s is of kind %d", url, kind)
		}
	}
}
