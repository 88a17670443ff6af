package bots

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Verdict tells whether a client is the bot that it says it is.
type Verdict uint8

const (
	Claimed  Verdict = iota // it says so, and there is nothing to check it with
	Verified                // its address is one of the operator's
	Fake                    // its address is not
	Unknown                 // it could be checked, but its address is hidden or DNS did not answer
)

func (v Verdict) String() string {
	return [...]string{"claimed", "verified", "fake", "unknown"}[v]
}

// Client is what is known of a client. The verdict is about agents that are
// known by name; of others it is Claimed.
type Client struct {
	Class   Class
	Verdict Verdict
	Agent   string // token of the known agent, "" if it is none
}

// DNS looks names up. A *net.Resolver is one.
type DNS interface {
	LookupAddr(ctx context.Context, addr string) (names []string, err error)
	LookupHost(ctx context.Context, host string) (addrs []string, err error)
}

// Options say by what clients are checked. The zero value checks none.
type Options struct {
	Ranges *Ranges
	DNS    DNS // nil: no name is looked up
}

// Checker tells who clients are. It belongs to one goroutine, and remembers
// what it has worked out in bounded memory.
type Checker struct {
	opts    Options
	names   names
	headers map[string]claim
	clients map[client]Verdict
	lookups int
	silent  int // lookups in a row without an answer
}

type claim struct {
	class Class
	agent *Agent
}

type client struct {
	agent *Agent
	addr  netip.Addr
}

// The bounds of a checker's memory, and of what it asks of DNS.
const (
	maxHeaders = 1 << 14
	maxClients = 1 << 16
	maxLookups = 20_000
	maxSilent  = 10
	lookupTime = 5 * time.Second
)

// New gives a Checker.
func New(o Options) *Checker {
	return &Checker{opts: o, names: newNames(), headers: map[string]claim{}, clients: map[client]Verdict{}}
}

// Who tells who sends a User-Agent header from an address; the zero Addr means
// that the address is not known.
func (c *Checker) Who(ctx context.Context, header []byte, addr netip.Addr) Client {
	said, known := c.headers[string(header)]
	if !known {
		said.class, said.agent = c.names.classify(header)
		if len(c.headers) >= maxHeaders {
			clear(c.headers)
		}
		c.headers[string(header[:min(len(header), maxAgent)])] = said
	}
	if said.agent == nil {
		return Client{Class: said.class}
	}
	return Client{said.class, c.verdict(ctx, said.agent, addr.Unmap().WithZone("")), said.agent.Token}
}

// Gap tells what kept the checker from asking DNS for every client, "" if
// nothing did.
func (c *Checker) Gap() string {
	switch {
	case c.silent >= maxSilent:
		return "DNS did not answer ten times in a row and was asked no more"
	case c.lookups >= maxLookups:
		return "more than 20,000 clients call themselves bots; DNS was asked for the first of them"
	}
	return ""
}

func (c *Checker) verdict(ctx context.Context, a *Agent, addr netip.Addr) Verdict {
	if c.opts.Ranges == nil && c.opts.DNS == nil {
		return Claimed
	}
	at := client{a, addr}
	if v, known := c.clients[at]; known {
		return v
	}
	v := c.check(ctx, a, addr)
	if len(c.clients) >= maxClients {
		clear(c.clients)
	}
	c.clients[at] = v
	return v
}

func (c *Checker) check(ctx context.Context, a *Agent, addr netip.Addr) Verdict {
	reachable := addr.IsValid() && !addr.IsPrivate() && !addr.IsLoopback() && !addr.IsLinkLocalUnicast() && !addr.IsUnspecified()
	published, in := false, false
	if reachable {
		published, in = c.opts.Ranges.holds(a.Token, addr)
	} else {
		published, _ = c.opts.Ranges.holds(a.Token, netip.IPv4Unspecified())
	}
	byName := c.opts.DNS != nil && len(a.Hosts) > 0
	switch {
	case !published && !byName:
		return Claimed
	case !reachable:
		return Unknown
	case in:
		return Verified
	case byName:
		return c.ask(ctx, a, addr)
	}
	return Fake
}

// ask checks by reverse name, which must lead back to the address: anybody can
// let an address of their own point to googlebot.com.
func (c *Checker) ask(ctx context.Context, a *Agent, addr netip.Addr) Verdict {
	if c.lookups >= maxLookups || c.silent >= maxSilent {
		return Unknown
	}
	c.lookups++
	ctx, cancel := context.WithTimeout(ctx, lookupTime)
	defer cancel()
	names, err := c.opts.DNS.LookupAddr(ctx, addr.String())
	if err != nil && !absent(err) {
		c.silent++
		return Unknown
	}
	c.silent = 0
	verdict := Fake
	for _, name := range names[:min(len(names), 10)] {
		host := strings.TrimSuffix(strings.ToLower(name), ".")
		if !slices.ContainsFunc(a.Hosts, func(h string) bool { return host == h || strings.HasSuffix(host, "."+h) }) {
			continue
		}
		if a.OneWay {
			return Claimed
		}
		back, err := c.opts.DNS.LookupHost(ctx, host)
		if err != nil && !absent(err) {
			verdict = Unknown
			continue
		}
		if slices.ContainsFunc(back, func(b string) bool {
			ip, err := netip.ParseAddr(b)
			return err == nil && ip.Unmap() == addr
		}) {
			return Verified
		}
	}
	return verdict
}

// absent reports an answer that says: there is no such name.
func absent(err error) bool {
	var d *net.DNSError
	return errors.As(err, &d) && d.IsNotFound
}
