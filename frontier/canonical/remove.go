package canonical

import "bytes"

// cleanPath applies the rules to the path v.buf[v.path:]: path parameters and
// segments that carry a session go, and the dot segments that this uncovers.
func (v *Resolver) cleanPath() {
	path := v.buf[v.path:]
	if bytes.IndexByte(path, ';') < 0 && bytes.IndexByte(path, '(') < 0 {
		return
	}
	v.buf = v.rewritePath(func(seg []byte) ([]byte, bool) {
		seg = v.cleanSegment(seg)
		if do := v.rules.names.segments[0]; do != nil && aspNetSegment(seg) {
			v.removed = append(v.removed, Removal{"(S())", do.kind, do.why})
			return nil, false
		}
		return seg, true
	})
	do := v.rules.names.segments[1]
	if do == nil || !bytes.EqualFold(v.buf[max(v.path, len(v.buf)-len(".aspx")):], []byte(".aspx")) {
		return
	}
	v.buf = v.rewritePath(func(seg []byte) ([]byte, bool) {
		if aspNet1Segment(seg) {
			v.removed = append(v.removed, Removal{"()", do.kind, do.why})
			return nil, false
		}
		return seg, true
	})
}

// rewritePath rewrites the path in place, segment by segment: edit shortens a
// segment or drops it together with the slash after it.
func (v *Resolver) rewritePath(edit func(seg []byte) ([]byte, bool)) []byte {
	rest := v.buf[v.path+1:]
	out := v.buf[:v.path+1]
	for more := true; more; {
		seg := rest
		end := bytes.IndexByte(rest, '/')
		if more = end >= 0; more {
			seg, rest = rest[:end], rest[end+1:]
		}
		if seg, ok := edit(seg); ok {
			start := len(out)
			out = append(out, seg...)
			out = endSegment(out, v.path, start, more)
		}
	}
	return out
}

// cleanSegment removes ;name=value from a segment, in place.
func (v *Resolver) cleanSegment(seg []byte) []byte {
	semi := bytes.IndexByte(seg, ';')
	if semi < 0 {
		return seg
	}
	out, rest := seg[:semi], seg[semi+1:]
	for more := true; more; {
		param := rest
		end := bytes.IndexByte(rest, ';')
		if more = end >= 0; more {
			param, rest = rest[:end], rest[end+1:]
		}
		if !v.remove(param, InPath) {
			out = append(append(out, ';'), param...)
		}
	}
	return out
}

// cleanQuery removes parameters from the query v.buf[start:], in place, each
// with the separator before it; the question mark goes if nothing is left.
func (v *Resolver) cleanQuery(start int) {
	query := v.buf[start:]
	out, separator := query[:0], query[:0]
	first, before := true, len(v.removed)
	v.paired = paired(query)
	v.endOfPath = start - 1
	v.covered = v.covered[:0]
	for rest := query; ; {
		param, after, more := cutParam(rest)
		if !v.remove(param, InQuery) {
			if !first {
				out = append(out, separator...)
			}
			out, first = append(out, param...), false
		}
		if !more {
			break
		}
		separator, rest = rest[len(param):len(rest)-len(after)], after
	}
	switch {
	case len(v.removed) == before:
	case len(out) == 0:
		v.buf = v.buf[:start-1]
	default:
		v.buf = v.buf[:start+len(out)]
	}
}

// cutParam splits a query after its first parameter. The separator between
// param and after is & or ;, or &amp; where HTML was escaped twice.
func cutParam(query []byte) (param, after []byte, more bool) {
	for i, c := range query {
		if c == '&' {
			after = query[i+1:]
			for bytes.HasPrefix(after, []byte("amp;")) {
				after = after[len("amp;"):]
			}
			return query[:i], after, true
		}
		if c == ';' {
			return query[:i], query[i+1:], true
		}
	}
	return query, nil, false
}

// remove reports whether a rule removes the parameter name=value, and notes
// it.
func (v *Resolver) remove(param []byte, form Form) bool {
	name, value, _ := bytes.Cut(param, []byte("="))
	v.folded = fold(v.folded[:0], name)
	folded, n := v.folded, &v.rules.names
	if len(n.keep) > 0 && n.kept(folded) {
		return false
	}
	do := v.siteAction(name, value, form)
	if do == nil {
		do = n.find(folded, value, form)
	}
	if do == nil || do.pair && !v.paired {
		return false
	}
	v.removed = append(v.removed, Removal{v.text(name), do.kind, do.why})
	return true
}

// paired reports whether a query holds both cfid and cftoken.
func paired(query []byte) bool {
	id, token := false, false
	for i := 0; i+3 < len(query); i++ {
		if query[i]|0x20 != 'c' || query[i+1]|0x20 != 'f' || i > 0 && query[i-1] != '&' && query[i-1] != ';' {
			continue
		}
		param, _, _ := cutParam(query[i:])
		name, _, _ := bytes.Cut(param, []byte("="))
		id = id || bytes.EqualFold(name, []byte("cfid"))
		token = token || bytes.EqualFold(name, []byte("cftoken"))
	}
	return id && token
}

// siteAction gives the action of the site's own rules for a parameter, nil if
// there is none. v.folded is the name in lower case.
func (v *Resolver) siteAction(name, value []byte, form Form) *action {
	if v.site == nil {
		return nil
	}
	if form == InQuery {
		for _, i := range v.site.named[string(name)] {
			if v.covers(i) {
				return v.site.clean[i].do
			}
		}
		if len(v.site.made) > 0 {
			if do := v.site.made[MadeForm(name, value)]; do != nil {
				return do
			}
		}
	}
	return v.site.session[string(v.folded)]
}

// covers reports whether a Clean-param rule of the site holds for the path of
// the URL at hand; each is asked once a URL.
func (v *Resolver) covers(i int) bool {
	if len(v.covered) == 0 {
		v.covered = append(v.covered, make([]cover, len(v.site.clean))...)
	}
	if v.covered[i] == coverUnknown {
		v.covered[i] = coverNo
		if v.site.clean[i].covers(v.buf[v.path:v.endOfPath]) {
			v.covered[i] = coverYes
		}
	}
	return v.covered[i] == coverYes
}

// cover is what is known of a Clean-param rule and a path.
type cover uint8

const (
	coverUnknown cover = iota
	coverNo
	coverYes
)
