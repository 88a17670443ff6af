// Package fetchtest gives tests a client for made-up sites.
package fetchtest

import (
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/crawler/fetch"
)

// NewClient gives a client that finds the sites of a server under their own
// names, and trusts it. It is closed when the test ends.
func NewClient(tb testing.TB, server *crawltest.Server, o fetch.Options) *fetch.Client {
	tb.Helper()
	at, err := fetch.ParseResolves(server.Resolve())
	if err != nil {
		tb.Fatal(err)
	}
	o.Resolve = append(o.Resolve, at...)
	if o.RootCAs == nil {
		o.RootCAs = server.CertPool()
	}
	client, err := fetch.NewClient(o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(client.Close)
	return client
}
