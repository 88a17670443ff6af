package option

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/crawler/typedurl"
)

// Given are the flags of the command line in their order, without what must not
// be shown.
func Given(p *console.Program, cmd *cobra.Command) (list []stored.Given) {
	fs := cmd.Flags()
	list = []stored.Given{}
	// It was parsed once without an error; ParseAll sets nothing.
	_ = fs.ParseAll(p.Args, func(f *pflag.Flag, value string) error {
		list = append(list, showable(stored.Given{Flag: f.Name, Value: value, Switch: f.NoOptDefVal != ""}))
		return nil
	})
	return list
}

// secretFlags are those whose value may be a secret, unless it names a file.
var secretFlags = []string{"basic-auth", "cookie", "header"}

// textFlags are those whose value is no URL: what looks like a login in it is
// an expression, such as "css:a @href", or a name.
var textFlags = []string{"extract", "search", "news"}

// MayHoldLogins gives the arguments of a command line in which URLs may stand.
func MayHoldLogins(args []string) (list []string) {
	for i, arg := range args {
		name, _, whole := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		value := i > 0 && strings.HasPrefix(args[i-1], "--") && slices.Contains(textFlags, args[i-1][2:])
		if value || whole && strings.HasPrefix(arg, "--") && slices.Contains(textFlags, name) {
			continue
		}
		list = append(list, arg)
	}
	return list
}

// showable takes out what must not be shown.
func showable(g stored.Given) stored.Given {
	logins := typedurl.Logins(g.Value)
	switch {
	case slices.Contains(textFlags, g.Flag):
	case strings.HasPrefix(g.Value, "@") && (g.Flag == "proxy" || slices.Contains(secretFlags, g.Flag)):
	case slices.Contains(secretFlags, g.Flag), len(logins) > 0 && g.Flag == "proxy":
		g.Value, g.Secret = "", true
	default:
		for _, login := range logins {
			g.Value = strings.ReplaceAll(g.Value, login, "")
		}
	}
	return g
}
