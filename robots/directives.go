package robots

import (
	"strings"
	"time"
)

// Directives is what robots meta elements and X-Robots-Tag headers say to one
// crawler. It is a set: the words of several sources join with |, and the most
// restrictive wins, because the permissions ([Index], [Follow]) never undo a
// prohibition. The zero value is what a page without directives says, which
// is not the same as a page that nobody may fetch: its directives are unknown.
type Directives uint32

const (
	NoIndex         Directives = 1 << iota // keep the page out of the index; "none" and a past unavailable_after say it too
	NoFollow                               // do not follow its links; "none" says it too
	NoArchive                              // no cached copy; Bing's "nocache" says it too
	NoSnippet                              // no excerpt; "max-snippet: 0" says it too
	NoImageIndex                           // do not index its images
	NoTranslate                            // offer no translation
	IndexIfEmbedded                        // under NoIndex: index the content where another page embeds it
	Index                                  // index, or all: explicit permission
	Follow                                 // follow, or all: explicit permission
	Expires                                // unavailable_after with a date, past or to come
	BadDate                                // unavailable_after without a date that can be read
	Unknown                                // a word that is no known directive
	Malformed                              // not a comma-separated list: other separators, empty or missing values
)

// None is both prohibitions, as the directive of that name.
const None = NoIndex | NoFollow

// Indexable reports whether the page may be in a search index by itself.
func (d Directives) Indexable() bool { return d&NoIndex == 0 }

// Followable reports whether the page's links may be followed.
func (d Directives) Followable() bool { return d&NoFollow == 0 }

// Conflict reports that a prohibition and the permission of the same thing are
// both said. The prohibition holds.
func (d Directives) Conflict() bool {
	return d&(NoIndex|Index) == NoIndex|Index || d&(NoFollow|Follow) == NoFollow|Follow
}

// words maps the directives without a value. Those with a zero set are known
// and say nothing that the set keeps.
var words = [...]struct {
	name string
	set  Directives
}{
	{"noindex", NoIndex}, {"nofollow", NoFollow}, {"none", None},
	{"index", Index}, {"follow", Follow}, {"all", Index | Follow},
	{"noarchive", NoArchive}, {"nocache", NoArchive}, {"nosnippet", NoSnippet},
	{"noimageindex", NoImageIndex}, {"notranslate", NoTranslate}, {"indexifembedded", IndexIfEmbedded},
	{"archive", 0}, {"snippet", 0}, {"imageindex", 0}, {"translate", 0},
	{"noodp", 0}, {"noydir", 0}, {"noyaca", 0}, {"nopreview", 0}, {"nositelinkssearchbox", 0},
	{"nopagereadaloud", 0}, {"noai", 0}, {"noimageai", 0},
	{"max-snippet", 0}, {"max-image-preview", 0}, {"max-video-preview", 0},
}

// String lists the directives in the words of the field, "" for none.
func (d Directives) String() string {
	var out []string
	for _, w := range words {
		single := w.set&(w.set-1) == 0
		if w.set != 0 && single && d&w.set != 0 && w.name != "nocache" {
			out = append(out, w.name)
		}
	}
	if d&(Expires|BadDate) != 0 {
		out = append(out, "unavailable_after")
	}
	return strings.Join(out, ", ")
}

// wordOf looks a directive up.
func wordOf(name string) (Directives, bool) {
	for i := range words {
		if w := &words[i]; len(w.name) == len(name) && strings.EqualFold(w.name, name) {
			return w.set, true
		}
	}
	return 0, false
}

// ParseMeta reads <meta name=NAME content=CONTENT>. It applies if the name is
// "robots" or the agent's product token ("googlebot", in any case); another
// crawler's says nothing, and neither does one with a longer name
// ("googlebot-news"). Now decides whether an unavailable_after has passed.
func ParseMeta(name, content, agent string, now time.Time) (d Directives, applies bool) {
	name = strings.Trim(name, whiteSpace)
	if !strings.EqualFold(name, "robots") && !sameAgent(name, agent) {
		return 0, false
	}
	p := parser{rest: content, now: now, applies: true}
	return p.parse(), true
}

// ParseHeader reads one X-Robots-Tag value. A name before a colon limits what
// follows it, up to the next name, to that crawler, so that values joined by
// a proxy read as they did apart: "noindex, otherbot: nofollow" says noindex
// to all. Now decides whether an unavailable_after has passed.
func ParseHeader(value, agent string, now time.Time) Directives {
	p := parser{rest: value, now: now, applies: true, agent: agent, names: true}
	return p.parse()
}

// sameAgent compares a name with an agent, the version of either aside.
func sameAgent(name, agent string) bool {
	name, _, _ = strings.Cut(name, "/")
	agent, _, _ = strings.Cut(agent, "/")
	return name != "" && strings.EqualFold(name, strings.Trim(agent, whiteSpace))
}

