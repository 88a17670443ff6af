package robots

import (
	"strings"
	"time"
)

// maxDate is the length beyond which nothing is a date.
const maxDate = 80

// parseDate reads the date of unavailable_after: ISO 8601, RFC 822 and 1123,
// RFC 850, asctime, and day, month and year with names of months in any order
// that people write. Without a zone it is UTC; without a time it is the end
// of that day; two digits of a year are 1950 to 2049 (RFC 5322 4.3).
func parseDate(s string) (time.Time, bool) {
	s = strings.Trim(s, whiteSpace+"\"'")
	if len(s) < len("1 Jan 26") || len(s) > maxDate {
		return time.Time{}, false
	}
	var d date
	for s = d.isoDate(s); s != ""; {
		var field string
		if field, s = nextField(s); field != "" && !d.take(field) {
			return time.Time{}, false
		}
	}
	return d.time()
}

// date gathers the parts of a written date.
type date struct {
	year, month, day  int
	hour, minute, sec int
	offset            time.Duration
	timed, zoned      bool
}

// isoDate takes an ISO 8601 date off the front, and the T after it.
func (d *date) isoDate(s string) string {
	t, err := time.Parse(time.DateOnly, s[:min(len(s), len(time.DateOnly))])
	if err != nil {
		return s
	}
	d.year, d.month, d.day = t.Year(), int(t.Month()), t.Day()
	s = s[len(time.DateOnly):]
	if s != "" && s[0]|0x20 == 't' {
		s = s[1:]
	}
	return s
}

// nextField cuts a field at white space, at a comma, or at a hyphen that is
// not the sign of a zone.
func nextField(s string) (field, rest string) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == ' ', c == '\t', c == ',':
			return s[:i], s[i+1:]
		case c == '-' && i > 0 && strings.IndexByte(s[:i], ':') < 0 && !isZone(s[:i]):
			return s[:i], s[i+1:]
		case (c == '+' || c == '-') && i > 0 && strings.IndexByte(s[:i], ':') > 0:
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// take finds out what a field is. It reports whether the field belongs to a
// date.
func (d *date) take(field string) bool {
	switch c := field[0]; {
	case strings.IndexByte(field, ':') > 0 && c != '+' && c != '-':
		return d.clock(field)
	case c == '+' || c == '-':
		return d.numericZone(field)
	case c >= '0' && c <= '9':
		return d.number(field)
	}
	return d.word(field)
}

func (d *date) number(field string) bool {
	digits := strings.TrimRight(strings.ToLower(field), "stndrh") // 1st, 2nd, 3rd, 4th
	n, ok := decimal(digits)
	switch {
	case !ok:
		return d.halfDay(field)
	case len(digits) <= 2 && d.day == 0:
		d.day = n
	case len(digits) == 4 && d.year == 0:
		d.year = n
	case len(digits) == 2 && len(field) == 2 && d.year == 0 && n < 50:
		d.year = 2000 + n
	case len(digits) == 2 && len(field) == 2 && d.year == 0:
		d.year = 1900 + n
	default:
		return false
	}
	return true
}

// clock reads hours, minutes and perhaps seconds, and a zone at the end.
func (d *date) clock(field string) bool {
	if d.timed {
		return false
	}
	end := strings.IndexFunc(field, func(r rune) bool { return r != ':' && r != '.' && (r < '0' || r > '9') })
	zone := ""
	if end > 0 {
		field, zone = field[:end], field[end:]
	}
	field, _, _ = strings.Cut(field, ".")
	var part [3]int
	n := 0
	for s := range strings.SplitSeq(field, ":") {
		v, ok := decimal(s)
		if !ok || n == len(part) || len(s) > 2 {
			return false
		}
		part[n], n = v, n+1
	}
	d.hour, d.minute, d.sec, d.timed = part[0], part[1], part[2], true
	return n > 1 && d.hour < 24 && d.minute < 60 && d.sec <= 60 && (zone == "" || d.word(zone))
}

// halfDay reads "3pm".
func (d *date) halfDay(field string) bool {
	hours, ok := decimal(field[:max(0, len(field)-2)])
	if !ok || d.timed || hours < 1 || hours > 12 {
		return false
	}
	d.hour, d.timed = hours, true
	return d.meridiem(field[len(field)-2:])
}

