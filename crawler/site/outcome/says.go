package outcome

import (
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/guard"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/stored"
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
	return strings.Replace(stored.GateText(gate), "before the site", "before "+them, 1), stored.OfHost(stored.GateAdvice(gate), host)
}
