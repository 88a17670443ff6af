package traps

import (
	"bytes"
	"regexp"
	"strings"
)

// patternKind is a way in which URLs can be alike. A URL is in at most one
// pattern of each kind but in several prefixes.
type patternKind uint8

const (
	patternLoop   patternKind = iota // a path segment comes three times or more
	patternShape                     // the same path but for digits, the same parameters
	patternParams                    // the same path but for digits, any parameters
	patternPrefix                    // the same directory, with all below it
	patternAgain                     // a parameter comes againAt times or more; for chains of redirects alone
)

// pattern is one that a URL is in, from the narrowest to the widest.
type pattern struct {
	key  uint64
	kind patternKind
	end  int // of the directory in the URL
}

const (
	maxPrefixes   = 3  // directories of a path that are watched, from the root on
	loopAt        = 3  // times a segment comes in a loop
	longestAction = 24 // letters of what a front controller is told to show
	againAt       = 5  // times a parameter comes that each redirect adds once more
)

// patternsOf appends the patterns that a canonical URL is in.
func patternsOf(url []byte, to []pattern) []pattern {
	path, query := splitPath(url)
	pathEnd := len(url) - len(query)
	if seg := loopSegment(url[path:pathEnd]); seg != nil {
		to = append(to, pattern{key: hashShape(hashBytes(uint64(patternLoop), url[:path]), seg), kind: patternLoop})
	}
	h := hashShape(hashBytes(uint64(patternShape), url[:path]), url[path:pathEnd])
	if len(query) > 0 {
		to = append(to,
			pattern{key: hashNames(h, query), kind: patternShape},
			pattern{key: h ^ uint64(patternParams)<<60, kind: patternParams})
	} else if bytes.ContainsAny(url[path:pathEnd], "0123456789") {
		to = append(to, pattern{key: h, kind: patternShape})
	}
	return appendPrefixes(to, url, path, pathEnd)
}

// appendPrefixes adds the directories above the page, the deepest first. The
// root is none: it is the whole site.
func appendPrefixes(to []pattern, url []byte, path, pathEnd int) []pattern {
	var ends [maxPrefixes]int
	n := 0
	for i := path + 1; i < pathEnd && n < maxPrefixes; i++ {
		if url[i] == '/' {
			ends[n] = i + 1
			n++
		}
	}
	for n--; n >= 0; n-- {
		to = append(to, pattern{key: hashBytes(uint64(patternPrefix), url[:ends[n]]), kind: patternPrefix, end: ends[n]})
	}
	return to
}

// splitPath tells where the path of a canonical URL begins, and gives its
// query with the question mark, nil if there is none.
func splitPath(url []byte) (path int, query []byte) {
	if i := bytes.Index(url, []byte("://")); i >= 0 {
		path = i + 3
	}
	if i := bytes.IndexByte(url[path:], '/'); i >= 0 {
		path += i
	}
	if i := bytes.IndexByte(url[path:], '?'); i >= 0 {
		query = url[path+i:]
	}
	return path, query
}

// loopSegment gives the first path segment that comes three times, nil if
// none does. Numbers are no such segments: they come often by chance.
func loopSegment(path []byte) []byte {
	if len(path) < 2*loopAt || bytes.Count(path, []byte("/")) < loopAt {
		return nil
	}
	segments := bytes.Split(path[1:], []byte("/"))
	const most = 64 // compared; a deeper path repeats itself among these if it does at all
	segments = segments[:min(len(segments), most)]
	for i, s := range segments {
		if len(s) == 0 || len(bytes.Trim(s, "0123456789")) == 0 {
			continue
		}
		n := 1
		for _, other := range segments[i+1:] {
			if bytes.Equal(s, other) {
				n++
			}
		}
		if n >= loopAt {
			return s
		}
	}
	return nil
}

// againParam gives the first parameter that comes againAt times, "" if none does.
func againParam(query []byte) string {
	if len(query) == 0 || bytes.Count(query, []byte("&")) < againAt-1 {
		return ""
	}
	times := map[string]int{}
	for pair := range strings.SplitSeq(string(query[1:]), "&") {
		name, _, hasValue := strings.Cut(pair, "=")
		if times[name]++; hasValue && name != "" && times[name] == againAt {
			return name
		}
	}
	return ""
}

