package fetch

import "time"

// deadline ends an exchange that takes too long. It stands still while it is
// paused.
type deadline struct {
	timer  *time.Timer
	left   time.Duration // when it last went on
	since  time.Time     // of that
	paused time.Duration // in all
}

func newDeadline(after time.Duration, end func()) deadline {
	return deadline{timer: time.AfterFunc(after, end), left: after, since: time.Now()}
}

func (d *deadline) pause() {
	d.timer.Stop()
	now := time.Now()
	d.left -= now.Sub(d.since)
	d.since = now
}

func (d *deadline) resume() {
	now := time.Now()
	d.paused += now.Sub(d.since)
	d.since = now
	d.timer.Reset(max(d.left, 0))
}
