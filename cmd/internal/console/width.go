package console

import (
	"golang.org/x/term"

	"github.com/portolan-seo/portolan/crawler/prose"
)

// mostHelpWidth is how wide help is printed at most, on a terminal that is
// wider than the 80 columns of others.
const mostHelpWidth = 110

func HelpWidth(p *Program) int {
	if f := p.Out.File(); f != nil {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width >= 40 {
			return min(width, mostHelpWidth)
		}
	}
	return prose.Width
}