// FNV-1a, 64 bits (draft-eastlake-fnv).
const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

func hashBytes(h uint64, b []byte) uint64 {
	h ^= fnvOffset
	for _, c := range b {
		h = (h ^ uint64(c)) * fnvPrime
	}
	return h
}

// hashShape hashes a text in which each run of digits counts as one sign.
func hashShape(h uint64, b []byte) uint64 {
	wasDigit := false
	for _, c := range b {
		digit := isDigit(c)
		if digit && wasDigit {
			continue
		}
		if wasDigit = digit; digit {
			c = '#'
		}
		h = (h ^ uint64(c)) * fnvPrime
	}
	return h
}

// hashNames hashes the names of the parameters, in their order, and what a front
// controller is told to show.
func hashNames(h uint64, query []byte) uint64 {
	separator := separatorOf(query)
	for pair := range bytes.SplitSeq(query[1:], separator) {
		name, value, _ := bytes.Cut(pair, []byte("="))
		h = (hashShape(h, name) ^ uint64(separator[0])) * fnvPrime
		if isAction(name, value) {
			h = hashBytes(h, value)
		}
	}
	return h
}

// isAction tells of a parameter by which a front controller is told what kind of
// page to show: ?a=commit;h=…, ?action=edit&title=….
func isAction(name, value []byte) bool {
	switch string(name) {
	case "a", "act", "action", "cmd", "controller", "do", "mod", "mode", "module", "op", "option", "task", "view":
	default:
		return false
	}
	isLetter := func(c rune) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '-' }
	return len(value) > 0 && len(value) <= longestAction && len(bytes.TrimLeftFunc(value, isLetter)) == 0
}

// separatorOf gives what stands between the parameters: semicolons where they do
// alone (HTML 4.01, B.2.2).
func separatorOf(query []byte) []byte {
	if bytes.IndexByte(query, '&') < 0 && bytes.IndexByte(query, ';') >= 0 {
		return []byte(";")
	}
	return []byte("&")
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// words gives a pattern for people and as a regular expression, from one of
// its URLs.
func (p *pattern) words(url string) (text, expr string) {
	u := []byte(url)
	path, query := splitPath(u)
	origin, pathText := url[:path], url[path:len(u)-len(query)]
	head := `\A` + regexp.QuoteMeta(origin)
	switch p.kind {
	case patternLoop:
		seg := string(loopSegment([]byte(pathText)))
		q := shapeExpr(seg)
		return origin + "/…/" + strings.Repeat(shapeText(seg)+"/…/", loopAt),
			head + "/(?:.*/)?" + q + "/(?:.*/)?" + q + "/(?:.*/)?" + q + `(?:[/?].*)?\z`
	case patternPrefix:
		return url[:p.end] + "*", `\A` + regexp.QuoteMeta(url[:p.end]) + `.*\z`
	case patternAgain:
		name := againParam(query)
		q := "[?&]" + regexp.QuoteMeta(name) + "="
		return origin + "/…?…" + strings.Repeat(name+"=…", againAt), head + "/" + strings.Repeat(".*"+q, againAt) + `.*\z`
	case patternParams:
		return origin + shapeText(pathText) + "?*", head + shapeExpr(pathText) + `\?.*\z`
	}
	text, expr = origin+shapeText(pathText), head+shapeExpr(pathText)
	if len(query) == 0 {
		return text, expr + `\z`
	}
	separator, before := string(separatorOf(query)), "?"
	for pair := range strings.SplitSeq(string(query[1:]), separator) {
		name, value, hasValue := strings.Cut(pair, "=")
		if isAction([]byte(name), []byte(value)) {
			text += before + pair
			expr += regexp.QuoteMeta(before + pair)
			before = separator
			continue
		}
		text += before + shapeText(name)
		if hasValue {
			text += "=*"
		}
		expr += regexp.QuoteMeta(before) + shapeExpr(name) + `(?:=[^&` + strings.Trim(separator, "&") + `]*)?`
		before = separator
	}
	return text, expr + `\z`
}

var digits = regexp.MustCompile(`[0-9]+`)

// shapeText shows each run of digits as "#".
func shapeText(s string) string { return digits.ReplaceAllString(s, "#") }

func shapeExpr(s string) string { return digits.ReplaceAllString(regexp.QuoteMeta(s), `[0-9]+`) }
