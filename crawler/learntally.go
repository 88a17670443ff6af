package crawler

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// suspect is a parameter that may carry a session id, as the links of one
// page show it.
type suspect struct {
	host    string
	name    string // in lower case
	page    string // whose links they are
	opaque  bool   // its values look generated
	clock   bool   // all links of the page have the time of its answer
	cookie  bool   // its value is that of a cookie set in the same answer
	targets []string
	value   string // in all of the page's links that carry it; "" where there are several

	redirect bool // a redirect adds it to the page's own URL
}

const (
	maxTallied   = 32 // parameter names looked at on one page
	maxParamName = 40
	maxTargets   = 8 // links of a suspect that are reported
)

// tally counts the parameters of a page's links to its own origin. It belongs
// to one worker.
type tally struct {
	url    string // of the page
	origin string // with the slash after it
	links  int    // to other pages of the origin
	names  []tallied
}

// tallied is what the links of one page say of one parameter.
type tallied struct {
	name    []byte
	value   []byte // in the first link that has it
	links   int
	changes int // links with another value than the first
	opaque  int // links whose value looks generated
	mixed   int // links whose value may be
	stamps  int // links whose value is a number as long as a time
}

// count looks at the links of a page. What it keeps points into them.
func (t *tally) count(url string, links []frontier.Link) {
	t.url, t.links, t.names = url, 0, t.names[:0]
	t.origin = url[:min(len(canonical.Origin(url))+1, len(url))]
	for i := range links {
		l := &links[i]
		if !t.internal(l) {
			continue
		}
		t.links++
		path := l.URL[len(t.origin):]
		if bytes.IndexByte(path, '?') >= 0 || bytes.IndexByte(path, ';') >= 0 {
			eachParam(path, t.add)
		}
	}
}

// internal reports links that a reader follows to other pages of the origin.
func (t *tally) internal(l *frontier.Link) bool {
	return follows(l.Flags) && l.Reason == frontier.Undecided && len(l.URL) >= len(t.origin) &&
		string(l.URL[:len(t.origin)]) == t.origin && string(l.URL) != t.url
}

// follows reports the kinds of links that a reader or frame follows.
func follows(f frontier.LinkFlags) bool {
	switch f.Kind() {
	case frontier.LinkA, frontier.LinkArea, frontier.LinkFrame, frontier.LinkIFrame, frontier.LinkNext, frontier.LinkPrev:
		return true
	}
	return false
}

func (t *tally) add(name, value []byte) {
	if len(value) == 0 || !plainName(name) && madeForm(string(name)) == "" {
		return
	}
	e := t.find(name)
	if e == nil {
		if len(t.names) == maxTallied {
			return
		}
		t.names = append(t.names, tallied{name: name, value: value})
		e = &t.names[len(t.names)-1]
	}
	e.links++
	if !bytes.Equal(e.value, value) {
		e.changes++
	}
	if looksGenerated(value) {
		e.opaque++
	}
	if mayBeGenerated(value) {
		e.mixed++
	}
	if isStamp(value) {
		e.stamps++
	}
}

func (t *tally) find(name []byte) *tallied {
	for i := range t.names {
		if bytes.EqualFold(t.names[i].name, name) {
			return &t.names[i]
		}
	}
	return nil
}

// suspicious tells whether a parameter is worth a closer look: one value on
// more than half of the page's links, one that looks generated on several,
// generated ones, or as long as a time on more than half of them, that change from link to link, or that of a cookie.
func (t *tally) suspicious(e *tallied, cookie bool) bool {
	opaque := e.opaque == e.links
	if e.changes > 0 {
		isStamp := e.stamps == e.links && 2*e.links > t.links
		return (e.mixed == e.links || isStamp) && e.links >= 3 && 2*e.changes >= e.links
	}
	return cookie || e.links >= 2 && 2*e.links > t.links || opaque && e.links >= 3
}

// suspectsOf gives the parameters of a page's links that may be session ids.
func (w *worker) suspectsOf(url string, o *outcome) []suspect {
	if w.c.opts.NoLearn || w.Res.Status != http.StatusOK {
		return nil
	}
	w.tally.count(url, o.page.Links)
	return w.tally.suspects(w.Res.Header, o.page.Links, w.Res.FetchedAt, w.c.isDecided)
}

// isDecided tells whether the trial of a parameter is over.
func (c *crawl) isDecided(host, name string) bool {
	_, over := c.decided.Load(decidedParam{host, name})
	return over
}

// suspects gives the parameters of the counted page that may be session ids,
// but for those that skip knows; without targets those of which it says only
// that their generated values are several.
func (t *tally) suspects(header http.Header, links []frontier.Link, at time.Time, skip func(host, name string) bool) []suspect {
	var found []suspect
	for i := range t.names {
		e := &t.names[i]
		cookie := e.changes == 0 && setsCookie(header, e.value)
		suspicious := t.suspicious(e, cookie)
		if !suspicious && (e.changes == 0 || e.opaque == 0) {
			continue
		}
		s := suspect{host: canonical.Host(t.url), name: strings.ToLower(string(e.name)), page: t.url, opaque: e.opaque == e.links, clock: e.changes == 0 && isNow(e.value, at), cookie: cookie}
		s.opaque = s.opaque || s.clock
		if skip(s.host, s.name) {
			continue
		}
		if e.changes == 0 {
			s.value = string(e.value)
		}
		if suspicious {
			s.targets = t.targets(s.name, links)
		}
		found = append(found, s)
	}
	return found
}

