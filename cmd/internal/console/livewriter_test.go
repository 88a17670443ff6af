package console

import (
	"bytes"
	"testing"
)

// A log line takes the place of the live line, which comes back below it.
func TestLiveLineMakesRoom(t *testing.T) {
	var out bytes.Buffer
	w := &LiveWriter{out: &out}
	w.line("5 fetched")
	w.Write([]byte("a warning\n"))
	w.Write([]byte("another\n"))
	w.line("6 fetched")
	w.line("")
	w.line("")
	want := "\r5 fetched\x1b[K" + "\r\x1b[K" + "a warning\n" + "another\n" + "\r6 fetched\x1b[K" + "\r\x1b[K"
	if got := out.String(); got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}
