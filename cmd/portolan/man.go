package main

import (
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

// manCmd writes the man pages, one for each command. It is hidden: releases
// are packed with it.
func manCmd(p *console.Program) *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write the man pages into a folder",
		Hidden: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Usagef("man wants one folder; got %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return writeManPages(cmd.Root(), args[0]) },
	}
}

// writeManPages writes the pages of root and of all its commands. Their date
// is that of SOURCE_DATE_EPOCH (reproducible-builds.org), not of the day: the
// same program gives the same bytes.
func writeManPages(root *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return exit.Failf("make folder for man pages: %w", err)
	}
	seconds, _ := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	date := time.Unix(seconds, 0).UTC()
	header := &doc.GenManHeader{
		Section: "1",
		Source:  "portolan " + console.Version(),
		Manual:  "portolan",
		Date:    &date,
	}
	root.DisableAutoGenTag = true
	layOut(root)
	if err := doc.GenManTree(root, header, dir); err != nil {
		return exit.Failf("write man pages: %w", err)
	}
	return nil
}

// layOut makes Markdown, which the generator reads, of the long descriptions:
// lines that are indented for the terminal become blocks that keep their lines.
func layOut(cmd *cobra.Command) {
	var b strings.Builder
	inBlock := false
	for line := range strings.Lines(cmd.Long) {
		if block := strings.HasPrefix(line, "  "); block != inBlock {
			b.WriteString("\n```\n")
			inBlock = block
		}
		b.WriteString(line)
	}
	if inBlock {
		b.WriteString("\n```\n")
	}
	cmd.Long = b.String()
	for _, sub := range cmd.Commands() {
		layOut(sub)
	}
}
