package robots

import (
	"math"
	"slices"
	"sort"
	"strings"
	"sync/atomic"

	"github.com/temoto/robotstxt"
)

// none is the index of no rule; it comes after every rule.
const none = math.MaxInt32

// matcher finds the first of a list of patterns, in order of precedence, that
// matches a path. Patterns without operators, the greater part of most files,
// are found by one binary search; the rest are tried in order.
type matcher struct {
	patterns []string
	literals prefixIndex
	globs    []glob
	confirm  []atomic.Pointer[robotstxt.Group]
	built    atomic.Int32
}

// glob is a pattern with operators. Bytes is the set of ASCII bytes without
// which a path cannot match.
type glob struct {
	bytes byteSet
	index int32
}

func newMatcher(patterns []string) *matcher {
	m := &matcher{patterns: patterns, confirm: make([]atomic.Pointer[robotstxt.Group], len(patterns))}
	literals := make([]literal, 0, len(patterns))
	for i, p := range patterns {
		switch lit, ok := literalOf(p); {
		case p == "" || p[0] != '/' && p[0] != '*': // a path begins with a slash
		case ok:
			literals = append(literals, literal{lit, int32(i)})
		default:
			m.globs = append(m.globs, glob{bytesOf(strings.TrimSuffix(p, "$"), '*'), int32(i)})
		}
	}
	m.literals = newPrefixIndex(literals)
	return m
}

// literalOf returns the prefix that a pattern without inner operators asks
// for: a star at the end adds nothing.
func literalOf(pattern string) (string, bool) {
	lit := strings.TrimRight(pattern, "*")
	return lit, strings.IndexByte(lit, '*') < 0 && !strings.HasSuffix(pattern, "$")
}

// find returns the index of the first pattern that matches, or none.
func (m *matcher) find(path string) int32 {
	best := m.literals.find(path)
	if len(m.globs) == 0 || m.globs[0].index > best {
		return best
	}
	has := bytesOf(path, 0)
	for i := range m.globs {
		g := &m.globs[i]
		if g.index > best {
			break
		}
		if g.bytes.in(has) && matches(m.patterns[g.index], path) {
			return g.index
		}
	}
	return best
}

// matches tests one pattern (RFC 9309 2.2.3): a star is any run of bytes, a
// dollar sign at the end is the end of the path, and without it a prefix is
// enough. The leftmost place for each part is as good as any other, so that
// nothing is ever tried twice.
func matches(pattern, path string) bool {
	pattern, anchored := strings.CutSuffix(pattern, "$")
	part, rest, more := strings.Cut(pattern, "*")
	if !strings.HasPrefix(path, part) {
		return false
	}
	path = path[len(part):]
	if !more {
		return !anchored || path == ""
	}
	for {
		part, rest, more = strings.Cut(rest, "*")
		if !more && anchored {
			return strings.HasSuffix(path, part)
		}
		at := strings.Index(path, part)
		if at < 0 {
			return false
		}
		if !more {
			return true
		}
		path = path[at+len(part):]
	}
}

// byteSet is a set of ASCII bytes.
type byteSet [2]uint64

// bytesOf returns the ASCII bytes of s but skip.
func bytesOf(s string, skip byte) (b byteSet) {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x80 && c != skip {
			b[c>>6] |= 1 << (c & 63)
		}
	}
	return b
}

func (b *byteSet) in(of byteSet) bool { return b[0]&^of[0] == 0 && b[1]&^of[1] == 0 }

// literal is a prefix and the index of its rule.
type literal struct {
	text  string
	index int32
}

// prefixIndex finds, among prefixes, the one of the first rule that a path
// begins with. The prefixes are sorted; up leads from each to the longest
// other one that it begins with, and best is the first rule on that way.
type prefixIndex struct {
	text []string
	up   []int32
	best []int32
}

func newPrefixIndex(literals []literal) (x prefixIndex) {
	slices.SortFunc(literals, func(a, b literal) int {
		if c := strings.Compare(a.text, b.text); c != 0 {
			return c
		}
		return int(a.index) - int(b.index)
	})
	literals = slices.CompactFunc(literals, func(a, b literal) bool { return a.text == b.text })
	x.text = make([]string, 0, len(literals))
	x.up, x.best = make([]int32, 0, len(literals)), make([]int32, 0, len(literals))
	for i, l := range literals {
		up := int32(i - 1)
		for up >= 0 && !strings.HasPrefix(l.text, x.text[up]) {
			up = x.up[up]
		}
		best := l.index
		if up >= 0 {
			best = min(best, x.best[up])
		}
		x.text, x.up, x.best = append(x.text, l.text), append(x.up, up), append(x.best, best)
	}
	return x
}

func (x *prefixIndex) find(path string) int32 {
	// The longest prefix of path, if there is one, is the last text that is
	// not greater than path, or one that this text begins with.
	i := sort.Search(len(x.text), func(i int) bool { return x.text[i] > path }) - 1
	if i < 0 {
		return none
	}
	common := commonPrefix(x.text[i], path)
	at := int32(i)
	for at >= 0 && len(x.text[at]) > common {
		at = x.up[at]
	}
	if at < 0 {
		return none
	}
	return x.best[at]
}

func commonPrefix(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
