package classes

import (
	"slices"
	"strings"
)

// lexicon is what was found out of parameters by which URLs are taken apart.
type lexicon struct {
	// Fronts are the parameters that name the page of a front controller
	// (/?a=commit;h=12ab), by family: each value is a family of its own.
	Fronts map[string]string `json:"fronts,omitempty"`
	// States are the parameters that name states, by origin. What another one
	// does beside them is another question: a branch decides which file is
	// shown, but not beside the commit. What a front controller shows is asked
	// by all states that it has: of a file alone another one by each commit,
	// the same one beside the file's own.
	States map[string][]string `json:"states,omitempty"`
	// Joined are the parameters whose values are put together, by origin and
	// name: what stands between them.
	Joined map[string]string `json:"joined,omitempty"`
	// Stacks are the facets that stand in paths without a word that says so, and the words that say how lists look, by origin.
	Stacks stacksOf `json:"stacks,omitempty"`
	// Paths are the folders behind which a state stands in the path, by origin, sorted.
	Paths map[string][]string `json:"paths,omitempty"`
	// Made are the forms of names that are made up for one answer, by origin, sorted.
	Made map[string][]string `json:"made,omitempty"`
	// Barren are the classes of paths of which nothing may be listed, by origin, sorted.
	Barren map[string][]string `json:"barren,omitempty"`
	Looked int                 `json:"looked,omitempty"` // URLs that were known when these were looked for
}

// mayBeView tells whether a URL may have anything that is a parameter.
func (l *lexicon) mayBeView(url string) bool {
	return l != nil && len(l.Stacks)+len(l.Paths)+len(l.Barren) > 0 || MayBeView(url)
}

func newLexicon() *lexicon {
	return &lexicon{Fronts: map[string]string{}, States: map[string][]string{}, Joined: map[string]string{}, Stacks: stacksOf{}, Paths: map[string][]string{}, Made: map[string][]string{}, Barren: map[string][]string{}}
}

const beside = " beside "

// plain is the name of a parameter as URLs have it.
func plain(name string) string {
	name, _, _ = strings.Cut(bare(name), beside)
	return name
}

// apply takes an address apart as the lexicon says.
func (a *address) apply(words *lexicon, origin string) {
	if classes := words.Barren[origin]; len(classes) > 0 && len(a.params) == 0 {
		a.takeBarren(classes, len(origin))
	}
	if made := words.Made[origin]; len(made) > 0 {
		a.takeMade(made)
	}
	if folders := words.Paths[origin]; len(folders) > 0 {
		a.takeState(folders, len(origin))
	}
	if stacked := words.Stacks[origin]; len(stacked) > 0 {
		a.unstack(stacked, len(origin))
	}
	if len(words.Joined) > 0 {
		a.splitJoined(words.Joined, origin)
	}
	names := words.States[origin]
	if front, is := words.Fronts[a.family]; is {
		a.split(front)
		a.besideAll(names)
		return
	}
	if len(names) == 0 || len(a.params) < 2 {
		return
	}
	state := ""
	for i := range a.params {
		if name := bare(a.params[i].name); slices.Contains(names, name) && (state == "" || name < state) {
			state = name
		}
	}
	if state == "" {
		return
	}
	for i := range a.params {
		p := &a.params[i]
		if name := bare(p.name); !slices.Contains(names, name) && !isPagingName(name) {
			p.name = name + beside + state + p.name[len(name):]
		}
	}
}

// besideAll names the parameters by the states that stand beside each.
func (a *address) besideAll(states []string) {
	var has []string
	for _, state := range states {
		if slices.ContainsFunc(a.params, func(p param) bool { return bare(p.name) == state }) {
			has = append(has, state)
		}
	}
	for i := range a.params {
		p, others := &a.params[i], ""
		name := bare(p.name)
		if isPagingName(name) {
			continue
		}
		for _, state := range has {
			if state != name {
				others += "," + state
			}
		}
		if others != "" {
			p.name = name + beside + others[1:] + p.name[len(name):]
		}
	}
}

// escapedSlash stands for a slash in the value of a front controller's
// parameter (route=product/category), since families are cut at slashes.
const escapedSlash = "%2F"

// split makes the parameter that names the page of a front controller part of
// the family.
func (a *address) split(name string) {
	at := slices.IndexFunc(a.params, func(p param) bool { return p.name == name })
	if at < 0 {
		return
	}
	a.family += ";" + name + "=" + strings.ReplaceAll(a.params[at].value, "/", escapedSlash)
	a.params = slices.Delete(a.params, at, at+1)
}
