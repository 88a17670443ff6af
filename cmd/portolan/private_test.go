package main

import (
	"context"
	"net/netip"
	"net/url"
	"testing"

	"github.com/portolan-seo/portolan/crawler/fetch"
)

// The networks that a site may lead to are those of the address that the user
// typed.
func TestReach(t *testing.T) {
	behindProxy := &url.URL{Scheme: "http", Host: "proxy.example"}
	resolve := []fetch.Resolve{{Host: "a.example", Addr: "10.0.0.7"}}
	tests := []struct {
		name   string
		net    network
		host   string
		own    bool
		yes    []string
		no     []string
		anyone bool
	}{
		{"public", network{}, "8.8.8.8", false, []string{"1.1.1.1", "64:ff9b::808:808"}, []string{"127.0.0.1", "10.0.0.1", "169.254.169.254", "198.18.0.1", "::1", "64:ff9b::a00:1"}, false},
		{"loopback", network{}, "127.0.0.1:8080", true, []string{"127.9.9.9", "::1", "8.8.8.8", "0.0.0.0"}, []string{"10.0.0.1", "169.254.169.254", "192.168.1.1", "fd00::1", "100.64.0.1"}, false},
		{"loopback by name", network{}, "localhost", true, []string{"127.0.0.1", "::1"}, []string{"10.0.0.1"}, false},
		{"private use", network{}, "192.168.1.9", true, []string{"10.0.0.1", "172.16.0.1", "fd00::1", "192.168.7.7"}, []string{"127.0.0.1", "169.254.169.254", "fe80::1", "198.18.0.1"}, false},
		{"IPv6", network{}, "[fe80::1]:80", true, []string{"fe80::2", "169.254.1.1"}, []string{"fd00::1", "::1"}, false},
		{"benchmarking", network{}, "198.18.0.1", false, []string{"198.19.0.1"}, []string{"127.0.0.1", "192.0.2.1"}, false},
		{"resolved", network{resolves: resolve}, "a.example", true, []string{"10.0.0.1"}, []string{"127.0.0.1"}, false},
		{"resolved for others", network{resolves: resolve, proxyURL: behindProxy}, "b.example", false, nil, []string{"10.0.0.1"}, false},
		{"by proxy", network{proxyURL: behindProxy}, "localhost", false, nil, []string{"127.0.0.1", "10.0.0.1"}, false},
		{"number by proxy", network{proxyURL: behindProxy}, "10.0.0.7", true, []string{"10.0.0.1"}, []string{"127.0.0.1"}, false},
		{"allowed", network{flags: &networkFlags{allowPriv: true}}, "8.8.8.8", false, nil, nil, true},
		{"no such name", network{}, "no-such-name.invalid", false, nil, []string{"127.0.0.1"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.net.flags == nil {
				tt.net.flags = &networkFlags{}
			}
			at := tt.net.reachOf(context.Background(), tt.host)
			if at.own != tt.own {
				t.Errorf("on the user's own network: %v", at.own)
			}
			allow := at.filter()
			if (allow == nil) != tt.anyone {
				t.Fatalf("filter: %v", allow != nil)
			}
			for _, addr := range tt.yes {
				if !allow(netip.MustParseAddr(addr)) {
					t.Errorf("%s is refused", addr)
				}
			}
			for _, addr := range tt.no {
				if allow(netip.MustParseAddr(addr)) {
					t.Errorf("%s is allowed", addr)
				}
			}
		})
	}
}
