package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/portolan-seo/portolan/frontier/record"
)

// fail records err, the end of the running exchange.
func (f *Fetcher) fail(ctx context.Context, err error) {
	res := f.res
	if ue := (*url.Error)(nil); errors.As(err, &ue) {
		err = ue.Err // without the URL, which the record has
	}
	var text string
	switch {
	case ctx.Err() != nil:
		res.Err, text = record.ErrCanceled, "canceled"
	case f.ctx != nil && f.ctx.Err() != nil && !decided(err):
		res.Err, text = record.ErrTimeout, f.timeoutText()
	default:
		res.Err, text = f.classify(err)
	}
	res.ErrText = f.client.errText(text)
	switch {
	case res.Err == record.ErrPrivate:
		res.Outcome = record.PrivateTarget
	case res.Status == 0:
		res.Outcome = record.NoAnswer
	}
}

// decided reports whether err has a cause of its own, so that a deadline
// which passed beside it doesn't matter.
func decided(err error) bool {
	var inflate *inflateError
	var private *privateError
	return errors.As(err, &inflate) || errors.As(err, &private) || err == errSwitched || err == errRepeated || errors.Is(err, errFlood)
}

func (f *Fetcher) timeoutText() string {
	limit := f.client.opts.Timeout
	switch {
	case f.res.Status != 0:
		return fmt.Sprintf("body not complete after %v", limit)
	case f.trace.first.Load() != 0:
		return fmt.Sprintf("header not complete after %v", limit)
	case f.trace.connected.Load() != 0:
		return fmt.Sprintf("no answer in %v", limit)
	}
	return fmt.Sprintf("no connection in %v", limit)
}

// classify gives err's class, and a text for people.
func (f *Fetcher) classify(err error) (record.ErrClass, string) {
	var (
		private *privateError
		inflate *inflateError
		dns     *net.DNSError
		op      *net.OpError
	)
	connected := f.trace.connected.Load() != 0
	switch {
	case errors.As(err, &private):
		return record.ErrPrivate, private.Error()
	case errors.As(err, &inflate):
		return inflate.class, inflate.Error()
	}
	if text, ok := proxyText(err, !connected && f.client.dialer.proxied(&f.target)); ok {
		return record.ErrConnect, text
	}
	if errors.As(err, &dns) {
		return record.ErrDNS, dnsText(dns)
	}
	if text, ok := tlsText(err); ok {
		if connected && !strings.Contains(text, "certificate") {
			return record.ErrReset, "connection broken: " + text
		}
		return record.ErrTLS, text
	}
	switch {
	case err == errRepeated, errors.Is(err, errFlood):
		return record.ErrReset, err.Error()
	case errors.As(err, &op) && op.Op == "dial" && isTimeout(err):
		return record.ErrTimeout, fmt.Sprintf("no connection to %v in %v", op.Addr, dialTimeout)
	case op != nil && op.Op == "dial":
		return record.ErrConnect, opText(op)
	case isTimeout(err) && !connected:
		return record.ErrTimeout, "TLS handshake not complete in time"
	case isTimeout(err):
		return record.ErrTimeout, err.Error()
	case !connected && f.target.Scheme == "https":
		return record.ErrReset, "connection broken in the TLS handshake: " + err.Error()
	}
	return f.classifyAnswer(err, op)
}

// classifyAnswer judges a failure after the connection stood.
func (f *Fetcher) classifyAnswer(err error, op *net.OpError) (record.ErrClass, string) {
	body := f.res.Status != 0
	switch {
	case body && errors.Is(err, io.ErrUnexpectedEOF):
		return record.ErrTruncated, fmt.Sprintf("body ended early, after %d bytes", f.res.Wire)
	case op != nil:
		return record.ErrReset, "connection broken: " + opText(op)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), strings.Contains(err.Error(), "server closed"):
		return record.ErrReset, "connection closed without a complete answer"
	case strings.Contains(err.Error(), "stream error"), strings.Contains(err.Error(), "GOAWAY"),
		strings.Contains(err.Error(), "connection lost"),
		strings.Contains(err.Error(), "client conn could not be established"): // GOAWAY before the first request
		return record.ErrReset, err.Error()
	}
	text := strings.TrimPrefix(err.Error(), "net/http: HTTP/1.x transport connection broken: ")
	if strings.HasPrefix(text, "net/http: server response headers exceeded") {
		return record.ErrProtocol, fmt.Sprintf("header is over %d KB", maxHeader>>10)
	}
	if m := f.trace.meter; m != nil && m.ended.Load() && headerCut(text) {
		return record.ErrReset, "header ended early: " + text
	}
	return record.ErrProtocol, text
}