// parser reads a list of directives word by word. Commas separate, but white
// space, semicolons and bars are found in their place on real pages, and a
// prohibition is not lost for that.
type parser struct {
	rest    string
	now     time.Time
	agent   string
	names   bool // names of crawlers may occur
	applies bool // the words being read are for our agent
	said    Directives
	comma   bool // a comma, or the beginning, is before the next word
}

const separators = ", \t\n\v\f\r;|\u00A0\"'"

func (p *parser) parse() Directives {
	p.comma = true
	for {
		p.skip()
		if p.rest == "" {
			return p.said
		}
		end := strings.IndexAny(p.rest, separators+":=")
		if end < 0 {
			end = len(p.rest)
		}
		word := p.rest[:end]
		p.rest, p.comma = p.rest[end:], false
		if p.valued() {
			p.withValue(word)
		} else {
			p.alone(word)
		}
	}
}

// skip drops separators before a word.
func (p *parser) skip() {
	word := strings.TrimLeft(p.rest, separators)
	gap := p.rest[:len(p.rest)-len(word)]
	commas := strings.Count(gap, ",")
	if !p.comma && commas == 0 && word != "" || commas > 1 || strings.ContainsAny(gap, ";|\"'\u00A0") {
		p.say(Malformed)
	}
	p.comma = p.comma || commas > 0
	p.rest = word
}

// valued reports whether a colon follows, and drops it. An equals sign is
// taken for one.
func (p *parser) valued() bool {
	after := strings.TrimLeft(p.rest, " \t")
	if after == "" || after[0] != ':' && after[0] != '=' {
		return false
	}
	if after[0] == '=' {
		p.say(Malformed)
	}
	p.rest = after[1:]
	return true
}

func (p *parser) say(d Directives) {
	if p.applies {
		p.said |= d
	}
}

func (p *parser) alone(word string) {
	set, ok := wordOf(word)
	switch {
	case ok:
		p.say(set)
	case strings.EqualFold(word, "unavailable_after"):
		p.say(BadDate)
	default:
		p.say(Unknown)
	}
}

func (p *parser) withValue(name string) {
	set, known := wordOf(name)
	switch {
	case strings.EqualFold(name, "unavailable_after"):
		p.unavailableAfter()
	case known && strings.Contains(name, "-"):
		p.limit(name)
	case known: // "noindex: true"
		p.say(set | Malformed)
		p.value()
	case name == "": // ": noindex"
		p.say(Malformed)
	case !p.names:
		p.say(Unknown)
	default:
		p.applies = sameAgent(name, p.agent) || name == "*" || strings.EqualFold(name, "robots")
		p.comma = true
	}
}

// value cuts what a directive other than a date may have for a value: one
// word that is no directive itself.
func (p *parser) value() string {
	rest := strings.TrimLeft(p.rest, " \t")
	end := strings.IndexAny(rest, separators+":=")
	if end < 0 {
		end = len(rest)
	}
	word := rest[:end]
	if _, known := wordOf(word); known && !strings.EqualFold(word, "none") {
		return ""
	}
	p.rest = rest[end:]
	return word
}

// limit reads max-snippet and its kin.
func (p *parser) limit(name string) {
	switch value := p.value(); {
	case value == "":
		p.say(Malformed)
	case value == "0" && strings.EqualFold(name, "max-snippet"):
		p.say(NoSnippet)
	}
}

// maxDateParts is how many comma-separated pieces a date may have: "Thursday,
// June 25, 2026, 15:00 GMT".
const maxDateParts = 4

// unavailableAfter reads a date, in which commas may occur: the longest run
// of pieces that is one. A date that has passed is noindex.
func (p *parser) unavailableAfter() {
	window := p.rest[:min(len(p.rest), maxDate)]
	var at time.Time
	taken := 0
	for start, n := 0, 0; n < maxDateParts && start < len(window); n++ {
		end := len(window)
		if next := strings.IndexAny(window[start:], ",;|"); next >= 0 {
			end = start + next
		} else if len(window) < len(p.rest) {
			break // too long
		}
		if t, ok := parseDate(window[:end]); ok {
			at, taken = t, end
		}
		start = end + 1
	}
	if taken == 0 {
		p.say(BadDate)
		p.skipBadDate()
		return
	}
	p.rest = p.rest[taken:]
	p.say(Expires)
	if p.now.After(at) {
		p.say(NoIndex)
	}
}

// skipBadDate drops what stands where the date should be, up to the first
// word that is a directive.
func (p *parser) skipBadDate() {
	for p.rest != "" {
		word := strings.TrimLeft(p.rest, separators+":=")
		end := strings.IndexAny(word, separators+":=")
		if end < 0 {
			end = len(word)
		}
		if _, known := wordOf(word[:end]); known || p.names && end < len(word) && word[end] == ':' && isName(word[:end]) {
			return
		}
		p.rest = word[end:]
	}
}

// isName reports a word that can name a crawler and is no part of a time.
func isName(word string) bool {
	return len(word) > 2 && leading(word, false) == word
}
