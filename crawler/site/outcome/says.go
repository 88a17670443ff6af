package outcome

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
)

// quotedColumns of a text say what it is.
const quotedColumns = 90

// quoted gives what pages say as the end of a sentence, "" where that is not known.
func quoted(s guard.Says) string {
	if s.Text == "" {
		return ""
	}
	return fmt.Sprintf(": \"%s\"", prose.Cut(safe.OneLine(s.Text), quotedColumns))
}

// standsBefore says what a page seems to be that many addresses show, and what to do. them are
// the site, or those addresses; host is the site's.
func standsBefore(gate page.Gate, them, host string) (what, advice string) {
	switch gate {
	case page.GateLogin:
		return "a login seems to stand before " + them, "Crawl as somebody who is logged in: --cookie-file FILE, the cookies of a browser that is, or --header 'NAME: VALUE'"
	case page.GateConsent:
		return "a consent page seems to stand before " + them, "Try --cookies " + host + ", which takes the site's cookies, or --cookie-file FILE, those of a browser that has agreed"
	case page.GateMaintenance:
		return "the site seems to be closed for maintenance", "Crawl again once it is up; no option leads past that"
	case page.GateFault:
		return "the server seems to fail, and answers 200 all the same", "Mend it, have errors answer 5xx, and crawl again"
	case page.GateParked:
		return "the domain seems to be parked, or for sale", "Look whether it is still the site's own"
	}
	return "something stands before " + them + ", or texts are lost", "Open one in a private window of a browser. Past a login lead --cookie-file FILE and --header, past a consent page --cookies " + host +
		"; where pages are gone, have them answer 404 or 410"
}
