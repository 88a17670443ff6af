package main

import (
	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
)

// commands lists the commands in the order in which --help shows them.
func commands(p *console.Program) []*cobra.Command {
	return []*cobra.Command{
		crawlCmd(p),
		demoCmd(p),
		sitemapCmd(p),
		explainCmd(p),
		findingsCmd(p),
		causesCmd(p),
		urlsCmd(p),
		linksCmd(p),
		reportCmd(p),
		schemaCmd(p),
		classesCmd(p),
		diffCmd(p),
		notifyCmd(p),
		importGenCmd(p),
		rulesCmd(p),
		checkCmd(p),
		canonicalCmd(p),
		robotsCmd(p),
		agentsCmd(p),
		manCmd(p),
	}
}
