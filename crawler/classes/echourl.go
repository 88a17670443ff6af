package classes

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// repeated gives the first folder of a path in which one comes again, "" where
// none does.
func repeated(path string) string {
	path, _, _ = strings.Cut(path, "?")
	var most [64]string
	segments := most[:0]
	for s := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if len(segments) == len(most) {
			return ""
		}
		segments = append(segments, s)
	}
	if len(segments) < 3 {
		return ""
	}
	for i, s := range segments {
		if s != "" && strings.Trim(s, "0123456789") != "" && slices.Contains(segments[i+1:], s) {
			return segments[0] + "/"
		}
	}
	return ""
}

// dateNames are parameters of calendars.
var dateNames = map[string]bool{"cal": true, "calendar": true, "date": true, "datum": true, "day": true, "month": true, "monat": true,
	"mois": true, "mes": true, "year": true, "jahr": true, "week": true, "woche": true, "ym": true, "start_date": true, "tribe-bar-date": true}

// isDated tells of a path and query with a year and a month, or with a
// parameter that is named like a date.
func isDated(s string) bool {
	if at := strings.IndexByte(s, '?'); at >= 0 {
		for part := range strings.FieldsFuncSeq(s[at+1:], func(r rune) bool { return r == '&' || r == ';' }) {
			name, value, _ := strings.Cut(part, "=")
			if value != "" && '0' <= value[0] && value[0] <= '9' && dateNames[strings.ToLower(name)] {
				return true
			}
		}
	}
	years, months := false, false
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r < '0' || r > '9' }) {
		switch n := len(part); {
		case (n == 4 || n == 6 || n == 8) && (part[:2] == "19" || part[:2] == "20" || part[:2] == "21"):
			years, months = true, months || n > 4
		case n == 1 || n == 2 && part <= "31":
			months = true
		}
	}
	return years && months
}

// dates gives what addresses of a calendar have in common: the path, in which #
// stands for numbers, and the names of the parameters that have one. How a
// month is shown makes no difference.
func dates(s string) string {
	path, query, _ := strings.Cut(s, "?")
	path = masked(path)
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		if name, value, _ := strings.Cut(part, "="); value != "" && '0' <= value[0] && value[0] <= '9' {
			path += "?" + name
		}
	}
	return path
}

// masked gives a text in which # stands for numbers.
func masked(s string) string {
	var b strings.Builder
	digit := false
	for _, c := range []byte(s) {
		was := digit
		if digit = '0' <= c && c <= '9'; !digit {
			b.WriteByte(c)
		} else if !was {
			b.WriteByte('#')
		}
	}
	return b.String()
}

// impossible gives an address like those of two pages that cannot exist: what
// differs between them is another word, and all values of parameters are, unless both have the same
// and only their paths differ: the site may overlook them; "" where the pages are not of one kind.
func impossible(urls [2]string, word string) string {
	origin := canonical.Origin(urls[0])
	if origin != canonical.Origin(urls[1]) {
		return ""
	}
	path, query, _ := strings.Cut(urls[0][len(origin):], "?")
	other, otherQuery, _ := strings.Cut(urls[1][len(origin):], "?")
	if (query != "") != (otherQuery != "") {
		return "" // the same page with and without parameters
	}
	if query != "" && (path == other || query != otherQuery) {
		parts := strings.FieldsFunc(query, func(r rune) bool { return r == '&' || r == ';' })
		for i, part := range parts {
			name, _, _ := strings.Cut(part, "=")
			parts[i] = name + "=" + word
		}
		return origin + path + "?" + strings.Join(parts, "&")
	}
	segments, others := strings.Split(path, "/"), strings.Split(other, "/")
	if len(others) > len(segments) {
		segments, others = others, segments
	}
	last := len(segments) - 1
	if segments[last] == "" {
		last--
	}
	for i := range segments {
		if i == last || len(segments) == len(others) && segments[i] != others[i] {
			segments[i] = word
		}
	}
	if last < 1 {
		return ""
	}
	if query != "" {
		segments[len(segments)-1] += "?" + query
	}
	return origin + strings.Join(segments, "/")
}

// deeper gives the address of a page with a folder more before the last
// segment of its path. All words of the address stay: pages that repeat them
// have the same text then.
func deeper(url, word string) string {
	path, query, asked := strings.Cut(url, "?")
	at := strings.LastIndexByte(strings.TrimSuffix(path, "/"), '/') + 1
	if path = path[:at] + word + "/" + path[at:]; asked {
		path += "?" + query
	}
	return path
}
