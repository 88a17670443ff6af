package indexnow

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Sender is how a Ledger sends.
type Sender struct {
	Endpoint    string
	Key         string
	KeyLocation string
	// Again is how long a URL is not sent once more.
	Again time.Duration
	Now   func() time.Time
	// Post makes one request. Its error ends all: it is not that of the
	// endpoint.
	Post func(ctx context.Context, b *Batch) (Answer, error)
}

// Sum is what was done.
type Sum struct {
	Sent    int            // URLs that were taken
	Batches int            // requests
	Kinds   map[string]int // of the URLs that were taken
	Waiting int            // URLs that were sent too short a time ago; they stay pending
	Left    int            // URLs that were not taken; they stay pending
	Status  int            // of the last answer
	// Refused is the answer that ended the sending, nil if there was none.
	Refused *Answer
}

// ErrWait is the error of Send for an endpoint that wants not to be asked yet.
var ErrWait = errors.New("the endpoint has asked to wait")

// Due counts the pending URLs that Send would send, and those that wait.
func (l *Ledger) Due(again time.Duration, now time.Time) (due, waiting int, err error) {
	waits, err := l.Waits(again, now)
	if err != nil {
		return 0, 0, err
	}
	for e, err := range l.Pending() {
		switch {
		case err != nil:
			return 0, 0, err
		case waits(e.URL):
			waiting++
		default:
			due++
		}
	}
	return due, waiting, nil
}

// Waits gives the test for URLs that were sent, or may have been, so short a
// time ago that they are not sent again.
func (l *Ledger) Waits(again time.Duration, now time.Time) (func(url string) bool, error) {
	sent, err := l.sentSince(now.Add(-again))
	return func(url string) bool {
		_, is := sent[l.hash(url)]
		return is
	}, err
}

// Send sends what is due, in batches, until an answer is none of acceptance.
// What was not taken stays pending.
func (l *Ledger) Send(ctx context.Context, s Sender) (*Sum, error) {
	now := s.Now()
	if now.Before(l.state.NotBefore) {
		return nil, ErrWait
	}
	sum := &Sum{Kinds: map[string]int{}}
	err := l.sendAll(ctx, &s, sum, now)
	if sum.Batches == 0 {
		return sum, err
	}
	// What was taken is known by its receipts; the file is made shorter.
	kept, kerr := l.writePending(l.Pending())
	l.state.Queued = now.UTC()
	if sum.Refused != nil && sum.Refused.Status == 429 {
		l.state.NotBefore = s.Now().Add(wait(sum.Refused.RetryAfter)).UTC()
	}
	if kerr == nil {
		kerr = l.writeState()
	}
	sum.Left = kept - sum.Waiting
	return sum, errors.Join(err, kerr)
}

// wait is how long an endpoint is left alone that asks for less: as long as it
// says, a week at most, or ten minutes.
func wait(said time.Duration) time.Duration {
	if said <= 0 {
		return 10 * time.Minute
	}
	return min(said, 7*24*time.Hour)
}

func (l *Ledger) sendAll(ctx context.Context, s *Sender, sum *Sum, now time.Time) error {
	batch := &Batch{Key: s.Key, KeyLocation: s.KeyLocation}
	kinds := map[string]int{}
	flush := func() error {
		if len(batch.URLs) == 0 {
			return nil
		}
		if err := l.send(ctx, s, batch, sum); err != nil {
			return err
		}
		if sum.Refused == nil {
			for kind, n := range kinds {
				sum.Kinds[kind] += n
			}
		}
		batch.URLs = batch.URLs[:0]
		clear(kinds)
		return nil
	}
	waits, err := l.Waits(s.Again, now)
	if err != nil {
		return err
	}
	for e, err := range l.Pending() {
		if err != nil {
			return err
		}
		if waits(e.URL) {
			sum.Waiting++
			continue
		}
		if sum.Refused != nil {
			continue // counts what waits
		}
		host := hostOf(e.URL)
		if host != batch.Host || len(batch.URLs) == MaxURLs {
			if err := flush(); err != nil {
				return err
			}
			batch.Host = host
		}
		if sum.Refused == nil {
			batch.URLs = append(batch.URLs, e.URL)
			kinds[e.Kind]++
		}
	}
	if sum.Refused != nil {
		return nil
	}
	return flush()
}

// send makes one request. Its receipt is there before it is made.
func (l *Ledger) send(ctx context.Context, s *Sender, b *Batch, sum *Sum) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &receipt{Time: s.Now().UTC(), Endpoint: s.Endpoint, Host: b.Host, Key: b.KeyLocation, URLs: b.URLs}
	name, err := l.begin(r)
	if err != nil {
		return err
	}
	answer, err := s.Post(ctx, b)
	if err != nil {
		return fmt.Errorf("send to %s: %w", s.Endpoint, err)
	}
	sum.Batches++
	sum.Status = answer.Status
	r.Status, r.Answer = answer.Status, answer.Text
	if err := l.keep(name, r); err != nil {
		return err
	}
	if !answer.Accepted() {
		sum.Refused = &answer
		return nil
	}
	sum.Sent += len(b.URLs)
	return nil
}
