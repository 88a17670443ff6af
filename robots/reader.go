package robots

import (
	"bytes"
	"strings"
)

// maxLine is the number of bytes of a line that count: Google's reader holds
// 8 times 2083 bytes, one of them for the end mark.
const maxLine = 2083*8 - 1

type kind uint8

const (
	kindUnknown kind = iota
	kindAgent
	kindAllow
	kindDisallow
	kindDelay
	kindSitemap
	kindHost
	kindClean
)

// item is a line that belongs to a group: a span of Rules.text, without
// comment and outer space. The value is the end of it. Lines are kept small,
// because a hostile file has tens of thousands of them.
type item struct {
	start  uint32
	length uint16 // at most maxLine
	value  uint16 // length of the value
	line   int32
	kind   kind
}

// quote is the line as a decision quotes it.
func (r *Rules) quote(it item) string {
	return r.text[it.start : it.start+uint32(it.length)]
}

func (r *Rules) value(it item) string {
	end := it.start + uint32(it.length)
	return r.text[end-uint32(it.value) : end]
}

// Parse reads a robots.txt. There is no input that it refuses: what is not a
// line of the format is skipped. The bytes are copied.
func Parse(data []byte) *Rules {
	r := &Rules{}
	if len(data) > MaxSize {
		data, r.truncated = cutSize(data), true
	}
	r.text = string(data)
	rest := skipBOM(r.text)
	for n := int32(1); rest != ""; n++ {
		start := len(r.text) - len(rest)
		var line string
		line, rest = cutLine(rest)
		line, space := content(line)
		if key, value, ok := keyValue(line); ok {
			r.add(item{
				start: uint32(start + space), length: uint16(len(line)), value: uint16(len(value)),
				line: n, kind: kindOf(key),
			}, key)
		}
	}
	return r
}

// cutSize keeps the whole lines within the first MaxSize bytes.
func cutSize(data []byte) []byte {
	if c := data[MaxSize]; c == '\n' || c == '\r' {
		return data[:MaxSize]
	}
	end := bytes.LastIndexAny(data[:MaxSize], "\r\n")
	return data[:end+1]
}

// skipBOM drops a UTF-8 byte order mark, or the part of one that is there, as
// Google's reader does.
func skipBOM(text string) string {
	for i := 0; i < len("\uFEFF"); i++ {
		if i == len(text) || text[i] != "\uFEFF"[i] {
			return text[i:]
		}
	}
	return text[len("\uFEFF"):]
}

// cutLine splits text after its first line. CR, LF and CRLF end a line.
func cutLine(text string) (line, rest string) {
	end := strings.IndexAny(text, "\r\n")
	if end < 0 {
		return text, ""
	}
	next := end + 1
	if text[end] == '\r' && next < len(text) && text[next] == '\n' {
		next++
	}
	return text[:end], text[next:]
}

const whiteSpace = " \t\n\v\f\r"

// content is the part of a line that counts, and the white space before it.
func content(line string) (text string, space int) {
	line = line[:min(len(line), maxLine)]
	if end := strings.IndexByte(line, 0); end >= 0 {
		line = line[:end]
	}
	if end := strings.IndexByte(line, '#'); end >= 0 {
		line = line[:end]
	}
	text = strings.TrimLeft(line, whiteSpace)
	return strings.TrimRight(text, whiteSpace), len(line) - len(text)
}

// keyValue splits a line at its colon. Google forgives a missing colon where
// the line is exactly two words.
func keyValue(line string) (key, value string, ok bool) {
	sep := strings.IndexByte(line, ':')
	if sep < 0 {
		sep = strings.IndexAny(line, " \t")
		if sep < 0 || strings.ContainsAny(strings.TrimLeft(line[sep:], " \t"), " \t") {
			return "", "", false
		}
	}
	key = strings.TrimRight(line[:sep], whiteSpace)
	return key, strings.TrimLeft(line[sep+1:], whiteSpace), key != ""
}

func (r *Rules) add(it item, key string) {
	value := r.value(it)
	switch it.kind {
	case kindAgent, kindAllow, kindDisallow, kindDelay:
		r.items = append(r.items, it)
	case kindSitemap:
		// "Sitemap https://…": the colon that was found is the URL's own.
		if at := strings.LastIndexAny(key, " \t"); at >= 0 && strings.HasPrefix(value, "//") {
			value = key[at+1:] + ":" + value
		}
		if value != "" {
			r.sitemaps = append(r.sitemaps, Sitemap{URL: value, Line: int(it.line)})
		}
	case kindHost:
		r.host = value
	case kindClean:
		r.addClean(it.line, value)
	}
}

func (r *Rules) addClean(n int32, value string) {
	fields := strings.Fields(value)
	if len(fields) == 0 {
		return
	}
	c := CleanParam{Line: int(n)}
	for name := range strings.SplitSeq(fields[0], "&") {
		if name != "" {
			c.Params = append(c.Params, name)
		}
	}
	if len(fields) > 1 {
		c.Path = fields[1]
	}
	if c.Params != nil {
		r.clean = append(r.clean, c)
	}
}

// prefixes lists the keys that count by their beginning, with the
// misspellings that Google's library knows.
var prefixes = [...]struct {
	key  string
	kind kind
}{
	{"user-agent", kindAgent}, {"useragent", kindAgent}, {"user agent", kindAgent},
	{"allow", kindAllow},
	{"disallow", kindDisallow}, {"dissallow", kindDisallow}, {"dissalow", kindDisallow},
	{"disalow", kindDisallow}, {"diasllow", kindDisallow}, {"disallaw", kindDisallow},
	{"sitemap", kindSitemap}, {"site-map", kindSitemap},
}

// names lists the keys that count in full.
var names = [...]struct {
	key  string
	kind kind
}{
	{"crawl-delay", kindDelay}, {"crawldelay", kindDelay},
	{"host", kindHost}, {"clean-param", kindClean},
}

func kindOf(key string) kind {
	first := key[0] | 0x20
	for i := range prefixes {
		if p := &prefixes[i]; p.key[0] == first && len(key) >= len(p.key) && strings.EqualFold(key[:len(p.key)], p.key) {
			return p.kind
		}
	}
	for i := range names {
		if p := &names[i]; len(key) == len(p.key) && strings.EqualFold(key, p.key) {
			return p.kind
		}
	}
	return kindUnknown
}
