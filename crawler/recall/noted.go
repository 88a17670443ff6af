package recall

import (
	"strconv"
	"strings"
)

// Noted is what a crawl has noted for the next one.
type Noted struct{ turn, untrue string }

// NotedBy reads it from the meta of a crawl file.
func NotedBy(meta func(key string) string) Noted { return Noted{meta(MetaTurn), meta(MetaUntrue)} }

// Heed takes what a later crawl has noted than the one whose pages these are:
// one of which no set was published. A nil Pages needs it not.
func (p *Pages) Heed(n Noted) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	turn, _ := strconv.ParseUint(n.turn, 10, 32) // 0 for a crawl that does not know it
	p.turn = max(p.turn, turn+1)
	for host := range strings.FieldsSeq(n.untrue) {
		p.asked[host] = true
	}
}
