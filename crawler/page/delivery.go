package page

import (
	"bytes"
	"strings"

	"github.com/portolan-seo/portolan/frontier/record"
)

// deliveryFlaws notes that browsers do not show the page as it is sent.
func (p *Parser) deliveryFlaws() {
	if p.in.Uncoded {
		p.flaw(record.CodingVoid, -1, []byte("Content-Encoding: "+strings.Join(p.in.Header.Values("Content-Encoding"), ", ")))
	}
	value := p.in.Header.Get("Content-Disposition")
	if kind, _, _ := strings.Cut(value, ";"); strings.EqualFold(strings.TrimSpace(kind), "attachment") {
		p.flaw(record.Attachment, -1, []byte(value))
	}
}

// PHP's messages as it writes them into pages: <b>Warning</b>:  text in <b>file</b> on
// line <b>12</b>.
var (
	messageFile  = []byte(" in <b>")
	messageEnd   = []byte("</b> on line <b>")
	messageBegin = onceNeeded(`<b>(Warning|Notice|Deprecated|Strict Standards|(Fatal|Parse|Recoverable fatal|Catchable fatal|Compile|Core) error)</b>:`)
)

const maxMessage = 8 << 10 // bytes, traces included

// serverMessages notes messages of PHP.
func (p *Parser) serverMessages() {
	for at := 0; ; {
		end := bytes.Index(p.doc[at:], messageEnd)
		if end < 0 {
			return
		}
		end += at
		before, line := p.doc[max(at, end-maxMessage):end], p.doc[end+len(messageEnd):]
		at = end + len(messageEnd)
		file := bytes.LastIndex(before, messageFile)
		if file < 0 || bytes.IndexByte(before[file+len(messageFile):], '<') >= 0 || len(line) == 0 || classes[line[0]]&digit == 0 {
			continue
		}
		if begins := messageBegin().FindAllIndex(before[:file], -1); len(begins) > 0 {
			begin := end - len(before) + begins[len(begins)-1][0]
			p.flaw(record.ServerMessage, begin, markup().ReplaceAll(p.doc[begin:min(end, begin+2*maxExcept)], nil))
		}
	}
}

var markup = onceNeeded(`<[^>]*>?`)
