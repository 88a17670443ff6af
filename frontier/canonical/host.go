package canonical

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"
)

const (
	// maxAuthority is the longest authority that is looked into, in bytes.
	// Host names have at most 253; escapes and userinfo need more.
	maxAuthority = 4096
	// maxHosts bounds a Resolver's memory of hosts.
	maxHosts = 1024
)

var hostParser = whatwg.NewParser()

// host is a parsed host and port; port is -1 if there is none.
type host struct {
	name string
	port int
}

// parseHostPort reads host[:port] as WHATWG does and refuses what HTTP or
// RFC 3986 cannot carry.
func parseHostPort(s []byte) (name string, port int, err error) {
	raw, digits := s, []byte(nil)
	from := 0
	if len(s) > 0 && s[0] == '[' {
		from = bytes.IndexByte(s, ']') + 1
	}
	if colon := bytes.IndexByte(s[from:], ':'); colon >= 0 {
		raw, digits = s[:from+colon], s[from+colon+1:]
	}
	if port, err = parsePort(digits); err != nil {
		return "", -1, err
	}
	name, err = canonicalHost(raw)
	return name, port, err
}

func parsePort(digits []byte) (int, error) {
	if len(digits) == 0 {
		return -1, nil
	}
	port := 0
	for _, c := range digits {
		if !isDigit(c) {
			return -1, fmt.Errorf("port %q is no number", digits)
		}
		if port = port*10 + int(c-'0'); port > 65535 {
			return -1, fmt.Errorf("port %q is over 65535", digits)
		}
	}
	return port, nil
}

func canonicalHost(raw []byte) (string, error) {
	if plainHost(raw) {
		return string(raw), nil
	}
	if len(raw) == 0 || len(raw) > maxAuthority {
		return "", fmt.Errorf("host of %d bytes", len(raw))
	}
	for _, c := range raw {
		if c <= ' ' || strings.IndexByte(`/\?#@`, c) >= 0 {
			return "", fmt.Errorf("host %q holds a character that no host has", raw)
		}
	}
	literal := raw[0] == '['
	if literal && bytes.LastIndexAny(raw, "[]") != bytes.IndexByte(raw, ']') {
		return "", fmt.Errorf("host %q has too many brackets", raw)
	}
	u, err := hostParser.Parse("http://" + string(raw) + "/")
	if err != nil {
		return "", fmt.Errorf("host %q: %w", raw, err)
	}
	name := u.Hostname()
	if name == "" || !literal && !all([]byte(name), func(c byte) bool { return inHost[c] }) || signedNumber(raw) {
		return "", fmt.Errorf("host %q cannot be asked for", raw)
	}
	// The parser encodes labels that it then refuses to read: very long ones.
	if again, err := hostParser.Parse("http://" + name + "/"); err != nil || again.Hostname() != name {
		return "", fmt.Errorf("host %q has no form that can be read again", raw)
	}
	return name, nil
}

// plainHost reports a host name that is its own canonical form: labels of
// lower-case letters, digits and hyphens, no punycode, no IP address.
func plainHost(s []byte) bool {
	label := 0 // where the current label starts
	for i, c := range s {
		switch {
		case c == '.':
			if i == label {
				return false
			}
			label = i + 1
		case 'a' <= c && c <= 'z':
		case isDigit(c) || c == '-':
			if i == label {
				return false
			}
		default:
			return false
		}
		if c == '-' && i-label == 3 && s[i-1] == '-' {
			return false
		}
	}
	return label < len(s) && len(s) <= maxAuthority
}

// signedNumber reports a last label like -1 or 0x-1: no number to WHATWG, but
// one to the parser.
func signedNumber(raw []byte) bool {
	raw = bytes.TrimSuffix(raw, []byte("."))
	last := bytes.ToLower(raw[bytes.LastIndexByte(raw, '.')+1:])
	last = bytes.TrimPrefix(last, []byte("0x"))
	return len(last) > 1 && (last[0] == '-' || last[0] == '+') && all(last[1:], isHex)
}

func appendAuthority(dst []byte, name string, port int) []byte {
	dst = append(dst, name...)
	if port >= 0 {
		dst = strconv.AppendInt(append(dst, ':'), int64(port), 10)
	}
	return dst
}

// host gives the canonical form of a raw host[:port], from memory if it was
// asked before.
func (v *Resolver) host(raw []byte) (host, bool) {
	if h, ok := v.hosts[string(raw)]; ok {
		return h, h.name != ""
	}
	name, port, err := parseHostPort(raw)
	h := host{name, port}
	if err != nil {
		h = host{}
	}
	if len(v.hosts) >= maxHosts || v.hosts == nil {
		v.hosts = make(map[string]host)
	}
	if len(raw) <= 256 {
		v.hosts[string(raw)] = h
	}
	return h, err == nil
}
