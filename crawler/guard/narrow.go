package guard

import (
	"regexp"
	"slices"
	"strings"
)

// MaxAccepts are the causes of which patterns are proposed to accept the loss, and are
// made to match no other URLs.
const MaxAccepts = 20

const (
	maxExact = 3   // URLs that are named each by itself
	maxNamed = 50  // URLs of which a pattern names the parts in which they differ
	maxNames = 300 // bytes of it
)

// narrow is what the paths of some URLs have in common.
type narrow struct {
	prefix, suffix string
	paths          []string // the first ones, one more than are named
}

func (n *narrow) add(url string) {
	path := pathOf(url)
	if len(n.paths) == 0 {
		n.prefix, n.suffix = strings.Clone(path), strings.Clone(path)
	}
	i := 0
	for i < min(len(n.prefix), len(path)) && n.prefix[i] == path[i] {
		i++
	}
	n.prefix = n.prefix[:i]
	i = 0
	for i < min(len(n.suffix), len(path)) && n.suffix[len(n.suffix)-1-i] == path[len(path)-1-i] {
		i++
	}
	n.suffix = n.suffix[len(n.suffix)-i:]
	if len(n.paths) <= maxNamed {
		n.paths = append(n.paths, strings.Clone(path))
	}
}

// patterns gives what matches the URLs, the simplest first; the last ones match
// none else.
func (n *narrow) patterns(wide string) (list [][]string) {
	list = [][]string{{wide}}
	if len(n.paths) <= maxExact && !slices.ContainsFunc(n.paths, func(p string) bool { return strings.Contains(p, "*") }) {
		list = append(list, n.paths)
	}
	if len(n.prefix) > 1 && !strings.Contains(n.prefix+n.suffix, "*") {
		list = append(list, []string{n.prefix + "*" + n.within()})
	}
	if len(n.paths) <= maxNamed {
		var names []string
		for _, p := range n.paths {
			names = append(names, regexp.QuoteMeta(strings.TrimSuffix(strings.TrimPrefix(p, n.prefix), n.within())))
		}
		slices.Sort(names)
		text := regexp.QuoteMeta(n.prefix) + "(" + strings.Join(names, "|") + ")" + regexp.QuoteMeta(n.within()) + "$"
		if len(text) <= maxNames {
			list = append(list, []string{"re:" + text}, []string{`re:^[^/]*//[^/]*` + text})
		}
	}
	return list
}

// within is the common end of the paths, as far as it does not reach into their
// common beginning.
func (n *narrow) within() string {
	shortest := len(slices.MinFunc(n.paths, func(a, b string) int { return len(a) - len(b) }))
	return n.suffix[max(0, len(n.prefix)+len(n.suffix)-shortest):]
}

func pathOf(url string) string {
	if _, rest, found := strings.Cut(url, "://"); found {
		if i := strings.IndexAny(rest, "/?"); i >= 0 {
			return rest[i:]
		}
	}
	return url
}

// tightened is a choice of patterns for a cause, and the URLs that it matches.
type tightened struct {
	patterns []string
	tests    []*regexp.Regexp
	begins   string // of the paths that it matches
	n        int
}

func (t *tightened) matches(url string) bool {
	return strings.HasPrefix(pathOf(url), t.begins) && slices.ContainsFunc(t.tests, func(test *regexp.Regexp) bool { return test.MatchString(url) })
}

// covers tells whether it matches all of some paths. The pattern of a cause need not: that
// of pages in folders of their own, which are too few for a pattern each, is of none.
func (t *tightened) covers(paths []string) bool {
	return !slices.ContainsFunc(paths, func(path string) bool { return !t.matches("https://host" + path) })
}

// tighten gives causes the simplest patterns that match no other URL of the sets,
// or those that match fewest.
func (f *finder) tighten(list []*Cause) error {
	choices := make([][]tightened, len(list))
	for i := range list {
		for k, patterns := range list[i].alike.patterns(list[i].Accept[0]) {
			t := tightened{patterns: patterns, begins: list[i].alike.prefix}
			if k == 0 { // it may match others
				t.begins = beginOf(patterns[0])
			}
			for _, p := range patterns {
				test, err := regexp.Compile(expression(p))
				if err != nil {
					return err // it is our own
				}
				t.tests = append(t.tests, test)
			}
			choices[i] = append(choices[i], t)
		}
	}
	err := f.c.eachOld(func(url string, at int) bool {
		if f.c.book.keys[at]&isAccepted != 0 {
			return true
		}
		for i := range choices {
			for k := range choices[i] {
				if choices[i][k].matches(url) {
					choices[i][k].n++
				}
			}
		}
		return true
	})
	for i := range list {
		best, covers := choices[i][0], choices[i][0].covers(list[i].alike.paths)
		for _, t := range choices[i][1:] {
			if (t.n < best.n || !covers) && t.n >= list[i].Count && t.covers(list[i].alike.paths) {
				best, covers = t, true
			}
		}
		list[i].Accept, list[i].Besides = best.patterns, max(0, best.n-list[i].Count)
	}
	return err
}

// beginOf gives what all paths begin with that a pattern matches.
func beginOf(pattern string) string {
	if !strings.HasPrefix(pattern, "/") {
		return ""
	}
	begin, _, _ := strings.Cut(pattern, "*")
	return begin
}

// expression is what --accept-loss makes of a pattern.
func expression(pattern string) string {
	if text, is := strings.CutPrefix(pattern, "re:"); is {
		return text
	}
	parts := strings.Split(pattern, "*")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return `\A[^/]*//[^/]*` + strings.Join(parts, ".*") + `\z`
}
