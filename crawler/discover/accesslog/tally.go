package accesslog

import (
	"hash/maphash"
	"net/netip"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/spill"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// tally counts requests by URL: some 110 bytes and the path for each. When
// its memory is full, it lays what it has aside, sorted, and begins anew.
type tally struct {
	budget  int
	index   []uint32 // place in chunks + 1 by key, 0 for none; a power of two
	chunks  [][]entry
	held    int      // entries in chunks
	text    [][]byte // paths with queries, in pieces of textPiece bytes
	origins []string
	known   map[string]uint8 // their places + 1 in origins
	urls    int              // entries ever made
	seed    maphash.Seed
	recent  []recent // references met lately, by their hashes
	sorter  *spill.Sorter
	temp    string
}

const (
	chunkSize = 4096 // entries
	entrySize = 96   // bytes
	textPiece = 1 << 20

	recentSize = 1 << 15
)

func newTally(memory int, temp string) *tally {
	if memory <= 0 {
		memory = defaultMemory
	}
	return &tally{
		budget: min(max(memory, 4<<20), 3<<30), temp: temp, known: map[string]uint8{},
		seed: maphash.MakeSeed(), recent: make([]recent, recentSize),
	}
}

// recent is a reference, as written, that led to an entry.
type recent struct {
	hash  uint64
	entry uint32 // its number + 1, 0 for none
}

// remembered gives the entry to which a reference has led before, nil if that
// is forgotten, and the place where to note what it leads to. Most requests
// are for few URLs: to work out their canonical form once is enough.
func (t *tally) remembered(ref []byte) (*entry, *recent) {
	hash := maphash.Bytes(t.seed, ref)
	r := &t.recent[hash%recentSize]
	if r.hash == hash && r.entry > 0 {
		return t.get(int(r.entry - 1)), r
	}
	r.hash, r.entry = hash, 0
	return nil, r
}

func (t *tally) close() error {
	if t.sorter == nil {
		return nil
	}
	return t.sorter.Close()
}

// entry gives the entry of a key; fresh tells that it is new and has no name.
func (t *tally) entry(key uint64, met *recent) (e *entry, fresh bool) {
	if t.held*4 >= len(t.index)*3 {
		t.grow()
	}
	mask := uint64(len(t.index) - 1)
	for i := key & mask; ; i = (i + 1) & mask {
		at := t.index[i]
		if at == 0 {
			if t.held%chunkSize == 0 {
				t.chunks = append(t.chunks, make([]entry, chunkSize))
			}
			t.held++
			t.urls++
			t.index[i] = uint32(t.held)
			met.entry = uint32(t.held)
			e = t.get(t.held - 1)
			e.key = key
			return e, true
		}
		if e = t.get(int(at - 1)); e.key == key {
			met.entry = at
			return e, false
		}
	}
}

func (t *tally) get(i int) *entry {
	return &t.chunks[uint(i)/chunkSize][uint(i)%chunkSize]
}

// grow doubles the index.
func (t *tally) grow() {
	t.index = make([]uint32, max(1<<12, 2*len(t.index)))
	mask := uint64(len(t.index) - 1)
	for n := range t.held {
		i := t.get(n).key & mask
		for t.index[i] != 0 {
			i = (i + 1) & mask
		}
		t.index[i] = uint32(n + 1)
	}
}

// name gives an entry its URL, with secrets masked, and looks at what it is.
func (t *tally) name(e *entry, url []byte, more func([]byte) bool) {
	found := discover.Inspect(url)
	if found&discover.Effect != 0 || more != nil && more(url) {
		e.flags |= effect
	}
	if found&discover.Personal != 0 {
		e.flags |= personal
	}
	if found&discover.Secret != 0 {
		e.flags |= secret
		url = discover.Mask(url)
	}
	scheme, host, _, _ := canonical.Split(url)
	at := len(scheme) + len("://") + len(host)
	if e.origin = t.originOf(url[:at]); e.origin != 0 {
		url = url[at:]
	}
	e.at, e.size = t.keep(url), uint16(len(url))
}

// originOf gives the place of an origin; 0 if there are too many.
func (t *tally) originOf(origin []byte) uint8 {
	if n := t.known[string(origin)]; n > 0 {
		return n
	}
	if len(t.origins) == 255 {
		return 0
	}
	t.origins = append(t.origins, string(origin))
	t.known[string(origin)] = uint8(len(t.origins))
	return uint8(len(t.origins))
}

// keep stores a text, at most canonical.MaxLength bytes.
func (t *tally) keep(text []byte) uint32 {
	n := len(t.text) - 1
	if n < 0 || len(t.text[n])+len(text) > textPiece {
		t.text = append(t.text, make([]byte, 0, textPiece))
		n++
	}
	at := uint32(n)<<20 | uint32(len(t.text[n]))
	t.text[n] = append(t.text[n], text...)
	return at
}

// url appends the URL of an entry.
func (t *tally) url(dst []byte, e *entry) []byte {
	if e.origin > 0 {
		dst = append(dst, t.origins[e.origin-1]...)
	}
	return append(dst, t.path(e)...)
}

func (t *tally) path(e *entry) []byte {
	piece, at := e.at>>20, int(e.at&(textPiece-1))
	return t.text[piece][at : at+int(e.size)]
}

// bytes is the memory in use.
func (t *tally) bytes() int {
	return len(t.chunks)*chunkSize*entrySize + 4*len(t.index) + len(t.text)*textPiece
}

// client gives a number for a client: its address, of IPv6 the network that
// one customer has; else the name that the log has for it.
func (t *tally) client(addr netip.Addr, name []byte) uint32 {
	var h uint64
	switch {
	case addr.Is4():
		b := addr.As4()
		h = maphash.Bytes(t.seed, b[:])
	case addr.IsValid():
		b := addr.As16()
		h = maphash.Bytes(t.seed, b[:8])
	default:
		h = maphash.Bytes(t.seed, name)
	}
	return uint32(h) | 1
}
