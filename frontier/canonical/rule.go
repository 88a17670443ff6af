package canonical

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// RuleKind says what a Rule does. Its values are stored in crawl files and
// never change.
type RuleKind string

const (
	// RuleSession removes the parameter Name from query and path.
	RuleSession RuleKind = "session"
	// RuleCleanParam removes the parameters Name ("a&b") from the query of
	// URLs whose path begins with Path, as Yandex defines Clean-param: names
	// and path are case-sensitive, * in the path stands for anything, one is
	// implied at its end, and an empty path means every path. Only the first
	// 256 of a host count.
	RuleCleanParam RuleKind = "clean-param"
	// RuleMade removes from the query the parameters whose names are made up for
	// one answer, of the form Name (MadeForm).
	RuleMade RuleKind = "made"
	// RuleScheme gives URLs of Host on a default port the scheme Value, http
	// or https.
	RuleScheme RuleKind = "scheme"
	// RuleHost moves URLs of Host on a default port to the host Value.
	RuleHost RuleKind = "host"
	// RuleOrigin moves URLs of Host, whatever their scheme, to the origin
	// Value: a staging copy is judged as the site it will be.
	RuleOrigin RuleKind = "origin"
)

// String says what the rule is about, in one line; texts of the site are as it has them.
func (r Rule) String() string {
	if r.Kind == RuleMade {
		return "names of parameters that are made up: " + madeWords[r.Name]
	}
	return strings.Join(strings.Fields(string(r.Kind)+" "+r.Name+" "+r.Path+" "+r.Value), " ")
}

// Words of proofs by which a rule of a scheme or host was learned though both
// spellings answer themselves.
const (
	ProofCanonical = "rel=canonical of "
	ProofContent   = " have the same content"
)

// Rule is one learned or declared rule, as the crawl file stores it.
type Rule struct {
	Host  string    // host of the URLs it holds for; host:port if the port is not the scheme's default
	Kind  RuleKind  // what it does, and which of the next three fields it uses
	Name  string    // RuleSession: a parameter; RuleCleanParam: parameters joined by &; RuleMade: a form of names
	Path  string    // RuleCleanParam: prefix of the path
	Value string    // RuleScheme: scheme; RuleHost: host; RuleOrigin: origin
	Proof string    // what showed it, for people
	Time  time.Time // when it was learned; not used here
}

// hostRules are the rules of one authority.
type hostRules struct {
	to      *move
	scheme  *schemeRule
	session map[string]*action // by folded name
	made    map[string]*action // by form
	clean   []cleanRule
	named   map[string][]int // places in clean, by parameter name
}

// maxCleanRules bounds what a robots.txt can make each query cost.
const maxCleanRules = 256

// move leads to another authority; chains are resolved when compiled.
type move struct {
	authority string
	https     bool
	anyScheme bool // keep the scheme of the URL
	kind, why string
}

type schemeRule struct {
	https bool
	why   string
}

type cleanRule struct {
	pieces [][]byte // the path, cut at *
	do     *action
}

// compileHosts turns rules into a table by authority. Parameter rules go to
// the authority to which their host finally moves: it is the same site.
func compileHosts(rules []Rule) (map[string]*hostRules, error) {
	t := map[string]*hostRules{}
	for i, rule := range rules {
		if err := addHostRule(t, rule); err != nil {
			return nil, fmt.Errorf("rule %d (%s of %q): %w", i+1, rule.Kind, rule.Host, err)
		}
	}
	if err := resolveMoves(t); err != nil {
		return nil, err
	}
	for i, rule := range rules {
		if err := addParamRule(t, rule); err != nil {
			return nil, fmt.Errorf("rule %d (%s of %q): %w", i+1, rule.Kind, rule.Host, err)
		}
	}
	return t, nil
}

// at gives the entry of an authority, made if need be.
func at(t map[string]*hostRules, authority string) *hostRules {
	if t[authority] == nil {
		t[authority] = &hostRules{}
	}
	return t[authority]
}

