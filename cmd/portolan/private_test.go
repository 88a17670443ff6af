package main

import (
	"net/netip"
	"testing"
)

func TestPrivateAddresses(t *testing.T) {
	tests := map[string]bool{
		"127.0.0.1": true, "10.1.2.3": true, "172.31.0.1": true, "192.168.1.1": true, "169.254.169.254": true,
		"100.64.0.1": true, "0.0.0.0": true, "224.0.0.1": true, "::1": true, "::": true, "fe80::1": true, "fd00:ec2::254": true,
		"::ffff:127.0.0.1": true, "64:ff9b::7f00:1": true, "64:ff9b::a01:203": true,
		"93.184.216.34": false, "172.32.0.1": false, "100.128.0.1": false, "2001:db8::1": false, "64:ff9b::5db8:d822": false,
	}
	for addr, want := range tests {
		if got := private(netip.MustParseAddr(addr)); got != want {
			t.Errorf("%s is private: %v, want %v", addr, got, want)
		}
	}
}
