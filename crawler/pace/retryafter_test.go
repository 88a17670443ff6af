package pace

import (
	"testing"
	"time"
)

func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"", "7", "-1", "1e9", "99999999999999999999999", "Fri, 31 Dec 1999 23:59:59 GMT", "Sat, 21 Nov 2026 12:00:30 GMT", " 5 "} {
		f.Add(seed)
	}
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, value string) {
		if d := retryAfter(value, now); d < 0 {
			t.Errorf("Retry-After %q is %v", value, d)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	tests := map[string]time.Duration{
		"": 0, "0": 0, " 5 ": 5 * time.Second, "-5": 0, "1.5": 0, "soon": 0,
		"Sat, 21 Nov 2026 12:00:30 GMT":    30 * time.Second,
		"Saturday, 21-Nov-26 12:01:00 GMT": time.Minute, // RFC 850, which recipients must read (RFC 9110 5.6.7)
		"Fri, 31 Dec 1999 23:59:59 GMT":    0,
	}
	for value, want := range tests {
		if got := retryAfter(value, now); got != want {
			t.Errorf("Retry-After %q is %v, want %v", value, got, want)
		}
	}
	for _, huge := range []string{"99999999999", "99999999999999999999999", "Sat, 21 Nov 2099 12:00:00 GMT"} {
		if got := retryAfter(huge, now); got < MaxRetryAfter {
			t.Errorf("Retry-After %q is %v, want as much as is waited at most", huge, got)
		}
	}
}
