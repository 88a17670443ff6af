package indexnow_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/portolan-seo/portolan/sitemap/indexnow"
)

// engine is an endpoint that answers with one status after the other, the last
// one for ever, and a clock.
type engine struct {
	t       testing.TB
	now     time.Time
	answers []indexnow.Answer
	got     [][]string
	dies    bool // the program is killed while it waits for the answer
}

var errKilled = errors.New("killed")

func (e *engine) sender(again time.Duration) indexnow.Sender {
	return indexnow.Sender{
		Endpoint: "https://engine.example/indexnow", Key: "0123456789abcdef", KeyLocation: "https://a.example/0123456789abcdef.txt",
		Again: again, Now: func() time.Time { return e.now },
		Post: func(_ context.Context, b *indexnow.Batch) (indexnow.Answer, error) {
			body, err := b.Body()
			var sent struct {
				Host, Key, KeyLocation string
				URLList                []string
			}
			if err == nil {
				err = json.Unmarshal(body, &sent)
			}
			if err != nil || sent.Key == "" || sent.KeyLocation == "" || len(sent.URLList) == 0 || len(sent.URLList) > 10_000 {
				e.t.Errorf("request %.200s: %v", body, err)
			}
			for _, url := range sent.URLList {
				if !strings.HasPrefix(url, "https://"+sent.Host+"/") {
					e.t.Errorf("%s is sent as of %s", url, sent.Host)
				}
			}
			e.got = append(e.got, sent.URLList)
			if e.dies {
				return indexnow.Answer{}, errKilled
			}
			a := e.answers[0]
			if len(e.answers) > 1 {
				e.answers = e.answers[1:]
			}
			return a, nil
		},
	}
}

func entries(urls ...string) iter.Seq2[indexnow.Entry, error] {
	return func(yield func(indexnow.Entry, error) bool) {
		for _, url := range urls {
			if !yield(indexnow.Entry{URL: url, Kind: "added"}, nil) {
				return
			}
		}
	}
}

func open(t testing.TB, dir string) *indexnow.Ledger {
	t.Helper()
	l, err := indexnow.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func queue(t testing.TB, l *indexnow.Ledger, now time.Time, urls ...string) {
	t.Helper()
	if _, err := l.Queue(entries(urls...), "crawl", now); err != nil {
		t.Fatal(err)
	}
}

func pending(t testing.TB, l *indexnow.Ledger) (urls []string) {
	t.Helper()
	for e, err := range l.Pending() {
		if err != nil {
			t.Fatal(err)
		}
		urls = append(urls, e.URL)
	}
	return urls
}

var begin = time.Date(2026, 11, 22, 10, 0, 0, 123, time.UTC)

// Each answer: whether the URLs are kept to be sent again, now or after a day.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		status    int
		sent      int
		now, late int // URLs that are sent by the next run, and by one after a day
		advice    string
	}{
		{200, 2, 0, 0, ""},
		{202, 2, 0, 0, ""},
		{400, 0, 2, 2, "malformed"},
		{403, 0, 2, 2, "key file"},
		{422, 0, 2, 2, "not of the key's host"},
		{429, 0, -1, 2, "too many"},
		{500, 0, 2, 2, "out of order"},
		{503, 0, 2, 2, "out of order"},
		{301, 0, 2, 2, "does not know"},
		{204, 0, 2, 2, "does not know"},
		{0, 0, 0, 2, "not known"},
	} {
		for _, after := range []time.Duration{time.Minute, 25 * time.Hour} {
			t.Run(fmt.Sprint(c.status, after), func(t *testing.T) {
				dir := t.TempDir()
				e := &engine{t: t, now: begin, answers: []indexnow.Answer{{Status: c.status, Text: "because"}, {Status: 200}}}
				l := open(t, dir)
				queue(t, l, e.now, "https://a.example/1", "https://a.example/2")
				sum, err := l.Send(context.Background(), e.sender(24*time.Hour))
				if err != nil || sum.Sent != c.sent || sum.Left != 2-c.sent {
					t.Fatalf("%+v, %v", sum, err)
				}
				if (sum.Refused == nil) != (c.advice == "") || sum.Refused != nil && !strings.Contains(sum.Refused.Advice(), c.advice) {
					t.Errorf("%+v", sum.Refused)
				}
				e.now = e.now.Add(after)
				want := c.now
				if after > 24*time.Hour {
					want = c.late
				}
				l = open(t, dir)
				if sum, err = l.Send(context.Background(), e.sender(24*time.Hour)); want < 0 {
					if !errors.Is(err, indexnow.ErrWait) || len(e.got) != 1 {
						t.Errorf("%v after %d requests", err, len(e.got))
					}
				} else if err != nil || sum.Sent != want {
					t.Errorf("then %+v, %v, want %d", sum, err, want)
				}
			})
		}
	}
}