// targets gives a few followed links that carry the parameter.
func (t *tally) targets(name string, links []frontier.Link) []string {
	var urls []string
	if madeForm(name) != "" {
		urls = t.crowded(name, links)
	}
	for i := range links {
		l := &links[i]
		if len(urls) == maxTargets {
			break
		}
		if t.carries(l, name) {
			urls = append(urls, string(l.URL))
		}
	}
	return urls
}

func (t *tally) carries(l *frontier.Link, name string) bool {
	return l.Flags&frontier.Unlinked == 0 && t.internal(l) && len(paramValue(l.URL, name)) > 0
}

// crowded gives a link to the address under which links name most things, if it is
// several, by names that look made up: these may be those of documents.
func (t *tally) crowded(name string, links []frontier.Link) (most []string) {
	seen, counts := map[string]bool{}, map[string]int{}
	for i := range links {
		if l := &links[i]; t.carries(l, name) && !seen[string(l.URL)] {
			url := string(l.URL)
			path, _, _ := strings.Cut(url, "?")
			seen[url] = true
			if counts[path]++; counts[path] > max(counts[""], 1) {
				counts[""], most = counts[path], []string{url}
			}
		}
	}
	return most
}

// paramValue gives the value of a parameter of a URL, nil if it has none.
func paramValue(url []byte, name string) []byte {
	var found []byte
	eachParam(url, func(n, value []byte) {
		if found == nil && len(n) == len(name) && strings.EqualFold(string(n), name) {
			found = value
		}
	})
	return found
}

// eachParam calls do for every name=value in the query of a URL or reference
// and behind semicolons in its path. Where the name looks made up it is the value, and
// that of its form the name.
func eachParam(url []byte, do func(name, value []byte)) {
	path, query, _ := bytes.Cut(url, []byte("?"))
	if bytes.IndexByte(path, ';') >= 0 {
		for segment := range bytes.SplitSeq(path, []byte("/")) {
			_, params, _ := bytes.Cut(segment, []byte(";"))
			pairs(params, do)
		}
	}
	pairs(query, do)
}

func pairs(list []byte, do func(name, value []byte)) {
	for len(list) > 0 {
		pair := list
		if end := bytes.IndexAny(list, "&;#"); end >= 0 {
			pair, list = list[:end], list[end+1:]
		} else {
			list = nil
		}
		name, value, ok := bytes.Cut(pair, []byte("="))
		if form := canonical.MadeForm(name, value); form != "" {
			do(madeNames[form], pair)
		} else if ok {
			do(name, value)
		}
	}
}

// plainName reports names that a rule can hold.
func plainName(name []byte) bool {
	if len(name) == 0 || len(name) > maxParamName {
		return false
	}
	for _, c := range name {
		if !isAlnum(c) && c != '_' && c != '-' && c != '.' {
			return false
		}
	}
	return true
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// setsCookie tells whether an answer sets a cookie to this value.
func setsCookie(h http.Header, value []byte) bool {
	for _, line := range h["Set-Cookie"] {
		pair, _, _ := strings.Cut(line, ";")
		_, set, _ := strings.Cut(pair, "=")
		if len(value) > 0 && strings.Trim(strings.TrimSpace(set), `"`) == string(value) {
			return true
		}
	}
	return false
}

// mayBeGenerated reports values of six or more characters that hold letters
// and digits. Article numbers do, too: it is worth a question, and no proof.
func mayBeGenerated(value []byte) bool {
	return len(value) >= 6 && bytes.ContainsAny(value, "0123456789") && bytes.ContainsFunc(value, unicode.IsLetter) || looksGenerated(value)
}

// isStamp reports numbers of eight digits and more: seconds, or what stands in
// for them so that no cache knows a link. Numbers of articles are as long.
func isStamp(value []byte) bool {
	return len(value) >= 8 && len(bytes.Trim(value, "0123456789")) == 0
}

// isNow reports the time at which the answer came, give or take two minutes, in seconds or their fractions since 1970:
// requests within a second get the same one.
func isNow(value []byte, at time.Time) bool {
	seconds, fraction, _ := bytes.Cut(value, []byte("."))
	if !isStamp(seconds) || len(bytes.Trim(fraction, "0123456789")) > 0 || len(seconds) < 10 || len(seconds) > 16 {
		return false
	}
	n, err := strconv.ParseInt(string(seconds[:10]), 10, 64)
	return err == nil && max(n-at.Unix(), at.Unix()-n) <= 120
}

// looksGenerated reports values that no person writes: twelve or more
// characters in which letters and digits alternate several times, or a number
// of 18 or more digits.
func looksGenerated(value []byte) bool {
	if len(value) < 12 {
		return false
	}
	letters, digits, turns := 0, 0, 0
	last := byte(0)
	for _, c := range value {
		kind := byte(0)
		switch {
		case '0' <= c && c <= '9':
			digits++
			kind = '0'
		case isAlnum(c):
			letters++
			kind = 'a'
		default:
			continue
		}
		if last != 0 && kind != last {
			turns++
		}
		last = kind
	}
	if letters == 0 {
		return digits >= 18
	}
	return letters >= 2 && digits >= 2 && turns >= 3
}
