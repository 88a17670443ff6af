package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// given are the flags of the command line in their order, without what must not
// be shown.
func (p *program) given(cmd *cobra.Command) (list []stored.Given) {
	fs := cmd.Flags()
	list = []stored.Given{}
	// It was parsed once without an error; ParseAll sets nothing.
	_ = fs.ParseAll(p.args, func(f *pflag.Flag, value string) error {
		list = append(list, showable(stored.Given{Flag: f.Name, Value: value, Switch: f.NoOptDefVal != ""}))
		return nil
	})
	return list
}

// secretFlags are those whose value may be a secret, unless it names a file.
var secretFlags = []string{"basic-auth", "cookie", "header"}

// showable takes out what must not be shown.
func showable(g stored.Given) stored.Given {
	logins := loginsIn(g.Value)
	switch {
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

// flagWords are flags as a shell has them, those aside that the words of a
// command say otherwise, that a configuration sets, or that are secret.
func flagWords(list []stored.Given, but ...string) (words []string) {
	for _, g := range list {
		if !g.Config && !g.Secret && !slices.Contains(but, g.Flag) {
			words = append(words, flagWord(g))
		}
	}
	return words
}

func flagWord(g stored.Given) string {
	switch {
	case g.Switch && g.Value == "true":
		return "--" + g.Flag
	case g.Switch:
		return "--" + g.Flag + "=" + shellQuote(oneLine(g.Value))
	}
	return "--" + g.Flag + " " + shellQuote(oneLine(g.Value))
}

// secretHint names the flags that a suggested command leaves out, "" for none.
func secretHint(list []stored.Given) string {
	var names []string
	for _, g := range list {
		if name := "--" + g.Flag; g.Secret && !g.Config && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "\n(add " + strings.Join(names, " and ") + ", which may hold a secret and is not repeated here)"
}
