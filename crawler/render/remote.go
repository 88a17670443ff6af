package render

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
)

// isAddress tells the address of a running browser from a path.
func isAddress(browser string) bool {
	return strings.HasPrefix(browser, "ws://") || strings.HasPrefix(browser, "wss://")
}

// dial connects to a browser that others have started. Only this machine's are
// taken: the proxy is on loopback.
func dial(ctx context.Context, address string) (chromedp.Transport, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("browser %q: %w", address, err)
	}
	addr, err := netip.ParseAddr(u.Hostname())
	if u.Scheme != "ws" || u.Hostname() != "localhost" && (err != nil || !addr.IsLoopback()) {
		return nil, fmt.Errorf("browser %s: only one on this machine can be used, as ws://127.0.0.1:PORT", u.Redacted())
	}
	if !strings.Contains(u.Path, "/devtools/") {
		if u, err = findPath(ctx, u); err != nil {
			return nil, fmt.Errorf("ask the browser at %s for its address: %w", address, err)
		}
	}
	transport, err := remote.DialContext(ctx, u.String())
	if err != nil {
		return nil, fmt.Errorf("connect to the browser at %s: %w", address, err)
	}
	return transport, nil
}

// findPath asks a browser under which path it speaks the protocol.
func findPath(ctx context.Context, u *url.URL) (*url.URL, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+u.Host+"/json/version", nil)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true, DialContext: new(net.Dialer).DialContext}}
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var version struct {
		Address string `json:"webSocketDebuggerUrl"`
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(&version); err != nil {
		return nil, err
	}
	found, err := url.Parse(version.Address)
	if err != nil {
		return nil, err
	}
	return &url.URL{Scheme: "ws", Host: u.Host, Path: found.Path}, nil
}
