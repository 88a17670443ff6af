package endless

import (
	"path"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Relative has pages at addresses that end in a slash, each with the links
// "a/" and "b/"; the server shows the same page whatever is behind its own
// address. With echo the heading is made of the address.
func Relative(seed uint64, notes int, echo bool) *Site {
	s := newSite(seed, notes)
	s.trap = func(u apps.URL) apps.View {
		if !strings.HasPrefix(u.Path, "/topics/") || !strings.HasSuffix(u.Path, "/") {
			return apps.Missing()
		}
		v := forbidden("stacked", func(p *apps.Page) {
			p.Title, p.H1 = "Topics", "Topics"
			if echo {
				p.Title = "Topics: " + words(u.Path)
				p.H1 = p.Title
			}
			p.P(apps.Prose(60, seed, 10))
			p.Links("topics", []apps.Link{{Href: "a/", Text: "From a"}, {Href: "b/", Text: "From b"}})
		})
		if u.Path == "/topics/" {
			v.Truth = apps.Truth{Word: apps.Required, Kind: "topics"}
		}
		return v
	}
	s.required = []string{"/topics/"}
	s.decorate = func(p *apps.Page, _ int) { p.Links("topics", []apps.Link{{Href: "/topics/", Text: "Topics"}}) }
	return s
}

// PathInfo is a script that finds its page by the last segment of its address,
// whatever stands before, and whose links have no leading slash: they stack up.
func PathInfo(seed uint64, notes int) *Site {
	const script = "read.php/"
	s := newSite(seed, notes)
	name := func(n int) string { return script + path.Base(s.notePath(n)) }
	s.trap = func(u apps.URL) apps.View {
		last := path.Base(u.Path)
		stack := strings.TrimSuffix(u.Path[1:], last)
		n, ok := s.note(noteIndex + last)
		if !ok || stack == "" || strings.ReplaceAll(stack, script, "") != "" {
			return apps.Missing()
		}
		v := forbidden("stacked", func(p *apps.Page) {
			p.Title = "Comments on " + s.title(n)
			for k := range 3 {
				p.P(apps.Prose(30, seed, 11, uint64(n), uint64(k)))
			}
			p.Links("next", []apps.Link{{Href: name(1 + n%(notes-1)), Text: "Comments on the next note"}})
		})
		if stack == script {
			v.Truth = apps.Truth{Word: apps.Required, Kind: "comments"}
		}
		return v
	}
	for n := 1; n < notes; n++ {
		s.required = append(s.required, "/"+name(n))
	}
	s.decorate = func(p *apps.Page, note int) {
		if note > 0 {
			p.Links("comments", []apps.Link{{Href: "/" + name(note), Text: "Comments"}})
		}
	}
	return s
}
