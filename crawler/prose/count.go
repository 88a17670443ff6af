package prose

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Bytes gives a size for people: 5.1 MB.
func Bytes(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	f, unit := float64(n), ""
	for _, unit = range []string{"kB", "MB", "GB", "TB"} {
		if f /= 1000; f < 999.5 {
			break
		}
	}
	if f < 10 {
		return fmt.Sprintf("%.1f %s", f, unit)
	}
	return fmt.Sprintf("%.0f %s", f, unit)
}

func Counted(n int, what string) string {
	return Thousands(n) + " " + what + Plural(n)
}

// Thousands writes a count as people read it: 48,213.
func Thousands(n int) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Span gives a time as it is typed: 24h, and not 24h0m0s.
func Span(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-len(zero)+1]
		}
	}
	return text
}

// Lasting writes a time in the largest unit of which it is a whole number: 90 seconds,
// 20 minutes, 1 hour.
func Lasting(d time.Duration) string {
	for _, unit := range []struct {
		of   time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		if d >= unit.of && d%unit.of == 0 {
			return Counted(int(d/unit.of), unit.name)
		}
	}
	return Counted(int(d.Round(time.Second)/time.Second), "second")
}

func Kinds(kinds map[string]int) string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		parts = append(parts, Thousands(kinds[kind])+" "+kind)
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}

func AndMore(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" and %s more", Thousands(n))
}

func Plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// Took gives a duration for people: 41 m 08 s.
func Took(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%d m %02d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %02d m", int(d.Hours()), int(d.Minutes())%60)
}
