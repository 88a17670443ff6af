package main

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
)

// reach says which addresses a site may lead to: the public ones, and those of
// the networks that the user has typed an address in, or a name that has one
// there and none in public.
type reach struct {
	own    bool // the site is on this machine or on the user's network
	any    bool // by --allow-private
	blocks []fetch.Block
}

// reachOf finds what a site may lead to whose host the user typed. Names that
// came from anywhere else say nothing: whoever owns a name decides what it
// resolves to.
func (n *network) reachOf(ctx context.Context, hosts ...string) reach {
	r := reach{any: n.flags.allowPriv}
	for i, host := range hosts {
		blocks := n.blocksOf(ctx, hostOnly(host))
		r.blocks = append(r.blocks, blocks...)
		if i == 0 {
			for _, b := range blocks {
				r.own = r.own || b.Kind != ""
			}
		}
	}
	return r
}

// blocksOf gives the special blocks that a host's addresses are in, none if
// one of them is public: a public site can name private addresses beside its
// own.
func (n *network) blocksOf(ctx context.Context, host string) (blocks []fetch.Block) {
	for _, addr := range n.addresses(ctx, host) {
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
func (n *network) addresses(ctx context.Context, host string) []netip.Addr {
	for _, r := range n.resolves {
		if r.Addr != "" && (r.Host == "" || strings.EqualFold(r.Host, host)) {
			host = r.Addr
			break
		}
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{addr}
	}
	if n.proxyURL != nil {
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

// filter is fetch.Options.AllowAddr.
func (r reach) filter() func(netip.Addr) bool {
	if r.any {
		return nil
	}
	return r.allows
}

// allows judges an address as it is dialled.
func (r reach) allows(a netip.Addr) bool {
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

// hostOnly gives the host of host[:port], an IPv6 address without brackets.
func hostOnly(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		return h
	}
	return strings.Trim(host, "[]")
}
