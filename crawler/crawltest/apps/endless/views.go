package endless

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Views has each page once more to print, to share, as PDF, in big letters,
// and behind a login that remembers where one came from, so that the login
// leads to the login.
func Views(seed uint64, notes int) *Site {
	s := newSite(seed, notes)
	doors := map[string]string{"/login": "Log in", "/register": "Register", "/share": "Share this page", "/report": "Report a problem", "/email": "Send to a friend"}
	s.trap = func(u apps.URL) apps.View {
		if title := doors[u.Path]; title != "" {
			v := forbidden("form", func(p *apps.Page) {
				p.Title = title
				if u.Path == "/share" || u.Path == "/email" {
					p.Title += ": " + u.Query.Get("title")
				}
				p.P("Please fill in the form.")
				p.Form(u.Path, title)
				s.drawDoors(p)
			})
			if len(u.Query) == 0 {
				v.Truth = apps.Truth{Word: apps.Ambiguous, Kind: "form"}
			}
			return v
		}
		path, pdf := strings.CutPrefix(u.Path, "/pdf")
		path, printed := strings.CutPrefix(path, "/print")
		v, ok := s.real(path)
		switch {
		case !ok:
			return apps.Missing()
		case pdf:
			return apps.View{Truth: apps.Truth{Kind: "pdf"}, Type: "application/pdf", Body: "%PDF-1.4\n" + path}
		case printed:
			v.Truth = apps.Truth{Kind: "to print"}
			draw := v.Draw
			v.Draw = func(p *apps.Page) {
				draw(p)
				p.NoFrame = true
			}
			return v
		case u.Query.Only("font", "highlight", "contrast"):
			v.Truth = apps.Truth{Kind: "look"}
			return v
		}
		return apps.Missing()
	}
	s.decorate = func(p *apps.Page, note int) {
		if note >= 0 {
			path := s.notePath(note)
			p.Line("tools", []apps.Link{{Href: "/print" + path, Text: "print"}, {Href: "/pdf" + path, Text: "pdf"},
				{Href: path + "?font=large", Text: "A+"}, {Href: path + "?font=small", Text: "A-"}, {Href: path + "?contrast=high", Text: "contrast"},
				{Href: path + "?highlight=" + apps.Noun(note), Text: "highlight"}})
		}
		s.drawDoors(p)
	}
	return s
}

// drawDoors leads to the forms, which know where one comes from.
func (s *Site) drawDoors(p *apps.Page) {
	here := url.QueryEscape(p.Self())
	p.Line("doors", []apps.Link{{Href: "/login?next=" + here, Text: "Log in"}, {Href: "/register?return_to=" + here, Text: "Register"},
		{Href: fmt.Sprintf("/share?url=%s&title=%s", here, url.QueryEscape(p.Title)), Text: "Share"}, {Href: "/report?page=" + here, Text: "Report"},
		{Href: "/email?title=" + url.QueryEscape(p.Title) + "&u=" + here, Text: "Send"}})
}
