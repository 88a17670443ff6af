package traps

import (
	"regexp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/frontier"
)

// Kinds of quarantine.
const (
	kindLoop      = "loop"       // path segments repeat
	kindDates     = "dates"      // a calendar goes on
	kindPages     = "pages"      // a list goes on
	kindParams    = "parameters" // parameters combine
	kindNumbers   = "numbers"    // pages differ by their number alone
	kindDirectory = "directory"  // pages of a directory lead to more and more of it
	kindChain     = "chain"      // each leads to the next, and nothing of it may be listed
	kindRedirects = "redirects"  // redirects lead on and on
	kindStack     = frontier.KindStack
	kindBudget    = "budget" // the user's budget for a directory is spent
)

func (p *pattern) trapKind(url string) string {
	switch runningBy([]byte(url)) {
	case runningDates:
		return kindDates
	case runningPages:
		return kindPages
	case runningLoop:
		return kindLoop
	}
	_, query := splitPath([]byte(url))
	switch {
	case p.kind == patternPrefix:
		return kindDirectory
	case len(query) > 0:
		return kindParams
	}
	return kindNumbers
}

// add puts a pattern in quarantine. Pages that were under way then may fill
// another window: they only count.
func (t *Detector) add(p *pattern, s *patternStat, w yield, kind string, sample int) {
	text, expr := p.words(s.examples[0])
	expr = shellSafe(expr)
	t.changed = true
	if i := slices.IndexFunc(t.list, func(q frontier.Quarantine) bool { return q.Expr == expr }); i >= 0 {
		t.list[i].Fetched = s.fetched
		return
	}
	t.list = append(t.list, frontier.Quarantine{
		Kind: kind, Pattern: text, Expr: expr, Sample: sample,
		Fetched: s.fetched, Window: w.pages, NewTexts: w.newTexts, Indexable: w.indexable, Opened: w.opened,
		Examples: slices.Clone(s.examples), Opener: s.opener,
	})
}

// shellSafe writes a regular expression that people can copy from a terminal
// or a log between two quotation marks: without one, and, since logs escape
// them, without backslashes but where a URL holds one of the three characters
// that need it.
func shellSafe(expr string) string {
	var b strings.Builder
	for i := 0; i < len(expr); i++ {
		c := expr[i]
		if c == '\'' {
			b.WriteString(`\x27`)
			continue
		}
		if c != '\\' || i+1 == len(expr) {
			b.WriteByte(c)
			continue
		}
		i++
		switch c = expr[i]; c {
		case 'A':
			b.WriteByte('^')
		case 'z':
			b.WriteByte('$')
		case '^', '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteString("[" + string(c) + "]")
		}
	}
	return b.String()
}

// Quarantine is the list in force, compiled. It is never changed.
type Quarantine struct {
	patterns []quarantined
	list     []frontier.Quarantine
	allow    filter.List
}

type quarantined struct {
	match  *regexp.Regexp
	sample uint64
	chain  bool
	stack  bool
}

func Compile(list []frontier.Quarantine, allow filter.List) (*Quarantine, error) {
	q := &Quarantine{allow: allow, list: slices.Clone(list)}
	for i := range list {
		match, err := list[i].Match()
		if err != nil {
			return nil, err
		}
		q.patterns = append(q.patterns, quarantined{match, uint64(list[i].Sample), list[i].Kind == kindChain, list[i].Kind == kindStack})
	}
	return q, nil
}

// Holds tells whether a URL is not to be fetched. Of a chain the same one in
// fifty passes in each run.
func (q *Quarantine) Holds(url string) bool {
	for _, p := range q.patterns {
		if !p.match.MatchString(url) {
			continue
		}
		if p.sample > 0 && hashBytes(0, []byte(url))%p.sample == 0 {
			continue
		}
		pass, number, _ := q.allow.Pass([]byte(url))
		return !pass || number == 0
	}
	return false
}

// Stacks gives those of which each page has one address. No URL is in them yet.
func (q *Quarantine) Stacks() (*frontier.Stacks, error) { return frontier.NewStacks(q.list) }

// OfStack tells of a URL that is held back by a stack of folders alone.
func (q *Quarantine) OfStack(url string) (is bool) {
	for i := range q.patterns {
		if p := &q.patterns[i]; p.match.MatchString(url) {
			if !p.stack {
				return false
			}
			is = true
		}
	}
	return is
}

// Chain gives the chain alone by which a URL is held back, nil if there is none, or another pattern holds it, too.
func (q *Quarantine) Chain(url string) (found *Chain) {
	for i := range q.patterns {
		p := &q.patterns[i]
		switch {
		case !p.match.MatchString(url):
		case !p.chain:
			return nil
		default:
			found = &Chain{p.match, p.sample == 0}
		}
	}
	return found
}

// Chain is a closed pattern of pages of which each leads to the next.
type Chain struct {
	match *regexp.Regexp
	lone  bool // it is the end of one whose pages have nothing else in common
}

// Has tells whether a page is one of those whose links are held back. What others lead to, such as lists, or those that
// may be listed, is no matter of where the chain ends.
func (c *Chain) Has(page *frontier.Row) bool {
	return (c.lone || c.match.MatchString(page.URL)) && (page.Page == nil || !isIndexable(page.Page))
}