// headerCut tells, of a connection that the server has closed, a header that
// broke off in the middle of a line from what is no header.
func headerCut(text string) bool {
	line, isLine := strings.CutPrefix(text, `malformed HTTP response "`)
	status, isStatus := strings.CutPrefix(text, `malformed HTTP status code "`)
	return isLine && strings.HasPrefix("HTTP/1.1", strings.TrimSuffix(line, `"`)) ||
		isStatus && strings.Trim(status, `0123456789"`) == "" || strings.HasPrefix(text, "malformed MIME header")
}

func isTimeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.As(err, &t) && t.Timeout()
}

// proxyText tells a proxy's failure. connecting says that the connection
// through a proxy did not stand yet; then only TLS errors are the site's.
func proxyText(err error, connecting bool) (string, bool) {
	var refused *proxyError
	var op *net.OpError
	switch {
	case errors.As(err, &refused):
		return refused.Error(), true
	case errors.As(err, &op) && op.Op == "proxyconnect":
		var inner *net.OpError
		if errors.As(op.Err, &inner) {
			return "proxy: " + inner.Op + ": " + opText(inner), true
		}
		return "proxy: " + op.Err.Error(), true
	case op != nil && strings.HasPrefix(op.Op, "socks"):
		return "proxy: " + op.Err.Error(), true
	}
	if _, isTLS := tlsText(err); connecting && !isTLS {
		return "proxy: " + err.Error(), true
	}
	return "", false
}

func dnsText(e *net.DNSError) string {
	switch {
	case e.IsNotFound:
		return fmt.Sprintf("host name %s does not exist", e.Name)
	case e.IsTimeout:
		return fmt.Sprintf("name server did not answer for %s", e.Name)
	}
	return fmt.Sprintf("look up %s: %s", e.Name, e.Err)
}

// tlsText tells what is wrong with the handshake or the certificate.
func tlsText(err error) (string, bool) {
	var (
		record    tls.RecordHeaderError
		hostname  x509.HostnameError
		authority x509.UnknownAuthorityError
		invalid   x509.CertificateInvalidError
		verify    *tls.CertificateVerificationError
		op        *net.OpError
	)
	switch {
	case errors.As(err, &hostname):
		names := strings.Join(hostname.Certificate.DNSNames, ", ")
		if names == "" {
			names = "no host name"
		}
		return fmt.Sprintf("certificate is not for %s; it is for %s", hostname.Host, names), true
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return validityText(invalid.Cert), true
	case errors.As(err, &authority):
		if c := authority.Cert; c != nil && c.Subject.String() == c.Issuer.String() {
			return "certificate is self-signed, or its root is not trusted", true
		}
		return "certificate is signed by an unknown authority", true
	case errors.As(err, &verify), errors.As(err, &invalid):
		return err.Error(), true
	case errors.As(err, &record), strings.Contains(err.Error(), "HTTP response to HTTPS client"):
		return "server does not speak TLS on this port", true
	case errors.As(err, &op) && (op.Op == "remote error" || op.Op == "local error"), strings.HasPrefix(err.Error(), "tls: "):
		return err.Error(), true
	}
	return "", false
}

func validityText(c *x509.Certificate) string {
	if time.Now().Before(c.NotBefore) {
		return "certificate is not valid before " + c.NotBefore.Format(time.DateOnly)
	}
	return "certificate expired on " + c.NotAfter.Format(time.DateOnly)
}

// opText tells a failed network operation with its address.
func opText(e *net.OpError) string {
	cause := e.Err
	if call := (*os.SyscallError)(nil); errors.As(cause, &call) {
		cause = call.Err // the call's name says nothing to people
	}
	if e.Addr == nil {
		return cause.Error()
	}
	return e.Addr.String() + ": " + cause.Error()
}

// errText makes s fit to be kept and shown: no secrets, no control
// characters, at most 200 bytes.
func (c *Client) errText(s string) string {
	s = c.redact.Replace(s)
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	if len(s) <= 200 {
		return s
	}
	cut := 200 - len("…")
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

func newRedactor(secrets []string) *strings.Replacer {
	var pairs []string
	for _, s := range secrets {
		pairs = append(pairs, s, "[secret]")
	}
	return strings.NewReplacer(pairs...)
}
