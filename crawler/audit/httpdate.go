package audit

import (
	"strings"
	"time"
)

// httpDate reads a date of a header in its three forms (RFC 9110 5.6.7).
func httpDate(text string) (time.Time, bool) {
	if at, ok := fixDate(text); ok || text == "" {
		return at, ok
	}
	for _, form := range [...]string{"Mon, 02 Jan 2006 15:04:05 GMT", time.RFC850, time.ANSIC} {
		if at, err := time.Parse(form, text); err == nil {
			return at.UTC(), true
		}
	}
	return time.Time{}, false
}

const (
	weekdays = "MonTueWedThuFriSatSun"
	months   = "JanFebMarAprMayJunJulAugSepOctNovDec"
)

// fixDate reads the form that servers send, Sat, 21 Nov 2026 12:00:00 GMT, in
// a tenth of the time that package time takes. It gives false for every other
// form, and for dates that it leaves to that package: it is asked twice for
// each page.
func fixDate(text string) (time.Time, bool) {
	if len(text) != 29 || text[3:5] != ", " || text[7] != ' ' || text[11] != ' ' || text[16] != ' ' ||
		text[19] != ':' || text[22] != ':' || text[25:] != " GMT" {
		return time.Time{}, false
	}
	weekday, month := strings.Index(weekdays, text[:3]), strings.Index(months, text[8:11])
	day, dayOK := digits(text[5:7])
	year, yearOK := digits(text[12:16])
	hour, hourOK := digits(text[17:19])
	minute, minuteOK := digits(text[20:22])
	second, secondOK := digits(text[23:25])
	if weekday < 0 || weekday%3 != 0 || month < 0 || month%3 != 0 || !dayOK || !yearOK || !hourOK || !minuteOK || !secondOK ||
		day < 1 || day > 28 || hour > 23 || minute > 59 || second > 59 {
		return time.Time{}, false // the end of a month has rules of its own
	}
	return time.Date(year, time.Month(month/3+1), day, hour, minute, second, 0, time.UTC), true
}

// digits reads a number of digits alone.
func digits(text string) (n int, ok bool) {
	for i := range len(text) {
		c := text[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = 10*n + int(c)
	}
	return n, true
}
