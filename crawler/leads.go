package crawler

import (
	"bytes"
	"cmp"
	"hash/fnv"
	"slices"
	"sync/atomic"

	"github.com/portolan-seo/portolan/frontier"
)

const (
	keptLeads = 64  // what a tenth of all pages show, one of them shows
	leadBytes = 300 // of each text
)

// leads are how the texts of some pages begin, those with the lowest hashes of their
// URLs. The committer adds them, workers ask which are wanted.
type leads struct {
	list  []lead // by hash
	most  atomic.Uint64
	fresh bool // since it was noted
}

type lead struct {
	hash uint64
	frontier.Lead
}

func hashOf(url string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(url)) // it never fails
	return h.Sum64()
}

// open goes on from what earlier runs have kept.
func (l *leads) open(store frontier.Store) error {
	l.most.Store(1<<64 - 1)
	kept, err := frontier.List[frontier.Lead](store.Meta(frontier.MetaLeads))
	for _, k := range kept {
		l.add(k)
	}
	l.fresh = false
	return err
}

// of gives how a text begins if it is to be kept for its URL, else "".
func (l *leads) of(url string, text []byte) string {
	if len(text) == 0 || hashOf(url) > l.most.Load() {
		return ""
	}
	var b []byte
	for line := range bytes.Lines(text) {
		line = bytes.Join(bytes.Fields(line), []byte(" "))
		if len(line) > 0 && len(b) > 0 {
			b = append(b, frontier.LeadLine...)
		}
		if b = append(b, line...); len(b) >= leadBytes {
			break
		}
	}
	return string(bytes.ToValidUTF8(b[:min(len(b), leadBytes)], nil))
}

// add keeps how the text of a page begins. A page that comes again, as a browser has
// it, takes its own place.
func (l *leads) add(k frontier.Lead) {
	if k.Text == "" {
		return
	}
	hash := hashOf(k.URL)
	at, has := slices.BinarySearchFunc(l.list, hash, func(l lead, hash uint64) int { return cmp.Compare(l.hash, hash) })
	switch {
	case has:
		l.list[at].Lead = k
	case at == keptLeads:
		return
	default:
		l.list = slices.Insert(l.list, at, lead{hash, k})
	}
	l.fresh = true
	if l.list = l.list[:min(len(l.list), keptLeads)]; len(l.list) == keptLeads {
		l.most.Store(l.list[keptLeads-1].hash)
	}
}

// note adds what is new to the meta of a batch.
func (l *leads) note(meta map[string]string) {
	if !l.fresh {
		return
	}
	l.fresh = false
	list := make([]frontier.Lead, len(l.list))
	for i := range l.list {
		list[i] = l.list[i].Lead
	}
	meta[frontier.MetaLeads] = frontier.ListText(list)
}
