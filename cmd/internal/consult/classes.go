package consult

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/opening"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

func Classes(p *console.Program) *cobra.Command {
	return &cobra.Command{
		Use:   "classes FOLDER",
		Short: "Tell what the parameters of URLs do, and what they cost",
		Long: `Tell what the parameters of a site's URLs do, from the newest crawl in a site
folder: nothing, sort a list, narrow it, lead to its next part, translate, or
name a page. Each line has a class of URLs with one parameter, how many URLs
are known, read, listed and held back, and two pages that show it. Those with
most URLs come first: this is where the crawl budget goes. Of addresses whose pages
say again what another page says, as one to be printed, a page stands beside
the one that it repeats. A parameter that was learned to be a session id stands
first, with what has shown it. Nothing is fetched. An earlier crawl is given by its file.`,
		Example: "  portolan classes example.com\n  portolan classes example.com --json",
		Args:    func(_ *cobra.Command, args []string) error { return opening.OneFolder("classes", args) },
		RunE: func(cmd *cobra.Command, args []string) error {
			return opening.Rows(p, args[0], func(crawl *stored.Crawl) error { return runClasses(cmd.Context(), p, crawl) })
		},
	}
}

func runClasses(ctx context.Context, p *console.Program, crawl *stored.Crawl) error {
	c, err := classes.Read(ctx, crawl)
	if err != nil {
		return err
	}
	codes, err := crawl.Codes(ctx)
	if err != nil {
		return err
	}
	list, err := c.Counted(ctx, func(id frontier.ID) (listed, held bool) {
		if int(id) >= len(codes) {
			return false, false
		}
		code := audit.Code(codes[id])
		return code.State() == audit.ListedInFile, code == audit.TrapQuarantine
	})
	if err != nil {
		return err
	}
	list = classes.Learned(list, crawl.Rules())
	switch {
	case p.JSON:
		for i := range list {
			if err = p.PrintJSON(classes.RecordOf(&list[i])); err != nil {
				break
			}
		}
	case !p.Quiet:
		_, err = fmt.Fprint(p.Out, classes.Text(list))
	}
	if err != nil {
		return exit.Failf("print the classes: %w", err)
	}
	return nil
}
