package bots

import (
	"bytes"
	"strings"
)

// names finds agents by the words of a User-Agent header.
type names map[string]*Agent

func newNames() names {
	agents, _ := Agents()
	n := make(names, len(agents))
	for i := range agents {
		n[agents[i].Token] = &agents[i]
	}
	return n
}

// maxAgent is how much of a User-Agent header is looked at, in bytes.
const maxAgent = 1024

// classify gives the class that a header claims, and the agent if it is a
// known one.
func (n names) classify(header []byte) (Class, *Agent) {
	text := strings.ToLower(string(decode(header[:min(len(header), maxAgent)])))
	if a := n.find(text); a != nil {
		return a.Class, a
	}
	if program(text) {
		return Other, nil
	}
	return People, nil
}

// find gives the first known agent among the words of a header.
func (n names) find(text string) *Agent {
	start := -1
	for i := 0; i <= len(text); i++ {
		if i < len(text) && tokenByte(text[i]) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start < 0 {
			continue
		}
		word := text[start:i]
		start = -1
		for word != "" {
			if a := n[word]; a != nil {
				return a
			}
			cut := strings.LastIndexByte(word, '-')
			if cut < 0 {
				break
			}
			word = word[:cut]
		}
	}
	return nil
}

func tokenByte(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.'
}

// programWords are parts of a header that no browser has.
var programWords = []string{
	"bot", "crawl", "spider", "scrap", "archiver", "monitor", "checker", "validator", "fetch", "scan", "preview", "feed",
	"http://", "https://", "python", "curl", "wget", "java/", "libwww", "httpclient", "okhttp", "node", "axios", "headless", "lighthouse",
	"phantomjs", "selenium", "puppeteer", "playwright", "uptime", "pingdom", "@",
}

// program reports a client that is no browser: it names itself none, or has a
// part that none has.
func program(text string) bool {
	if !strings.HasPrefix(text, "mozilla/") && !strings.HasPrefix(text, "opera/") {
		return true
	}
	text = strings.ReplaceAll(text, "cubot", "") // a make of telephones
	for _, w := range programWords {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// decode undoes the percent escapes of CDN logs, once or twice, and quotes
// around the header.
func decode(header []byte) []byte {
	header = bytes.Trim(header, "\"' ")
	for range 2 {
		if !bytes.Contains(header, []byte("%20")) && !bytes.Contains(header, []byte("%2F")) && !bytes.Contains(header, []byte("%25")) {
			break
		}
		out := make([]byte, 0, len(header))
		for i := 0; i < len(header); i++ {
			if c, ok := escaped(header[i:]); ok {
				out = append(out, c)
				i += 2
			} else {
				out = append(out, header[i])
			}
		}
		header = out
	}
	return header
}

func escaped(s []byte) (byte, bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	hi := bytes.IndexByte([]byte("0123456789abcdef"), s[1]|0x20)
	lo := bytes.IndexByte([]byte("0123456789abcdef"), s[2]|0x20)
	if s[1] <= '9' {
		hi = int(s[1]) - '0'
	}
	if s[2] <= '9' {
		lo = int(s[2]) - '0'
	}
	if hi < 0 || lo < 0 {
		return 0, false
	}
	return byte(hi<<4 | lo), true
}
