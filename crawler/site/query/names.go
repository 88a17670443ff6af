package query

import (
	"context"

	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// names gives the URLs of numbers, and keeps the last ones.
type names struct {
	ctx   context.Context
	crawl *stored.Crawl
	asked int   // of the file, one by one
	all   *text // of all URLs, once so many were asked for; nil before, and where they are too many
	kept  [1 << 12]keptName
	err   error
}

type keptName struct {
	id  frontier.ID
	url string
}

func newNames(ctx context.Context, crawl *stored.Crawl) *names { return &names{ctx: ctx, crawl: crawl} }

// of gives the URL as Values does.
func (n *names) of(id frontier.ID) []string { return texts(n.text(id)) }

// text gives the URL, "" for NoID.
func (n *names) text(id frontier.ID) string {
	if id == frontier.NoID {
		return ""
	}
	if n.all != nil && int(id)+1 < len(n.all.ends) {
		return n.all.of(id)
	}
	k := &n.kept[id%(1<<12)]
	if k.url == "" || k.id != id {
		if n.asked++; n.asked == manyNames {
			n.readAll()
		}
		url, err := n.crawl.URL(id)
		if err != nil && n.err == nil {
			n.err = err
		}
		*k = keptName{id, url}
	}
	return k.url
}

const (
	manyNames = 20_000   // texts after which all are read at once
	maxNames  = 64 << 20 // bytes of texts that are held
)

// text is the texts of all URLs in one piece.
type text struct {
	bytes []byte
	ends  []uint32 // text n lies between ends n and n+1
}

func (t *text) of(id frontier.ID) string { return string(t.bytes[t.ends[id]:t.ends[id+1]]) }

// readAll reads the texts of all URLs, unless they are too many to hold.
func (n *names) readAll() {
	known := n.crawl.Counts().Known
	bytes := make([]byte, 0, min(maxNames, 48*known))
	ends := append(make([]uint32, 0, known+1), 0)
	for row, err := range n.crawl.Brief(n.ctx, 0) {
		if err != nil || len(bytes)+len(row.URL) > maxNames || int(row.ID)+1 != len(ends) {
			return // they are asked for one by one, and tell of errors
		}
		bytes = append(bytes, row.URL...)
		ends = append(ends, uint32(len(bytes)))
	}
	n.all = &text{bytes, ends}
}
