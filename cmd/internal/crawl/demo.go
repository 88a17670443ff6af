package crawl

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/crawlopt"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/testdata"
)

const demoURL = "https://demo.example/"

func Demo(p *console.Program) *cobra.Command {
	var f crawlopt.Flags
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Crawl a small built-in site: nothing to install, nothing to reach",
		Long: `Serve a small built-in site on loopback as https://demo.example/ and its http
twin, and crawl it: a bookshop with session ids, tracking links, redirects,
noindex pages, foreign and void canonicals, a robots.txt, dead links and a
frameset. Nothing leaves this machine. It leaves the folder demo.example in the
current directory, or where -o says.`,
		Example: "  portolan demo\n  portolan demo -o /tmp/demo --json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return exit.Usagef("demo takes no argument; it got %q", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return runDemo(p, cmd, &f) },
	}
	f.Add(cmd.Flags())
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { flag.Hidden = flag.Name != "output" })
	return cmd
}

func runDemo(p *console.Program, cmd *cobra.Command, f *crawlopt.Flags) error {
	if err := complete(p, cmd, f); err != nil {
		return err
	}
	site, err := crawltest.Parse(testdata.Demo)
	if err != nil {
		return exit.Failf("read the built-in site: %w", err)
	}
	server, err := crawltest.Start(crawltest.Config{}, site)
	if err != nil {
		return exit.Failf("serve the built-in site: %w", err)
	}
	defer server.Close()
	f.Resolve = append(f.Resolve, server.Resolve()...)
	f.RootCAs = server.CertPool()
	addresses := len(site.URLs())
	p.Inform(fmt.Sprintf("Serving the built-in site, %d addresses, on loopback as %s", addresses, demoURL),
		"serving the built-in site on loopback", "addresses", addresses, "as", demoURL)
	return Run(cmd.Context(), p, f, demoURL)
}
