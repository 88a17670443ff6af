package crawltest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"time"
)

// authority is a certificate authority made for one run, with one
// certificate for all hosts of a server. Its keys are never stored.
type authority struct {
	cert *x509.Certificate
	leaf tls.Certificate
}

// newAuthority makes both; an expired one ended yesterday.
func newAuthority(hosts []string, expired bool) (*authority, error) {
	caKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make CA key: %w", err)
	}
	now := time.Now()
	ca := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "crawltest CA of one run"},
		NotBefore:             now.AddDate(0, 0, -7),
		NotAfter:              now.AddDate(0, 0, 7),
		KeyUsage:              x509.KeyUsageCertSign,
		BasicConstraintsValid: true,
		IsCA:                  true,
	}
	caDER, err := x509.CreateCertificate(rand.Reader, ca, ca, &caKey.PublicKey, caKey)
	if err != nil {
		return nil, fmt.Errorf("make CA certificate: %w", err)
	}
	cert, err := x509.ParseCertificate(caDER)
	if err != nil {
		return nil, fmt.Errorf("read back CA certificate: %w", err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make server key: %w", err)
	}
	der, err := x509.CreateCertificate(rand.Reader, leafTemplate(hosts, now, expired), cert, &key.PublicKey, caKey)
	if err != nil {
		return nil, fmt.Errorf("make server certificate: %w", err)
	}
	return &authority{cert, tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}}, nil
}

func leafTemplate(hosts []string, now time.Time, expired bool) *x509.Certificate {
	t := &x509.Certificate{
		SerialNumber: big.NewInt(2),
		Subject:      pkix.Name{CommonName: "crawltest"},
		NotBefore:    now.AddDate(0, 0, -7),
		NotAfter:     now.AddDate(0, 0, 7),
		KeyUsage:     x509.KeyUsageDigitalSignature,
		ExtKeyUsage:  []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		DNSNames:     []string{"localhost"},
		IPAddresses:  []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
	}
	if expired {
		t.NotAfter = now.AddDate(0, 0, -1)
	}
	for _, h := range hosts {
		if ip := net.ParseIP(h); ip != nil {
			t.IPAddresses = append(t.IPAddresses, ip)
		} else {
			t.DNSNames = append(t.DNSNames, h)
		}
	}
	return t
}

func (a *authority) pem() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw})
}
