package reach

import (
	"context"
	"net/netip"
	"testing"

	"github.com/portolan-seo/portolan/crawler/fetch"
)

// The networks that a site may lead to are those of the address that the user
// typed.
func TestReach(t *testing.T) {
	resolve := []fetch.Resolve{{Host: "a.example", Addr: "10.0.0.7"}}
	tests := []struct {
		name   string
		to     Options
		host   string
		own    bool
		yes    []string
		no     []string
		anyone bool
	}{
		{"public", Options{}, "8.8.8.8", false, []string{"1.1.1.1", "64:ff9b::808:808"}, []string{"127.0.0.1", "10.0.0.1", "169.254.169.254", "198.18.0.1", "::1", "64:ff9b::a00:1"}, false},
		{"loopback", Options{}, "127.0.0.1:8080", true, []string{"127.9.9.9", "::1", "8.8.8.8", "0.0.0.0"}, []string{"10.0.0.1", "169.254.169.254", "192.168.1.1", "fd00::1", "100.64.0.1"}, false},
		{"loopback by name", Options{}, "localhost", true, []string{"127.0.0.1", "::1"}, []string{"10.0.0.1"}, false},
		{"private use", Options{}, "192.168.1.9", true, []string{"10.0.0.1", "172.16.0.1", "fd00::1", "192.168.7.7"}, []string{"127.0.0.1", "169.254.169.254", "fe80::1", "198.18.0.1"}, false},
		{"IPv6", Options{}, "[fe80::1]:80", true, []string{"fe80::2", "169.254.1.1"}, []string{"fd00::1", "::1"}, false},
		{"benchmarking", Options{}, "198.18.0.1", false, []string{"198.19.0.1"}, []string{"127.0.0.1", "192.0.2.1"}, false},
		{"resolved", Options{Resolves: resolve}, "a.example", true, []string{"10.0.0.1"}, []string{"127.0.0.1"}, false},
		{"resolved for others", Options{Resolves: resolve, Proxied: true}, "b.example", false, nil, []string{"10.0.0.1"}, false},
		{"by proxy", Options{Proxied: true}, "localhost", false, nil, []string{"127.0.0.1", "10.0.0.1"}, false},
		{"number by proxy", Options{Proxied: true}, "10.0.0.7", true, []string{"10.0.0.1"}, []string{"127.0.0.1"}, false},
		{"allowed", Options{Any: true}, "8.8.8.8", false, nil, nil, true},
		{"no such name", Options{}, "no-such-name.invalid", false, nil, []string{"127.0.0.1"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			at := Of(context.Background(), tt.to, tt.host)
			if at.Own != tt.own {
				t.Errorf("on the user's own network: %v", at.Own)
			}
			allow := at.Filter()
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
