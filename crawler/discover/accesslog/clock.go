package accesslog

import (
	"bytes"
	"strconv"
	"time"
)

// clocks reads times, and remembers the last one: lines of the same second
// follow each other.
type clocks struct {
	last string
	unix int64
}

// read gives the Unix time of a line; 0 if it has none that can be read.
func (c *clocks) read(r *record) int64 {
	text := r.f[when]
	if text == nil && r.f[date] != nil {
		text = r.keep(r.keep(r.f[date], []byte(" ")), r.f[clock])
	}
	if len(text) == 0 || len(text) > 64 {
		return 0
	}
	if string(text) != c.last {
		c.last, c.unix = string(text), parseTime(text)
	}
	return c.unix
}

// timeForms are what servers and tools write, but for the Common format and
// epochs.
var timeForms = []string{
	time.RFC3339Nano, "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999Z0700",
	"2006-01-02 15:04:05.999 -0700", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05.999999999 -0700 MST", "2006-01-02 15:04:05 -0700 MST",
	"2006-01-02T15:04:05-0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04",
	"Jan 2, 2006 @ 15:04:05.999999999", "Jan 2, 2006 15:04:05", "2006/01/02 15:04:05", "02/Jan/2006:15:04:05",
	time.RFC1123, time.RFC1123Z, time.ANSIC,
}

// parseTime gives a Unix time; 0 if the text is none, or one before 1990.
func parseTime(text []byte) int64 {
	text = bytes.Trim(text, "[]\" ")
	unix, ok := common(text)
	if !ok {
		unix, ok = epoch(text)
	}
	for i := 0; !ok && i < len(timeForms); i++ {
		if t, err := time.Parse(timeForms[i], string(text)); err == nil {
			unix, ok = t.Unix(), true
		}
	}
	if !ok || unix < 631_152_000 || unix > 1<<32-1 {
		return 0
	}
	return unix
}

const monthNames = "JanFebMarAprMayJunJulAugSepOctNovDec"

// common reads 10/Oct/2000:13:55:36 -0700.
func common(s []byte) (unix int64, ok bool) {
	if len(s) != 26 || s[2] != '/' || s[6] != '/' || s[11] != ':' || s[14] != ':' || s[17] != ':' || s[20] != ' ' {
		return 0, false
	}
	month := bytes.Index([]byte(monthNames), s[3:6])
	if month < 0 || month%3 != 0 {
		return 0, false
	}
	n := func(from, to int) int {
		v, err := strconv.Atoi(string(s[from:to]))
		if err != nil {
			ok = false
		}
		return v
	}
	ok = true
	t := time.Date(n(7, 11), time.Month(month/3+1), n(0, 2), n(12, 14), n(15, 17), n(18, 20), 0, time.UTC).Unix()
	zone := int64(n(22, 24)*3600 + n(24, 26)*60)
	switch s[21] {
	case '+':
		return t - zone, ok
	case '-':
		return t + zone, ok
	}
	return 0, false
}

// epoch reads seconds since 1970, or thousandths, millionths or billionths of
// them, by their size.
func epoch(s []byte) (unix int64, ok bool) {
	whole, _, _ := bytes.Cut(s, []byte("."))
	if len(whole) < 9 || len(whole) > 19 {
		return 0, false
	}
	n, err := strconv.ParseInt(string(whole), 10, 64)
	if err != nil || n < 0 {
		return 0, false
	}
	for n > 1<<33 {
		n /= 1000
	}
	return n, true
}
