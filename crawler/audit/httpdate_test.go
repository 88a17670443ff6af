package audit

import (
	"testing"
	"time"
)

// FuzzFixDate compares with package time.
func FuzzFixDate(f *testing.F) {
	for _, seed := range []string{
		"Sat, 21 Nov 2026 12:00:00 GMT", "Sun, 01 Jan 0000 00:00:00 GMT", "Mon, 28 Feb 2023 23:59:59 GMT",
		"Mon, 29 Feb 2023 23:59:59 GMT", "Sat, 21 Nov 2026 24:00:00 GMT", "onT, 21 Nov 2026 12:00:00 GMT",
		"Sat, 21 anF 2026 12:00:00 GMT", "Sat, 21 Nov 2026 12:00:60 GMT", "sat, 21 nov 2026 12:00:00 gmt",
		"Sat, 21-Nov-2026 12:00:00 GMT", "Sat, +1 Nov 2026 12:00:00 GMT", "Sat, 21 Nov 2026 12:00:00 UTC", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := fixDate(text)
		want, err := time.Parse("Mon, 02 Jan 2006 15:04:05 GMT", text)
		if ok && (err != nil || !got.Equal(want) || got.Location() != time.UTC) {
			t.Errorf("%q: %v, want %v, %v", text, got, want, err)
		}
	})
}

// Every second of a day and every day but those at the end of a month are read.
func TestFixDateReadsWhatServersSend(t *testing.T) {
	at := time.Date(2023, 12, 1, 0, 0, 0, 0, time.UTC)
	for range 3000 {
		at = at.Add(7*time.Hour + 13*time.Minute + 29*time.Second)
		text := at.Format("Mon, 02 Jan 2006 15:04:05 GMT")
		if got, ok := fixDate(text); ok != (at.Day() <= 28) || ok && !got.Equal(at) {
			t.Fatalf("%s: %v, %t", text, got, ok)
		}
		if got, ok := httpDate(text); !ok || !got.Equal(at) {
			t.Fatalf("%s: %v, %t", text, got, ok)
		}
	}
}
