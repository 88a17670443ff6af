package robots

import (
	"slices"
	"strings"
)

// Preference is a line that says what may be done with the site, beside whether
// it may be fetched: Content-Signal (Cloudflare), Content-Usage (IETF aipref,
// draft-ietf-aipref-attach), License (RSL 1.0).
type Preference struct {
	Line   int    // 1-based
	Field  string // Content-Signal, Content-Usage or License
	Path   string // of Content-Usage, that of the URLs for which it holds; "" for all
	Value  string // as written; it may hold any byte
	Says   []Signal
	Agents []string // that the group names where this line ends its list of names, as aipref has it
	Others []string // that it names where only Allow and Disallow end the list, as Google reads files
}

// Signal is one thing that a preference says.
type Signal struct {
	Key   string // search, ai-input, ai-train, train-ai, use ...
	Value string // yes, no, y, n, immediate, reference, full
}

// maxPreferences and maxNames bound what a hostile file costs.
const (
	maxPreferences = 1000
	maxNames       = 1000
)

// Preferences gives the lines that say what may be done with the site. Lines
// before the first User-agent line are of no group.
func (r *Rules) Preferences() (list []Preference) {
	if r.WebPage() {
		return nil
	}
	var strict, loose []string
	strictEnds, looseEnds := true, true
	open := 0 // the first of list whose Others may still grow
	settle := func() {
		for ; open < len(list); open++ {
			list[open].Others = slices.Clone(loose)
		}
	}
	rest := skipBOM(r.text)
	for n := 1; rest != "" && len(list) < maxPreferences; n++ {
		var line string
		line, rest = cutLine(rest)
		line, _ = content(line)
		key, value, ok := keyValue(line)
		if !ok {
			continue
		}
		switch kindOf(key) {
		case kindAgent:
			if looseEnds {
				settle()
				loose, looseEnds = nil, false
			}
			if strictEnds {
				strict, strictEnds = nil, false
			}
			if len(loose) < maxNames {
				loose = append(loose, value)
			}
			if len(strict) < maxNames {
				strict = append(strict, value)
			}
			continue
		case kindAllow, kindDisallow:
			strictEnds, looseEnds = true, true
			continue
		}
		if p, is := preference(key, value); is {
			p.Line, p.Agents = n, slices.Clone(strict)
			list, strictEnds = append(list, p), true
		}
	}
	settle()
	return list
}

func preference(key, value string) (p Preference, is bool) {
	switch strings.ToLower(key) {
	case "content-signal":
		p.Field, p.Says = "Content-Signal", signals(value)
	case "content-usage":
		p.Field = "Content-Usage"
		if strings.HasPrefix(value, "/") {
			p.Path, value, _ = strings.Cut(strings.ReplaceAll(value, "\t", " "), " ")
			value = strings.TrimSpace(value)
		}
		p.Says = usage(value)
	case "license":
		p.Field = "License"
	default:
		return p, false
	}
	p.Value = value
	return p, true
}

// signals reads key=value, commas between.
func signals(value string) (list []Signal) {
	for part := range strings.SplitSeq(value, ",") {
		key, value, _ := strings.Cut(part, "=")
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.ToLower(strings.TrimSpace(value))
		known := value == "yes" || value == "no"
		if key == "use" {
			known = value == "immediate" || value == "reference" || value == "full"
		}
		if known && (key == "search" || key == "ai-input" || key == "ai-train" || key == "use") {
			list = append(list, Signal{key, value})
		}
	}
	return list
}

// usage reads a dictionary of tokens (RFC 9651 3.2), y or n: of a key that comes
// twice the last counts, and what cannot be read makes all of it unknown.
func usage(value string) (list []Signal) {
	for part := range strings.SplitSeq(value, ",") {
		key, value, found := strings.Cut(strings.Trim(part, " \t"), "=")
		value, _, _ = strings.Cut(value, ";")
		if !isKey(key) || found && !isItem(value) {
			return nil
		}
		list = slices.DeleteFunc(list, func(s Signal) bool { return s.Key == key })
		if found && (value == "y" || value == "n") && (key == "train-ai" || key == "search") {
			list = append(list, Signal{key, value})
		}
	}
	return list
}

// isKey tells of a key of a dictionary (RFC 9651 3.2).
func isKey(text string) bool {
	return text != "" && (text[0] == '*' || 'a' <= text[0] && text[0] <= 'z') &&
		strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789_-.*") == ""
}

// isItem tells of what can be the value of a key: a token, a number, a text, bytes,
// a truth value. Lists in brackets are none that a preference has.
func isItem(text string) bool {
	return text != "" && !strings.ContainsAny(text, " \t()") && strings.Count(text, `"`)%2 == 0
}

// NamesAgent tells whether a name of a User-agent line stands for a product
// token, "*" not counted.
func NamesAgent(name, token string) bool {
	return !isStar(name) && newNamer(token, RFC9309).names(name)
}
