package robots

import "strings"

// Reason says what a decision rests on.
type Reason uint8

const (
	// NoRule: the file says nothing to this agent, or none of its rules
	// matches. What is not disallowed is allowed.
	NoRule Reason = iota
	// ByRule: Decision.Line and Decision.Rule say which.
	ByRule
	// RobotsTxt: /robots.txt itself is always allowed (RFC 9309 2.2.2).
	RobotsTxt
	// NoFile: the site has no robots.txt.
	NoFile
	// FileUnavailable: the robots.txt could not be had.
	FileUnavailable
)

// Decision is the answer for one URL.
type Decision struct {
	Allow  bool
	Reason Reason
	// Line is the number, from 1, of the line that decided, 0 if none did.
	Line int
	// Rule is that line without comment and outer space, "" if none. It may
	// hold any byte.
	Rule string
	// Disputed reports that temoto/robotstxt does not find that the rule
	// matches. The answer is the stricter one, so Allow is false.
	Disputed bool
}

// Test decides whether the agent may fetch a URL: an absolute one, or a path
// with its query. A fragment is ignored, and so is the host: the caller asks
// the robots.txt of the URL's own origin.
func (a *Agent) Test(url string) Decision {
	path := a.pathOf(url)
	switch {
	case a.mode == RFC9309 && path == "/robots.txt":
		return Decision{Allow: true, Reason: RobotsTxt}
	case a.file.status == absent:
		return Decision{Allow: true, Reason: NoFile}
	case a.file.status == unavailable:
		return Decision{Reason: FileUnavailable}
	}
	m, i := a.plain, a.plain.find(path)
	if q, differs := a.queryPath(path); differs {
		if j := a.query.find(q); j < i {
			m, i, path = a.query, j, q
		}
	}
	if i == none {
		return Decision{Allow: true}
	}
	r := &a.rules[i]
	it := a.file.items[r.item]
	d := Decision{Allow: r.allow, Reason: ByRule, Line: int(it.line), Rule: a.file.quote(it)}
	if !m.confirmed(i, path) {
		d.Allow, d.Disputed = false, true
	}
	return d
}

func (a *Agent) pathOf(url string) string {
	path := pathOf(url)
	if a.mode == RFC9309 {
		return normalPath(path)
	}
	if end := strings.IndexByte(path, 0); end >= 0 {
		return path[:end]
	}
	return path
}

// queryPath returns the second form in which a path with a query is compared,
// and whether comparing it can give another answer.
func (a *Agent) queryPath(path string) (string, bool) {
	if a.mode != RFC9309 || strings.IndexByte(path, '?') < 0 {
		return path, false
	}
	q := queryForm(path)
	return q, a.query != a.plain || len(q) != len(path)
}

// Match is one rule that matches a URL.
type Match struct {
	Allow  bool
	Line   int    // 1-based
	Rule   string // as Decision.Rule
	Length int    // bytes of the escaped rule: the longer rule wins, Allow if equal
}

// Matches returns the rules that match a URL, at most limit of them, in order of
// precedence: the first is the one that decides. It is made for explanations;
// it looks at every rule.
func (a *Agent) Matches(url string, limit int) []Match {
	if a.file.status != parsed {
		return nil
	}
	path := a.pathOf(url)
	query, differs := a.queryPath(path)
	var found []Match
	for i := 0; i < len(a.rules) && len(found) < limit; i++ {
		if matches(a.plain.patterns[i], path) || differs && matches(a.query.patterns[i], query) {
			r := &a.rules[i]
			it := a.file.items[r.item]
			found = append(found, Match{Allow: r.allow, Line: int(it.line), Rule: a.file.quote(it), Length: int(r.length)})
		}
	}
	return found
}
