package pace

import (
	"slices"
	"time"
)

// latencyWatch tells whether a host answers more slowly than it did, because
// of us. It compares windows of 20 answers: times to first byte without the
// four longest, so that single slow pages and a mix of quick and slow ones are
// no alarm.
//
// A part of the site that is slow by itself is told from a server under
// strain by slowing down: where one request at a time is answered no sooner,
// that is how long this part takes, and the standard to compare with.
type latencyWatch struct {
	window   []time.Duration
	base     time.Duration // a window's mean when all was well, 0 until known
	slowPart bool          // the last answer has shown such a part
}

const (
	latencyWindow = 20
	latencySlack  = 50 * time.Millisecond // no rise below this is an alarm
)

// rose takes the time to first byte of an answer, and reports at the end of a
// window whether the host has become more than twice as slow. alone tells
// that one request at a time is under way.
func (l *latencyWatch) rose(ttfb time.Duration, alone bool) bool {
	l.slowPart = false
	l.window = append(l.window, ttfb)
	if len(l.window) < latencyWindow {
		return false
	}
	mean := meanOfMost(l.window)
	l.window = l.window[:0]
	switch {
	case l.base == 0:
		l.base = max(mean, 1)
	case mean < l.base:
		l.base -= (l.base - mean) / 4
	case mean > 2*l.base+latencySlack && alone:
		l.base, l.slowPart = mean, true
	case mean > 2*l.base+latencySlack:
		return true
	}
	return false
}

// meanOfMost gives the mean of all but the longest fifth. It sorts its
// argument.
func meanOfMost(times []time.Duration) time.Duration {
	slices.Sort(times)
	most := times[:len(times)-len(times)/5]
	var sum time.Duration
	for _, t := range most {
		sum += t
	}
	return sum / time.Duration(len(most))
}
