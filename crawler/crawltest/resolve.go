package crawltest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// hosts gives the host names of all sites, without ports, sorted.
func (s *Server) hosts() []string {
	var hosts []string
	for _, site := range s.sites {
		for _, o := range site.origins {
			if u, err := url.Parse(o); err == nil {
				hosts = append(hosts, u.Hostname())
			}
		}
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// Resolve says where the hosts are: a line "HOST:PORT:ADDR:PORT" for port 80
// and port 443 of each, and for each other port that a site uses; sorted.
func (s *Server) Resolve() []string {
	var lines []string
	for from, to := range s.routes() {
		lines = append(lines, from+":"+to)
	}
	slices.Sort(lines)
	return lines
}

// routes maps host:port of the sites to the listener that serves it.
func (s *Server) routes() map[string]string {
	m := map[string]string{}
	for _, h := range s.hosts() {
		m[net.JoinHostPort(h, "80")] = s.plain.Addr().String()
		m[net.JoinHostPort(h, "443")] = s.tls.Addr().String()
	}
	for _, site := range s.sites {
		for _, o := range site.origins {
			u, err := url.Parse(o)
			if err != nil || u.Port() == "" {
				continue
			}
			if u.Scheme == "http" {
				m[u.Host] = s.plain.Addr().String()
			} else {
				m[u.Host] = s.tls.Addr().String()
			}
		}
	}
	return m
}

// CertPool holds the authority that signed the server's certificate.
func (s *Server) CertPool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(s.authority.cert)
	return pool
}

// CertPEM gives the same authority in PEM form, for SSL_CERT_FILE and the like.
func (s *Server) CertPEM() []byte { return s.authority.pem() }

// Client gives an HTTP client that finds the sites' hosts at this server,
// trusts its certificate, follows no redirects, and reaches nothing else.
func (s *Server) Client() *http.Client {
	return &http.Client{
		Transport:     s.transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func (s *Server) newTransport(http2 bool) *http.Transport {
	routes := s.routes()
	for _, l := range []net.Listener{s.plain, s.tls} {
		routes[l.Addr().String()] = l.Addr().String()
	}
	return &http.Transport{
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			to, ok := routes[strings.ToLower(addr)]
			if !ok {
				return nil, fmt.Errorf("no site is served at %s", addr)
			}
			var d net.Dialer
			return d.DialContext(ctx, network, to)
		},
		TLSClientConfig:   &tls.Config{RootCAs: s.CertPool()},
		ForceAttemptHTTP2: http2,
	}
}
