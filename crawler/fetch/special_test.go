package fetch

import (
	"net/netip"
	"testing"
)

// Each block of the registries is told by its first and last address, unless a
// smaller block has them.
func TestSpecialBlocks(t *testing.T) {
	for _, s := range special {
		for _, a := range []netip.Addr{s.Prefix.Addr(), lastOf(s.Prefix)} {
			b, ok := Special(a)
			if !ok || b.Prefix.Bits() < s.Prefix.Bits() || !b.Prefix.Contains(a) {
				t.Errorf("%s of %s (%s) is of %s", a, s.Prefix, s.Name, b.Prefix)
			}
			if b.Prefix == s.Prefix && Public(a) != s.Global {
				t.Errorf("%s of %s (%s) is public: %v", a, s.Prefix, s.Name, !s.Global)
			}
		}
		if s.Name == "" || s.Source == "" || s.Prefix != s.Prefix.Masked() || s.Global && s.Kind != "" {
			t.Errorf("entry %v", s)
		}
	}
}

func lastOf(p netip.Prefix) netip.Addr {
	bytes := p.Addr().AsSlice()
	for bit := p.Bits(); bit < 8*len(bytes); bit++ {
		bytes[bit/8] |= 0x80 >> (bit % 8)
	}
	a, _ := netip.AddrFromSlice(bytes)
	return a
}

// The registries' answers, written down once more, one by one, with what lies
// beside the blocks.
func TestPublic(t *testing.T) {
	for addr, want := range map[string]bool{
		"0.0.0.0": false, "0.1.2.3": false, "1.0.0.0": true, "9.255.255.255": true, "10.0.0.0": false, "10.255.255.255": false, "11.0.0.0": true,
		"100.63.255.255": true, "100.64.0.0": false, "100.127.255.255": false, "100.128.0.0": true,
		"126.255.255.255": true, "127.0.0.1": false, "127.255.255.255": false, "128.0.0.0": true,
		"169.253.255.255": true, "169.254.0.0": false, "169.254.169.254": false, "169.255.0.0": true,
		"172.15.255.255": true, "172.16.0.0": false, "172.31.255.255": false, "172.32.0.0": true,
		"192.0.0.0": false, "192.0.0.1": false, "192.0.0.8": false, "192.0.0.9": true, "192.0.0.10": true, "192.0.0.11": false,
		"192.0.0.170": false, "192.0.0.171": false, "192.0.0.255": false, "192.0.1.0": true, "192.0.2.1": false, "192.0.3.0": true,
		"192.31.196.1": true, "192.52.193.1": true, "192.88.99.1": false, "192.88.99.2": false, "192.88.100.0": true,
		"192.167.255.255": true, "192.168.0.1": false, "192.169.0.0": true, "192.175.48.1": true,
		"198.17.255.255": true, "198.18.0.1": false, "198.19.255.255": false, "198.20.0.0": true,
		"198.51.100.7": false, "203.0.113.9": false, "203.0.114.0": true, "223.255.255.255": true,
		"224.0.0.1": false, "239.255.255.255": false, "240.0.0.1": false, "255.255.255.254": false, "255.255.255.255": false,
		"8.8.8.8": true, "93.184.216.34": true,

		"::": false, "::1": false, "::2": false, "::7f00:1": false, "::8.8.8.8": false,
		"::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::ffff:8.8.8.8": true,
		"::ffff:0:127.0.0.1": false, "::ffff:0:8.8.8.8": false,
		"64:ff9b::127.0.0.1": false, "64:ff9b::10.1.2.3": false, "64:ff9b::169.254.169.254": false, "64:ff9b::93.184.216.34": true,
		"64:ff9b:1::1": false, "64:ff9b:1:ffff::8.8.8.8": false, "64:ff9b:2::1": false,
		"100::1": false, "100:0:0:1::1": false, "100:0:0:2::1": false, "200::1": false, "1fff:ffff::": false,
		"2000::1": true, "2001::1": false, "2001:0:ffff::1": false, "2001:1::1": true, "2001:1::2": true, "2001:1::3": true, "2001:1::4": false,
		"2001:2::1": false, "2001:2:1::1": false, "2001:3::1": true, "2001:4:112::1": true, "2001:4:113::1": false,
		"2001:10::1": false, "2001:1f::1": false, "2001:20::1": true, "2001:2f::1": true, "2001:30::1": true, "2001:40::1": false, "2001:1ff::1": false, "2001:200::1": true,
		"2001:db8::1": false, "2001:db9::1": true, "2001:4860:4860::8888": true,
		"2002::1": false, "2002:7f00:1::": false, "2002:ffff::1": false, "2003::1": true, "2620:4f:8000::1": true,
		"3ffe::1": true, "3fff::1": false, "3fff:fff::1": false, "3fff:1000::1": true, "4000::1": false, "5f00::1": false, "5f01::1": false,
		"fbff::1": false, "fc00::1": false, "fd00:ec2::254": false, "fdff:ffff::1": false, "fe00::1": false,
		"fe80::1": false, "fe80::1%eth0": false, "febf::1": false, "fec0::1": false, "feff::1": false, "ff02::1": false,
	} {
		if got := Public(netip.MustParseAddr(addr)); got != want {
			t.Errorf("%s is public: %v, want %v", addr, got, want)
		}
	}
	if Public(netip.Addr{}) {
		t.Error("no address is public")
	}
}