func (d *date) meridiem(word string) bool {
	am, pm := strings.EqualFold(word, "am"), strings.EqualFold(word, "pm")
	switch {
	case !d.timed || !am && !pm:
		return false
	case am:
		d.hour %= 12
	case d.hour < 12:
		d.hour += 12
	}
	return true
}

func (d *date) word(word string) bool {
	if m := monthOf(word); m > 0 {
		if d.month > 0 {
			return false
		}
		d.month = m
		return true
	}
	if isWeekday(word) || d.meridiem(word) {
		return true
	}
	if len(word) > 3 && isZone(word[:3]) { // GMT+2
		return d.numericZone(word[3:])
	}
	for _, z := range zones {
		if strings.EqualFold(word, z.name) {
			d.offset, d.zoned = time.Duration(z.hours)*time.Hour, true
			return true
		}
	}
	return false
}

// numericZone reads +hh, +hhmm and +hh:mm.
func (d *date) numericZone(field string) bool {
	digits := strings.Replace(field[1:], ":", "", 1)
	n, ok := decimal(digits)
	if !ok || d.zoned && d.offset != 0 || len(digits) == 3 || len(digits) > 4 || field[0] != '+' && field[0] != '-' {
		return false
	}
	if len(digits) <= 2 {
		n *= 100
	}
	if n/100 > 14 || n%100 > 59 {
		return false
	}
	d.zoned = true
	d.offset = time.Duration(n/100)*time.Hour + time.Duration(n%100)*time.Minute
	if field[0] == '-' {
		d.offset = -d.offset
	}
	return true
}

func (d *date) time() (time.Time, bool) {
	if d.year == 0 || d.month == 0 || d.day == 0 {
		return time.Time{}, false
	}
	if !d.timed {
		d.hour, d.minute, d.sec = 23, 59, 59
	}
	t := time.Date(d.year, time.Month(d.month), d.day, d.hour, d.minute, d.sec, 0, time.UTC)
	return t.Add(-d.offset), time.Date(d.year, time.Month(d.month), d.day, 0, 0, 0, 0, time.UTC).Day() == d.day
}

func decimal(s string) (n int, ok bool) {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' || i > 4 {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != ""
}

// zones are those of RFC 822 and the ones met beside them, in hours east.
var zones = [...]struct {
	name  string
	hours int
}{
	{"GMT", 0}, {"UTC", 0}, {"UT", 0}, {"Z", 0}, {"WET", 0},
	{"EST", -5}, {"EDT", -4}, {"CST", -6}, {"CDT", -5}, {"MST", -7}, {"MDT", -6}, {"PST", -8}, {"PDT", -7},
	{"AKST", -9}, {"AKDT", -8}, {"HST", -10}, {"BRT", -3},
	{"BST", 1}, {"WEST", 1}, {"CET", 1}, {"CEST", 2}, {"EET", 2}, {"EEST", 3}, {"MSK", 3},
	{"SGT", 8}, {"HKT", 8}, {"JST", 9}, {"KST", 9}, {"AEST", 10}, {"AEDT", 11}, {"NZST", 12}, {"NZDT", 13},
}

func isZone(s string) bool {
	return strings.EqualFold(s, "GMT") || strings.EqualFold(s, "UTC")
}

// monthOf returns the month that a word names, in full or by three letters
// (and "Sept"), 0 if none.
func monthOf(word string) int {
	word = strings.TrimSuffix(word, ".")
	for m := time.January; m <= time.December; m++ {
		if isShort(word, m.String()) {
			return int(m)
		}
	}
	return 0
}

func isWeekday(word string) bool {
	word = strings.TrimSuffix(word, ".")
	for day := time.Sunday; day <= time.Saturday; day++ {
		if isShort(word, day.String()) {
			return true
		}
	}
	return false
}

// isShort reports whether word is name, or at least its first three letters.
func isShort(word, name string) bool {
	return len(word) >= 3 && len(word) <= len(name) && strings.EqualFold(word, name[:len(word)])
}
