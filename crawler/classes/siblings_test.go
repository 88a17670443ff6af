package classes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// refs has the files of two folders at three names of branches, of each a page and
// its log. All links ask for more lines of a log, ?lines=60, which only logs have;
// of files the parameter chooses another page if it is their own.
func refs(own bool) site {
	s := site{}
	for _, ref := range []string{"tip", "stable", "old"} {
		for f := range 26 {
			file := fmt.Sprintf("%s/%s/%s.c", ref, word(f/13), word(f))
			n := len(s) * 10
			for i, lines := range []string{"", "?lines=30", "?lines=60", "?lines=120"} {
				page := sitePage{content: uint64(1000 + n), links: []string{fmt.Sprintf("/commit/%d", n)}}
				if own && i > 0 {
					page = sitePage{content: uint64(5000 + n + i), links: []string{fmt.Sprintf("/commit/%d-%d", n, i)}}
				}
				s["/file/"+file+lines] = page
				s["/log/"+file+lines] = sitePage{content: uint64(90_000 + n + i), links: []string{fmt.Sprintf("/commit/%d-%d-log", n, i)}}
			}
		}
	}
	return s
}

// What a parameter does on many pages beside each other is known from all of them,
// though it is their only one, and does something else in another folder.
func TestParameterOfManySiblings(t *testing.T) {
	for _, own := range []bool{false, true} {
		_, _, all := relationsOf(t, refs(own))
		files := 0
		for name, class := range all {
			if !strings.Contains(name, "/file/") {
				continue
			}
			if files++; own == (class.Relation == classes.NoEffect) {
				t.Errorf("with pages of their own %t, %s: %s", own, name, class.Relation)
			}
		}
		if files != 6 {
			t.Errorf("with pages of their own %t: %d classes of files", own, files)
		}
	}
}
