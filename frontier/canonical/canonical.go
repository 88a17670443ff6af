// Package canonical gives every URL the one spelling under which it is known,
// fetched and listed.
//
// A reference is resolved as browsers do (WHATWG URL), written as strict
// RFC 3986, and freed of session ids and tracking parameters. Everything else
// keeps its bytes and its order: parameter order, duplicate slashes, a trailing
// slash, the case of the path and "www." carry meaning until evidence, given as
// a [Rule], says otherwise.
//
// The canonical form is a fixed point: it is its own canonical form, and
// net/url, net/http and a WHATWG parser put exactly these bytes on the wire.
//
// The package is pure: no file, no socket, no clock.
package canonical

import (
	"encoding/binary"
	"slices"

	"github.com/dchest/siphash"
)

const (
	// MaxLength is the longest canonical form that may be listed, in bytes:
	// the protocol of sitemaps.org wants less than 2,048 characters.
	MaxLength = 2047
	// MaxRef is the longest reference that is looked into, in bytes without
	// its fragment. It leaves room for what removal may shorten.
	MaxRef = 64 << 10
)

// Config is what the user and the crawl have settled. The zero value means
// the built-in tables and nothing else.
type Config struct {
	NoSessionRules  bool // keep what the session table would remove
	NoTrackingRules bool // keep what the tracking table would remove

	// Strip and Keep are parameter names, compared without regard to ASCII
	// case; a trailing * stands for any rest. Strip removes from the query
	// and from path parameters (;name=value). Keep wins over everything,
	// rules of the site included.
	Strip, Keep []string

	// Rules are what the site declared or the crawl learned, oldest first.
	// Of two host or scheme rules for one host the later one holds.
	Rules []Rule

	// Key is the SipHash key of the crawl, for Result.Key.
	Key [16]byte
}

// Reason says why a reference has no canonical form, or why a scope refuses
// one. The zero value is OK.
type Reason uint8

const (
	OK          Reason = iota
	Parse              // no URL: WHATWG parsing fails, or no host that HTTP can carry
	Scheme             // neither http nor https
	TooLong            // longer than MaxLength after escaping and removal
	ScopeHost          // another host, or another port
	ScopePath          // outside the directory
	ScopeScheme        // http instead of https, or the reverse
)

var reasonNames = [...]string{"", "parse", "scheme", "too-long", "scope-host", "scope-path", "scope-scheme"}

// String gives the stable name of the reason, "" for OK.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return "unknown"
}

// The kinds of removal.
const (
	KindSession    = "session"     // built-in session table
	KindTracking   = "tracking"    // built-in tracking table
	KindStrip      = "strip"       // Config.Strip
	KindCleanParam = "clean-param" // robots.txt of the site
	KindLearned    = "learned"     // session parameter learned from the site
	KindMade       = "made-up"     // parameter whose name the site makes up for one answer
	KindScheme     = "scheme"      // settled scheme of the host
	KindHost       = "host"        // settled host of the site
	KindOrigin     = "origin"      // origin as which the site is judged
)

// Removal is one thing that a rule removed or replaced.
type Removal struct {
	Name string // parameter as written in the URL, form of a path segment, or the scheme, host or origin replaced
	Kind string // one of the Kind constants
	Why  string // the rule, for people
}

// Result is the answer for one reference. Its slices belong to the Resolver
// and hold until the next call on it.
type Result struct {
	URL     []byte    // canonical form; nil unless Reason is OK
	Long    []byte    // Reason TooLong: the form, over MaxLength bytes; nil if the reference was over MaxRef
	Key     uint64    // SipHash-2-4 of URL under Config.Key; 0 unless Reason is OK
	Reason  Reason    // OK, Parse, Scheme or TooLong
	Removed []Removal // what rules removed, in the order of the URL; nil if nothing
	Seen    bool      // the answer came from the Resolver's cache
}

// Rules are compiled rules. They never change and are safe for concurrent use.
type Rules struct {
	config Config
	k0, k1 uint64
	names  names
	hosts  map[string]*hostRules // by authority of the canonical form
}

// New compiles a configuration. An error names the rule or parameter that is
// not well formed.
func New(c Config) (*Rules, error) {
	c.Strip, c.Keep, c.Rules = slices.Clone(c.Strip), slices.Clone(c.Keep), slices.Clone(c.Rules)
	r := &Rules{
		config: c,
		k0:     binary.LittleEndian.Uint64(c.Key[:8]),
		k1:     binary.LittleEndian.Uint64(c.Key[8:]),
	}
	var err error
	if r.names, err = compileNames(c); err != nil {
		return nil, err
	}
	if r.hosts, err = compileHosts(c.Rules); err != nil {
		return nil, err
	}
	return r, nil
}

// With returns the rules with more added after those that there are.
func (r *Rules) With(more ...Rule) (*Rules, error) {
	c := r.config
	c.Rules = append(slices.Clone(c.Rules), more...)
	return New(c)
}

// Key gives the 64-bit identity of a canonical form: its SipHash-2-4 under
// the crawl's key, so that a site cannot forge collisions.
func (r *Rules) Key(url []byte) uint64 { return siphash.Hash(r.k0, r.k1, url) }

// Canonical gives the canonical form of one absolute URL. The result is the
// caller's own. For many references use a Resolver.
func (r *Rules) Canonical(raw string) Result {
	v := r.NewResolver()
	v.RememberNothing()
	return v.Resolve([]byte(raw))
}
