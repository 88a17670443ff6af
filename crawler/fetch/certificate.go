package fetch

import (
	"crypto/tls"
	"crypto/x509"
	"time"
)

// Certificate is what a host shows that is spoken to by TLS.
type Certificate struct {
	From, Until time.Time
	Issuer      string // name of who has issued it
	Fault       string // why a browser refuses it, "" if it does not; only Options.Insecure lets one through
}

const maxCertificates = 1000 // hosts

// certificate gives that of an answer. It is looked at once a host.
func (c *Client) certificate(host string, state *tls.ConnectionState) *Certificate {
	if state == nil || len(state.PeerCertificates) == 0 {
		return nil
	}
	c.certificates.mu.Lock()
	defer c.certificates.mu.Unlock()
	if known := c.certificates.of[host]; known != nil {
		return known
	}
	leaf := state.PeerCertificates[0]
	cert := &Certificate{From: leaf.NotBefore.UTC(), Until: leaf.NotAfter.UTC(), Issuer: leaf.Issuer.String()}
	if c.opts.Insecure {
		cert.Fault = c.refusal(host, state)
	}
	if len(c.certificates.of) < maxCertificates {
		if c.certificates.of == nil {
			c.certificates.of = map[string]*Certificate{}
		}
		c.certificates.of[host] = cert
	}
	return cert
}

// refusal is what a client says that does not accept any certificate.
func (c *Client) refusal(host string, state *tls.ConnectionState) string {
	others := x509.NewCertPool()
	for _, cert := range state.PeerCertificates[1:] {
		others.AddCert(cert)
	}
	_, err := state.PeerCertificates[0].Verify(x509.VerifyOptions{DNSName: host, Roots: c.opts.RootCAs, Intermediates: others})
	if err == nil {
		return ""
	}
	text, ok := tlsText(err)
	if !ok {
		return c.errText(err.Error())
	}
	return text
}
