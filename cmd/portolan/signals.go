package main

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// signals turns the first SIGINT or SIGTERM into a drain and the second into
// a cancelled context.
func signals(ctx context.Context, p *program) (_ context.Context, drain <-chan struct{}, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	caught := make(chan os.Signal, 2)
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM)
	draining := make(chan struct{})
	var listener sync.WaitGroup
	listener.Go(func() {
		for n := 0; ; n++ {
			select {
			case _, open := <-caught:
				if !open {
					return
				}
			case <-ctx.Done():
				return
			}
			if n > 0 {
				signal.Stop(caught) // a third one ends the process
				cancel()
				return
			}
			close(draining)
			p.say("stopping after the requests in flight; once more to stop at once")
		}
	})
	return ctx, draining, func() {
		signal.Stop(caught)
		close(caught)
		cancel()
		listener.Wait()
	}
}

// untilDrained gives a context that a drain ends, too. Its stop function has
// to be called.
func untilDrained(ctx context.Context, drain <-chan struct{}) (context.Context, func()) {
	ctx, cancel := context.WithCancel(ctx)
	var watch sync.WaitGroup
	watch.Go(func() {
		select {
		case <-drain:
			cancel()
		case <-ctx.Done():
		}
	})
	return ctx, func() {
		cancel()
		watch.Wait()
	}
}

func drained(drain <-chan struct{}) bool {
	select {
	case <-drain:
		return true
	default:
		return false
	}
}
