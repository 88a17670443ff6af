package classes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
)

// A part of the site that was walked through without an end is told of beside the
// parameters, with what it costs: here, where the test's crawl knew all pages from the
// start, the URLs that only it has led to.
func TestMazesAreCounted(t *testing.T) {
	s := site{"/": {content: 1, links: []string{"/library/1"}}}
	for i := 1; i < 60; i++ {
		s[fmt.Sprintf("/library/%d", i)] = sitePage{content: uint64(10 + i), links: []string{"/", fmt.Sprintf("/library/%d", 2*i), fmt.Sprintf("/library/%d", 2*i+1)}}
	}
	m := crawled(t, s, 1, nil)
	maze := classes.Maze{Pattern: "http://a.example/library/*", Endless: true, Walk: "http://a.example/library/900"}
	if err := m.Settle(&frontier.Batch{Meta: map[string]string{frontier.MetaMazes: classes.MazesText([]classes.Maze{maze})}}); err != nil {
		t.Fatal(err)
	}
	c, err := classes.Read(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	list, err := c.Counted(t.Context(), func(frontier.ID) (bool, bool) { return false, true })
	if err != nil || len(list) != 1 || list[0].Relation != classes.NoEnd || list[0].Known != list[0].Held || list[0].Fetched > 0 || list[0].Known != 60 {
		t.Fatalf("%+v, %v; want one part of the 60 URLs that lead nowhere else, all held back", list, err)
	}
	if text := classes.Text(list); !strings.Contains(text, "/library/*  leads to ever more pages of it\n") || !strings.Contains(text, "ended at  http://a.example/library/900\n  --allow-pattern 're:^http://a\\.example/library/.*$'\n") {
		t.Error(text)
	}
}
