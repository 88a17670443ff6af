package console

import (
	"fmt"
	"os"
	"slices"

	"github.com/portolan-seo/portolan/crawler/site/last"
)

// Skipped names a crawl file that cannot be read, once.
func (p *Program) Skipped(name string, err error) {
	if !slices.Contains(p.passedOver, name) {
		p.passedOver = append(p.passedOver, name)
		p.Say(fmt.Sprintf("%s\nit is passed over, and left as it is", err))
	}
}

// NoReference tells that losses are measured by the last sitemap alone.
func (p *Program) NoReference(dir string, why error) {
	p.Say(fmt.Sprintf("%s: %s; losses are measured by the last sitemap alone", dir, why))
}

// Flaw names a published file that somebody else has changed. What is no file
// any more, a symbolic link say, is not written over.
func (p *Program) Flaw(file, what string) {
	next := "the next sitemap that is published writes it anew"
	if info, err := os.Lstat(file); err == nil && !info.Mode().IsRegular() {
		next = "it is left as it is, and no sitemap is published unless --force puts a file in its place"
	}
	p.Log.Warn(file + " is not as portolan wrote it: " + what + "; " + next)
}

func (p *Program) Notices() *last.Notices {
	return &last.Notices{Skipped: p.Skipped, NoReference: p.NoReference, Flaw: p.Flaw, Log: p.Log}
}
