package agents

import (
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/robots"
)

// prefsFor gives the lines of an agent's group: of those that name it if any does,
// else of those for all.
func prefsFor(prefs []robots.Preference, token string, own bool) (list []robots.Preference) {
	for _, p := range prefs {
		if slices.ContainsFunc(p.Agents, func(name string) bool {
			return own && robots.NamesAgent(name, token) || !own && strings.TrimSpace(name) == "*"
		}) {
			list = append(list, p)
		}
	}
	return list
}

// signalsOf joins what Content-Signal lines say. A no wins.
func signalsOf(prefs []robots.Preference) (list []robots.Signal) {
	for _, p := range prefs {
		if p.Field == "Content-Signal" {
			list = join(list, p.Says)
		}
	}
	return list
}

func join(list, more []robots.Signal) []robots.Signal {
	for _, s := range more {
		at := slices.IndexFunc(list, func(x robots.Signal) bool { return x.Key == s.Key })
		switch {
		case at < 0:
			list = append(list, s)
		case s.Value == "no" || s.Value == "n":
			list[at] = s
		}
	}
	return list
}

// usage is what Content-Usage lines say of single URLs: the longest path that
// matches holds, as among Allow and Disallow, and all lines of that path
// (draft-ietf-aipref-attach). Nil says nothing.
type usage struct {
	paths *robots.Agent           // each path as a rule
	says  map[int][]robots.Signal // by the rule's line
}

func newUsage(prefs []robots.Preference) *usage {
	text, lines := "User-agent: *\n", map[string]int{}
	u := &usage{says: map[int][]robots.Signal{}}
	for _, p := range prefs {
		if p.Field != "Content-Usage" {
			continue
		}
		path := p.Path
		if path == "" {
			path = "/"
		}
		if lines[path] == 0 {
			lines[path] = len(lines) + 2
			text += fmt.Sprintf("Disallow: %s\n", path)
		}
		u.says[lines[path]] = join(u.says[lines[path]], p.Says)
	}
	if len(lines) == 0 {
		return nil
	}
	u.paths = robots.Parse([]byte(text)).Agent("*", robots.RFC9309)
	return u
}

// of gives what is said of a URL.
func (u *usage) of(url string) []robots.Signal {
	if u == nil {
		return nil
	}
	d := u.paths.Test(url)
	return u.says[d.Line]
}
