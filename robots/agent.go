package robots

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MaxCrawlDelay is the longest Crawl-delay that is told; longer ones are
// shortened to it.
const MaxCrawlDelay = 365 * 24 * time.Hour

// Agent is what a robots.txt says to one crawler. It is safe for concurrent
// use, and meant to be kept: [Agent.Test] is then cheap.
type Agent struct {
	mode     Mode
	file     *Rules
	group    NamedAgent
	rules    []rule // in order of precedence
	plain    *matcher
	query    *matcher // over queryForm of the patterns; plain if none differs
	delay    time.Duration
	hasDelay bool
}

// rule is one Allow or Disallow line that is not empty, or the twin that
// Google reads into "Allow: …/index.html".
type rule struct {
	pattern string
	item    int32 // index in Rules.items
	length  int32 // of the pattern in escaped form: the longest wins
	allow   bool
}

// Agent returns what the file says to the crawler with a product token, such
// as "portolan" or, in mode [RFC9309], "portolan/1.2". All groups that name
// the token count as one (RFC 9309 2.2.1); if none does, those of "*" do. What
// is no product token, such as "Foo Bar", is named by none.
func (r *Rules) Agent(token string, mode Mode) *Agent {
	a := &Agent{mode: mode, file: r}
	own, all := r.selectGroups(newNamer(token, mode))
	chosen := &own
	if own.name.Line == 0 {
		chosen = &all
	}
	a.group, a.delay, a.hasDelay = chosen.name, chosen.delay, chosen.hasDelay
	a.rules = r.compile(chosen.rules, mode)
	patterns := make([]string, len(a.rules))
	for i := range a.rules {
		patterns[i] = a.rules[i].pattern
	}
	a.plain = newMatcher(patterns)
	a.query = a.plain
	if mode == RFC9309 {
		a.query = queryMatcher(a.plain)
	}
	return a
}

func queryMatcher(m *matcher) *matcher {
	var forms []string
	for i, p := range m.patterns {
		q := queryForm(p)
		if forms == nil && q != p {
			forms = slices.Clone(m.patterns)
		}
		if forms != nil {
			forms[i] = q
		}
	}
	if forms == nil {
		return m
	}
	return newMatcher(forms)
}

// Group returns the name and line of the first User-agent line that chose the
// group; the zero NamedAgent if the file says nothing to this agent.
func (a *Agent) Group() NamedAgent { return a.group }

// Restricts reports whether the file forbids this agent anything at all.
func (a *Agent) Restricts() bool {
	return a.file.status == unavailable || slices.ContainsFunc(a.rules, func(r rule) bool { return !r.allow })
}

// CrawlDelay returns the seconds between requests that the file asks this
// agent for, and whether it does. No RFC knows the line: as Bing and Yandex
// have it, it ends the list of names of its group, as Allow and Disallow do;
// of several the last counts. What is not a number from 0 up is skipped.
func (a *Agent) CrawlDelay() (time.Duration, bool) { return a.delay, a.hasDelay }

// selection is what the groups of one name, or of "*", hold.
type selection struct {
	name     NamedAgent
	rules    []int32 // indexes in Rules.items
	delay    time.Duration
	hasDelay bool
}

// membership tracks which groups the lines being read belong to. A line that
// is no User-agent line closes the list of names.
type membership struct{ own, all, closed bool }

func (m *membership) open() {
	if m.closed {
		*m = membership{}
	}
}

func (m *membership) pick(own, all *selection) *selection {
	m.closed = true
	switch {
	case m.own:
		return own
	case m.all:
		return all
	}
	return nil
}

func (r *Rules) selectGroups(n namer) (own, all selection) {
	var forRules, forDelay membership
	for i, it := range r.items {
		switch it.kind {
		case kindAgent:
			forRules.open()
			forDelay.open()
			switch value := r.value(it); {
			case isStar(value):
				forRules.all, forDelay.all = true, true
				all.named("*", it)
			case n.names(value):
				forRules.own, forDelay.own = true, true
				own.named(n.tokenOf(value), it)
			}
		case kindAllow, kindDisallow:
			forDelay.closed = true
			if s := forRules.pick(&own, &all); s != nil {
				s.rules = append(s.rules, int32(i))
			}
		case kindDelay:
			s := forDelay.pick(&own, &all)
			if d, ok := parseDelay(r.value(it)); ok && s != nil {
				s.delay, s.hasDelay = d, true
			}
		}
	}
	return own, all
}

func (s *selection) named(name string, it item) {
	if s.name.Line == 0 {
		s.name = NamedAgent{Name: name, Line: int(it.line)}
	}
}

func parseDelay(value string) (time.Duration, bool) {
	if strings.Trim(value, "0123456789.eE+-") != "" {
		return 0, false
	}
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil || seconds < 0 || math.Signbit(seconds) {
		return 0, false
	}
	return time.Duration(min(seconds, MaxCrawlDelay.Seconds()) * float64(time.Second)), true
}

// compile brings lines to rules in order of precedence: the longest first,
// Allow before Disallow, then as in the file (RFC 9309 2.2.2).
func (r *Rules) compile(items []int32, mode Mode) []rule {
	unsorted := make([]rule, 0, len(items))
	for _, i := range items {
		it := r.items[i]
		value := r.value(it)
		if value == "" {
			continue
		}
		unsorted = append(unsorted, newRule(value, i, it.kind == kindAllow, mode))
		if twin, ok := indexTwin(value); ok && it.kind == kindAllow {
			unsorted = append(unsorted, newRule(twin, i, true, mode))
		}
	}
	order := make([]uint64, len(unsorted))
	for i := range unsorted {
		order[i] = unsorted[i].rank()<<32 | uint64(i)
	}
	slices.Sort(order)
	rules := make([]rule, len(order))
	for i, key := range order {
		rules[i] = unsorted[uint32(key)]
	}
	return rules
}

func newRule(value string, item int32, allow bool, mode Mode) rule {
	r := rule{item: item, length: int32(escapedLen(value)), allow: allow}
	if mode == Google {
		r.pattern = escapePattern(value)
	} else {
		r.pattern = normalPattern(value)
	}
	return r
}

// indexTwin returns the second pattern that Google reads into an Allow line
// for an index page: the directory itself.
func indexTwin(value string) (string, bool) {
	slash := strings.LastIndexByte(value, '/')
	if slash < 0 || !strings.HasPrefix(value[slash:], "/index.htm") {
		return "", false
	}
	return value[:slash+1] + "$", true
}

// rank sorts rules by precedence; rules of one rank keep the file's order.
func (r *rule) rank() uint64 {
	rank := uint64(3*maxLine-r.length) << 1
	if !r.allow {
		rank++
	}
	return rank
}
