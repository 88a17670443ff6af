package sitemap

import (
	"strconv"
	"strings"
)

// validChangeFreq reports one of the seven words. The schema's type is
// xsd:string: case and white space count.
func validChangeFreq[T string | []byte](s T) bool {
	switch string(s) {
	case "always", "hourly", "daily", "weekly", "monthly", "yearly", "never":
		return true
	}
	return false
}

// parsePriority reads an xsd:decimal from 0.0 to 1.0.
func parsePriority(s string) (float64, bool) {
	v, ok := parseDecimal(s)
	if v == 1 { // or rounded to it
		whole, fraction, _ := strings.Cut(s, ".")
		ok = ok && (strings.TrimLeft(whole, "+0") == "" || strings.Trim(fraction, "0") == "")
	}
	return v, ok && v >= 0 && v <= 1
}

// parseDecimal reads an xsd:decimal: digits with at most one point and a sign;
// no exponent, no infinity.
func parseDecimal(s string) (float64, bool) {
	if s == "" || len(s) > 64 {
		return 0, false
	}
	digits, points := 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isDigit(c):
			digits++
		case c == '.':
			points++
		case (c == '+' || c == '-') && i == 0:
		default:
			return 0, false
		}
	}
	if digits == 0 || points > 1 {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil
}

// validLanguage reports an xsd:language, which is the form of a BCP 47 tag:
// groups of 1 to 8 letters or digits, joined by hyphens, the first of letters.
func validLanguage(s string) bool {
	group, first := 0, true
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', isDigit(c) && !first:
			group++
		case c == '-' && group > 0:
			group, first = 0, false
		default:
			return false
		}
		if group > 8 {
			return false
		}
	}
	return group > 0
}
