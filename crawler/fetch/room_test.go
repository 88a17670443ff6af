package fetch_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"net/http"
	"testing"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier/record"
)

func zipped(t *testing.T, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(body); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Room is asked for bodies above 2 MiB alone, in whichever form they are.
func TestRoom(t *testing.T) {
	small, large := bytes.Repeat([]byte("<p>text "), 200_000), bytes.Repeat([]byte("<p>text "), 400_000)
	for _, tc := range []struct {
		name, coding string
		wire, body   []byte
		want         bool
	}{
		{"1.6 MB", "", small, small, false},
		{"3.2 MB", "", large, large, true},
		{"1.6 MB inflated", "gzip", zipped(t, small), small, false},
		{"3.2 MB inflated", "gzip", zipped(t, large), large, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			root := site(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				if tc.coding != "" {
					w.Header().Set("Content-Encoding", tc.coding)
				}
				w.Write(tc.wire) // a crawler that does not take it all fails below
			}).URL
			asked := 0
			got := ask(client(t, fetch.Options{MaxRatio: 1000}), fetch.Request{URL: root, Room: func(context.Context) error {
				asked++
				return nil
			}})
			if !bytes.Equal(got.Body, tc.body) || got.Err != record.ErrNone {
				t.Errorf("%d bytes of %d, error %v %s", len(got.Body), len(tc.body), got.Err, got.ErrText)
			}
			if asked > 0 != tc.want {
				t.Errorf("asked for room %d times, want it asked: %v", asked, tc.want)
			}
		})
	}
}

// A crawl that is stopped while a body waits for room stops waiting.
func TestRoomNeverCame(t *testing.T) {
	body := bytes.Repeat([]byte("<p>text "), 400_000)
	root := site(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write(body)
	}).URL
	ctx, stop := context.WithCancel(t.Context())
	var got fetch.Response
	client(t, fetch.Options{}).NewFetcher().Fetch(ctx, &fetch.Request{URL: root, Room: func(ctx context.Context) error {
		stop()
		<-ctx.Done()
		return ctx.Err()
	}}, &got)
	if got.Err != record.ErrCanceled || len(got.Body) >= len(body) {
		t.Errorf("%d bytes, error %v %s, want none whole and canceled", len(got.Body), got.Err, got.ErrText)
	}
	// Any other reason not to give room is a fault of the caller's, and told.
	got = ask(client(t, fetch.Options{}), fetch.Request{URL: root, Room: func(context.Context) error { return errors.New("no room") }})
	if got.Err == record.ErrNone {
		t.Error("a body was read without room")
	}
}