// addHostRule adds rules that change scheme or host, and checks every rule's
// kind and host.
func addHostRule(t map[string]*hostRules, rule Rule) error {
	from, port, err := parseHostPort([]byte(rule.Host))
	if err != nil {
		return err
	}
	authority := string(appendAuthority(nil, from, port))
	switch rule.Kind {
	case RuleSession, RuleCleanParam, RuleMade:
		return nil
	case RuleScheme:
		if port >= 0 || rule.Value != "http" && rule.Value != "https" {
			return fmt.Errorf("wants a host without port, and http or https, not %q", rule.Value)
		}
		why := because(rule.Value+" is the settled scheme of "+authority, rule.Proof)
		at(t, authority).scheme = &schemeRule{rule.Value == "https", why}
		return nil
	case RuleHost:
		host, toPort, err := parseHostPort([]byte(rule.Value))
		if err != nil {
			return err
		}
		if port != toPort || host == from {
			return fmt.Errorf("wants two different hosts, with the same port if any, not %q", rule.Value)
		}
		to := string(appendAuthority(nil, host, port))
		why := because(to+" is the settled host of the site", rule.Proof)
		at(t, authority).to = &move{authority: to, anyScheme: true, kind: KindHost, why: why}
		return nil
	case RuleOrigin:
		scope, err := ScopeOf(rule.Value)
		if err != nil {
			return err
		}
		if scope.Host == authority {
			return fmt.Errorf("leads to its own host %q", rule.Value)
		}
		why := because("judged as "+scope.Scheme+"://"+scope.Host, rule.Proof)
		at(t, authority).to = &move{authority: scope.Host, https: scope.Scheme == "https", kind: KindOrigin, why: why}
		return nil
	}
	return fmt.Errorf("no such kind of rule")
}

func because(what, proof string) string {
	if proof == "" {
		return what
	}
	return what + ": " + proof
}

// resolveMoves replaces each chain of moves by its end.
func resolveMoves(t map[string]*hostRules) error {
	for _, from := range slices.Sorted(maps.Keys(t)) {
		rules := t[from]
		if rules.to == nil {
			continue
		}
		end := *rules.to
		for steps := 0; ; steps++ {
			next := t[end.authority]
			if next == nil || next.to == nil {
				break
			}
			if end.authority == from || steps > len(t) {
				return fmt.Errorf("rules move %s in a circle", from)
			}
			end.authority = next.to.authority
			if !next.to.anyScheme {
				end.anyScheme, end.https = false, next.to.https
			}
		}
		rules.to = &end
	}
	return nil
}

func addParamRule(t map[string]*hostRules, rule Rule) error {
	if rule.Kind != RuleSession && rule.Kind != RuleCleanParam && rule.Kind != RuleMade {
		return nil
	}
	host, port, err := parseHostPort([]byte(rule.Host))
	if err != nil {
		return err
	}
	authority := string(appendAuthority(nil, host, port))
	if h := t[authority]; h != nil && h.to != nil {
		authority = h.to.authority
	}
	h := at(t, authority)
	switch rule.Kind {
	case RuleCleanParam:
		return h.addClean(rule)
	case RuleMade:
		return h.addMade(rule)
	}
	name, err := foldName(rule.Name)
	if err != nil || strings.HasSuffix(name, "*") {
		return fmt.Errorf("parameter %q is not one name", rule.Name)
	}
	if h.session == nil {
		h.session = map[string]*action{}
	}
	h.session[name] = &action{kind: KindLearned, why: because("session id of "+rule.Host, rule.Proof), form: InQuery | InPath}
	return nil
}

func (h *hostRules) addClean(rule Rule) error {
	line := strings.TrimSpace("Clean-param: " + rule.Name + " " + rule.Path)
	clean := cleanRule{do: &action{kind: KindCleanParam, why: because(line, rule.Proof), form: InQuery}}
	for i, piece := range bytes.Split([]byte(rule.Path), []byte("*")) {
		if i == 0 && len(piece) > 0 && piece[0] != '/' {
			piece = append([]byte("/"), piece...)
		}
		clean.pieces = append(clean.pieces, appendEscaped(nil, piece, &inPath))
	}
	if strings.Trim(rule.Name, "&") == "" {
		return fmt.Errorf("names no parameter")
	}
	if len(h.clean) == maxCleanRules {
		return nil
	}
	if h.named == nil {
		h.named = map[string][]int{}
	}
	for name := range strings.SplitSeq(rule.Name, "&") {
		if name != "" {
			name = string(appendEscaped(nil, []byte(name), &inQuery))
			h.named[name] = append(h.named[name], len(h.clean))
		}
	}
	h.clean = append(h.clean, clean)
	return nil
}

// covers reports whether the rule holds for a path.
func (c *cleanRule) covers(path []byte) bool {
	path, found := bytes.CutPrefix(path, c.pieces[0])
	for _, piece := range c.pieces[1:] {
		if !found {
			return false
		}
		_, path, found = bytes.Cut(path, piece)
	}
	return found
}
