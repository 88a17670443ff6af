package sqlite_test

import (
	"context"
	"errors"
	"iter"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// stops is a context that is cancelled when it has been asked left times.
type stops struct {
	context.Context
	cancel context.CancelFunc
	left   atomic.Int64
}

func (s *stops) asked() {
	if s.left.Add(-1) < 0 {
		s.cancel()
	}
}

func (s *stops) Done() <-chan struct{} { s.asked(); return s.Context.Done() }
func (s *stops) Err() error            { s.asked(); return s.Context.Err() }

// A reader that is stopped while it opens, at any moment, says so.
func TestReadersStoppedAtAnyMoment(t *testing.T) {
	s, err := sqlite.Create(filepath.Join(t.TempDir(), "crawl.db"), quick)
	must(t, err)
	defer s.Close()
	must(t, s.Settle(&frontier.Batch{Seeds: []frontier.Seed{seed(s, "start", 0)}}))
	items, _, err := s.Lease(1, frontier.LastRank, now)
	must(t, err)
	must(t, s.Settle(&frontier.Batch{Pages: []frontier.Settled{{ID: items[0].ID, Location: -1, Canonical: -1}}}))
	for name, read := range map[string]func(context.Context) error{
		"rows":   func(ctx context.Context) error { return drain(s.Rows(ctx)) },
		"brief":  func(ctx context.Context) error { return drain(s.Brief(ctx, 1)) },
		"listed": func(ctx context.Context) error { return drain(s.Listed(ctx, 1)) },
		"recall": func(ctx context.Context) error {
			r, err := s.Recall(ctx, func([]byte) uint64 { return 1 })
			if err != nil {
				return err
			}
			return r.Close()
		},
	} {
		for left := int64(0); ; left++ {
			ctx, cancel := context.WithCancel(t.Context())
			stopping := &stops{Context: ctx, cancel: cancel}
			stopping.left.Store(left)
			err := read(stopping)
			cancel()
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%s, stopped at the question %d: %v", name, left, err)
			}
		}
	}
}

func drain(rows iter.Seq2[*frontier.Row, error]) error {
	for _, err := range rows {
		if err != nil {
			return err
		}
	}
	return nil
}
