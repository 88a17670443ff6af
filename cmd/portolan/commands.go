package main

import (
	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/compare"
	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/consult"
	"github.com/portolan-seo/portolan/cmd/internal/crawl"
	"github.com/portolan-seo/portolan/cmd/internal/notify"
	"github.com/portolan-seo/portolan/cmd/internal/rewrite"
	"github.com/portolan-seo/portolan/cmd/internal/verify"
)

// commands lists the commands in the order in which --help shows them.
func commands(p *console.Program) []*cobra.Command {
	return []*cobra.Command{
		crawl.Command(p),
		crawl.Demo(p),
		rewrite.Command(p),
		consult.Explain(p),
		consult.Findings(p),
		consult.Causes(p),
		consult.URLs(p),
		consult.Links(p),
		consult.Report(p),
		consult.Schema(p),
		consult.MCP(p),
		consult.Classes(p),
		compare.Command(p),
		notify.Command(p),
		crawl.Import(p),
		consult.Rules(p),
		verify.Check(p),
		verify.Canonical(p),
		verify.Robots(p),
		verify.Recheck(p),
		verify.Agents(p),
		manCmd(p),
	}
}
