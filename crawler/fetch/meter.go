package fetch

import (
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
)

// Of what a server sends, that much may be of no use: headers, frames, padding,
// the beginning of bodies that nobody wants. What is more is a flood: empty
// frames of HTTP/2 take some 300 ns of CPU each, and come nine bytes apiece.
const (
	spareAtFirst   = 1 << 20 // of a connection: handshake, settings
	sparePerAnswer = 1536 << 10
	spareLeft      = 64 << 10 // of sparePerAnswer, once an answer is complete
	usefulBy       = 4        // bytes on the wire that a byte of a body may take: servers flush line by line
	streamBuffer   = 1 << 20  // of an HTTP/2 stream: a server sends no more ahead of what is read
)

var errFlood = errors.New("server floods the connection with what is no answer")

// meter is a connection that counts what the server sends beyond bodies that
// are read, and closes where that is too much.
type meter struct {
	net.Conn
	all   *meters
	key   string
	spare atomic.Int64 // bytes that may come yet
	heard atomic.Int64 // the place of its latest read among all reads
	once  sync.Once

	answered atomic.Bool // an answer has come on it
	ended    atomic.Bool // the server has closed it
}

// Read implements net.Conn.
func (m *meter) Read(b []byte) (int, error) {
	n, err := m.Conn.Read(b)
	m.heard.Store(m.all.reads.Add(1))
	if n > 0 && m.spare.Add(-int64(n)) < 0 {
		m.all.tellFlood(m.key)
		m.Close()
		return 0, errFlood
	}
	if err == io.EOF {
		m.ended.Store(true)
	}
	return n, err
}

// Close implements net.Conn.
func (m *meter) Close() error {
	m.once.Do(func() { m.all.remove(m) })
	return m.Conn.Close()
}

// grant lets n more bytes come, as far as there is use for them at once: what
// many answers have left over is not there for a flood. It gives the number of
// bytes.
func (m *meter) grant(n int64) int64 {
	if m == nil {
		return 0
	}
	most := spareAtFirst + int64(m.all.most)*sparePerAnswer
	for {
		spare := m.spare.Load()
		granted := max(0, min(n, most-spare))
		if m.spare.CompareAndSwap(spare, spare+granted) {
			return granted
		}
	}
}

// complete takes back what was granted for an answer, which has come.
func (m *meter) complete(granted int64) {
	if m != nil {
		m.spare.Add(-max(0, granted-spareLeft))
	}
}

// meterOf gives the meter under a connection, nil if there is none.
func meterOf(conn net.Conn) *meter {
	for {
		switch c := conn.(type) {
		case *meter:
			return c
		case interface{ NetConn() net.Conn }: // TLS
			conn = c.NetConn()
		default:
			return nil
		}
	}
}

// meters are the open connections of a Client. The transport forgets those
// that an HTTP/2 server has told to end (GOAWAY) and left open: here they are
// still known, and closed when there are more to a place than there may be.
type meters struct {
	most  int
	reads atomic.Int64

	mu     sync.Mutex
	open   map[string][]*meter // by where they lead
	floods map[string]bool     // that came from there
}

// tellFlood takes note of where a flood came from.
func (ms *meters) tellFlood(key string) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if ms.floods == nil {
		ms.floods = map[string]bool{}
	}
	ms.floods[key] = true
}

func (ms *meters) flooded(key string) bool {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	return ms.floods[key]
}

// add takes a new connection, and closes the one that was silent longest if
// there are too many.
func (ms *meters) add(key string, conn net.Conn) *meter {
	m := &meter{Conn: conn, all: ms, key: key}
	m.spare.Store(spareAtFirst)
	m.heard.Store(ms.reads.Add(1))
	ms.mu.Lock()
	if ms.open == nil {
		ms.open = map[string][]*meter{}
	}
	list := append(ms.open[key], m)
	ms.open[key] = list
	var silent *meter
	if len(list) > ms.most {
		silent = list[0]
		for _, other := range list {
			if other.heard.Load() < silent.heard.Load() {
				silent = other
			}
		}
	}
	ms.mu.Unlock()
	if silent != nil {
		silent.Close()
	}
	return m
}

func (ms *meters) remove(m *meter) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	list := ms.open[m.key]
	for i, other := range list {
		if other == m {
			list[i] = list[len(list)-1]
			list[len(list)-1] = nil
			list = list[:len(list)-1]
			break
		}
	}
	if ms.open[m.key] = list; len(list) == 0 {
		delete(ms.open, m.key)
	}
}

// close closes all that are open.
func (ms *meters) close() {
	ms.mu.Lock()
	var all []*meter
	for _, list := range ms.open {
		all = append(all, list...)
	}
	ms.mu.Unlock()
	for _, m := range all {
		m.Close()
	}
}

// metered is a body whose bytes are of use.
type metered struct {
	in    io.Reader
	meter *meter
	whole bool // was read to its end
}

func (r *metered) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	r.meter.grant(usefulBy * int64(n))
	r.whole = r.whole || err == io.EOF
	return n, err
}
