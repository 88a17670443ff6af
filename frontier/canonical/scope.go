package canonical

import (
	"bytes"
	"fmt"
)

// Scope is what a sitemap may list: one scheme, one host and the directory
// in which the sitemap lies (sitemaps.org protocol, "Sitemap file location").
type Scope struct {
	Scheme string // http or https
	Host   string // as in the canonical form, with the port if it is not the default
	Dir    string // path of the directory, begins and ends in /
}

// ScopeOf gives the scope of a sitemap served at an absolute URL. An error
// means that it is no http or https URL.
func ScopeOf(sitemapURL string) (Scope, error) {
	rules, err := New(Config{NoSessionRules: true, NoTrackingRules: true})
	if err != nil {
		return Scope{}, err
	}
	res := rules.Canonical(sitemapURL)
	if res.Reason != OK {
		return Scope{}, fmt.Errorf("take %q as the place of a sitemap: not a usable http or https URL (%s)", sitemapURL, res.Reason)
	}
	scheme, host, path, _ := Split(res.URL)
	dir := path[:bytes.LastIndexByte(path, '/')+1]
	return Scope{string(scheme), string(host), string(dir)}, nil
}

// Check says whether the scope covers a canonical form: OK, else ScopeHost
// (another host or port), ScopeScheme or ScopePath, in this order.
func (s Scope) Check(url []byte) Reason {
	scheme, host, path, _ := Split(url)
	switch {
	case string(host) != s.Host:
		return ScopeHost
	case string(scheme) != s.Scheme:
		return ScopeScheme
	case len(path) < len(s.Dir) || string(path[:len(s.Dir)]) != s.Dir:
		return ScopePath
	}
	return OK
}

// String gives the scope as a URL.
func (s Scope) String() string { return s.Scheme + "://" + s.Host + s.Dir }

// Split cuts a canonical form into its parts without copying: host with the
// port if it is not the default, path from its slash, query without the
// question mark. All are nil if url is no canonical form.
func Split(url []byte) (scheme, host, path, query []byte) {
	end := bytes.Index(url, []byte("://"))
	if end < 0 {
		return nil, nil, nil, nil
	}
	rest := url[end+3:]
	slash := bytes.IndexByte(rest, '/')
	if slash < 0 {
		return nil, nil, nil, nil
	}
	scheme, host, path = url[:end], rest[:slash], rest[slash:]
	if q := bytes.IndexByte(path, '?'); q >= 0 {
		path, query = path[:q], path[q+1:]
	}
	return scheme, host, path, query
}
