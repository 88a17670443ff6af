package page

import (
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
