package record

// ErrClass is the way in which an answer was broken. The numbers are stored:
// new classes come last.
type ErrClass uint8

const (
	ErrNone      ErrClass = iota
	ErrDNS                // the host name could not be resolved
	ErrConnect            // refused, unreachable
	ErrTLS                // the certificate, or TLS itself, was refused
	ErrTimeout            // the deadline of the request passed
	ErrReset              // the connection broke before the answer was complete
	ErrProtocol           // what came is not HTTP
	ErrTruncated          // the body ended before its length, its last chunk, or the end of its Content-Encoding
	ErrInflate            // the body is not in its Content-Encoding, or that is unknown
	ErrCanceled           // portolan stopped; says nothing about the site
	ErrPrivate            // the address is private and the crawl may not touch it
	ErrDamaged            // the body's Content-Encoding breaks in its middle
)

// breakages says what follows from each class. Again: the same request may get
// another answer soon. Verdict: that of the URL where no try brought more, for
// a body if its status is that of a page; a time-out on a host that answers
// others is throttled instead. Words are for people.
var breakages = [...]struct {
	name    string
	again   bool
	verdict string
	words   string
}{
	ErrNone:      {},
	ErrDNS:       {"dns", true, "network-error", "the host's name could not be looked up"},
	ErrConnect:   {"connect", true, "network-error", "no connection to the host"},
	ErrTLS:       {"tls", false, "network-error", "no encrypted connection to the host"},
	ErrTimeout:   {"timeout", true, "network-error", "not complete in time"},
	ErrReset:     {"reset", true, "network-error", "the connection broke"},
	ErrProtocol:  {"protocol", true, "network-error", "not HTTP"},
	ErrTruncated: {"truncated", true, "network-error", "it ended early"},
	ErrInflate:   {"inflate", false, "network-error", "it cannot be unpacked"},
	ErrCanceled:  {"canceled", false, "", "stopped by portolan"},
	ErrPrivate:   {"private", false, "private-address", "its address is private"},
	ErrDamaged:   {"damaged", true, "network-error", "its packed body is damaged"},
}

// String gives the class's name as reports print it, "" for ErrNone.
func (c ErrClass) String() string {
	if int(c) < len(breakages) {
		return breakages[c].name
	}
	return "unknown"
}

// Again tells whether the same request may well get another answer soon.
func (c ErrClass) Again() bool { return int(c) < len(breakages) && breakages[c].again }

// Verdict gives the name of the verdict on a URL of which nothing better is
// known, "" where the class says nothing about it.
func (c ErrClass) Verdict() string {
	if int(c) < len(breakages) {
		return breakages[c].verdict
	}
	return "network-error"
}

// Words says for people what went wrong.
func (c ErrClass) Words() string {
	if int(c) < len(breakages) {
		return breakages[c].words
	}
	return "an error that this version does not know"
}
