package crawler

import (
	"strconv"

	"github.com/portolan-seo/portolan/frontier"
)

// Keys of frontier.Meta that a crawl writes which knows an earlier one.
const (
	MetaUnchanged = "unchanged" // pages whose server said that they have not changed (304)
	MetaChanged   = "changed"   // pages whose content is another than in the crawl before
)

// compared counts what has become of the pages of the crawl before.
type compared struct {
	unchanged, changed int
	noted              compared0
}

type compared0 struct{ unchanged, changed int }

// open goes on from what earlier runs have counted.
func (c *compared) open(store frontier.Store) {
	c.unchanged, _ = strconv.Atoi(store.Meta(MetaUnchanged))
	c.changed, _ = strconv.Atoi(store.Meta(MetaChanged))
}

func (c *compared) add(o *outcome) {
	h := &o.page.Record
	switch {
	case !h.ReadAt.IsZero():
		c.unchanged++
	case !h.ChangedAt.IsZero() && h.ChangedAt.Equal(h.FetchedAt):
		c.changed++
	}
}

// note adds what is new to the meta of a batch.
func (c *compared) note(meta map[string]string) {
	if now := (compared0{c.unchanged, c.changed}); now != c.noted {
		c.noted = now
		meta[MetaUnchanged], meta[MetaChanged] = strconv.Itoa(c.unchanged), strconv.Itoa(c.changed)
	}
}
