// Package cmdline writes the commands that are to be typed next: what crawls a
// site again as it was crawled, and what writes its sitemap.
package cmdline

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// Words are flags as a shell has them, those aside that the words of a
// command say otherwise, that a configuration sets, or that are secret.
func Words(list []stored.Given, but ...string) (words []string) {
	for _, g := range list {
		if !g.Config && !g.Secret && !slices.Contains(but, g.Flag) {
			words = append(words, Word(g))
		}
	}
	return words
}

func Word(g stored.Given) string {
	switch {
	case g.Switch && g.Value == "true":
		return "--" + g.Flag
	case g.Switch:
		return "--" + g.Flag + "=" + safe.ShellQuote(safe.OneLine(g.Value))
	}
	return "--" + g.Flag + " " + safe.ShellQuote(safe.OneLine(g.Value))
}

// SecretHint names the flags that a suggested command leaves out, "" for none.
func SecretHint(list []stored.Given) string {
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

// Again is the command that crawls the site again, or goes on with it, into
// the same folder, with the flags of the last time. Flags are added as they are.
// hint tells which are left out.
func Again(s *stored.Crawl, dir string, flags ...string) (command, hint string) {
	return again(s, dir, flags)
}

// Slow are the flags of a crawl that a server which limits requests lets through.
var Slow = []string{"--rate 1", "--concurrency 1"}

// Slower is Again with them.
func Slower(s *stored.Crawl, dir string, flags ...string) (command, hint string) {
	return again(s, dir, append(flags, Slow...), "rate", "concurrency")
}

// GoOn is Again for a crawl that has not come to its end, without the limit that
// has stopped it.
func GoOn(s *stored.Crawl, dir string) (command, hint string) {
	return again(s, dir, nil, s.LimitFlag())
}

func again(s *stored.Crawl, dir string, flags []string, but ...string) (command, hint string) {
	given, _ := stored.GivenOf(s)
	flags = append(Words(given, append(but, "output", "as")...), flags...)
	start := s.Options.Scope.String()
	if row, err := s.Row(0); err == nil && row != nil {
		start = row.URL
	}
	staging := ""
	if as := strings.Fields(s.Option("as")); len(as) == 2 { // the site's origin, and that of its copy
		staging = as[1]
		start = staging + strings.TrimPrefix(start, as[0])
		flags = append([]string{"--as " + as[0] + "/"}, flags...)
	}
	if filepath.Clean(dir) == FolderOf(s.Options.Scope, staging) {
		dir = ""
	}
	return Crawl(start, dir, flags...), SecretHint(given)
}

// Sitemap is the command that writes the sitemap again, with flags that
// were given to it.
func Sitemap(dir string, given []stored.Given) string {
	return strings.Join(append([]string{"portolan sitemap " + safe.ShellQuote(safe.OneLine(dir))}, Words(given)...), " ")
}

// Crawl is the command that crawls a URL into a folder; dir is "" where
// the folder is named after the URL.
func Crawl(url, dir string, flags ...string) string {
	command := "portolan " + safe.ShellQuote(safe.OneLine(url))
	if dir != "" {
		command += " -o " + safe.ShellQuote(dir)
	}
	for _, f := range flags {
		command += " " + f
	}
	return command
}
