package consult

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/option"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/query/lines"
)

// rowFlags are the flags of commands that print rows of a crawl.
type rowFlags struct {
	forms   []string // of the output, rowFormats if nil
	where   []string
	columns []string
	format  string
	limit   int
	option.Segments
}

func (f *rowFlags) declare(fs *pflag.FlagSet, limit int, limited string) {
	fs.StringArrayVar(&f.where, "where", nil, "only rows that pass a `FILTER`, NAME OP VALUE with OP one of = != ~ < >, such as 'status=404,410'; may be repeated, all have to hold")
	fs.StringSliceVar(&f.columns, "columns", nil, "`NAMES` of the columns to print, commas between")
	if f.forms == nil {
		f.forms = lines.Formats
	}
	fs.StringVar(&f.format, "format", "table", "`FORM` of the output: "+strings.Join(f.forms, ", ")+"; jsonl is that of --json")
	fs.IntVar(&f.limit, "limit", limit, "`N` "+limited+", 0 for all")
	f.Segments.Declare(fs)
}

// check looks at the flags, and gives --json its form.
func (f *rowFlags) check(p *console.Program) error {
	if p.JSON && f.format == "table" {
		f.format = "jsonl"
	}
	switch {
	case !slices.Contains(f.forms, f.format):
		return exit.Usagef("--format %q: it is %s%s", f.format, strings.Join(f.forms, ", "), spelling.DidYouMean(f.format, "", f.forms))
	case p.JSON && f.format != "jsonl":
		return exit.Usagef("--format %s and --json are two forms; give one", f.format)
	case f.limit < 0:
		return exit.Usagef("--limit %d: it is 0 (all) or more", f.limit)
	}
	return nil
}

// queryError says of an error in --where or --columns what would be right.
func queryError(flag string, err error) error {
	if e, ok := err.(*query.UnknownColumnError); ok {
		near := spelling.DidYouMean(e.Name, "", e.Known)
		if near == "" {
			near = "; columns are " + strings.Join(e.Known, ", ")
		}
		return exit.Usagef("%s: %w%s", flag, err, near)
	}
	if e, ok := errors.AsType[*query.NeverError](err); ok && e.Many() {
		return exit.Usagef("%s: %w%s", flag, err, spelling.DidYouMean(e.Value, "", e.Of))
	}
	return exit.Usagef("%s: %w", flag, err)
}

// columnsHelp explains the columns of a table for --help.
func columnsHelp[T any](table query.Table[T]) string {
	var b strings.Builder
	for _, c := range table {
		for i, line := range prose.Wrap(c.Words, 58) {
			name := ""
			if i == 0 {
				name = c.Name
			}
			fmt.Fprintf(&b, "  %-18s %s\n", name, line)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}
