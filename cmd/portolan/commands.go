package main

import (
	"github.com/spf13/cobra"
)

// commands lists the commands in the order in which --help shows them.
func (p *program) commands() []*cobra.Command {
	return []*cobra.Command{
		p.crawlCmd(),
		p.demoCmd(),
		p.sitemapCmd(),
		p.explainCmd(),
		p.findingsCmd(),
		p.causesCmd(),
		p.urlsCmd(),
		p.linksCmd(),
		p.reportCmd(),
		p.classesCmd(),
		p.diffCmd(),
		p.notifyCmd(),
		p.importGenCmd(),
		p.rulesCmd(),
		p.checkCmd(),
		p.canonicalCmd(),
		p.robotsCmd(),
		p.manCmd(),
	}
}
