package accesslog

import (
	"bytes"
	"io"
	"slices"
	"strings"
)

// jsonKinds are the makers of JSON lines, by a name that only they use, in
// lower case.
var jsonKinds = []struct{ name, what string }{
	{"clientrequesturi", "JSON lines of Cloudflare"},
	{"httprequest.requesturl", "JSON lines of Google Cloud"},
	{"request.uri", "JSON lines of Caddy"},
	{"downstreamstatus", "JSON lines of Traefik"},
	{"reqpath", "JSON lines of Akamai"},
	{"properties.requesturi", "JSON lines of Azure"},
	{"http.response.status_code", "JSON lines by the Elastic Common Schema"},
	{"http_user_agent", "JSON lines with nginx' names"},
}

// asJSON knows a JSON object a line, also behind the time and level that
// Caddy writes for a terminal.
func asJSON(b *beginning) *format {
	var names []string
	seen := map[string]bool{}
	objects := 0
	walk := scanner{visit: func(path, _ []byte, _ bool) {
		if !seen[string(path)] && len(names) < 2000 {
			seen[string(path)] = true
			names = append(names, string(path))
		}
	}}
	for _, line := range b.sample {
		if at := objectAt(line); at >= 0 && walk.scan(line[at:]) {
			objects++
		}
	}
	if objects*2 < len(b.sample) {
		return nil
	}
	bound := bind(names, b.given)
	if !bound.usable() {
		return nil
	}
	what := "JSON lines"
	for _, k := range jsonKinds {
		if slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, k.name) }) {
			what = k.what
			break
		}
	}
	if bound.has(whole) {
		what = "JSON lines around lines of text"
	}
	return &format{what, func(in io.Reader) source { return lines(form{"", newJSONReader(bound)})(in) }}
}

// objectAt gives the place where a line's object begins, -1 if it has none.
func objectAt(line []byte) int {
	if len(line) > 0 && line[0] == '{' {
		return 0
	}
	if i := bytes.Index(line, []byte("\t{")); i >= 0 {
		return i + 1
	}
	return -1
}

// jsonReader reads JSON lines.
type jsonReader struct {
	columns columns
	walk    scanner
	fixes   fixes
	r       *record
	ranks   [fields]uint8
	inner   inner
}

func newJSONReader(bound columns) *jsonReader {
	j := &jsonReader{columns: bound, inner: inner{forms: textForms()}}
	j.walk.visit = j.visit
	if _, cloudfront := bound.fields["cs-uri-stem"]; cloudfront {
		j.fixes = escapedTwice
	}
	return j
}

func (j *jsonReader) visit(path, value []byte, quoted bool) {
	at, found := j.columns.fields[string(path)]
	if !found {
		return
	}
	if quoted && bytes.IndexByte(value, '\\') >= 0 {
		value = j.r.unescape(value)
	}
	j.r.put(at, value, &j.ranks)
}

func (j *jsonReader) read(line []byte, r *record) result {
	at := objectAt(line)
	if at < 0 {
		return broken
	}
	j.r, j.ranks = r, [fields]uint8{}
	r.fixes = j.fixes
	if !j.walk.scan(line[at:]) {
		return broken
	}
	if at > 0 && r.f[when] == nil {
		r.f[when], _, _ = bytes.Cut(line[:at], []byte("\t"))
	}
	switch {
	case r.f[whole] != nil:
		return j.inner.read(r)
	case r.f[request] == nil && r.f[target] == nil && r.f[path] == nil:
		return nothing // a line of another log
	}
	return complete
}
