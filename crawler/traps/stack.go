package traps

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// A site that answers any address, with relative links in a menu, stacks its
// folders without end: /team/ leads to /team/team/, that to /team/team/team/. Where
// each answer has another text, nothing runs dry. Such addresses are of no site
// that is made as it should be: so many pages whose folders end in the same name
// twice (a short one four times) that lead to a folder of that name once more
// prove it.
const (
	stackPages  = 5
	stackAt     = 2
	shortAt     = 4 // files are spread over folders such as /a/b/ and /0f/a3/
	shortName   = 2
	maxStacks   = 256 // folders of which that is watched
	stackNames  = 100 // names of folders that are stacked
	longestName = 100
)

// stack counts the pages that stack folders up below one folder.
type stack struct {
	stat  patternStat
	names []string
}

// sawStack looks whether a page with a new text stacks up the folders that it lies
// in, and puts all that lies in two of the names which such pages lead to in
// quarantine. Pages that show what others show are seen to elsewhere.
func (t *Detector) sawStack(o *Page) {
	base, dir, name := stackOf([]byte(o.URL))
	if name == nil {
		return
	}
	names := foldersOf(o, dir)
	if !slices.Contains(names, string(name)) {
		return
	}
	s := t.stacks[string(base)]
	if s == nil {
		if len(t.stacks) >= maxStacks {
			return
		}
		s = &stack{stat: patternStat{opener: o.Via}}
		t.stacks[string(base)] = s
	}
	s.stat.took(true, isIndexable(&o.Settled.Record), o.URL)
	for _, n := range names {
		if len(s.names) < stackNames && !slices.Contains(s.names, n) {
			s.names = append(s.names, n)
		}
	}
	if s.stat.fetched >= stackPages && !t.holds(o.URL) {
		t.addStack(string(base), s)
	}
}

// stackOf takes the URL of a page whose folders end in the same name several times:
// base is what comes before these, dir all folders.
func stackOf(url []byte) (base, dir, name []byte) {
	path, query := splitPath(url)
	end := bytes.LastIndexByte(url[:len(url)-len(query)], '/') + 1
	if end <= path+1 {
		return nil, nil, nil
	}
	dir = url[:end]
	up := bytes.LastIndexByte(dir[:end-1], '/') + 1
	if name = dir[up : end-1]; len(name) > longestName || len(bytes.Trim(name, "0123456789")) == 0 {
		return nil, nil, nil
	}
	times := 0
	for base = dir; len(base)-len(name)-2 >= path && bytes.HasSuffix(base, dir[up-1:]); times++ {
		base = base[:len(base)-len(name)-1]
	}
	if times < stackAt || len(name) <= shortName && times < shortAt {
		return nil, nil, nil
	}
	return base, dir, name
}

// foldersOf gives the names of the folders in dir that a page leads to, each once.
func foldersOf(o *Page, dir []byte) (names []string) {
	for i := range o.Settled.Links {
		l := &o.Settled.Links[i]
		rest, inside := bytes.CutPrefix(l.URL, dir)
		name, _, folder := bytes.Cut(rest, []byte("/"))
		if !inside || !folder || l.Reason != frontier.Undecided || len(name) == 0 || len(name) > longestName || bytes.IndexByte(name, '?') >= 0 {
			continue
		}
		if !slices.Contains(names, string(name)) && len(names) < stackNames {
			names = append(names, string(name))
		}
	}
	return names
}

// addStack puts what lies in two of the folders in quarantine: below one folder, and
// once they are stacked below another one, too, wherever these two lie.
func (t *Detector) addStack(base string, s *stack) {
	slices.Sort(s.names)
	quoted := make([]string, len(s.names))
	for i, n := range s.names {
		quoted[i] = regexp.QuoteMeta(n)
	}
	const anything = `(?:[^?]*/)?`
	names, above, deeper := "(?:"+strings.Join(quoted, "|")+")/", "", ""
	if t.stacked != "" {
		base, above, deeper = folderOfBoth(base, t.stacked), anything, "…/"
	}
	t.stacked = base
	t.changed = true
	t.list = append(t.list, frontier.Quarantine{
		Kind: kindStack, Pattern: base + deeper + s.names[0] + "/…/" + s.names[len(s.names)-1] + "/…",
		Expr:    shellSafe(`\A` + regexp.QuoteMeta(base) + above + names + anything + names + `.*\z`),
		Fetched: s.stat.fetched, Window: s.stat.fetched, NewTexts: s.stat.newTexts, Indexable: s.stat.indexable,
		Examples: slices.Clone(s.stat.examples), Opener: s.stat.opener,
	})
}

// folderOfBoth gives the deepest folder that two folders of a host lie in, or are.
func folderOfBoth(a, b string) string {
	end := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			end = i + 1
		}
	}
	return a[:end]
}
