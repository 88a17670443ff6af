package verify

import (
	"bufio"
	"fmt"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/check"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/sitemap"
)

// report prints what one file was found to be.
func (c *checker) report(name string, rep *sitemap.Report) error {
	c.files++
	if !rep.Valid() {
		c.invalid++
	}
	out := bufio.NewWriter(c.p.Out)
	if c.p.JSON {
		data, err := safe.JSON(check.LineOf(name, rep))
		if err != nil {
			return exit.Failf("write the report: %w", err)
		}
		out.Write(data)
	} else if !c.p.Quiet || !rep.Valid() {
		check.Describe(out, name, rep)
	}
	if err := out.Flush(); err != nil {
		return exit.Failf("write the report: %w", err)
	}
	return nil
}

// unchecked tells people of what an index lists and that is left.
func (c *checker) unchecked(index, text string) error {
	if c.p.JSON || c.p.Quiet {
		return nil
	}
	if _, err := fmt.Fprintf(c.p.Out, "%s: %s\n\n", safe.OneLine(index), text); err != nil {
		return exit.Failf("write the report: %w", err)
	}
	return nil
}

// total sums up several files for people.
func (c *checker) total() error {
	if c.p.JSON || c.p.Quiet || c.files < 2 {
		return nil
	}
	line := fmt.Sprintf("%s checked: %d valid, %d not", prose.Counted(c.files, "file"), c.files-c.invalid, c.invalid)
	if c.unread > 0 {
		line += fmt.Sprintf(", %d could not be read", c.unread)
	}
	if _, err := fmt.Fprintln(c.p.Out, line); err != nil {
		return exit.Failf("write the report: %w", err)
	}
	return nil
}
