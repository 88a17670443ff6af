package fetch_test

import (
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/fetch"
)

// The certificate of a host is told with its time, and where any is accepted,
// why a browser would not.
func TestCertificate(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	known := x509.NewCertPool()
	known.AddCert(server.Certificate())
	for fault, o := range map[string]fetch.Options{"": {RootCAs: known}, "certificate": {RootCAs: x509.NewCertPool(), Insecure: true}} {
		client, err := fetch.NewClient(o)
		if err != nil {
			t.Fatal(err)
		}
		var res fetch.Response
		client.NewFetcher().Fetch(t.Context(), &fetch.Request{URL: server.URL + "/"}, &res)
		c := res.Certificate
		if c == nil || !c.Until.Equal(server.Certificate().NotAfter) || (c.Fault == "") != (fault == "") || !strings.Contains(c.Fault, fault) {
			t.Errorf("%+v: %+v", res.Exchange, c)
		}
		client.Close()
	}
}
