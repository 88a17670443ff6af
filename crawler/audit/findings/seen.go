package findings

import (
	"cmp"
	"context"
	"fmt"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// Seen is how much of a site a crawl has seen. Whatever tells whether a crawl is
// complete tells it by this.
type Seen struct {
	Ended string // why the crawl ended before its end, "" if it came to it
	Doubt string // why what it has read may not be the site, "" where nothing speaks against it
	// Unread are the URLs in scope that should have been read and were not.
	Unread, InScope int
	// Held are those in scope that nobody wants read: endless, or views of pages.
	Held int
	// Away are those of Unread that redirect for a while, and keep their place in the sitemap.
	Away int
	// Most is the verdict of most of Unread that were not read, none if there are none.
	Most audit.Code
}

// fewUnread is of how many URLs in scope one may be unread, for what needs the
// whole site to be claimed as likely.
const fewUnread = 200

// areaShare is the part of a site that may stand before a login for that to be a
// members' area, which nobody but they want read.
const areaShare = 3

// SeenOf counts verdicts, of all known URLs of a crawl; codes are theirs.
func SeenOf(ctx context.Context, crawl frontier.Crawl, codes []uint8, ended string) (Seen, error) {
	s, _, err := seenOf(ctx, crawl, codes, ended)
	return s, err
}

// seenOf is SeenOf, with the URLs of refusedForNow.
func seenOf(ctx context.Context, crawl frontier.Crawl, codes []uint8, ended string) (Seen, map[frontier.ID]bool, error) {
	s := Seen{Ended: ended, Doubt: crawl.Meta(frontier.MetaDoubt)}
	area := isArea(codes)
	var unread [1 << 8]int
	for _, c := range codes {
		if code := audit.Code(c); InScope(code) {
			s.InScope++
			if isUnread(code, area) {
				s.Unread++
				if unread[c]++; unread[c] > unread[s.Most] {
					s.Most = code
				}
			}
			if code == audit.TrapQuarantine {
				s.Held++
			}
		}
	}
	refused, err := refusedForNow(ctx, crawl, codes)
	if err != nil {
		return s, nil, err
	}
	s.Unread += len(refused)
	for v, err := range crawl.Having(ctx, uint8(audit.ListedCarried)) {
		if err != nil {
			return s, nil, err
		}
		if c := audit.CarriedFor(v); c == audit.Redirect || c == audit.RedirectWall {
			s.Away++
		}
	}
	return s, refused, nil
}

// isArea tells whether a small part of the URLs of a site stands before a login.
func isArea(codes []uint8) bool {
	walled, all := 0, 0
	for _, c := range codes {
		if code := audit.Code(c); InScope(code) {
			all++
			if code == audit.RedirectWall {
				walled++
			}
		}
	}
	return walled*areaShare < all
}

// Why says why what needs the whole site is not claimed, "" if it is.
func (s Seen) Why() string {
	switch {
	case s.Ended != "":
		return s.Ended
	case s.Doubt != "":
		return s.Doubt
	case s.Unread*fewUnread > s.InScope:
		return fmt.Sprintf("%s of %s addresses %s", number(float64(s.Unread)), number(float64(s.InScope)), s.lack())
	}
	return ""
}

// Little tells whether so much was not read that shares of the whole say nothing of it.
func (s Seen) Little() bool { return s.Unread >= fewDoubts && s.Unread*10 > s.InScope }

// lack says what is wrong with the addresses of Unread.
func (s Seen) lack() string {
	switch s.Away {
	case 0:
		return "were not read"
	case s.Unread:
		return "redirect for a while (302 or the like) and keep their place"
	}
	return "were not read, or redirect for a while (302 or the like)"
}

// Text answers whether the crawl is complete: yes, nearly or no, and why; and what
// was held back. It has a %s for each of args, which are numbers, or texts.
func (s Seen) Text() (text string, args []any) {
	counts, why := []any{s.Unread, s.InScope, s.lack()}, cmp.Or(s.Ended, s.Doubt)
	switch {
	case why != "" && s.Unread == 0:
		text, args = "no: %s", []any{why}
	case why != "":
		text, args = "no: %s; %s of %s addresses %s", append([]any{why}, counts...)
	case s.Why() != "":
		text, args = "no: %s of %s addresses %s", counts
	case s.Away > 0:
		text, args = "nearly: %s of %s addresses %s", counts
	case s.Unread > 0:
		text, args = "nearly: all but %s of %s addresses were read", counts[:2]
	case s.Held > 0:
		return "yes, but for %s of %s addresses, held back as endless, or as views of pages", []any{s.Held, s.InScope}
	case s.InScope == 1:
		return "yes: the one known address of the site has its verdict", nil
	default:
		return "yes: each of the %s known addresses of the site has its verdict", []any{s.InScope}
	}
	if s.Held > 0 {
		text, args = text+"; %s held back as endless, or as views of pages", append(args, s.Held)
	}
	return text, args
}

// SeenTexts are the texts of Seen, for whoever translates them.
func SeenTexts() (texts []string) {
	for _, s := range []Seen{{Ended: "-"}, {Ended: "-", Unread: 1, InScope: 1}, {Unread: 1, InScope: 1}, {Unread: 1, InScope: fewUnread}, {Unread: 1, InScope: fewUnread, Away: 1}, {InScope: 1}, {}} {
		for s.Held = range 2 {
			text, _ := s.Text()
			texts = append(texts, text)
		}
	}
	return texts
}
