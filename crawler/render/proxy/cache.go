package proxy

import (
	"container/list"
	"context"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"
)

// cache keeps what pages have in common, by the rules of HTTP, so that it is
// asked for once a crawl, however many tabs want it at a time. It forgets what
// was least recently used.
type cache struct {
	mu      sync.Mutex
	max     int64 // bytes
	size    int64
	entries map[string]*list.Element // of *stored
	used    list.List                // the latest first
	asking  map[string]chan struct{} // closed when an answer is there, or none will come
}

// stored is a kept answer.
type stored struct {
	key   string
	res   *Response
	vary  map[string]string // what the request said in the fields that Vary names
	until time.Time         // fresh until then
}

func newCache(limit int64) *cache {
	return &cache{max: limit, entries: map[string]*list.Element{}, asking: map[string]chan struct{}{}}
}

// cacheable tells whether a request may be answered from the cache at all.
func cacheable(r *Request) bool {
	return r.Method == http.MethodGet && r.Kind != Document && r.Kind != Frame && r.Header.Get("Authorization") == ""
}

// answer gives what is kept, or asks, or waits for another page that is
// asking for the same.
func (c *cache) answer(ctx context.Context, r *Request, ask func(*Request) (*Response, error)) (res *Response, cached bool, err error) {
	if !cacheable(r) {
		res, err = ask(r)
		return res, false, err
	}
	key := r.URL + "\n" + r.Header.Get("Origin")
	for {
		kept, wait, done := c.turn(key, r)
		switch {
		case wait != nil:
			over := r.Waits()
			select {
			case <-wait:
				over()
			case <-ctx.Done():
				over()
				return nil, false, ctx.Err()
			}
			continue
		case done == nil:
			return kept.res, true, nil
		}
		res, cached, err = c.renew(key, r, kept, ask)
		done()
		return res, cached, err
	}
}

// turn gives a fresh answer, or another's asking to wait for, or the right to
// ask, which ends with done; then kept is a stale answer or nil.
func (c *cache) turn(key string, r *Request) (kept *stored, wait chan struct{}, done func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element := c.entries[key]; element != nil {
		if kept = element.Value.(*stored); kept.fits(r) {
			c.used.MoveToFront(element)
			if time.Now().Before(kept.until) {
				return kept, nil, nil
			}
		} else {
			kept = nil
		}
	}
	if wait = c.asking[key]; wait != nil {
		return nil, wait, nil
	}
	mine := make(chan struct{})
	c.asking[key] = mine
	return kept, nil, func() {
		c.mu.Lock()
		delete(c.asking, key)
		c.mu.Unlock()
		close(mine)
	}
}

// renew asks, with a condition where there is something to renew (RFC 9111
// 4.3), and keeps the answer.
func (c *cache) renew(key string, r *Request, old *stored, ask func(*Request) (*Response, error)) (*Response, bool, error) {
	conditional := *r
	if old != nil {
		conditional.Header = maps.Clone(r.Header)
		if tag := old.res.Header.Get("ETag"); tag != "" {
			conditional.Header.Set("If-None-Match", tag)
		}
		if modified := old.res.Header.Get("Last-Modified"); modified != "" {
			conditional.Header.Set("If-Modified-Since", modified)
		}
	}
	res, err := ask(&conditional)
	if err != nil {
		return nil, false, err
	}
	if old != nil && res.Status == http.StatusNotModified {
		header := maps.Clone(old.res.Header)
		maps.Copy(header, res.Header)
		res = &Response{Status: old.res.Status, Header: header, Body: old.res.Body}
	}
	if storable(r, res) {
		c.keep(key, r, res)
	}
	return res, false, nil
}

func (c *cache) keep(key string, r *Request, res *Response) {
	res.Header.Del("Set-Cookie") // of the one page that asked
	s := &stored{key: key, res: res, until: time.Now().Add(lifetime(res.Header)), vary: map[string]string{}}
	for _, field := range res.Header.Values("Vary") {
		for name := range strings.SplitSeq(field, ",") {
			name = strings.TrimSpace(name)
			s.vary[name] = strings.Join(r.Header.Values(name), ",")
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if element := c.entries[key]; element != nil {
		c.drop(element)
	}
	if s.bytes() > c.max/8 {
		return
	}
	c.entries[key] = c.used.PushFront(s)
	c.size += s.bytes()
	for c.size > c.max {
		c.drop(c.used.Back())
	}
}

func (c *cache) drop(element *list.Element) {
	s := c.used.Remove(element).(*stored)
	delete(c.entries, s.key)
	c.size -= s.bytes()
}

func (s *stored) bytes() int64 { return int64(len(s.res.Body) + len(s.key) + 1024) }

// fits tells whether a request says what that of the kept answer said, where
// the server chose by it (RFC 9111 4.1).
func (s *stored) fits(r *Request) bool {
	for name, value := range s.vary {
		if strings.Join(r.Header.Values(name), ",") != value {
			return false
		}
	}
	return true
}
