package classes_test

import (
	"fmt"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
)

// coloured has thirty lists of two parts, and what of each has one of two
// colours, as long as one part; or, for other, other things by the colour.
func coloured(other bool) site {
	s := site{"/": {content: 1}}
	for list := range 30 {
		var items []string
		for i := range 80 {
			items = append(items, fmt.Sprintf("/item/%s-%s", word(list), word(i)))
		}
		url := fmt.Sprint("/list/", list)
		s["/"] = sitePage{content: 1, links: append(s["/"].links, url)}
		s[url] = sitePage{content: uint64(10 + list), links: append([]string{url + "?page=2", url + "?colour=red", url + "?colour=blue"}, items[:20]...)}
		s[url+"?page=2"] = sitePage{content: uint64(100 + list), links: append([]string{url}, items[20:40]...)}
		for n, colour := range []string{"red", "blue"} {
			links := items[10+n : 30+n]
			if other {
				links = items[40+n*20 : 60+n*20]
			}
			s[url+"?colour="+colour] = sitePage{content: uint64(1000 + list*2 + n), links: links}
		}
	}
	return s
}

// What many samples have shown holds where the lists have grown by parts that
// are not read yet, and not where they show something else now.
func TestWhatWasShownHolds(t *testing.T) {
	_, c, _ := relationsOf(t, coloured(false))
	none, err := classes.ReadPlan("")
	if err != nil {
		t.Fatal(err)
	}
	plan := c.NewRound(none).Plan.Text(false)
	for _, test := range []struct {
		name                string
		known, grown, other bool
		want                classes.Relation
	}{
		{"shown", false, false, false, classes.Narrows},
		{"grown, and never shown", false, true, false, classes.Undecided},
		{"shown, then grown", true, true, false, classes.Narrows},
		{"shown, and something else now", true, false, true, classes.Specifies},
	} {
		m := crawled(t, coloured(test.other), 1, nil)
		b := &frontier.Batch{}
		if test.known {
			b.Meta = map[string]string{frontier.MetaClasses: plan}
		}
		for list := range 30 {
			for i, part := range []string{"?page=3", "?colour=red&page=2", "?colour=blue&page=2"} {
				if test.grown {
					url := fmt.Sprint(origin, "/list/", list, part)
					b.Seeds = append(b.Seeds, frontier.Seed{Key: uint64(1 + list*3 + i), URL: []byte(url), Depth: frontier.NoDepth, Source: frontier.FromLink})
				}
			}
		}
		if err := m.Settle(b); err != nil {
			t.Fatal(err)
		}
		c, err := classes.Read(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		for class := range c.All() {
			if class.Param == "colour" && class.Relation != test.want {
				t.Errorf("%s: the colour %s, want %s: %s", test.name, class.Relation, test.want, class.Words())
			}
		}
	}
}
