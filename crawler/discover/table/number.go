package table

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"time"
)

// Numbers reads numbers as a file writes them. The zero value reads those
// with a decimal point.
type Numbers struct {
	Comma bool // the decimal sign is a comma
}

// number is a number as it is written.
type number struct {
	digits  string // with its signs and separators, nothing else
	percent bool
}

// written cuts what belongs to a number out of a cell; ok is false if there is
// anything else.
func written(cell []byte) (n number, ok bool) {
	var text strings.Builder
	digits := 0
	for _, c := range string(cell) {
		switch {
		case '0' <= c && c <= '9':
			digits++
			text.WriteRune(c)
		case 0x660 <= c && c <= 0x669: // Arabic
			digits++
			text.WriteByte(byte('0' + c - 0x660))
		case 0x6f0 <= c && c <= 0x6f9: // Persian
			digits++
			text.WriteByte(byte('0' + c - 0x6f0))
		case c == '.' || c == ',' || c == 'e' && digits > 0 || c == 'E' && digits > 0:
			text.WriteRune(c)
		case c == '\u066b':
			text.WriteByte(',')
		case c == '+' || c == '-' || c == '\u2212':
			if text.Len() > 0 && !strings.HasSuffix(strings.ToLower(text.String()), "e") {
				return n, false
			}
			if c != '+' {
				text.WriteByte('-')
			}
		case c == '%' || c == '\u066a':
			if n.percent {
				return n, false
			}
			n.percent = true
		case c == ' ' || c == '\u00a0' || c == '\u202f' || c == '\u2009' || c == '\'' || c == '\u2019' || c == '\u066c':
			// a thousands separator, or space around the sign of percent
		case c == '\u200e' || c == '\u200f' || c == '\u061c':
			// marks of the direction of text
		default:
			return n, false
		}
		if text.Len() > 40 {
			return n, false
		}
	}
	n.digits = text.String()
	return n, digits > 0
}

// Parse reads a number; of a percentage it gives the hundredth. ok is false
// for what is none, and for what is not finite.
func (f Numbers) Parse(cell []byte) (v float64, ok bool) {
	if len(cell) == 0 || 'A' <= cell[0] && cell[0] <= 'z' {
		return 0, false
	}
	if v, ok := digits(cell); ok {
		return v, true
	}
	n, ok := written(cell)
	if !ok {
		return 0, false
	}
	decimal, thousands := ".", ","
	if f.Comma {
		decimal, thousands = ",", "."
	}
	text := n.digits
	if strings.Contains(text, thousands) {
		whole, rest, _ := strings.Cut(text, decimal)
		if !grouped(whole, thousands) || strings.Contains(rest, thousands) {
			return 0, false
		}
		text = strings.ReplaceAll(text, thousands, "")
	}
	v, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, false
	}
	if n.percent {
		v /= 100
	}
	return v, true
}

// digits reads what is nothing but digits, as most counts are.
func digits(cell []byte) (v float64, ok bool) {
	if len(cell) > 15 {
		return 0, false
	}
	n := 0
	for _, c := range cell {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return float64(n), true
}

// grouped reports digits in groups of three, as in 1,234,567, and the Indian
// 12,34,567.
func grouped(whole, sign string) bool {
	groups := strings.Split(strings.TrimPrefix(whole, "-"), sign)
	for i, g := range groups {
		last := i == len(groups)-1
		switch {
		case last && len(g) != 3, i > 0 && len(g) != 3 && len(g) != 2, i == 0 && (g == "" || len(g) > 3):
			return false
		}
	}
	return true
}

// vote tells what a cell shows of the decimal sign: a comma, a point, or
// nothing.
func vote(cell []byte) (comma, point bool) {
	n, ok := written(cell)
	if !ok {
		return false, false
	}
	commas, points := strings.Count(n.digits, ","), strings.Count(n.digits, ".")
	at := strings.LastIndexAny(n.digits, ",.")
	if at < 0 {
		return false, false
	}
	behind := len(n.digits) - at - 1
	last := n.digits[at]
	switch {
	case commas > 0 && points > 0: // the last one is the decimal sign
		return last == ',', last == '.'
	case commas > 1, points > 1: // groups: the other one is
		return last == '.', last == ','
	case behind != 3 || n.percent || n.digits[:at] == "0" || at > 3: // no group
		return last == ',', last == '.'
	}
	return false, false
}

// dateForms are unambiguous; a date such as 3/4/2026 is not.
var dateForms = []string{
	"2006-01-02", "2006-01-02T15:04:05Z07:00", "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02T15:04:05.999999999Z07:00",
	"2006-01-02 15:04:05 MST", "2006-01-02 15:04", "2006-01-02T15:04Z07:00", "2006/01/02", "2006/01/02 15:04:05",
	"02.01.2006", "2.1.2006", "02.01.2006 15:04", "02.01.2006 15:04:05",
	"Jan 2, 2006", "January 2, 2006", "2 Jan 2006", "2 January 2006", "Jan 2, 2006, 3:04:05 PM", "Jan 2, 2006 3:04 PM",
}

// Date reads a date that can be read in one way only, as UTC if it has no
// zone.
func Date(cell []byte) (time.Time, bool) {
	cell = bytes.TrimSpace(cell)
	if len(cell) < 8 || len(cell) > 40 || digitsIn(cell) < 5 {
		return time.Time{}, false
	}
	for _, form := range dateForms {
		if t, err := time.Parse(form, string(cell)); err == nil && t.Year() >= 1900 {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

func digitsIn(cell []byte) int {
	n := 0
	for _, c := range cell {
		if '0' <= c && c <= '9' {
			n++
		}
	}
	return n
}
