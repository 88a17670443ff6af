package classes_test

import (
	"fmt"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// underSessions has 30 sections of two pages, each read with a session, too; of
// one section the parameter chooses what is shown if odd.
func underSessions(odd bool) site {
	s := site{}
	for n := range 30 {
		for i := range 2 {
			path := fmt.Sprintf("/%s/page-%s", word(n), word(i))
			p := sitePage{content: uint64(1000 + 10*n + i), links: []string{fmt.Sprintf("/item/%d-%d", n, i)}}
			s[path] = p
			if odd && n == 7 {
				p = sitePage{content: uint64(5000 + i), links: []string{fmt.Sprintf("/other/%d", i)}}
			}
			s[path+"?tick="+commit(2*n+i)] = p
		}
	}
	return s
}

// What a parameter does in few pages of each section is known from all sections
// together, unless it chooses another page in one of them.
func TestParameterOfManySections(t *testing.T) {
	for _, odd := range []bool{false, true} {
		_, _, all := relationsOf(t, underSessions(odd))
		idle := 0
		for _, class := range all {
			if class.Relation == classes.NoEffect {
				idle++
			}
		}
		if odd != (idle == 0) || !odd && idle != 60 {
			t.Errorf("with an odd section %t: the parameter has no effect on %d of 60 pages", odd, idle)
		}
	}
}
