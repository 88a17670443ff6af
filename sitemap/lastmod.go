package sitemap

import "time"

// LastMod writes t as the protocol wants it: with seconds, and the zone as t
// has it, Z for UTC. A zero t gives "".
func LastMod(t time.Time) string {
	if t.IsZero() || t.Year() < 1 || t.Year() > 9999 {
		return ""
	}
	return t.Truncate(time.Second).Format("2006-01-02T15:04:05Z07:00")
}

// NormalizeLastMod turns a W3C Datetime (www.w3.org/TR/NOTE-datetime) into one
// of the forms that the schemas of 0.84 and 0.9 both accept: YYYY-MM-DD, or
// with seconds and zone. Minutes get the seconds 00, fractions of a second are
// cut, a time without zone is cut to its date, since a zone would be invented.
// A year, a year and month, and anything else is not usable: false.
func NormalizeLastMod(s string) (string, bool) {
	w := parseW3C(s)
	switch w.form {
	case w3cDay:
		return s, true
	case w3cNoZone:
		return s[:10], true
	case w3cMinute:
		return s[:16] + ":00" + s[16:], true
	case w3cSecond:
		return s, true
	case w3cFraction:
		return s[:19] + s[len(s)-w.zone:], true
	}
	return "", false
}

// w3cForm is the precision of a W3C Datetime.
type w3cForm int

const (
	w3cBad      w3cForm = iota
	w3cYear             // 2005
	w3cMonth            // 2005-06
	w3cDay              // 2005-06-04
	w3cMinute           // 2005-06-04T10:37Z
	w3cSecond           // 2005-06-04T10:37:30+02:00
	w3cFraction         // 2005-06-04T10:37:30.25Z
	w3cNoZone           // 2005-06-04T10:37:30, which the note does not know
)

// w3cTime is what a W3C Datetime says.
type w3cTime struct {
	form                            w3cForm
	zone                            int // length of the zone at the end: 0, 1 (Z) or 6
	year, month, day                int
	hour, minute, second, offsetMin int
}

// instant is the earliest that the value can mean, in UTC.
func (w w3cTime) instant() time.Time {
	return time.Date(w.year, time.Month(w.month), w.day, w.hour, w.minute-w.offsetMin, w.second, 0, time.UTC)
}

// parseW3C reads every form of the note, with the ranges of xsd:dateTime.
func parseW3C[T string | []byte](s T) w3cTime {
	year, ok := digits(s, 0, 4)
	if !ok || year == 0 {
		return w3cTime{}
	}
	if len(s) == 4 {
		return w3cTime{form: w3cYear, year: year, month: 1, day: 1}
	}
	month, ok := digits(s, 5, 2)
	if !ok || s[4] != '-' || month < 1 || month > 12 {
		return w3cTime{}
	}
	if len(s) == 7 {
		return w3cTime{form: w3cMonth, year: year, month: month, day: 1}
	}
	day, ok := digits(s, 8, 2)
	if !ok || s[7] != '-' || day < 1 || day > daysIn(year, month) {
		return w3cTime{}
	}
	if len(s) == 10 {
		return w3cTime{form: w3cDay, year: year, month: month, day: day}
	}
	return parseClock(s, year, month, day)
}

// parseClock reads what follows the date: Thh:mm, seconds, fraction, zone.
func parseClock[T string | []byte](s T, year, month, day int) w3cTime {
	hour, ok := digits(s, 11, 2)
	minute, ok2 := digits(s, 14, 2)
	if !ok || !ok2 || s[10] != 'T' || s[13] != ':' || hour > 23 || minute > 59 {
		return w3cTime{}
	}
	form, second, i := w3cMinute, 0, 16
	if i < len(s) && s[i] == ':' {
		if second, ok = digits(s, 17, 2); !ok || second > 59 {
			return w3cTime{}
		}
		form, i = w3cSecond, 19
		if i < len(s) && s[i] == '.' {
			start := i + 1
			for i = start; i < len(s) && isDigit(s[i]); i++ {
			}
			if i == start {
				return w3cTime{}
			}
			form = w3cFraction
		}
	}
	zone, offset := len(s)-i, 0
	switch {
	case zone == 0:
		form = w3cNoZone
	case zone == 1 && s[i] == 'Z':
	case zone == 6 && (s[i] == '+' || s[i] == '-') && s[i+3] == ':':
		h, ok := digits(s, i+1, 2)
		m, ok2 := digits(s, i+4, 2)
		if !ok || !ok2 || m > 59 || h*60+m > 14*60 {
			return w3cTime{}
		}
		if offset = h*60 + m; s[i] == '-' {
			offset = -offset
		}
	default:
		return w3cTime{}
	}
	return w3cTime{form: form, zone: zone, year: year, month: month, day: day,
		hour: hour, minute: minute, second: second, offsetMin: offset}
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// digits reads n decimal digits at i.
func digits[T string | []byte](s T, i, n int) (int, bool) {
	if len(s) < i+n {
		return 0, false
	}
	v := 0
	for j := i; j < i+n; j++ {
		if !isDigit(s[j]) {
			return 0, false
		}
		v = v*10 + int(s[j]-'0')
	}
	return v, true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
