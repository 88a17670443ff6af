package sitemap

import "bytes"

// roots are the elements that a file may begin with.
var roots = []string{"urlset", "sitemapindex", "rss", "feed"}

// xmlBegin finds where XML begins in the start of a file: at its first byte,
// or behind what a script has printed before it.
func xmlBegin(b []byte) (int, bool) {
	if len(b) == 0 {
		return 0, false
	}
	if b[0] == '<' && (bytes.HasPrefix(b, []byte("<?")) || bytes.HasPrefix(b, []byte("<!")) && !looksHTML(b) || isRoot(b[1:])) {
		return 0, true
	}
	if b[0] == '<' && looksHTML(b) && documentStart(b) {
		return 0, false
	}
	best := -1
	if i := bytes.Index(b, []byte("<?xml")); i >= 0 {
		best = i
	}
	for i := range b {
		if best >= 0 && i >= best {
			break
		}
		if b[i] == '<' && isRoot(b[i+1:]) {
			best = i
		}
	}
	if best >= 0 {
		return best, true
	}
	return 0, b[0] == '<' && len(b) > 1 && isNameStart(b[1]) && !looksHTML(b)
}

// isRoot reports a tag that begins a sitemap or feed, whatever its prefix.
func isRoot(tag []byte) bool {
	name := tag[:nameLength(tag[:min(len(tag), 64)])]
	_, local := splitName(name)
	for _, r := range roots {
		if foldEqual(local, r) {
			return true
		}
	}
	return false
}

// documentStart reports the start of a whole web page, as against a piece of
// HTML that a script printed.
func documentStart(b []byte) bool {
	lower := bytes.ToLower(b[:min(len(b), 16)])
	return bytes.HasPrefix(lower, []byte("<!doctype html")) || bytes.HasPrefix(lower, []byte("<html"))
}

// looksHTML reports a web page or a piece of one.
func looksHTML(b []byte) bool {
	if documentStart(b) {
		return true
	}
	if len(b) < 2 || b[0] != '<' {
		return false
	}
	return isHTMLName(b[1 : 1+nameLength(b[1:min(len(b), 32)])])
}

// htmlNames are the elements that a web page, or a piece of one, begins with.
var htmlNames = []string{"head", "body", "title", "meta", "script", "style", "div", "p", "br", "b", "h1", "h2",
	"table", "center", "pre", "font", "span", "a", "link", "noscript"}

func isHTMLName(name []byte) bool {
	for _, n := range htmlNames {
		if foldEqual(name, n) {
			return true
		}
	}
	return false
}
