package agents

import (
	"bytes"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// LLMsText is what a site serves as /llms.txt (llmstxt.org): for readers of AI,
// few of whom ask for it.
type LLMsText struct {
	Status int    // 0: no answer
	Type   string // Content-Type as it was sent
	Body   []byte
}

// mdLink is a link of Markdown.
var mdLink = regexp.MustCompile(`\[[^\]\n]*\]\(\s*<?([^)\s>]+)`)

// words say what the file is, and what is wrong with it. Its one required part is
// the title; of the rest the links are what readers follow.
func (l *LLMsText) words() (list []string) {
	kind, _, _ := strings.Cut(strings.ToLower(l.Type), ";")
	kind = strings.TrimSpace(kind)
	text := bytes.TrimPrefix(l.Body, []byte("\xef\xbb\xbf"))
	start := bytes.ToLower(bytes.TrimSpace(text[:min(len(text), 200)]))
	switch {
	case l.Status == 404 || l.Status == 410:
		return []string{fmt.Sprintf("there is none (status %d)", l.Status)}
	case l.Status == 0:
		return []string{"no answer came to the request for it"}
	case l.Status != 200:
		return []string{fmt.Sprintf("it answers %d; readers want it at this address, with status 200", l.Status)}
	case kind == "text/html" || kind == "application/xhtml+xml" || bytes.HasPrefix(start, []byte("<!doctype")) || bytes.HasPrefix(start, []byte("<html")):
		return []string{"a web page (HTML) is served in its place"}
	case kind != "text/plain" && kind != "text/markdown":
		list = append(list, fmt.Sprintf("it is sent as %q; readers expect text/plain or text/markdown", kind))
	}
	title, sections, links, relative, first := false, 0, 0, 0, ""
	fenced, begun := false, false
	for n, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if fenced || line == "" {
			continue
		}
		if !begun {
			begun, title = true, strings.HasPrefix(line, "# ")
		}
		if strings.HasPrefix(line, "## ") {
			sections++
		}
		for _, m := range mdLink.FindAllStringSubmatch(line, -1) {
			links++
			if u, err := url.Parse(m[1]); err != nil || !isAbsolute(u) {
				if relative++; relative == 1 {
					first = fmt.Sprintf("line %d: %s", n+1, m[1])
				}
			}
		}
	}
	if !title {
		list = append(list, "it does not begin with a title (# NAME), the one part that the format demands")
	}
	if relative > 0 {
		list = append(list, fmt.Sprintf("%d of %d links are no absolute addresses, the first in %s", relative, links, first))
	}
	if links == 0 {
		list = append(list, "it links to nothing")
	}
	return append([]string{fmt.Sprintf("it has sections: %d, links: %d", sections, links)}, list...)
}

func isAbsolute(u *url.URL) bool { return (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" }
