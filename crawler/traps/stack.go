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
// are worth a question: what comes at an address with a made-up folder between the
// two. Packages in packages of one name, with their files in a menu, are no stack, and
// nothing comes there. Where nobody asks, so many pages prove it.
const (
	stackPages  = 5
	stackAt     = 2
	shortAt     = 4 // files are spread over folders such as /a/b/ and /0f/a3/
	shortName   = 2
	maxStacks   = 256 // folders of which that is watched
	stackNames  = 100 // names of folders that are stacked
	longestName = 100

	maxStackQuestions = 16  // those after these are not asked
	unanswered        = 100 // pages after which an answer is waited for no longer
)

// stack counts the pages that stack folders up below one folder.
type stack struct {
	stat  patternStat
	names []string
	asked bool   // and there is no answer yet
	ends  bool   // nothing comes at made-up addresses
	deep  int    // pages in twice as many folders of one name as are suspicious: no package is so
	same  bool   // what stands in front says nothing
	expr  string // of its quarantine, once it is closed
}

// StackQuestion is an address that cannot exist, on a site that stacks folders up,
// as it seems: below Base. Page is the one that comes there, too, if folders in front say nothing.
type StackQuestion struct{ URL, Base, Page string }

// StackAnswer is the answer to one: whether the address is a page, or may be one, and whether it is Page.
type StackAnswer struct{ Comes, Same bool }

// Asks tells the detector that whoever shows it pages asks what StackQuestions gives.
func (t *Detector) Asks() { t.asks = true }

// StackQuestions gives the questions that have come up since it was last called.
func (t *Detector) StackQuestions() []StackQuestion {
	list := t.questions
	t.questions = nil
	return list
}

// Told takes the answer to a question, which may come late.
func (t *Detector) Told(q StackQuestion, a StackAnswer) {
	s := t.stacks[q.Base]
	if s == nil {
		return
	}
	s.same = a.Same
	switch {
	case s.asked:
		if s.asked = false; !a.Comes {
			s.ends = true
			return
		}
		t.addStack(q.Base, s)
	case s.same:
		for i := range t.list {
			if t.list[i].Expr == s.expr {
				t.list[i].Rest, t.changed = restOf(q.Base, s.names), true
			}
		}
	}
}

// sawStack looks whether a page with a new text stacks up the folders that it lies
// in, and puts all that lies in two of the names which such pages lead to in
// quarantine. Pages that show what others show are seen to elsewhere.
func (t *Detector) sawStack(o *Page) {
	base, dir, name, deep := stackOf([]byte(o.URL))
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
	if deep {
		s.deep++
	}
	switch {
	case s.stat.fetched < stackPages, s.ends && s.deep < stackPages, s.asked && s.stat.fetched < unanswered, t.holds(o.URL):
	case t.asks && !s.ends && !s.asked && t.asked < maxStackQuestions:
		s.asked = true
		t.asked++
		t.questions = append(t.questions, StackQuestion{Base: string(base), URL: string(base) + string(name) + "/portolan-stack/" + string(name) + "/", Page: string(base) + string(name) + "/"})
	default:
		s.asked = false
		t.addStack(string(base), s)
	}
}

// stackOf takes the URL of a page whose folders end in the same name several times:
// base is what comes before these, dir all folders; deep tells of twice as many as
// are enough.
func stackOf(url []byte) (base, dir, name []byte, deep bool) {
	path, query := splitPath(url)
	end := bytes.LastIndexByte(url[:len(url)-len(query)], '/') + 1
	if end <= path+1 {
		return nil, nil, nil, false
	}
	dir = url[:end]
	up := bytes.LastIndexByte(dir[:end-1], '/') + 1
	if name = dir[up : end-1]; len(name) > longestName || len(bytes.Trim(name, "0123456789")) == 0 {
		return nil, nil, nil, false
	}
	times := 0
	for base = dir; len(base)-len(name)-2 >= path && bytes.HasSuffix(base, dir[up-1:]); times++ {
		base = base[:len(base)-len(name)-1]
	}
	enough := stackAt
	if len(name) <= shortName {
		enough = shortAt
	}
	if times < enough {
		return nil, nil, nil, false
	}
	return base, dir, name, times >= 2*enough
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
	names, above, deeper, rest := foldersExpr(s.names), "", "", ""
	if s.same {
		rest = restOf(base, s.names)
	}
	if t.stacked != "" {
		base, above, deeper = folderOfBoth(base, t.stacked), anything, "…/"
	}
	t.stacked = base
	t.changed = true
	s.expr = shellSafe(`\A` + regexp.QuoteMeta(base) + above + names + anything + names + `.*\z`)
	t.list = append(t.list, frontier.Quarantine{
		Kind: kindStack, Pattern: base + deeper + s.names[0] + "/…/" + s.names[len(s.names)-1] + "/…",
		Expr: s.expr, Rest: rest,
		Fetched: s.stat.fetched, Window: s.stat.fetched, NewTexts: s.stat.newTexts, Indexable: s.stat.indexable,
		Examples: slices.Clone(s.stat.examples), Opener: s.stat.opener,
	})
}

// anything are folders, or none.
const anything = `(?:[^?]*/)?`

// foldersExpr gives an expression for one of some folders.
func foldersExpr(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = regexp.QuoteMeta(n)
	}
	return "(?:" + strings.Join(quoted, "|") + ")/"
}

// restOf gives an expression for URLs below a folder whose group is what stands behind the last folders in front.
func restOf(base string, names []string) string {
	return `\A` + regexp.QuoteMeta(base) + anything + "(" + foldersExpr(names) + `.*)\z`
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
