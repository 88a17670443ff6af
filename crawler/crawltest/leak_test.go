package crawltest_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// TestCloseLeavesNothing: a server with a request at a gate, one that stalls
// and idle connections takes all of its goroutines with it.
func TestCloseLeavesNothing(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	site := parse(t, `
origin: https://a.example
-- / --
home
-- /wait --
HTTP 200
Crawltest-Wait: never

x
`)
	for _, http2 := range []bool{false, true} {
		srv, err := crawltest.Start(crawltest.Config{HTTP2: http2}, site)
		if err != nil {
			t.Fatal(err)
		}
		get(t, srv, "https://a.example/")
		done := make(chan error)
		go func() {
			_, _, err := do(t, srv, "GET", "https://a.example/wait")
			done <- err
		}()
		<-site.Gate("never").Arrived()
		srv.Close()
		if err := <-done; err == nil {
			t.Error("a closed server answered")
		}
	}
}
