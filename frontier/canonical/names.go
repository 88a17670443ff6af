package canonical

import (
	"bytes"
	"fmt"
	"strings"
)

// maxName is the longest parameter name that a pattern may have, in bytes.
const maxName = 128

// action is what to do with a parameter of a given name.
type action struct {
	kind, why string
	form      Form
	pair      bool // only if its partner is there: cfid and cftoken
	value     func([]byte) bool
	rest      func([]byte) bool
}

// pattern is a table name that ends in *.
type pattern struct {
	prefix string
	do     *action
}

// names finds the action for a parameter name, without regard to ASCII case.
type names struct {
	exact    map[string]*action
	prefixes [256][]pattern // by the first byte
	keep     []string       // the user's, folded, may end in *
	strip    []string       // likewise
	stripDo  []*action      // one for each of strip
	segments [2]*action     // ASP.NET, and its 1.x form; nil without session rules
}

func compileNames(c Config) (names, error) {
	n := names{exact: map[string]*action{}}
	for _, name := range c.Keep {
		folded, err := foldName(name)
		if err != nil {
			return n, fmt.Errorf("keep parameter %q: %w", name, err)
		}
		n.keep = append(n.keep, folded)
	}
	for _, name := range c.Strip {
		folded, err := foldName(name)
		if err != nil {
			return n, fmt.Errorf("strip parameter %q: %w", name, err)
		}
		n.strip = append(n.strip, folded)
		n.stripDo = append(n.stripDo, &action{kind: KindStrip, why: "asked for: " + name, form: InQuery | InPath})
	}
	if !c.NoSessionRules {
		n.addTable(sessionTable())
	}
	if !c.NoTrackingRules {
		n.addTable(trackingTable())
	}
	return n, nil
}

func (n *names) addTable(table []Parameter) {
	for _, p := range table {
		do := &action{kind: p.Kind, why: p.why(), form: p.Form, pair: p.Tier == ByPair, value: p.value, rest: p.rest}
		if p.Form == InSegment {
			if p.Name == "()" {
				n.segments[1] = do
			} else {
				n.segments[0] = do
			}
		} else if prefix, ok := strings.CutSuffix(p.Name, "*"); ok {
			n.prefixes[prefix[0]] = append(n.prefixes[prefix[0]], pattern{prefix, do})
		} else {
			n.exact[p.Name] = do
		}
	}
}

// why puts a table entry into words.
func (p Parameter) why() string {
	what := "tracking parameter"
	if p.Kind == KindSession {
		what = "session id"
	}
	switch {
	case p.Form == InSegment:
		return what + ", by form: " + p.Of
	case p.Tier == ByPair:
		return what + ", by name and partner: " + p.Of
	case p.Tier == ByValue:
		return what + ", by name and value: " + p.Of
	}
	return what + ", by name: " + p.Of
}

// foldName brings a parameter name of a person into the form in which names
// of canonical forms are compared.
func foldName(name string) (string, error) {
	body := strings.TrimSuffix(name, "*")
	switch {
	case name == "":
		return "", fmt.Errorf("a name must not be empty")
	case strings.ContainsAny(body, "*&;=#"):
		return "", fmt.Errorf("a name holds none of & ; = #, and * only at its end")
	case len(name) > maxName:
		return "", fmt.Errorf("a name has at most %d bytes", maxName)
	}
	escaped := appendEscaped(nil, []byte(body), &inQuery)
	if len(escaped) > maxName {
		return "", fmt.Errorf("a name has at most %d bytes when escaped", maxName)
	}
	return string(appendLower(nil, escaped)) + name[len(body):], nil
}

func appendLower(dst, s []byte) []byte {
	for _, c := range s {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		dst = append(dst, c)
	}
	return dst
}

// fold appends a name in lower case; of a name that is too long for any exact
// pattern only the part that prefixes need.
func fold(dst, name []byte) []byte {
	return appendLower(dst, name[:min(len(name), maxName+1)])
}

// kept reports whether the user keeps a (folded) name.
func (n *names) kept(name []byte) bool {
	for _, k := range n.keep {
		if matchName(k, name) {
			return true
		}
	}
	return false
}

// find gives the action of user and tables for a folded name with its value,
// nil if there is none.
func (n *names) find(name, value []byte, form Form) *action {
	for i, s := range n.strip {
		if matchName(s, name) {
			return n.stripDo[i]
		}
	}
	if do := n.exact[string(name)]; do != nil && do.form&form != 0 && (do.value == nil || do.value(value)) {
		return do
	}
	if len(name) == 0 {
		return nil
	}
	for _, p := range n.prefixes[name[0]] {
		if rest, ok := bytes.CutPrefix(name, []byte(p.prefix)); ok && p.do.form&form != 0 && (p.do.rest == nil || p.do.rest(rest)) {
			return p.do
		}
	}
	return nil
}

func matchName(pattern string, name []byte) bool {
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return len(name) >= len(prefix) && string(name[:len(prefix)]) == prefix
	}
	return pattern == string(name)
}
