package crawltest

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Request is one request that the server got.
type Request struct {
	Time     time.Time // when its header had been read
	Method   string
	URL      string // absolute, byte for byte as the client sent it
	Proto    string // "HTTP/1.1"
	Header   http.Header
	InFlight int // requests in service at this origin then, this one counted
}

// Log gives every request so far, in order of arrival; none with
// Config.NoLog.
func (s *Server) Log() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.log)
}

// Asked counts the requests for each URL so far.
func (s *Server) Asked() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := map[string]int{}
	for i := range s.log {
		m[s.log[i].URL]++
	}
	return m
}

// Requests gives the number of requests so far.
func (s *Server) Requests() int { return int(s.requests.Load()) }

// Connections gives the number of connections that were opened so far.
func (s *Server) Connections() int { return int(s.conns.Load()) }

// enter logs a request; false if the server is closing.
func (s *Server) enter(r *http.Request, from string) bool {
	s.requests.Add(1)
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.handling.Add(1)
	if s.noLog {
		return true
	}
	s.inFlight[from]++
	s.log = append(s.log, Request{
		Time: now, Method: r.Method, URL: asSent(r), Proto: r.Proto,
		Header: maps.Clone(r.Header), InFlight: s.inFlight[from],
	})
	return true
}

func (s *Server) leave(from string) {
	s.mu.Lock()
	if !s.noLog {
		if s.inFlight[from]--; s.inFlight[from] == 0 {
			delete(s.inFlight, from)
		}
	}
	s.mu.Unlock()
	s.handling.Done()
}

// asSent gives the URL in the client's own bytes, port and letter case of the
// host included.
func asSent(r *http.Request) string {
	if !strings.HasPrefix(r.RequestURI, "/") {
		return r.RequestURI
	}
	if r.TLS != nil {
		return "https://" + r.Host + r.RequestURI
	}
	return "http://" + r.Host + r.RequestURI
}
