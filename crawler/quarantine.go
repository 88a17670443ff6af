package crawler

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Kinds of quarantine.
const (
	kindLoop      = "loop"       // path segments repeat
	kindDates     = "dates"      // a calendar goes on
	kindPages     = "pages"      // a list goes on
	kindParams    = "parameters" // parameters combine
	kindNumbers   = "numbers"    // pages differ by their number alone
	kindDirectory = "directory"  // pages of a directory lead to more and more of it
	kindFacets    = "facets"     // nothing of it may be listed
	kindRedirects = "redirects"  // redirects lead on and on
	kindBudget    = "budget"     // the user's budget for a directory is spent
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
func (t *traps) add(p *pattern, s *patternStat, w yield, kind string, sample int) {
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

// quarantine is the list in force, compiled. It is never changed.
type quarantine struct {
	patterns []quarantined
	allow    filter.List
}

type quarantined struct {
	match  *regexp.Regexp
	sample uint64
}

func newQuarantine(list []frontier.Quarantine, allow filter.List) (*quarantine, error) {
	q := &quarantine{allow: allow}
	for i := range list {
		match, err := list[i].Match()
		if err != nil {
			return nil, err
		}
		q.patterns = append(q.patterns, quarantined{match, uint64(list[i].Sample)})
	}
	return q, nil
}

// holds tells whether a URL is not to be fetched. Of facets the same one in
// fifty passes in each run.
func (q *quarantine) holds(url string) bool {
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

// watchTraps shows the pages of a batch to the trap detector, and adds to the
// batch what it has put in quarantine.
func (c *crawl) watchTraps(outcomes []*outcome, b *frontier.Batch) error {
	for _, o := range outcomes {
		if o.kind == outcomePage {
			c.traps.saw(o)
		}
	}
	if !c.traps.changed {
		return nil
	}
	c.traps.changed = false
	for _, q := range c.traps.list[min(c.reported, len(c.traps.list)):] {
		c.opts.Log.Warn("a pattern of URLs seems to have no end and is not fetched any further", "kind", q.Kind, "pattern", q.Pattern,
			"fetched", q.Fetched, "examples", q.Examples, "confirm", "--exclude 're:"+q.Expr+"'", "take_back", "--allow-pattern 're:"+q.Expr+"'")
	}
	c.reported = len(c.traps.list)
	q, err := newQuarantine(c.traps.list, c.opts.AllowPattern)
	if err != nil {
		return fmt.Errorf("compile the quarantine: %w", err)
	}
	c.quarantine.Store(q)
	if b.Meta == nil {
		b.Meta = map[string]string{}
	}
	b.Meta[frontier.MetaQuarantine] = frontier.ListText(c.traps.list)
	return nil
}

// note copies into the outcome what the trap detector needs.
func (o *outcome) note(item frontier.Item, key uint64, body []byte) {
	o.url, o.via, o.key = item.URL, item.Via, key
	if o.page.Record.Status == 200 && o.page.Record.Outcome == record.Answered && o.page.Record.HTML && runningBy([]byte(item.URL)) != notRunning {
		o.letters = lettersOf(body)
	}
}

// openTraps goes on with what earlier runs put in quarantine.
func (c *crawl) openTraps() error {
	before, err := frontier.List[frontier.Quarantine](c.store.Meta(frontier.MetaQuarantine))
	if err != nil {
		return fmt.Errorf("read the quarantine: %w", err)
	}
	for _, q := range before {
		if q.Kind == kindBudget {
			c.spent = append(c.spent, q)
		}
	}
	c.traps = newTraps(c.opts.Scope, c.opts.AllowPattern, before)
	c.reported = len(c.traps.list)
	q, err := newQuarantine(c.traps.list, c.opts.AllowPattern)
	c.quarantine.Store(q)
	return err
}

// quarantined tells whether a leased URL is left alone, as part of a trap or
// because its directory's budget is spent. The start is fetched in any case,
// and what is listed is part of no trap.
func (s *scheduler) quarantined(item frontier.Item) bool {
	if item.Via == frontier.NoID && item.Depth == 0 {
		return false
	}
	trapped := item.Rank != frontier.RankFirst && s.c.quarantine.Load().holds(item.URL) && !s.c.listed([]byte(item.URL))
	return trapped || s.budget.spent(item.URL)
}
