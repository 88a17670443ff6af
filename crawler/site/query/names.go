package query

import (
	"bytes"
	"context"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/mistake"
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

	clicks     *causes.Clicks
	clicksRead bool

	before before
}

// clicksOf gives the clicks of a URL in search results, by exports, as Values does.
func (n *names) clicksOf(url string) []string {
	n.readClicks()
	if n.clicks == nil {
		return nil
	}
	return number(int(n.clicks.Of(url)))
}

func (n *names) readClicks() {
	if n.clicksRead {
		return
	}
	n.clicksRead = true
	var err error
	if n.clicks, err = causes.ReadClicks(n.ctx, n.crawl); err != nil && n.err == nil {
		n.err = err
	}
}

// wantClicks is the error of a filter by clicks where the crawl knows none: no URL
// would pass it, as if none had any.
func (n *names) wantClicks() error {
	if n.readClicks(); n.err == nil && n.clicks == nil {
		return mistake.Errorf("clicks: the crawl knows of none, since no export of search results that has any was given; crawl again with --from-export FILE, as Search Console writes it")
	}
	return n.err
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
	if n.all != nil && int(id) < len(n.all.at) {
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

// text is the texts of all URLs, each in one chunk with a zero behind it.
type text struct {
	chunks [][]byte
	at     []uint32 // where texts begin: the chunk, and the place in it
}

const textChunk = 1 << 20

func (t *text) add(url string) {
	last := len(t.chunks) - 1
	if last < 0 || len(t.chunks[last])+len(url)+1 > textChunk {
		t.chunks = append(t.chunks, make([]byte, 0, max(textChunk, len(url)+1)))
		last++
	}
	t.at = append(t.at, uint32(last*textChunk+len(t.chunks[last])))
	t.chunks[last] = append(append(t.chunks[last], url...), 0)
}

func (t *text) of(id frontier.ID) string {
	b := t.chunks[t.at[id]/textChunk][t.at[id]%textChunk:]
	return string(b[:bytes.IndexByte(b, 0)])
}

// readAll reads the texts of all URLs, unless they are too many to hold.
func (n *names) readAll() {
	all := &text{at: make([]uint32, 0, n.crawl.Counts().Known)}
	for row, err := range n.crawl.Brief(n.ctx, 0) {
		if err != nil || len(all.chunks) > maxNames/textChunk || int(row.ID) != len(all.at) || strings.IndexByte(row.URL, 0) >= 0 {
			return // they are asked for one by one, and tell of errors
		}
		all.add(row.URL)
	}
	n.all = all
}
