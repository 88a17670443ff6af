package classes

import (
	"testing"
)

func TestHangs(t *testing.T) {
	for _, c := range []struct {
		url, page string
		want      bool
	}{
		{"http://a.example/library/two", "http://a.example/library/one", true},
		{"http://a.example/library/one/two/", "http://a.example/library/one", true},
		{"http://a.example/library/one/two/three", "http://a.example/library/one/", true},
		{"http://a.example/library/oneself/two", "http://a.example/library/one", false},
		{"http://a.example/library", "http://a.example/library/one", false},
		{"http://a.example/other/two", "http://a.example/library/one", false},
		{"http://a.example/library/one", "http://a.example/", false},
		{"http://b.example/library/two", "http://a.example/library/one", false},
		{"http://a.example/notes/two?cb=2", "http://a.example/notes/one?cb=1", true},
		{"http://a.example/notes/two?cb=2", "http://a.example/notes/one", false},
		{"http://a.example/notes?b=2&a=1", "http://a.example/notes?a=1;b=1", true},
	} {
		if got := Hangs(c.url, c.page); got != c.want {
			t.Errorf("Hangs(%q, %q) = %v", c.url, c.page, got)
		}
	}
}

func TestRegionHas(t *testing.T) {
	for _, c := range []struct {
		pattern, url string
		want         bool
	}{
		{"http://a.example/*", "http://a.example/one", true},
		{"http://a.example/*", "http://a.example/one/two", false},
		{"http://a.example/library/**", "http://a.example/library/one/two", true},
		{"http://a.example/library/**", "http://a.example/library/one/", true},
		{"http://a.example/library/**", "http://a.example/library", false},
		{"http://a.example/library/**", "http://a.example/librarys/one", false},
		{"http://a.example/notes/*?cb", "http://a.example/notes/one?cb=7", true},
		{"http://a.example/notes/*?cb", "http://a.example/notes/one", false},
		{"http://a.example/notes/*", "http://a.example/notes/one?cb=7", false},
		{"http://a.example/*/**", "http://a.example/*/one/two", true},
	} {
		p, at := &region{pattern: c.pattern}, placeOf(c.url)
		if got := p.has(&at); got != c.want {
			t.Errorf("%q has %q: %v", c.pattern, c.url, got)
		}
	}
}

// TestChosenFolders has a trap deep in a site: it is found where it begins, not
// with all that the site has beside it.
func TestChosenFolders(t *testing.T) {
	some := func(known, read, leaves int) *region { return &region{known: known, read: read, leaves: leaves} }
	all := folders{
		"http://a.example/**":             some(5060, 1060, 20),
		"http://a.example/en/**":          some(5060, 1060, 20),
		"http://a.example/en/trap/**":     some(5000, 1010, 0),
		"http://a.example/en/trap/one/**": some(2400, 500, 0),
		"http://a.example/en/trap/two/**": some(2590, 505, 0),
		"http://a.example/en/shop/**":     some(60, 50, 20),
		"http://a.example/tags/*?cb":      some(3000, 1200, 3),
		"http://a.example/tags/**?cb":     some(3000, 1200, 3),
		"http://a.example/tree/**":        some(3000, 1200, 300),
	}
	for pattern, p := range all {
		p.pattern = pattern
	}
	var got []string
	for _, p := range all.chosen() {
		got = append(got, p.pattern)
	}
	if len(got) != 2 || got[0] != "http://a.example/tags/*?cb" || got[1] != "http://a.example/en/trap/**" {
		t.Errorf("chosen: %q", got)
	}
}

func TestMajority(t *testing.T) {
	var most majority
	for i := range 100 {
		hash := uint64(7)
		if i%11 == 0 {
			hash = uint64(100 + i)
		}
		most.add(hash)
	}
	if !most.isOfNearlyAll() || most.hash != 7 {
		t.Errorf("90 of 100 votes: %+v", most)
	}
	most.add(8)
	most.add(9)
	if most.isOfNearlyAll() {
		t.Errorf("90 of 102 votes: %+v", most)
	}
}
