package verify

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// canonicalFlags are the flags of portolan canonical.
type canonicalFlags struct {
	reference // what holds for references that do not say otherwise
	charset   string
	jsonl     bool
	config    canonical.Config
}

// reference is one question, and one line of --jsonl.
type reference struct {
	Input   *string `json:"input"`
	Base    string  `json:"base"`
	Sitemap string  `json:"sitemap"`
	Site    string  `json:"site"`
}

func Canonical(p *console.Program) *cobra.Command {
	f := &canonicalFlags{}
	cmd := &cobra.Command{
		Use:   "canonical [flags] [REF... | -]",
		Short: "Show the canonical form of URLs, and what was removed and why",
		Long: `Show the one spelling under which portolan knows, fetches and lists a URL:
resolved as browsers do, escaped as RFC 3986 wants, without session ids and
tracking parameters. What no rule covers stays as it is.

References are arguments, or lines of standard input (-, and the default). A
line is taken whole. Without --base only absolute URLs can be resolved; an
argument such as example.com/a is one of https, as for a crawl. Without
--sitemap-url no scope is tested.

A reference that cannot be listed has a reason instead of a URL:
  parse         not a URL
  scheme        neither http nor https
  scope-host    another host or port than the sitemap's
  scope-scheme  http where the sitemap has https, or the reverse
  scope-path    outside the sitemap's directory
  too-long      over 2,047 characters when escaped

With --json each line is {"input","url","reason","removed":[{"name","kind","why"}]};
url or reason is null.`,
		Example: `  portolan canonical 'https://www.example.com/a.php?PHPSESSID=9682993c8daa2c54&id=4&utm_source=x'
  portolan canonical --base https://www.example.com/shop/ ../about.html '?page=2'
  portolan canonical --json --site https://www.example.com/ - < urls.txt
  portolan canonical --json --jsonl < references.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runCanonical(p, f, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.Base, "base", "", "`URL` of the document in which the references stand")
	flags.StringVar(&f.Sitemap, "sitemap-url", "", "`URL` of the sitemap: its host and directory are the scope")
	flags.StringVar(&f.Site, "site", "", "`URL` whose scheme, http or https, is settled for its host")
	flags.StringVar(&f.charset, "charset", "", "`NAME` of the character encoding of the document, for queries (default utf-8)")
	flags.BoolVar(&f.jsonl, "jsonl", false, `read objects {"input","base","sitemap","site"} from standard input, one a line`)
	flags.StringArrayVar(&f.config.Strip, "strip-param", nil, "remove the parameter `NAME` too; * at its end stands for any rest")
	flags.StringArrayVar(&f.config.Keep, "keep-param", nil, "never remove the parameter `NAME`; * at its end stands for any rest")
	flags.BoolVar(&f.config.NoTrackingRules, "no-tracking-rules", false, "keep tracking parameters")
	flags.BoolVar(&f.config.NoSessionRules, "no-session-rules", false, "keep session ids")
	return cmd
}

// runCanonical answers all references in their order.
func runCanonical(p *console.Program, f *canonicalFlags, args []string) error {
	if f.jsonl && len(args) > 0 && !(len(args) == 1 && args[0] == "-") {
		return exit.Usagef("--jsonl reads standard input: give no references, or -")
	}
	c, err := newCanonicalizer(f)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(p.Out, 64<<10)
	answer := func(ref reference, typed bool) error {
		find := c.answer
		if typed {
			find = c.answerTyped
		}
		line, err := find(ref)
		if err != nil {
			return err
		}
		if typed || !p.JSON { // else the input is the key by which programs find their answer
			line.Input = typedurl.MaskLogins(line.Input)
		}
		if p.JSON {
			return writeJSONLine(out, line)
		}
		return line.writeText(out)
	}
	if !p.JSON && !p.Quiet {
		fmt.Fprintln(out, "RESULT        URL")
	}
	if err := eachReference(p, f, args, out, answer); err != nil {
		return errors.Join(err, out.Flush())
	}
	if err := out.Flush(); err != nil {
		return exit.Failf("write the answers: %w", err)
	}
	return nil
}

// eachReference calls answer for each argument, or line of standard input,
// and flushes out when no more input is at hand.
func eachReference(p *console.Program, f *canonicalFlags, args []string, out *bufio.Writer, answer func(ref reference, typed bool) error) error {
	if len(args) == 0 {
		args = []string{"-"}
	}
	in := bufio.NewReaderSize(p.In, 64<<10)
	for _, arg := range args {
		if arg != "-" {
			ref := f.reference
			ref.Input = &arg
			if err := answer(ref, true); err != nil {
				return err
			}
			continue
		}
		p.ReadsTerminal("URLs")
		err := console.EachLine(in, func(n int, line []byte) error {
			if f.jsonl && len(bytes.TrimSpace(line)) == 0 {
				return nil
			}
			ref, err := f.parseLine(n, line)
			if err != nil {
				return err
			}
			if err := answer(ref, false); err != nil {
				return err
			}
			if in.Buffered() == 0 {
				return out.Flush()
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// parseLine reads one line of standard input: a reference, or with --jsonl an
// object; what the object leaves out is as the flags have it.
func (f *canonicalFlags) parseLine(n int, line []byte) (reference, error) {
	ref := f.reference
	if !f.jsonl {
		input := string(line)
		ref.Input = &input
		return ref, nil
	}
	if err := json.Unmarshal(line, &ref); err != nil {
		return ref, exit.Usagef("line %d of standard input: %w", n, err)
	}
	if ref.Input == nil {
		return ref, exit.Usagef("line %d of standard input: no \"input\"", n)
	}
	return ref, nil
}