// A Retry-After is kept, a week at most.
func TestRetryAfter(t *testing.T) {
	for after, want := range map[time.Duration]time.Duration{0: 10 * time.Minute, time.Minute: time.Minute, 1e6 * time.Hour: 7 * 24 * time.Hour} {
		dir := t.TempDir()
		e := &engine{t: t, now: begin, answers: []indexnow.Answer{{Status: 429, RetryAfter: after}}}
		l := open(t, dir)
		queue(t, l, e.now, "https://a.example/1")
		if _, err := l.Send(context.Background(), e.sender(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if got := open(t, dir).NotBefore(); !got.Equal(begin.Add(want)) {
			t.Errorf("Retry-After %s: not before %s", after, got)
		}
	}
}

// Batches have one host each and 10,000 URLs at most; the first answer that is
// none of acceptance ends it, and what was taken before stays so.
func TestBatches(t *testing.T) {
	var urls []string
	for i := range 25_000 {
		urls = append(urls, fmt.Sprintf("https://a.example/%05d", i))
	}
	urls = append(urls, "https://b.example/1")
	dir := t.TempDir()
	e := &engine{t: t, now: begin, answers: []indexnow.Answer{{Status: 200}, {Status: 202}, {Status: 422}, {Status: 200}}}
	l := open(t, dir)
	queue(t, l, e.now, urls...)
	sum, err := l.Send(context.Background(), e.sender(time.Hour))
	if err != nil || sum.Sent != 20_000 || sum.Batches != 3 || sum.Left != 5001 || sum.Kinds["added"] != 20_000 {
		t.Fatalf("%+v, %v", sum, err)
	}
	e.now = e.now.Add(time.Second)
	if sum, err = open(t, dir).Send(context.Background(), e.sender(time.Hour)); err != nil || sum.Sent != 5001 || sum.Batches != 2 || sum.Left != 0 {
		t.Fatalf("%+v, %v", sum, err)
	}
	var sizes []int
	for _, got := range e.got {
		sizes = append(sizes, len(got))
	}
	if !slices.Equal(sizes, []int{10_000, 10_000, 5000, 5000, 1}) {
		t.Errorf("batches of %d", sizes)
	}
}

// Killed while it waits for an answer: what was sent may have been taken, and
// is not sent again for a while; the rest is.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	e := &engine{t: t, now: begin, answers: []indexnow.Answer{{Status: 200}}, dies: true}
	l := open(t, dir)
	queue(t, l, e.now, "https://a.example/1", "https://b.example/2")
	if _, err := l.Send(context.Background(), e.sender(time.Hour)); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	e.dies = false
	e.now = e.now.Add(time.Minute)
	l = open(t, dir)
	if got := pending(t, l); len(got) != 2 {
		t.Errorf("pending: %q", got)
	}
	if sum, err := l.Send(context.Background(), e.sender(time.Hour)); err != nil || sum.Sent != 1 || sum.Waiting != 1 {
		t.Errorf("%+v, %v", sum, err)
	}
	e.now = e.now.Add(2 * time.Hour)
	if sum, err := open(t, dir).Send(context.Background(), e.sender(time.Hour)); err != nil || sum.Sent != 1 || sum.Waiting != 0 {
		t.Errorf("%+v, %v", sum, err)
	}
	if want := [][]string{{"https://a.example/1"}, {"https://b.example/2"}, {"https://a.example/1"}}; !slices.EqualFunc(e.got, want, slices.Equal) {
		t.Errorf("sent %q", e.got)
	}
}

// Whatever is queued and answered, and whenever the program is killed: no URL
// is sent twice within the time, none that was accepted without being queued
// again, and in the end each was accepted.
func TestNothingTwice(t *testing.T) {
	const again = time.Hour
	if err := flag.Set("rapid.checks", "40"); err != nil { // each waits for the disk a dozen times
		t.Fatal(err)
	}
	rapid.Check(t, func(rt *rapid.T) {
		dir := t.TempDir()
		e := &engine{t: t, now: begin}
		maybe, owed := map[string]time.Time{}, map[string]bool{}
		seen := 0
		run := func(statuses []int) {
			l := open(t, dir)
			e.answers = nil
			for _, s := range statuses {
				e.answers = append(e.answers, indexnow.Answer{Status: s})
			}
			sum, err := l.Send(context.Background(), e.sender(again))
			if err != nil && !errors.Is(err, errKilled) && !errors.Is(err, indexnow.ErrWait) {
				rt.Fatal(err)
			}
			for i, batch := range e.got[seen:] {
				status := 0
				if err == nil || i < sum.Batches {
					status = statuses[min(i, len(statuses)-1)]
				}
				for _, url := range batch {
					if at, sent := maybe[url]; sent && e.now.Sub(at) <= again {
						rt.Fatalf("%s is sent again after %s", url, e.now.Sub(at))
					}
					if !owed[url] {
						rt.Fatalf("%s is sent without being asked for", url)
					}
					if status == 200 || status == 0 {
						maybe[url] = e.now
					}
					if status == 200 {
						delete(owed, url)
					}
				}
			}
			seen = len(e.got)
		}
		for range rapid.IntRange(1, 4).Draw(rt, "runs") {
			e.now = e.now.Add(time.Duration(rapid.IntRange(1, 100).Draw(rt, "minutes")) * time.Minute)
			urls := rapid.SliceOfDistinct(rapid.SampledFrom([]string{"https://a.example/1", "https://a.example/2", "https://b.example/1", "https://c.example/1"}), rapid.ID).Draw(rt, "urls")
			l := open(t, dir)
			for _, url := range urls {
				owed[url] = true
			}
			all := append(pending(t, l), urls...)
			slices.Sort(all)
			queue(t, l, e.now, slices.Compact(all)...)
			e.dies = rapid.IntRange(0, 4).Draw(rt, "dies") == 0
			run(rapid.SliceOfN(rapid.SampledFrom([]int{200, 200, 0, 403, 429, 500}), 1, 4).Draw(rt, "answers"))
		}
		e.dies = false
		e.now = e.now.Add(100 * time.Hour)
		run([]int{200})
		if len(owed) > 0 {
			rt.Fatalf("never accepted: %v", owed)
		}
	})
}

func TestKeys(t *testing.T) {
	key := indexnow.NewKey()
	if err := indexnow.CheckKey(key); err != nil || key == indexnow.NewKey() {
		t.Errorf("%s: %v", key, err)
	}
	for _, bad := range []string{"", "1234567", strings.Repeat("a", 129), "12345678/", "1234567 8", "schlüssel", "../../../etc"} {
		if indexnow.CheckKey(bad) == nil {
			t.Errorf("%q passes", bad)
		}
	}
	for body, ok := range map[string]bool{key: true, "\ufeff" + key + "\r\n": true, "": false, key + "x": false, "<html>" + key: false, key + "\n" + key: false} {
		if got := indexnow.CheckKeyFile([]byte(body), key) == nil; got != ok {
			t.Errorf("%q: %t", body, got)
		}
	}
}

// What is damaged ends everything: without it something could be sent twice.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	e := &engine{t: t, now: begin, answers: []indexnow.Answer{{Status: 200}}}
	l := open(t, dir)
	queue(t, l, e.now, "https://a.example/1")
	if _, err := l.Send(context.Background(), e.sender(time.Hour)); err != nil {
		t.Fatal(err)
	}
	receipts, err := filepath.Glob(filepath.Join(dir, "receipts", "*.json"))
	if err != nil || len(receipts) != 1 {
		t.Fatal(receipts, err)
	}
	for _, name := range []string{receipts[0], filepath.Join(dir, "state.json")} {
		if err := os.WriteFile(name, []byte("{"), 0o666); err != nil {
			t.Fatal(err)
		}
		l, err := indexnow.Open(dir)
		if err == nil {
			_, err = l.Send(context.Background(), e.sender(time.Hour))
		}
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s is damaged: %v", name, err)
		}
	}
	if len(e.got) != 1 {
		t.Errorf("%d requests", len(e.got))
	}
}
