package endless

import (
	"fmt"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Words leads from each note to pages of words, and from each of these to those of other words. All of them have a text
// of their own, and say noindex.
func Words(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	links := func(of uint64) (all []apps.Link) {
		for k := range uint64(6) {
			w := apps.Noun(apps.Below(150, seed, 50, of, k)) + "-" + apps.Hex(4, seed, 51, of, k)
			all = append(all, apps.Link{Href: "/word/" + w, Text: w})
		}
		return all
	}
	s.trap = func(u apps.URL) apps.View {
		word, ok := lastOf(u, "/word/")
		if !ok {
			return apps.Missing()
		}
		return forbidden("word", func(p *apps.Page) {
			p.Title, p.Robots = "All about "+word, "noindex"
			p.P(apps.Prose(60, seed, 52, apps.Hash(word)))
			p.Block("See also", links(apps.Hash(word)))
		})
	}
	s.decorate = func(p *apps.Page, note int) { p.Block("Words", links(uint64(note+1))) }
	return s
}

// Diary has months without end by a parameter, each with its days, which lead to those beside them. All of them have a
// text of their own, and say noindex.
func Diary(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	month := func(n int) apps.Link {
		return apps.Link{Href: fmt.Sprintf("/month?no=%d", n), Text: fmt.Sprint("month ", n)}
	}
	day := func(n int) apps.Link { return apps.Link{Href: fmt.Sprintf("/day/%d", n), Text: fmt.Sprint("day ", n)} }
	s.trap = func(u apps.URL) apps.View {
		last, isDay := lastOf(u, "/day/")
		n, err := strconv.Atoi(last)
		if !isDay {
			n, err = strconv.Atoi(u.Query.Get("no"))
		}
		if err != nil || !isDay && (u.Path != "/month" || !u.Query.Only("no")) {
			return apps.Missing()
		}
		return forbidden("month or day", func(p *apps.Page) {
			p.Title, p.Robots = fmt.Sprint("Diary, ", n), "noindex"
			p.P(apps.Prose(60, seed, 53, apps.Hash(u.String())))
			if isDay {
				p.Links("beside", []apps.Link{day(n + 1), day(max(n, 1) - 1)})
				return
			}
			p.Links("beside", []apps.Link{month(n + 1), month(max(n, 1) - 1), day(30 * n)})
		})
	}
	s.decorate = func(p *apps.Page, note int) { p.Links("diary", []apps.Link{month(1000), day(30_000)}) }
	return s
}

// Crossing has two chains without end that lead to each other, by words alone. All of their pages have a text of their
// own, and say noindex.
func Crossing(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	name := func(chain, n uint64) string {
		return apps.Slug(apps.Phrase(seed, 54, chain, n) + " " + apps.Phrase(seed, 55, chain, n))
	}
	next := func(of string) []apps.Link {
		var links []apps.Link
		for chain := range uint64(2) {
			to := name(chain, apps.Hash(of)>>1)
			links = append(links, apps.Link{Href: [...]string{"/letter/", "/reply/"}[chain] + to, Text: to})
		}
		return links
	}
	s.trap = func(u apps.URL) apps.View {
		last, isLetter := lastOf(u, "/letter/")
		if !isLetter {
			var ok bool
			if last, ok = lastOf(u, "/reply/"); !ok {
				return apps.Missing()
			}
		}
		return forbidden("letter or reply", func(p *apps.Page) {
			p.Title, p.Robots = "Of "+last, "noindex"
			p.P(apps.Prose(60, seed, 56, apps.Hash(u.Path)))
			if isLetter {
				p.Links("further", next(last))
			}
		})
	}
	s.decorate = func(p *apps.Page, note int) {
		if note == -1 {
			p.Links("letters", next("")[:1])
		}
	}
	return s
}

// lastOf gives the last segment below a folder.
func lastOf(u apps.URL, folder string) (last string, ok bool) {
	if len(u.Query) > 0 || len(u.Path) <= len(folder) || u.Path[:len(folder)] != folder {
		return "", false
	}
	return u.Path[len(folder):], true
}
