package fetch

import (
	"testing"
	"testing/synctest"
	"time"
)

// The time in which an exchange waits for its caller is not the server's.
func TestDeadlineStandsStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ended := time.Time{}
		begun := time.Now()
		d := newDeadline(10*time.Second, func() { ended = time.Now() })
		for range 3 {
			time.Sleep(2 * time.Second)
			d.pause()
			time.Sleep(time.Hour)
			d.resume()
		}
		if d.paused != 3*time.Hour {
			t.Errorf("paused %v", d.paused)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if got, want := ended.Sub(begun), 3*time.Hour+10*time.Second; got != want {
			t.Errorf("ended after %v, want %v", got, want)
		}
		d.pause()
		d.resume() // too late: it ends at once, once more
		synctest.Wait()
		if got, want := ended.Sub(begun), 3*time.Hour+66*time.Second; got != want {
			t.Errorf("ended again after %v, want %v", got, want)
		}
	})
}
