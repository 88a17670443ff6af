package stored

import (
	"cmp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

// gateHost stands for the host of the site in what GateAdvice says.
const gateHost = "HOST"

// GateText says what a page seems to be that many addresses show in the stead of their own.
func GateText(gate page.Gate) string { return cmp.Or(gate.Seems(), someGate) }

const someGate = "something stands before the site, or texts are lost"

// GateAdvice says what leads past it; OfHost names the site in it.
func GateAdvice(gate page.Gate) string { return gates[gate] }

// OfHost names the host of the site in an advice.
func OfHost(advice, host string) string { return strings.ReplaceAll(advice, gateHost, host) }

// GateTexts are all texts of both.
func GateTexts() (texts []string) {
	for gate, advice := range gates {
		texts = append(texts, GateText(gate), advice)
	}
	return texts
}

var gates = map[page.Gate]string{
	page.GateLogin:       "Crawl as somebody who is logged in: --cookie-file FILE, the cookies of a browser that is, or --header 'NAME: VALUE'",
	page.GateConsent:     "Try --cookies HOST, which takes the site's cookies, or --cookie-file FILE, those of a browser that has agreed",
	page.GateMaintenance: "Crawl again once it is up; no option leads past that",
	page.GateFault:       "Mend it, have errors answer 5xx, and crawl again",
	page.GateParked:      "Look whether it is still the site's own",
	page.GateLimit:       "Crawl again more slowly: --rate 1 --concurrency 1; or have its operator let portolan in, and answer 429 to who asks too much",
	page.GateCheck:       "Have its operator let portolan in, by its user agent or address, or crawl more slowly: --rate 1 --concurrency 1",
	page.GateMissing:     "Mend what finds the pages; where they are gone, have them answer 404 or 410",
	"":                   "Open one in a private window of a browser. Past a login lead --cookie-file FILE and --header, past a consent page --cookies HOST; where pages are gone, have them answer 404 or 410",
}

// GateAt tells what a page seems to be to which many addresses redirect, by its URL; ""
// if that does not tell.
func GateAt(url string) page.Gate {
	if page.IsLogin(url) {
		return page.GateLogin
	}
	return ""
}

// GateOn is GateAt, and where the URL does not tell reads what the crawl saw of the page.
func GateOn(crawl frontier.Crawl, url string) page.Gate {
	if gate := GateAt(url); gate != "" {
		return gate
	}
	row, err := crawl.Find(url)
	if err != nil || row == nil || row.Page == nil {
		return ""
	}
	title, heading := row.Page.Title, row.Page.H1[0]
	return page.GateOf(title, heading, heading)
}

// GateIsOpened tells of what an option may lead past, or what may be meant.
func GateIsOpened(gate page.Gate) bool {
	return !slices.Contains([]page.Gate{page.GateMaintenance, page.GateFault, page.GateParked, page.GateLimit, page.GateCheck}, gate)
}
