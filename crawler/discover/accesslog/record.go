package accesslog

import (
	"bytes"
	"net/netip"
)

// field is a part of a log line that is used.
type field uint8

const (
	unused    field = iota
	address         // of the client
	forwarded       // of the client, as a proxy tells it: anybody can send that
	when            // date and time
	date            // where they stand apart
	clock
	request // method, target and version
	method
	target // path and query, or a whole URL
	path   // without the query
	query
	host // that was asked for
	status
	agent
	ident // of RFC 1413, which nobody sends
	user
	whole // a log line inside of the line
	fields
)

// fieldNames are the names that --log-field takes.
var fieldNames = map[string]field{
	"client": address, "forwarded": forwarded, "time": when, "date": date, "clock": clock, "request": request, "method": method, "url": target,
	"path": path, "query": query, "host": host, "status": status, "agent": agent, "line": whole,
}

// record is what a line says, as it stands there. Its slices hold until the
// next line.
type record struct {
	f       [fields][]byte
	scratch []byte // unescaped fields
	fixes   fixes
}

// fixes are peculiarities of a format.
type fixes uint8

const (
	plusIsSpace  fixes = 1 << iota // in paths: IIS
	escapedTwice                   // % is written as %25: CloudFront
)

func (r *record) reset() {
	r.f = [fields][]byte{}
	r.scratch = r.scratch[:0]
}

// what a line gives.
type result uint8

const (
	broken   result = iota // it is not of the form
	nothing                // a comment or a header
	complete               // a request
)

// reader reads the lines of one form.
type reader interface {
	read(line []byte, r *record) result
}

// asked is a request for a URL.
type asked struct {
	method []byte
	target []byte // path and query
	host   []byte // "" if the line does not say
	status int    // 0 if it does not say
}

// request reads what was asked for. why tells why it is no request for a URL.
func (r *record) request() (a asked, why string) {
	a.method, a.target = r.f[method], r.f[target]
	if req := r.f[request]; req != nil { // what the client sent goes first: nginx' $uri is what became of it
		m, t, ok := splitRequest(req)
		switch {
		case ok:
			a.method, a.target = m, t
		case a.target == nil && r.f[path] == nil:
			return a, "no HTTP request"
		}
	}
	if r.f[request] == nil || a.target == nil {
		a.target = r.withQuery(a.target)
	}
	a.status = number(r.f[status])
	a.host = r.f[host]
	if len(a.host) == 1 && a.host[0] == '-' {
		a.host = nil
	}
	if rest, found := cutScheme(a.target); found { // absolute: RFC 9112, section 3.2.2
		end := bytes.IndexAny(rest, "/?#")
		if end < 0 {
			end = len(rest)
		}
		a.host, a.target = rest[:end], rest[end:]
		if at := bytes.LastIndexByte(a.host, '@'); at >= 0 {
			a.host = a.host[at+1:]
		}
		if len(a.target) == 0 || a.target[0] != '/' {
			a.target = r.keep([]byte("/"), a.target)
		}
	}
	if len(a.target) == 0 || a.target[0] != '/' {
		return a, "no path"
	}
	return a, ""
}

// withQuery joins path and query where they stand apart, and mends what the
// format does to them.
func (r *record) withQuery(target []byte) []byte {
	if len(target) == 0 || target[0] == '-' && len(target) == 1 {
		target = r.f[path]
	}
	if r.fixes&plusIsSpace != 0 && bytes.IndexByte(target, '+') >= 0 {
		target = r.keep(bytes.ReplaceAll(target, []byte("+"), []byte("%20")), nil)
	}
	if r.f[path] != nil && len(target) > 0 && target[0] != '/' && !bytes.Contains(target, []byte("://")) {
		target = r.keep([]byte("/"), target)
	}
	if q := bytes.TrimPrefix(r.f[query], []byte("?")); len(q) > 0 && !(len(q) == 1 && q[0] == '-') && bytes.IndexByte(target, '?') < 0 {
		target = r.keep(r.keep(target, []byte("?")), q)
	}
	if r.fixes&escapedTwice != 0 && bytes.Contains(target, []byte("%25")) {
		target = r.keep(bytes.ReplaceAll(target, []byte("%25"), []byte("%")), nil)
	}
	return target
}

// keep joins two texts in the record's own memory.
func (r *record) keep(a, b []byte) []byte {
	from := len(r.scratch)
	r.scratch = append(append(r.scratch, a...), b...)
	return r.scratch[from:len(r.scratch):len(r.scratch)]
}

// splitRequest cuts "GET /a HTTP/1.1", of any version or none, into method and
// target. A target may hold blanks that should not be there.
func splitRequest(req []byte) (method, target []byte, ok bool) {
	i := bytes.IndexByte(req, ' ')
	if i < 1 || i > 20 {
		return nil, nil, false
	}
	method, target = req[:i], req[i+1:]
	for _, c := range method {
		if c < 'A' || c > 'Z' && c != '_' && c != '-' {
			return nil, nil, false
		}
	}
	if j := bytes.LastIndexByte(target, ' '); j >= 0 && bytes.HasPrefix(target[j+1:], []byte("HTTP/")) {
		target = target[:j]
	}
	return method, bytes.TrimSpace(target), true
}

// cutScheme gives what follows http:// or https://.
func cutScheme(s []byte) (rest []byte, found bool) {
	if len(s) < 8 || s[0]|0x20 != 'h' {
		return nil, false
	}
	i := bytes.Index(s[:8], []byte("://"))
	if i < 0 || !bytes.EqualFold(s[:i], []byte("http")) && !bytes.EqualFold(s[:i], []byte("https")) {
		return nil, false
	}
	return s[i+3:], true
}

// number reads the digits of a status; 0 if it is none.
func number(s []byte) int {
	if len(s) != 3 {
		return 0
	}
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// clientAddr reads an address, alone, with a port, in brackets, or the first
// of a list. It is invalid where a name stands.
func clientAddr(s []byte) netip.Addr {
	if i := bytes.IndexByte(s, ','); i >= 0 {
		s = s[:i]
	}
	s = bytes.Trim(s, " \"")
	if len(s) > 1 && s[0] == '[' {
		if i := bytes.IndexByte(s, ']'); i > 0 {
			s = s[1:i]
		}
	}
	if a := ipv4(s); a.IsValid() {
		return a
	}
	if len(s) < 2 || len(s) > 64 || bytes.IndexByte(s, ':') < 0 {
		return netip.Addr{}
	}
	a, err := netip.ParseAddr(string(s))
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}

// ipv4 reads four numbers with dots, and perhaps a port behind.
func ipv4(s []byte) netip.Addr {
	var b [4]byte
	at, n, digits := 0, 0, 0
	for i := 0; ; i++ {
		end := i == len(s) || at == 3 && s[i] == ':'
		if !end && '0' <= s[i] && s[i] <= '9' && digits < 3 {
			n, digits = n*10+int(s[i]-'0'), digits+1
			continue
		}
		if digits == 0 || n > 255 || !end && s[i] != '.' || !end && at == 3 {
			return netip.Addr{}
		}
		b[at], n, digits = byte(n), 0, 0
		if end && at == 3 {
			return netip.AddrFrom4(b)
		} else if end {
			return netip.Addr{}
		}
		at++
	}
}
