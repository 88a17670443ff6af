package render

import (
	"context"
	"errors"
	"time"

	"github.com/chromedp/cdproto/emulation"
)

// A page has a clock of its own: Chromium's virtual time. It stands until we
// let it run for a while, skips what the page merely waits for, and stands
// again while a request is at work; so five seconds of a page take as long as
// its scripts need, and the same page does the same each time.
//
// Virtual time has gaps, measured with Chromium 156: workers and storage run
// in real time, frames come in real time, scripts that wait by looking at the
// clock never end, and after some navigations it stands for ever. So it runs
// in pieces, between which the real world may catch up; what stands for ever
// is set going without regard to requests; and a page that hangs is rendered
// once more by the real clock.

// errHung is a page whose scripts do not end.
var errHung = errors.New("the page does not answer")

const (
	hangs  = 6 * time.Second        // without an answer, by virtual time
	stands = 300 * time.Millisecond // without a request, and still time does not pass
	moment = 100 * time.Millisecond // how often we look

	// A page at rest, by the real clock, asks for nothing and changes nothing
	// for so long.
	rest = 500 * time.Millisecond

	// starvation is how many tasks may run without time passing; pages that
	// send themselves messages would keep it from passing at all.
	starvation = 2000
)

// pieces are the page's time, in thousandths.
var pieces = []time.Duration{20, 80, 100, 200, 300, 300}

// run lets the page have its own time, and scrolls and clicks.
func (t *tab) run(ctx context.Context) error {
	if t.real {
		if err := t.runReal(ctx); err != nil {
			return err
		}
	} else {
		for _, piece := range pieces {
			if err := t.advance(ctx, t.renderer.options.OwnTime*piece/1000); err != nil {
				return err
			}
		}
	}
	return t.act(ctx)
}

// advance lets virtual time pass, and the real world catch up.
func (t *tab) advance(ctx context.Context, d time.Duration) error {
	if t.real {
		if err := sleep(ctx, t.events.over, d); err != nil {
			return err
		}
		t.events.ran(d)
		return t.settle(ctx)
	}
	for left := d; left > 0; {
		piece := left
		if t.loose {
			piece = min(left, moment)
		}
		if err := t.pass(ctx, piece); err != nil {
			return err
		}
		t.events.ran(piece)
		left -= piece
		if err := t.settle(ctx); err != nil {
			return err
		}
	}
	return nil
}

// pass lets virtual time pass and waits until it has.
func (t *tab) pass(ctx context.Context, d time.Duration) error {
	t.events.forget()
	if err := t.grant(ctx, d); err != nil {
		return err
	}
	look := time.NewTicker(moment)
	defer look.Stop()
	var now float64 // by the page's clock, which went on last at
	moved := time.Now()
	for {
		select {
		case <-t.events.expired:
			return nil
		case <-t.events.over:
			return errOver
		case <-t.browser.conn.lost:
			return errLost
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-look.C:
			g, err := t.look(ctx)
			if err != nil {
				return err
			}
			if g.Now != now || t.net.Quiet() == 0 {
				now, moved = g.Now, time.Now()
			}
			if t.loose || time.Since(moved) < stands {
				continue
			}
			if done, err := t.loosen(ctx, d); done || err != nil {
				return err
			}
		}
	}
}

// loosen sets time that stands going without regard to requests, unless it has
// passed at the last moment.
func (t *tab) loosen(ctx context.Context, d time.Duration) (passed bool, err error) {
	err = t.within(ctx, hangs, ask(t.session, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{
		Policy: emulation.VirtualTimePolicyPause,
	}))
	if err != nil || t.events.forget() {
		return true, err
	}
	t.loose = true
	return false, t.grant(ctx, d)
}

// grant sets virtual time going.
func (t *tab) grant(ctx context.Context, d time.Duration) error {
	policy := emulation.VirtualTimePolicyPauseIfNetworkFetchesPending
	if t.loose {
		policy = emulation.VirtualTimePolicyAdvance
		for t.net.Quiet() < moment/2 {
			if err := sleep(ctx, t.events.over, moment/10); err != nil {
				return err
			}
		}
	}
	budget := float64(d) / float64(time.Millisecond)
	return t.within(ctx, hangs, ask(t.session, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{
		Policy: policy, Budget: &budget, MaxVirtualTimeTaskStarvationCount: starvation,
	}))
}

// runReal waits for rest by the real clock.
func (t *tab) runReal(ctx context.Context) error {
	before, since := "", time.Now()
	for began := time.Now(); time.Since(began)-t.net.Waited() < t.renderer.options.OwnTime; {
		if err := t.advance(ctx, moment); err != nil {
			return err
		}
		if now := t.print; now != before || t.net.Quiet() == 0 {
			before, since = now, time.Now()
		}
		if time.Since(since) >= rest && t.net.Quiet() >= rest {
			return nil
		}
	}
	return nil
}

func sleep(ctx context.Context, over <-chan struct{}, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-over:
		return errOver
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
