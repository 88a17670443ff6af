package endless

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// NotFound answers every address with 200 and a page that says that there is
// none, with one new link. With echo the page repeats the address in title,
// heading, trail and text.
func NotFound(seed uint64, notes int, echo bool) *Site { return notFound(seed, notes, 0, echo, false) }

// LongNotFound is NotFound with many words more, in which some of those of addresses stand.
func LongNotFound(seed uint64, notes int) *Site { return notFound(seed, notes, 400, false, false) }

// TellingNotFound is NotFound with a few words that are others at each address below title and heading.
func TellingNotFound(seed uint64, notes int) *Site { return notFound(seed, notes, 0, false, true) }

func notFound(seed uint64, notes, more int, echo, tells bool) *Site {
	s := newSite(seed, notes)
	dead := func(of string) apps.Link {
		return apps.Link{Href: "/archive/" + apps.Slug(apps.Phrase(seed, 10, apps.Hash(of))) + "-" + apps.Hex(6, seed, apps.Hash(of)), Text: apps.Phrase(seed, 10, apps.Hash(of))}
	}
	s.trap = func(u apps.URL) apps.View {
		return forbidden("not found, 200", func(p *apps.Page) {
			p.Title = "404 - Page not found"
			if tells {
				p.H1 = p.Title
				p.P("Did you know? " + apps.Prose(5+int(apps.Hash(u.String())%35), seed, 12, apps.Hash(u.String())))
				p.Links("archive", []apps.Link{dead(u.String())})
				return
			}
			p.P("Sorry, we could not find what you were looking for.")
			if echo {
				p.Title = apps.Title(words(u.Path))
				at := ""
				for _, segment := range u.Segments() {
					at += "/" + segment
					p.Trail = append(p.Trail, apps.Link{Href: at, Text: apps.Title(words(segment))})
				}
				p.P("We looked everywhere for " + words(u.Path) + ", and found no results for " + strings.ToUpper(words(u.Path)) + ".")
			}
			if more > 0 {
				p.P(apps.Prose(more, seed, 11))
			}
			p.P("You may want to read:")
			p.Links("instead", []apps.Link{dead(u.String())})
		})
	}
	s.decorate = func(p *apps.Page, note int) {
		if note%4 == 0 {
			p.Links("archive", []apps.Link{dead(s.notePath(note))})
		}
	}
	return s
}
