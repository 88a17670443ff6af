// Package reach says which addresses a site may lead to: the public ones, and
// those of the networks that the user has typed an address in, or a name that
// has one there and none in public.
package reach

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
)

// Reach is what a site may lead to. The zero value is the public addresses.
type Reach struct {
	Own bool // the site is on this machine or on the user's network

	any    bool
	blocks []fetch.Block
}

// Options say to where requests go.
type Options struct {
	Any      bool            // a site may lead to any address
	Resolves []fetch.Resolve // addresses in the stead of a name's own
	Proxied  bool            // names are for a proxy to look up
}

// Of finds what a site may lead to whose host the user typed. Names that
// came from anywhere else say nothing: whoever owns a name decides what it
// resolves to.
func Of(ctx context.Context, o Options, hosts ...string) Reach {
	r := Reach{any: o.Any}
	for i, host := range hosts {
		blocks := o.blocksOf(ctx, Host(host))
		r.blocks = append(r.blocks, blocks...)
		if i == 0 {
			for _, b := range blocks {
				r.Own = r.Own || b.Kind != ""
			}
		}
	}
	return r
}

// blocksOf gives the special blocks that a host's addresses are in, none if
// one of them is public: a public site can name private addresses beside its
// own.
func (o *Options) blocksOf(ctx context.Context, host string) (blocks []fetch.Block) {
	for _, addr := range o.addresses(ctx, host) {
		b, special := fetch.Special(addr)
		if !special || b.Global {
			return nil
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// addresses are those to which requests for a host go, as far as can be told:
// what a name means behind a proxy is for the proxy to say.
func (o *Options) addresses(ctx context.Context, host string) []netip.Addr {
	for _, r := range o.Resolves {
		if r.Addr != "" && (r.Host == "" || strings.EqualFold(r.Host, host)) {
			host = r.Addr
			break
		}
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{addr}
	}
	if o.Proxied {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	addrs, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil
	}
	return addrs
}

// Filter is fetch.Options.AllowAddr.
func (r Reach) Filter() func(netip.Addr) bool {
	if r.any {
		return nil
	}
	return r.allows
}

// allows judges an address as it is dialled.
func (r Reach) allows(a netip.Addr) bool {
	if fetch.Public(a) {
		return true
	}
	b, _ := fetch.Special(a)
	for _, mine := range r.blocks {
		if b.Prefix == mine.Prefix || b.Kind != "" && b.Kind == mine.Kind {
			return true
		}
	}
	return false
}

// Host gives the host of host[:port], an IPv6 address without brackets.
func Host(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		return h
	}
	return strings.Trim(host, "[]")
}
