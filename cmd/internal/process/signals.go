package process

import (
	"context"
	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// How long a run has to be gone after a signal: after the first one well
// within the ten seconds that containers give, after the second one at once.
// What is not done by then stops in the middle, as by kill -9: the crawl file
// holds what was settled, and a sitemap is moved whole by the next run.
const (
	goneWithin     = 7 * time.Second
	goneAtOnceWith = 500 * time.Millisecond
)

// Signals turns the first SIGINT, SIGTERM or SIGHUP into a drain and the
// second into a cancelled context, and ends the process where that takes too
// long.
func Signals(ctx context.Context, p *console.Program) (_ context.Context, drain <-chan struct{}, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	caught := make(chan os.Signal, 2)
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // nohup asks to be left alone
		signal.Notify(caught, syscall.SIGHUP)
	}
	draining, done := make(chan struct{}), make(chan struct{})
	var listener sync.WaitGroup
	listener.Go(func() {
		var late <-chan time.Time
		for n := 0; ; {
			select {
			case <-done:
				return
			case <-late:
				leave(p, n)
			case <-caught:
				if n++; n == 1 {
					close(draining)
					late = time.After(goneWithin)
					go p.Say("stopping after the requests in flight; once more to stop at once") // nobody may read it
				} else {
					cancel()
					late = time.After(goneAtOnceWith)
				}
			}
		}
	})
	return ctx, draining, func() {
		signal.Stop(caught)
		close(done)
		cancel()
		listener.Wait()
	}
}

// Interruptible gives a context that the first SIGINT, SIGTERM or SIGHUP cancels;
// the second ends the process as it does without us.
func Interruptible(ctx context.Context) (_ context.Context, stop func()) {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop = signal.NotifyContext(ctx, signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// leave ends the process where it stands, after so many signals.
func leave(p *console.Program, signals int) {
	told := make(chan struct{})
	go func() {
		defer close(told)
		if signals > 1 {
			p.Say("stopped at once; what was settled is safe, the same command goes on")
		} else {
			p.Say("stopped before all was done that takes long; what was settled is safe, the same command goes on")
		}
	}()
	select {
	case <-told:
	case <-time.After(100 * time.Millisecond): // nobody reads it
	}
	p.Exit(exit.Interrupted)
}

func Drained(drain <-chan struct{}) bool {
	select {
	case <-drain:
		return true
	default:
		return false
	}
}
