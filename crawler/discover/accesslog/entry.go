package accesslog

import "github.com/portolan-seo/portolan/crawler/discover/bots"

// entry is one URL.
type entry struct {
	key    uint64
	at     uint32 // of its text: piece and place
	size   uint16
	origin uint8 // place + 1 in origins; 0: the text is the whole URL
	flags  uint8
	n      [counters]uint32
}

// The counters of an entry.
const (
	hits      = iota
	last      // Unix time of the last hit
	firstFile // that names the URL, and its line there
	firstLine
	client                  // hash of the first client
	statuses                // 2xx, 3xx, 4xx, 5xx
	people   = statuses + 4 // by class of client, bots by verdict
	search   = people + 1
	ai       = search + verdicts
	others   = ai + verdicts
	counters = others + 1

	verdicts = 4 // as many as bots.Verdict has
)

// The flags of an entry.
const (
	answered uint8 = 1 << iota // a GET or HEAD had a wanted answer
	several                    // more than one client asked
	secret
	effect
	personal
)

// add counts without running over.
func (e *entry) add(counter int, n uint32) {
	if e.n[counter] > 1<<32-1-n {
		n = 1<<32 - 1 - e.n[counter]
	}
	e.n[counter] += n
}

// count counts a hit.
func (e *entry) count(status int, who bots.Client, unix uint32) {
	e.add(hits, 1)
	e.n[last] = max(e.n[last], unix)
	if status >= 200 && status < 600 {
		e.add(statuses+status/100-2, 1)
	}
	switch who.Class {
	case bots.People:
		e.add(people, 1)
	case bots.Search:
		e.add(search+int(who.Verdict), 1)
	case bots.AI:
		e.add(ai+int(who.Verdict), 1)
	default:
		e.add(others, 1)
	}
}

// met notes a client.
func (e *entry) met(hash uint32) {
	switch e.n[client] {
	case 0:
		e.n[client] = hash
	case hash:
	default:
		e.flags |= several
	}
}
