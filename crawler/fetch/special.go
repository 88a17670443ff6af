package fetch

import "net/netip"

// Block is an entry of IANA's registries of addresses with a special purpose.
type Block struct {
	Prefix netip.Prefix
	Name   string // as the registry has it
	Source string // the RFC that reserves it
	Global bool   // globally reachable: an address like any other
	// Kind is the same for blocks that are parts of one network to those who
	// use them, "" for blocks that nobody's network is made of.
	Kind string
}

// Kinds of blocks that networks are made of.
const (
	Loopback   = "loopback"
	PrivateUse = "private use"
	LinkLocal  = "link local"
	Shared     = "shared" // by the customers of one provider
)

// special are the IANA IPv4 and IPv6 Special-Purpose Address Registries as of
// 2025-10-09 (RFC 6890, RFC 8190). Of several blocks with an address the
// smallest counts. What the registries do not say of a block ("N/A") is no: a
// tunnel's end may be anywhere. Multicast, and old forms that hold an IPv4
// address, are in other registries and nobody's pages.
var special = []Block{
	block("0.0.0.0/8", "this network", "RFC 791", "no"),
	block("0.0.0.0/32", "this host on this network", "RFC 1122", Loopback),
	block("10.0.0.0/8", "private use", "RFC 1918", PrivateUse),
	block("100.64.0.0/10", "shared address space", "RFC 6598", Shared),
	block("127.0.0.0/8", "loopback", "RFC 1122", Loopback),
	block("169.254.0.0/16", "link local", "RFC 3927", LinkLocal),
	block("172.16.0.0/12", "private use", "RFC 1918", PrivateUse),
	block("192.0.0.0/24", "IETF protocol assignments", "RFC 6890", "no"),
	block("192.0.0.0/29", "IPv4 service continuity", "RFC 7335", "no"),
	block("192.0.0.8/32", "IPv4 dummy address", "RFC 7600", "no"),
	block("192.0.0.9/32", "port control protocol anycast", "RFC 7723", "global"),
	block("192.0.0.10/32", "TURN anycast", "RFC 8155", "global"),
	block("192.0.0.170/32", "NAT64/DNS64 discovery", "RFC 8880", "no"),
	block("192.0.0.171/32", "NAT64/DNS64 discovery", "RFC 8880", "no"),
	block("192.0.2.0/24", "documentation", "RFC 5737", "no"),
	block("192.31.196.0/24", "AS112", "RFC 7535", "global"),
	block("192.52.193.0/24", "AMT", "RFC 7450", "global"),
	block("192.88.99.0/24", "6to4 relay anycast, deprecated", "RFC 7526", "no"),
	block("192.88.99.2/32", "6a44 relay anycast", "RFC 6751", "no"),
	block("192.168.0.0/16", "private use", "RFC 1918", PrivateUse),
	block("192.175.48.0/24", "direct delegation AS112", "RFC 7534", "global"),
	block("198.18.0.0/15", "benchmarking", "RFC 2544", "no"),
	block("198.51.100.0/24", "documentation", "RFC 5737", "no"),
	block("203.0.113.0/24", "documentation", "RFC 5737", "no"),
	block("224.0.0.0/4", "multicast", "RFC 5771", "no"),
	block("240.0.0.0/4", "reserved", "RFC 1112", "no"),
	block("255.255.255.255/32", "limited broadcast", "RFC 919", "no"),

	block("::/96", "IPv4-compatible, deprecated", "RFC 4291", "no"),
	block("::/128", "unspecified", "RFC 4291", Loopback),
	block("::1/128", "loopback", "RFC 4291", Loopback),
	block("::ffff:0:0:0/96", "IPv4-translated, deprecated", "RFC 2765", "no"),
	block("64:ff9b:1::/48", "IPv4/IPv6 translation, local use", "RFC 8215", "no"),
	block("100::/64", "discard only", "RFC 6666", "no"),
	block("100:0:0:1::/64", "dummy prefix", "RFC 9780", "no"),
	block("2001::/23", "IETF protocol assignments", "RFC 2928", "no"),
	block("2001::/32", "Teredo", "RFC 4380", "no"),
	block("2001:1::1/128", "port control protocol anycast", "RFC 7723", "global"),
	block("2001:1::2/128", "TURN anycast", "RFC 8155", "global"),
	block("2001:1::3/128", "DNS-SD service registration anycast", "RFC 9665", "global"),
	block("2001:2::/48", "benchmarking", "RFC 5180", "no"),
	block("2001:3::/32", "AMT", "RFC 7450", "global"),
	block("2001:4:112::/48", "AS112", "RFC 7535", "global"),
	block("2001:10::/28", "ORCHID, deprecated", "RFC 4843", "no"),
	block("2001:20::/28", "ORCHIDv2", "RFC 7343", "global"),
	block("2001:30::/28", "drone remote ID", "RFC 9374", "global"),
	block("2001:db8::/32", "documentation", "RFC 3849", "no"),
	block("2002::/16", "6to4", "RFC 3056", "no"),
	block("2620:4f:8000::/48", "direct delegation AS112", "RFC 7534", "global"),
	block("3fff::/20", "documentation", "RFC 9637", "no"),
	block("5f00::/16", "segment routing", "RFC 9602", "no"),
	block("fc00::/7", "unique local", "RFC 4193", PrivateUse),
	block("fe80::/10", "link local", "RFC 4291", LinkLocal),
	block("fec0::/10", "site local, deprecated", "RFC 3879", "no"),
	block("ff00::/8", "multicast", "RFC 4291", "no"),
}

var (
	// unicast is all of IPv6 from which addresses are given out (IANA IPv6
	// Address Space); the rest is reserved.
	unicast  = netip.MustParsePrefix("2000::/3")
	reserved = block("::/0", "reserved", "RFC 4291", "no")
	// translated holds IPv4 addresses behind a gateway (RFC 6052 2.1).
	translated = netip.MustParsePrefix("64:ff9b::/96")
)

// block makes an entry. Reach is "global", "no", or the kind of network that
// the block is for.
func block(prefix, name, source, reach string) Block {
	b := Block{Prefix: netip.MustParsePrefix(prefix), Name: name, Source: source}
	switch reach {
	case "global":
		b.Global = true
	case "no":
	default:
		b.Kind = reach
	}
	return b
}

// Special gives the smallest block of the registries with the address; ok is
// false for an ordinary public one. An IPv4 address in an IPv6 one (mapped, or
// behind NAT64) is judged as what it is.
func Special(a netip.Addr) (b Block, ok bool) {
	if a = a.Unmap().WithZone(""); translated.Contains(a) {
		b := a.As16()
		a = netip.AddrFrom4([4]byte(b[12:]))
	}
	for _, s := range special {
		if s.Prefix.Contains(a) && (!ok || s.Prefix.Bits() > b.Prefix.Bits()) {
			b, ok = s, true
		}
	}
	if !ok && a.Is6() && !unicast.Contains(a) {
		return reserved, true
	}
	return b, ok
}

// Public reports an address that all of the Internet can reach.
func Public(a netip.Addr) bool {
	b, special := Special(a)
	return a.IsValid() && (!special || b.Global)
}
