package crawler

import (
	"time"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// noteCertificate keeps that of the scope's host, which changes within a crawl
// hardly ever.
func (c *crawl) noteCertificate(url string, cert *fetch.Certificate) {
	if cert != nil && c.certificate.Load() != cert && canonical.Host(url) == c.opts.Scope.Host {
		c.certificate.Store(cert)
	}
}

// certificateNote is what is known of it, for Meta.
func (c *crawl) certificateNote(now time.Time) map[string]string {
	cert := c.certificate.Load()
	if cert == nil {
		return nil
	}
	return map[string]string{frontier.MetaCertificates: frontier.ListText([]frontier.Certificate{
		{Host: c.opts.Scope.Host, From: cert.From, Until: cert.Until, Issuer: cert.Issuer, Fault: cert.Fault, Seen: now.UTC().Truncate(time.Second)},
	})}
}
