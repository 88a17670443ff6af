package endless

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Tracker has lists of the notes, each said to be some minutes or an hour old: all of them, and those of two
// states. Menus spell the address of a list in another way than its parts do (%2C, an empty search), and
// with its name, which changes nothing.
func Tracker(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	const size = 10
	lists := [...]struct{ name, state string }{{"All notes", "0,1,2"}, {"Open notes", "0"}, {"Notes to read", "0,2"}}
	has := func(state string, note int) bool { return strings.Contains(state, strconv.Itoa(note%3)) }
	count := func(state string) (n int) {
		for note := range notes {
			if has(state, note) {
				n++
			}
		}
		return n
	}
	part := func(name, state string, start int) string {
		if name != "" {
			name = "name=" + strings.ReplaceAll(name, " ", "%20") + "&"
		}
		return fmt.Sprintf("/list?%sstart=%d&columns=id,title&sort=-age&state=%s", name, start, state)
	}
	menu := func(name, state string) string {
		return fmt.Sprintf("/list?sort=-age&columns=id%%2Ctitle&q=&state=%s&name=%s&start=0", strings.ReplaceAll(state, ",", "%2C"), strings.ReplaceAll(name, " ", "%20"))
	}
	s.trap = func(u apps.URL) apps.View {
		name, state := u.Query.Get("name"), u.Query.Get("state")
		start, err := strconv.Atoi(u.Query.Get("start"))
		if u.Path != "/list" || err != nil || start < 0 || start >= count(state) {
			return apps.Missing()
		}
		v := forbidden("list", func(p *apps.Page) {
			p.Title = "Notes - " + name
			at := 0
			for note := range notes {
				if !has(state, note) {
					continue
				}
				if at++; at > start && at <= start+size {
					p.P(s.title(note) + " was changed " + [...]string{"59 minutes ago", "about an hour ago"}[p.Chance.IntN(2)])
					p.Links("entry", []apps.Link{s.link(note)})
				}
			}
			pager := []apps.Link{{Href: part("", state, 0), Text: "without a name"}}
			if start > 0 {
				pager = append(pager, apps.Link{Href: part(name, state, start-size), Text: "before"})
			}
			if start+size < at {
				pager = append(pager, apps.Link{Href: part(name, state, start+size), Text: "next"})
			}
			p.Line("pager", pager)
			s.decorate(p, -1)
		})
		v.Word, v.Page = apps.Required, part("", state, start)
		return v
	}
	for _, l := range lists {
		for start := 0; start < count(l.state); start += size {
			s.required = append(s.required, part("", l.state, start))
		}
	}
	s.decorate = func(p *apps.Page, _ int) {
		var links []apps.Link
		for _, l := range lists {
			links = append(links, apps.Link{Href: menu(l.name, l.state), Text: l.name})
		}
		p.Block("Lists", links)
	}
	return s
}
