package fetch

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

// origin is scheme and host:port, the port always written.
type origin struct{ scheme, hostport string }

func originOf(u *url.URL) origin {
	return origin{u.Scheme, hostPort(u)}
}

// hostPort gives u's host and port as the transport dials it, IPv6 in brackets.
func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = defaultPort(u.Scheme)
	}
	return net.JoinHostPort(u.Hostname(), port)
}

func defaultPort(scheme string) string {
	if scheme == "https" {
		return "443"
	}
	return "80"
}

// parseOrigin reads "scheme://host[:port]" and nothing more.
func parseOrigin(s string) (*url.URL, error) {
	u, err := url.Parse(strings.ToLower(s))
	if err != nil {
		return nil, fmt.Errorf("read origin %q: %w", s, err)
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("origin %q is not http:// or https://", s)
	}
	if u.Hostname() == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("origin %q is not scheme, host and port alone", s)
	}
	if p := u.Port(); p == "" || p == defaultPort(u.Scheme) {
		u.Host = strings.TrimSuffix(u.Host, ":"+p)
	}
	return u, nil
}

// hostSet holds the places that credentials may go to.
type hostSet struct {
	origins   map[origin]bool
	hostports map[string]bool
}

func parseHostSet(entries []string) (hostSet, error) {
	set := hostSet{map[origin]bool{}, map[string]bool{}}
	for _, e := range entries {
		if strings.Contains(e, "://") {
			u, err := parseOrigin(e)
			if err != nil {
				return set, err
			}
			set.origins[originOf(u)] = true
			continue
		}
		host, port, err := net.SplitHostPort(strings.ToLower(e))
		if err != nil || host == "" || port == "" {
			return set, fmt.Errorf("credential host %q is neither an origin nor host:port", e)
		}
		set.hostports[net.JoinHostPort(host, port)] = true
	}
	return set, nil
}

func (s hostSet) has(u *url.URL) bool {
	if len(s.origins) == 0 && len(s.hostports) == 0 {
		return false
	}
	o := originOf(u)
	return s.origins[o] || s.hostports[o.hostport]
}

// parseOriginMap prepares Options.OriginMap for lookup by origin.
func parseOriginMap(m map[string]string) (map[origin]*url.URL, error) {
	out := make(map[origin]*url.URL, len(m))
	for from, to := range m {
		f, err := parseOrigin(from)
		if err != nil {
			return nil, err
		}
		t, err := parseOrigin(to)
		if err != nil {
			return nil, err
		}
		out[originOf(f)] = t
	}
	return out, nil
}
