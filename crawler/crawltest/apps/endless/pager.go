package endless

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// After says what an archive shows behind its last part, which links on.
type After uint8

// What there is.
const (
	FirstAgain  After = iota // the first part again
	LastAgain                // the last part again
	NothingLeft              // words that there is nothing, and a box of other notes
)

// Pager is an archive whose parts link on for ever: ?page=2, or /archive/page/2/.
func Pager(seed uint64, notes int, after After, inPath bool) *Site {
	s := newSite(seed, notes)
	const size = 10
	last := (notes + size - 1) / size
	part := func(n int) string {
		switch {
		case n == 1:
			return "/archive/"
		case inPath:
			return fmt.Sprintf("/archive/page/%d/", n)
		}
		return fmt.Sprintf("/archive/?page=%d", n)
	}
	s.trap = func(u apps.URL) apps.View {
		number := u.Query.Get("page")
		if rest, ok := strings.CutPrefix(u.Path, "/archive/page/"); ok && inPath {
			number = strings.TrimSuffix(rest, "/")
		} else if u.Path != "/archive/" || inPath && number != "" {
			return apps.Missing()
		}
		n := 1
		if number != "" {
			var err error
			if n, err = strconv.Atoi(number); err != nil || n < 1 {
				return apps.Missing()
			}
		}
		v := forbidden("past the end", func(p *apps.Page) {
			shown := n
			switch {
			case n > last && after == FirstAgain:
				shown = 1
			case n > last && after == LastAgain:
				shown = last
			}
			p.Title = "Archive"
			for k := (shown - 1) * size; k < min(shown*size, notes); k++ {
				p.Card(s.link(k), apps.Prose(10, seed, 3, uint64(k)))
			}
			if shown > last {
				p.P("No notes were found.")
				p.Links("random", []apps.Link{s.link(p.Chance.IntN(notes)), s.link(p.Chance.IntN(notes))})
			}
			p.Next = part(n + 1)
			p.Line("pager", []apps.Link{{Href: part(max(1, n-1)), Text: "newer"}, {Href: part(n + 1), Text: "older"}})
		})
		if n <= last && u.String() == part(n) {
			v.Truth = apps.Truth{Word: apps.Required, Kind: "part"}
		}
		return v
	}
	for n := 1; n <= last; n++ {
		s.required = append(s.required, part(n))
	}
	s.decorate = func(p *apps.Page, _ int) { p.Links("archive", []apps.Link{{Href: part(1), Text: "Archive"}}) }
	return s
}

// Similar has a page of notes like another one, on it links to notes that are like
// both, and so on: /similar/3/14/15.
func Similar(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	s.trap = func(u apps.URL) apps.View {
		rest, ok := strings.CutPrefix(u.Path, "/similar/")
		if !ok || len(u.Query) > 0 {
			return apps.Missing()
		}
		var of []int
		for part := range strings.SplitSeq(rest, "/") {
			n, err := strconv.Atoi(part)
			if err != nil || n < 1 || n >= notes {
				return apps.Missing()
			}
			of = append(of, n)
		}
		v := forbidden("similar to several", func(p *apps.Page) {
			p.Title = "Similar to"
			for _, n := range of {
				p.Title += " " + s.title(n)
			}
			var more []apps.Link
			for k := range uint64(6) {
				n := 1 + apps.Below(notes-1, seed, 80, apps.Hash(u.Path), k)
				p.Card(s.link(n), apps.Prose(10, seed, 3, uint64(n)))
				more = append(more, apps.Link{Href: fmt.Sprintf("%s/%d", u.Path, n), Text: "and like " + s.title(n)})
			}
			p.Block("More like these", more)
		})
		if len(of) == 1 {
			v.Truth = apps.Truth{Word: apps.Ambiguous, Kind: "similar"}
		}
		return v
	}
	s.decorate = func(p *apps.Page, note int) {
		if note > 0 {
			p.Links("similar", []apps.Link{{Href: fmt.Sprintf("/similar/%d", note), Text: "Similar notes"}})
		}
	}
	return s
}
