package crawl

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/discover/input"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/sitemapgen"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/sitemap"
)

// importFlags are the flags of portolan import-sitemap-gen.
type importFlags struct {
	allowPaths, dryRun bool
}

func Import(p *console.Program) *cobra.Command {
	f := &importFlags{}
	cmd := &cobra.Command{
		Use:   "import-sitemap-gen [flags] CONFIG",
		Short: "Run a configuration of Google's first sitemap generator",
		Long: `Make the sitemap that an XML configuration of sitemap_gen.py describes (versions
1.0 to 1.7): its URLs, lists, folders, access logs, sitemaps and filters. Nothing
is fetched. The portolan command that does the same is printed first, and where
the outcome differs from the original's; from then on that command is all that
is needed.

The site folder is the one of store_into. Files and folders of a configuration
that lie outside of the current folder are read and written with --allow-paths
alone.`,
		Example: `  portolan import-sitemap-gen config.xml --dry-run
  portolan import-sitemap-gen config.xml
  portolan import-sitemap-gen /etc/sitemap_gen.xml --allow-paths`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Usagef("import-sitemap-gen wants one configuration, such as config.xml; got %d argument%s", len(args), prose.Plural(len(args)))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runImport(cmd.Context(), p, f, args[0]) },
	}
	cmd.Flags().BoolVar(&f.allowPaths, "allow-paths", false, "read and write outside of the current folder, too")
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "print the command and the differences, and write nothing")
	return cmd
}

func runImport(ctx context.Context, p *console.Program, f *importFlags, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return exit.Usagef("read the configuration: %w", err)
	}
	config, err := sitemapgen.Read(bufio.NewReader(file))
	file.Close() // it has only been read
	var plan *sitemapgen.Plan
	if err == nil {
		plan, err = config.Plan()
	}
	if err != nil {
		return exit.Usagef("%s: %w", name, err)
	}
	for _, path := range plan.Paths {
		if !f.allowPaths && !sitemapgen.Inside(path) {
			return exit.Usagef("%s: %s lies outside of the current folder; if you trust the configuration: --allow-paths", name, path)
		}
	}
	if err := tellPlan(p, plan); err != nil || f.dryRun {
		return err
	}
	if err := writeGenList(plan, filepath.Dir(config.StoreInto)); err != nil {
		return err
	}
	crawl := Command(p)
	p.Args = plan.Args // what is noted as typed
	crawl.SetArgs(plan.Args[1:])
	crawl.SilenceErrors, crawl.SilenceUsage = true, true
	crawl.SetOut(p.Out)
	crawl.SetErr(p.Err)
	return crawl.ExecuteContext(ctx)
}

// tellPlan prints the command and the differences.
func tellPlan(p *console.Program, plan *sitemapgen.Plan) error {
	words := make([]string, len(plan.Args))
	for i, a := range plan.Args {
		words[i] = safe.ShellQuote(a)
	}
	command := "portolan " + strings.Join(words, " ")
	if p.JSON {
		return p.PrintJSON(map[string]any{"type": "plan", "command": command, "args": plan.Args, "differences": plan.Notes})
	}
	if p.Quiet {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "The same in portolan:\n  %s\n\nWhat differs:\n", safe.OneLine(command))
	for _, note := range plan.Notes {
		for i, line := range prose.Wrap(safe.OneLine(note), prose.Width-4) {
			fmt.Fprintf(&b, "  %s %s\n", [...]string{"-", " "}[min(i, 1)], line)
		}
	}
	_, err := fmt.Fprintln(p.Out, b.String())
	return err
}

// writeGenList writes the URLs that the configuration itself and its sitemaps
// name into the site folder, as a list.
func writeGenList(plan *sitemapgen.Plan, dir string) (err error) {
	if len(plan.List)+len(plan.Sitemaps) == 0 {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return exit.Failf("make the site folder: %w", err)
	}
	path := filepath.Join(dir, sitemapgen.ListFile)
	out, err := os.CreateTemp(dir, "."+sitemapgen.ListFile+"-*")
	if err != nil {
		return exit.Failf("write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			os.Remove(out.Name())
		}
	}()
	w := bufio.NewWriter(out)
	for _, line := range plan.List {
		fmt.Fprintln(w, line)
	}
	for _, pattern := range plan.Sitemaps {
		if err := copyEntries(w, pattern, map[string]bool{}); err != nil {
			return errors.Join(err, out.Close())
		}
	}
	err = errors.Join(w.Flush(), out.Chmod(0o644), out.Close())
	if err == nil {
		err = os.Rename(out.Name(), path)
	}
	if err != nil {
		return exit.Failf("write %s: %w", path, err)
	}
	return nil
}

// copyEntries writes the entries of local sitemaps as lines of a list. What an
// index lists is read if it lies beside it.
func copyEntries(w *bufio.Writer, pattern string, seen map[string]bool) error {
	names, err := input.Names([]string{pattern})
	if err != nil {
		return exit.Usagef("%w", err)
	}
	for _, name := range names {
		if seen[name] {
			continue
		}
		seen[name] = true
		var children []string
		file, err := os.Open(name)
		if err != nil {
			return exit.Usagef("read %s: %w", name, err)
		}
		_, err = sitemap.Read(file, sitemap.ReadOptions{Name: filepath.Base(name)}, func(it sitemap.Item) error {
			if it.Sitemap {
				children = append(children, filepath.Join(filepath.Dir(name), typedurl.File(it.Loc)))
				return nil
			}
			_, err := fmt.Fprintln(w, strings.Join(strings.Fields(it.Loc+" "+attribute("lastmod", it.LastMod)+" "+attribute("changefreq", it.ChangeFreq)+" "+attribute("priority", it.Priority)), " "))
			return err
		})
		file.Close() // it has only been read
		if err != nil {
			return exit.Usagef("read %s: %w", name, err)
		}
		for _, child := range children {
			if _, err := os.Stat(child); errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err := copyEntries(w, child, seen); err != nil {
				return err
			}
		}
	}
	return nil
}

func attribute(name, value string) string {
	if value == "" || strings.ContainsAny(value, " \t\r\n") {
		return ""
	}
	return name + "=" + value
}
