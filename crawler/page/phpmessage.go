package page

import (
	"bytes"

	"golang.org/x/net/html"

	"github.com/portolan-seo/portolan/frontier/record"
)

// PHP's messages as it writes them into pages, each " in FILE on line N":
//
//	<br />\n<b>Warning</b>:  text in <b>file</b> on line <b>12</b><br />\n
//	\nWarning: text in file on line 12\n          where html_errors is off
//	a table of class xdebug-error, whose first cell has text and file, and <i>12</i>
//
// Pages that speak of them write them otherwise, or as code.
const (
	kinds     = `(Warning|Notice|Deprecated|Strict Standards|(Fatal|Parse|Recoverable fatal|Catchable fatal|Compile|Core) error)`
	codeLines = `(\([0-9]+\) : [^\n]{1,40})?` // of what eval runs
)

var (
	onLine = []byte(" on line ")

	markedEnd   = onceNeeded(`^<b>[0-9]+</b><br />`)
	markedBegin = onceNeeded(`<br />\r?\n<b>` + kinds + `</b>:  `)
	markedFile  = onceNeeded(` in <b>[^<]+</b>$`)

	tableEnd   = onceNeeded(`^<i>[0-9]+</i></th>`)
	tableBegin = onceNeeded(`xdebug-error[^>]*>\s*<tr>\s*<th[^>]*>\s*<span[^>]*>[^<]*</span>\s*` + kinds + `: `)

	plainEnd  = onceNeeded(`^[0-9]+(\r?\n|$)`)
	plainLine = onceNeeded(`^(` + kinds + `: .+|  thrown) in (/|[A-Za-z]:[\\/])[^\n]*\.[A-Za-z0-9]{2,6}` + codeLines + `$`)
)

const (
	maxMessage  = 8 << 10 // bytes, traces included
	maxMentions = 200     // places of a page that are looked at
	maxMessages = 10      // messages of which it is looked where they stand
)

// serverMessages notes messages of PHP.
func (p *Parser) serverMessages() {
	found := 0
	for at, n := 0, 0; n < maxMentions && found < maxMessages; n++ {
		end := bytes.Index(p.doc[at:], onLine)
		if end < 0 {
			return
		}
		end += at
		at = end + len(onLine)
		begin := messageBegin(p.doc[max(0, end-maxMessage):end], p.doc[at:min(len(p.doc), at+40)])
		if begin < 0 {
			continue
		}
		found++
		if begin += max(0, end-maxMessage); p.isShown(begin) {
			p.flaw(record.ServerMessage, begin, bytes.TrimSpace(markup().ReplaceAll(p.doc[begin:min(at, begin+2*maxExcept)], nil)))
		}
	}
}

// messageBegin gives where a message begins, by what stands before and behind " on
// line ", -1 where none does.
func messageBegin(before, behind []byte) int {
	switch {
	case markedEnd().Match(behind) && markedFile().Match(before):
		return lastMatch(markedBegin().FindAllIndex(before, -1))
	case tableEnd().Match(behind):
		return lastMatch(tableBegin().FindAllIndex(before, -1))
	case plainEnd().Match(behind):
		begin := bytes.LastIndexByte(before, '\n') + 1
		line, above := before[begin:], bytes.TrimRight(before[:max(0, begin-1)], "\r")
		if !plainLine().Match(line) || line[0] != ' ' && len(above) > 0 && above[len(above)-1] != '>' && above[len(above)-1] != '\n' {
			return -1 // a line of prose
		}
		return begin
	}
	return -1
}

func lastMatch(all [][]int) int {
	if len(all) == 0 {
		return -1
	}
	return all[len(all)-1][0]
}

var markup = onceNeeded(`<[^>]*>?`)

// notShown are elements whose content is code, or no text of the page.
var notShown = map[string]bool{
	"code": true, "pre": true, "samp": true, "kbd": true, "textarea": true, "xmp": true, "blockquote": true,
	"script": true, "style": true, "title": true, "template": true, "iframe": true, "noembed": true, "noframes": true, "noscript": true,
}

// isShown tells whether what stands at an offset is text or markup of the page itself:
// neither code nor a comment, and in no script.
func (p *Parser) isShown(offset int) bool {
	z := html.NewTokenizer(bytes.NewReader(p.doc))
	open := map[string]int{}
	for at := 0; ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			return false
		}
		at += len(z.Raw())
		name, _ := z.TagName()
		if at > offset {
			return kind != html.CommentToken && len(open) == 0
		}
		switch tag := string(name); {
		case kind == html.StartTagToken && notShown[tag]:
			open[tag]++
		case kind == html.EndTagToken && open[tag] > 1:
			open[tag]--
		case kind == html.EndTagToken:
			delete(open, tag)
		}
	}
}
