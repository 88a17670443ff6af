package canonical

import (
	"bytes"
	"fmt"

	"golang.org/x/text/encoding"
)

// Resolver resolves references of documents. It belongs to one goroutine: it
// holds the buffers of its results and a bounded memory of references seen.
type Resolver struct {
	rules *Rules
	base  base
	cache cache
	hosts map[string]host
	texts map[string]string

	charset string
	encoder *encoding.Encoder // of queries; nil for UTF-8

	// The URL at hand.
	buf       []byte
	path      int        // where its path begins in buf
	site      *hostRules // rules of its authority, nil if none
	bare      bool       // no rules: the URL is a base
	endOfPath int        // where its path ends, when its query is cleaned
	paired    bool       // its query holds cfid and cftoken
	covered   []cover    // which of site.clean hold for its path
	removed   []Removal
	authority []byte
	scratch   []byte // a reference without tabs and line ends
	encoded   []byte // a query in the document's encoding
	folded    []byte // a parameter name in lower case
}

// base is the URL against which references are resolved. Rules have not been
// applied to it.
type base struct {
	set       bool
	https     bool
	url       []byte
	originLen int // of scheme and authority at the start of url
	authority []byte
	path      []byte
	dir       int // length of the directory part of path
	query     []byte

	// What the fast path puts before a reference, and what that removed.
	origin []byte
	site   *hostRules
	moved  []Removal
	plain  bool // the rules have nothing to do in the directory
}

// keepBuffer is the size, in bytes, over which a buffer is given back after
// an extraordinary reference.
const keepBuffer = 64 << 10

// NewResolver returns a Resolver without a base: until SetBase it takes
// absolute references only.
func (r *Rules) NewResolver() *Resolver { return &Resolver{rules: r} }

// RememberNothing makes the Resolver work every reference out anew: for those
// who meet each of them once.
func (v *Resolver) RememberNothing() { v.cache.off = true }

// SetRules makes newer rules hold. What was seen before is forgotten.
func (v *Resolver) SetRules(r *Rules) {
	v.rules = r
	v.cache.clear()
	v.prepareBase()
}

// SetBase sets the base URL of a document, absolute and http or https, and
// the label of its character encoding, which its queries are sent in ("" is
// UTF-8). An empty url means no base: absolute references only. On error the
// Resolver keeps what it had: the URL is unusable or over 8 KiB, or the label
// is unknown, which browsers read as UTF-8.
func (v *Resolver) SetBase(url, charset string) error {
	encoder := v.encoder
	if charset != v.charset {
		var err error
		if encoder, err = queryEncoder(charset); err != nil {
			return err
		}
	}
	if url == "" {
		v.base = base{}
	} else if !v.base.set || string(v.base.url) != url {
		if err := v.parseBase(url); err != nil {
			return err
		}
	}
	v.charset, v.encoder = charset, encoder
	v.prepareBase()
	return nil
}

// parseBase takes url as the base, or leaves the one there is.
func (v *Resolver) parseBase(url string) error {
	old := v.base.set
	v.base.set = false
	reason := v.parse([]byte(url), true)
	if reason == OK && len(v.buf) > maxBase {
		reason = TooLong
	}
	if reason != OK {
		v.base.set = old
		return fmt.Errorf("take %.200q as base: no usable http or https URL (%s)", url, reason)
	}
	b := &v.base
	b.set = true
	b.url = append(b.url[:0], v.buf...)
	scheme, authority, path, query := Split(b.url)
	b.https = len(scheme) == len("https")
	b.authority, b.path, b.query = authority, path, query
	b.originLen = len(scheme) + len("://") + len(authority)
	b.dir = bytes.LastIndexByte(path, '/') + 1
	return nil
}

// prepareBase computes what the fast path and the cache need of the base.
func (v *Resolver) prepareBase() {
	b := &v.base
	v.cache.setBase(b, v.charset)
	if !b.set {
		return
	}
	v.buf, v.removed, v.bare = v.buf[:0], v.removed[:0], false
	v.origin(b.https, b.authority)
	b.origin = append(b.origin[:0], v.buf...)
	b.moved = append(b.moved[:0], v.removed...)
	b.site = v.site
	b.plain = !bytes.ContainsAny(b.path[:b.dir], ";(")
}

// Resolve gives the canonical form of a reference, the value of an attribute
// after its entities are decoded. It takes time linear in its length.
func (v *Resolver) Resolve(ref []byte) Result {
	slot, found := v.cache.find(ref)
	if found {
		return v.cache.result(slot)
	}
	res := v.resolve(ref)
	v.cache.store(ref, &res)
	return res
}

func (v *Resolver) resolve(ref []byte) Result {
	v.release()
	v.removed = v.removed[:0]
	if !v.fast(ref) {
		v.removed = v.removed[:0]
		if reason := v.parse(ref, false); reason != OK {
			return Result{Reason: reason}
		}
	}
	res := Result{}
	if len(v.removed) > 0 {
		res.Removed = v.removed
	}
	if len(v.buf) > MaxLength {
		res.Reason, res.Long = TooLong, v.buf
		return res
	}
	res.URL, res.Key = v.buf, v.rules.Key(v.buf)
	return res
}

// release gives back buffers that an extraordinary reference has blown up.
func (v *Resolver) release() {
	for _, b := range []*[]byte{&v.buf, &v.scratch, &v.encoded} {
		if cap(*b) > keepBuffer {
			*b = nil
		}
	}
	if cap(v.removed) > 1024 {
		v.removed = nil
	}
}

// origin begins v.buf with scheme and authority as the rules of hosts and
// schemes have them, and sets v.path and v.site.
func (v *Resolver) origin(https bool, authority []byte) {
	if !v.bare && len(v.rules.hosts) > 0 {
		https, authority = v.settle(https, authority)
	}
	if https {
		v.buf = append(v.buf, "https://"...)
	} else {
		v.buf = append(v.buf, "http://"...)
	}
	v.buf = append(v.buf, authority...)
	v.path = len(v.buf)
}

// settle applies the scheme rule of the host, then the host's move, then the
// scheme rule of the host it leads to.
func (v *Resolver) settle(https bool, authority []byte) (bool, []byte) {
	v.site = v.rules.hosts[string(authority)]
	if v.site == nil {
		return https, authority
	}
	https = v.settleScheme(https)
	to := v.site.to
	if to == nil {
		return https, authority
	}
	from := authority
	if to.kind == KindOrigin {
		from = append(append([]byte(schemeName(https)), "://"...), authority...)
	}
	v.removed = append(v.removed, Removal{v.text(from), to.kind, to.why})
	if !to.anyScheme {
		https = to.https
	}
	if v.site = v.rules.hosts[to.authority]; v.site != nil {
		https = v.settleScheme(https)
	}
	v.authority = append(v.authority[:0], to.authority...)
	return https, v.authority
}

func (v *Resolver) settleScheme(https bool) bool {
	rule := v.site.scheme
	if rule == nil || rule.https == https {
		return https
	}
	v.removed = append(v.removed, Removal{schemeName(https), KindScheme, rule.why})
	return rule.https
}

func schemeName(https bool) string {
	if https {
		return "https"
	}
	return "http"
}

// text makes a string of b, the same one for names met often.
func (v *Resolver) text(b []byte) string {
	if s, ok := v.texts[string(b)]; ok {
		return s
	}
	if len(b) > maxName {
		return string(b)
	}
	if len(v.texts) >= 512 || v.texts == nil {
		v.texts = make(map[string]string)
	}
	s := string(b)
	v.texts[s] = s
	return s
}
