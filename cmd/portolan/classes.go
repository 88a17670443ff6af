package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/cmdline"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

func classesCmd(p *console.Program) *cobra.Command {
	return &cobra.Command{
		Use:   "classes FOLDER",
		Short: "Tell what the parameters of URLs do, and what they cost",
		Long: `Tell what the parameters of a site's URLs do, from the newest crawl in a site
folder: nothing, sort a list, narrow it, lead to its next part, translate, or
name a page. Each line has a class of URLs with one parameter, how many URLs
are known, read, listed and held back, and two pages that show it. Those with
most URLs come first: this is where the crawl budget goes. Nothing is fetched.`,
		Example: "  portolan classes example.com\n  portolan classes example.com --json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Usagef("classes wants a site folder, as in portolan classes example.com; got %d argument%s%s",
					len(args), prose.Plural(len(args)), cmdline.FoldersHere())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			crawl, err := openStored(args[0])
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, crawl.Close()) }()
			return runClasses(cmd.Context(), p, crawl)
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
	switch {
	case p.JSON:
		for i := range list {
			if err = p.PrintJSON(classJSON(&list[i])); err != nil {
				break
			}
		}
	case !p.Quiet:
		_, err = fmt.Fprint(p.Out, classesText(list))
	}
	if err != nil {
		return exit.Failf("print the classes: %w", err)
	}
	return nil
}

// viewRows tells of the parameters that make most views of pages.
func (r *outcome) viewRows(b *strings.Builder) {
	label := "Parameters"
	for _, c := range r.Verdicts.Views {
		prose.Row(b, label, "%s of %s: %s; %s URLs known, %s read", prose.Cut(safe.OneLine(c.Param), 40), safe.OneLine(c.Pattern), c.Relation, prose.Thousands(c.Known), prose.Thousands(c.Fetched))
		label = ""
	}
	if label == "" {
		prose.Row(b, "", "portolan classes %s tells more", r.Folder.Dir)
		b.WriteString("\n")
	}
}

// classesText is a paragraph for each class.
func classesText(list []classes.Class) string {
	if len(list) == 0 {
		return "No class of URLs has a parameter of which three pages were read.\n"
	}
	var b strings.Builder
	for i := range list {
		c := &list[i]
		fmt.Fprintf(&b, "%s  %s: %s\n", safe.Printable(c.Pattern), safe.Printable(c.Param), c.Relation)
		fmt.Fprintf(&b, "  %d known, %d read, %d listed, %d held back; about %d values; %s\n", c.Known, c.Fetched, c.Listed, c.Held, c.Values, c.Words())
		if c.Sample != "" {
			fmt.Fprintf(&b, "  shown by  %s\n  and       %s\n", safe.Printable(c.Sample), safe.Printable(c.Base))
		}
		if option, expr := c.Line(); option != "" {
			fmt.Fprintf(&b, "  %s %s\n", option, safe.ShellQuote("re:"+safe.Printable(expr)))
		}
	}
	return b.String()
}

// classLine is one class for programs.
type classLine struct {
	Type     string         `json:"type"` // "class"
	Class    string         `json:"class"`
	Param    string         `json:"param"`
	Relation string         `json:"relation"`
	Known    int            `json:"known"`
	Fetched  int            `json:"fetched"`
	Listed   int            `json:"listed"`
	Held     int            `json:"held_back"`
	Values   int            `json:"values"`
	Samples  map[string]int `json:"samples"`
	Proof    []string       `json:"proof"` // a page and the one it was compared with
	Option   string         `json:"option,omitempty"`
}

func classJSON(c *classes.Class) classLine {
	l := classLine{
		Type: "class", Class: c.Pattern, Param: c.Param, Relation: c.Relation.String(), Known: c.Known, Fetched: c.Fetched,
		Listed: c.Listed, Held: c.Held, Values: c.Values, Proof: []string{},
		Samples: map[string]int{"same": c.Same, "equal": c.Equal, "part": c.Part, "wider": c.Wider, "other": c.Other, "unclear": c.Unclear},
	}
	if c.Sample != "" {
		l.Proof = []string{c.Sample, c.Base}
	}
	if option, expr := c.Line(); option != "" {
		l.Option = option + " re:" + expr
	}
	return l
}
