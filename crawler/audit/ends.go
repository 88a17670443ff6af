package audit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Ends knows of every URL where its redirects end: those by status, by a
// refresh without delay, and what was folded into another form.
type Ends struct {
	next []frontier.ID // the end, once resolved; NoID: it is no redirect
	hops []uint16
}

// End is where the redirects of a URL end.
type End struct {
	ID   frontier.ID // the URL itself if it is no redirect, NoID in a circle
	Hops int         // redirects on the way there, 65,533 at most
	Loop bool        // they run in a circle, or lead into one
}

const (
	hopsOnPath = math.MaxUint16 - iota // of the path being walked
	hopsLoop
	maxEndHops
)

// ReadEnds resolves all redirects in one pass over the known URLs. It holds
// six bytes a known URL.
func ReadEnds(ctx context.Context, crawl frontier.Crawl) (*Ends, error) {
	known := crawl.Counts().Known
	e := &Ends{next: slices.Repeat([]frontier.ID{frontier.NoID}, known), hops: make([]uint16, known)}
	for row, err := range crawl.Pointers(ctx) {
		if err != nil {
			return nil, fmt.Errorf("read redirects: %w", err)
		}
		if e.valid(row.ID) {
			e.next[row.ID] = row.Location
		}
	}
	for id := range e.next {
		e.resolve(frontier.ID(id))
	}
	return e, nil
}

func (e *Ends) valid(id frontier.ID) bool { return uint64(id) < uint64(len(e.next)) }

// onward tells whether an unresolved redirect leads on from a URL.
func (e *Ends) onward(id frontier.ID) bool { return e.hops[id] == 0 && e.valid(e.next[id]) }

// resolve walks the path from a URL and resolves all of it, so that every URL
// is walked over twice in all.
func (e *Ends) resolve(from frontier.ID) {
	at, length := from, 0
	for ; e.onward(at); at = e.next[at] {
		e.hops[at] = hopsOnPath
		length++
	}
	end, rest := at, int(e.hops[at])
	loop := rest == hopsOnPath || rest == hopsLoop
	if rest > 0 {
		end = e.next[at]
	}
	for at := from; e.hops[at] == hopsOnPath; length-- {
		next := e.next[at]
		e.hops[at] = hopsLoop
		if !loop {
			e.next[at], e.hops[at] = end, uint16(min(rest+length, maxEndHops))
		}
		at = next
	}
}

// Of gives the end of a URL's redirects. One that is not known ends nowhere.
func (e *Ends) Of(id frontier.ID) End {
	switch {
	case !e.valid(id):
		return End{ID: frontier.NoID}
	case e.hops[id] == hopsLoop:
		return End{ID: frontier.NoID, Loop: true}
	case e.hops[id] == 0:
		return End{ID: id}
	}
	return End{ID: e.next[id], Hops: int(e.hops[id])}
}
