package classes_test

import (
	"fmt"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
)

// The address of a post shows the part of its topic that it stands in; of two names for one thing both are pages, and so
// are those that differ by figures.
func TestPostsAreTheirTopics(t *testing.T) {
	topic, album := func(k int) string { return fmt.Sprintf("/topic?t=%d", k) }, func(k int) string { return fmt.Sprintf("/album?a=%d", k) }
	s := site{"/": {content: 7, text: 7}}
	home := s["/"]
	for k := range 12 {
		home.links = append(home.links, topic(k), album(k))
		for part, at := range []string{"", "&start=10"} {
			p := sitePage{content: uint64(100 + 2*k + part), text: uint64(100 + 2*k + part)}
			for i := range 4 {
				p.links = append(p.links, fmt.Sprintf("/topic?p=%d", 10*k+4*part+i+1000))
			}
			for i := range 8 {
				user := fmt.Sprintf("/user/%d", 16*k+8*part+i)
				s[user] = sitePage{content: uint64(5000 + len(s)), text: uint64(5000 + len(s)), links: []string{"/"}}
				p.links = append(p.links, user)
			}
			p.links = append(p.links, topic(k), topic(k)+"&start=10")
			s[topic(k)+at] = p
			for _, post := range p.links[:4] {
				s[post] = p
			}
		}
		s[album(k)] = sitePage{content: uint64(300 + k), text: uint64(300 + k), links: []string{"/", fmt.Sprintf("/album?name=a%d", k), fmt.Sprintf("/album?draw=%d", 2*k+2), fmt.Sprintf("/album?draw=%d", 2*k+3)}}
		s[fmt.Sprintf("/album?name=a%d", k)] = s[album(k)]
		for i := range 2 {
			s[fmt.Sprintf("/album?draw=%d", 2*k+i+2)] = sitePage{content: uint64(300 + k), text: uint64(9000 + 2*k + i), links: []string{"/"}}
		}
	}
	s["/"] = home
	m := crawled(t, s, 1, nil)
	if err := m.Settle(&frontier.Batch{Meta: map[string]string{frontier.MetaEchoes: "[]"}}); err != nil {
		t.Fatal(err)
	}
	is := kindsOf(t, m)
	for path, want := range map[string]classes.Kind{
		"/topic?t=3": classes.Page, "/topic?t=3&start=10": classes.Page, "/topic?p=1032": classes.Copy, "/topic?p=1036": classes.Copy,
		"/album?a=4": classes.Page, "/album?name=a4": classes.Page, "/album?draw=9": classes.Page,
	} {
		if got, known := is[path]; got != want || !known {
			t.Errorf("%s is %d, want %d", path, got, want)
		}
	}
}
