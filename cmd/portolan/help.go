package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
)

// wrapHelp has the flags of all commands wrapped to the width of the terminal.
func wrapHelp(p *console.Program, root *cobra.Command) {
	wrapped := fmt.Sprintf(".FlagUsagesWrapped %d ", console.HelpWidth(p))
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages ", wrapped))
}
