package discover

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Site is the origin of a site: what references of sources are relative to.
type Site struct {
	scheme, host string // host with its port, if that is not the default
	name         string // without
}

// ParseSite reads an absolute URL of a site, of which scheme and host count.
func ParseSite(url string) (s Site, err error) {
	scheme, rest, found := strings.Cut(url, "://")
	s.scheme = strings.ToLower(scheme)
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	if !found || rest == "" || s.scheme != "http" && s.scheme != "https" {
		return s, &Unusable{What: "the site's address", Why: "it is needed in full, such as https://example.com; this is " + strconv.Quote(url)}
	}
	s.host = strings.ToLower(rest)
	s.name = strings.ToLower(rest)
	if i := strings.LastIndexByte(rest, ':'); i >= 0 && !strings.HasSuffix(rest, "]") {
		s.name = s.name[:i]
	}
	return s, nil
}

// Request appends the URL of a request for a target, which begins with a
// slash. The host that was asked for, "" if it is not known, counts as the
// site's own under any port: behind a proxy a server knows neither the scheme
// nor the port that visitors see. What is no host becomes one that no site has.
func (s *Site) Request(dst, host, target []byte) []byte {
	dst = append(append(dst, s.scheme...), "://"...)
	if len(host) == 0 || sameName(host, s.name) {
		return append(append(dst, s.host...), target...)
	}
	for _, c := range host[:min(len(host), 260)] {
		if !hostByte(c) {
			c = '_'
		}
		dst = append(dst, c)
	}
	return append(dst, target...)
}

// Reference appends the URL that a list means by a text: an absolute URL, one
// without its scheme (//example.com/a, and example.com/a if that is the site's
// host), or a path. ok is false for what is none of these.
func (s *Site) Reference(dst, text []byte) (url []byte, ok bool) {
	scheme, _, absolute := bytes.Cut(text, []byte("://"))
	switch {
	case absolute && (bytes.EqualFold(scheme, []byte("http")) || bytes.EqualFold(scheme, []byte("https"))):
		return append(dst, text...), true
	case bytes.HasPrefix(text, []byte("//")):
		return append(append(append(dst, s.scheme...), ':'), text...), true
	case bytes.HasPrefix(text, []byte("/")):
		return s.Request(dst, nil, text), true
	}
	host := text
	if i := bytes.IndexAny(text, "/?#"); i >= 0 {
		host = text[:i]
	}
	if bare := strings.TrimPrefix(s.name, "www."); sameName(host, s.name) || sameName(host, bare) || sameName(host, "www."+bare) {
		return append(append(append(dst, s.scheme...), "://"...), text...), true
	}
	return dst, false
}

// sameName reports whether a host, with or without a port, is the one of a
// name in lower case.
func sameName(host []byte, name string) bool {
	if len(host) < len(name) || len(host) > len(name)+6 || len(host) > len(name) && host[len(name)] != ':' {
		return false
	}
	for i := range len(name) {
		c := host[i]
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != name[i] {
			return false
		}
	}
	return true
}

func hostByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80 || bytes.IndexByte([]byte(".-:[]_"), c) >= 0
}

// Form gives the canonical form of an absolute reference. Its Reason is OK
// only if the URL is one of the site: a Form tests the scope as well. The
// result holds until the next call.
type Form func(ref []byte) canonical.Result

// InScope gives the Form of a resolver and a scope; a nil scope takes every
// host.
func InScope(forms *canonical.Resolver, scope *canonical.Scope) Form {
	return func(ref []byte) canonical.Result {
		r := forms.Resolve(ref)
		if r.Reason == canonical.OK && scope != nil {
			r.Reason = scope.Check(r.URL)
		}
		return r
	}
}

// Scheme gives the site's scheme, http or https.
func (s *Site) Scheme() string { return s.scheme }
