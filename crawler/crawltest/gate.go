package crawltest

import (
	"net/http"
	"sync"
)

// Gate holds answers back until a test lets them go.
type Gate struct {
	arrived, open        chan struct{}
	arriveOnce, openOnce sync.Once
}

// Gate gives the gate of that name. Before the site is served it may be made
// by asking for it, so that a handler can use it too.
func (s *Site) Gate(name string) *Gate {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.gates[name]
	if g == nil {
		if s.gates == nil {
			s.gates = map[string]*Gate{}
		}
		g = &Gate{arrived: make(chan struct{}), open: make(chan struct{})}
		s.gates[name] = g
	}
	return g
}

// Arrived is closed when the first request stands at the gate.
func (g *Gate) Arrived() <-chan struct{} { return g.arrived }

// Open lets all requests pass, now and later.
func (g *Gate) Open() { g.openOnce.Do(func() { close(g.open) }) }

// Pass waits until the gate is open or the request is given up, and reports
// whether it is open.
func (g *Gate) Pass(r *http.Request) bool {
	g.arriveOnce.Do(func() { close(g.arrived) })
	select {
	case <-g.open:
		return true
	case <-r.Context().Done():
		return false
	}
}
