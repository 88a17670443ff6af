package fetch

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/http/httpguts"
	"golang.org/x/net/publicsuffix"
)

// Limits of what a site may make us keep and send (RFC 6265 6.1 asks for
// at least 50 cookies of 4,096 bytes a domain; browsers keep 180).
const (
	maxCookies      = 180
	maxCookieSize   = 4096
	maxCookieHeader = 8 << 10
)

// cookieStore holds the cookies of a Client; by default there are none.
type cookieStore struct {
	mu      sync.RWMutex
	jar     http.CookieJar                 // nil until a host is enabled or a file is loaded
	enabled map[string]map[string]struct{} // host -> the cookies it has set
}

// EnableCookies makes the Client accept and send cookies of host, a name
// without port. Other hosts' cookies stay ignored.
func (c *Client) EnableCookies(host string) {
	s := &c.cookies
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open()
	host = strings.ToLower(host)
	if s.enabled == nil {
		s.enabled = map[string]map[string]struct{}{}
	}
	if s.enabled[host] == nil {
		s.enabled[host] = map[string]struct{}{}
	}
}

// ShareCookies makes the Client keep its cookies in one place with another,
// those that the other has already included. It replaces what the Client
// itself has, and leaves alone which hosts' cookies are accepted. It is for
// the time before the first Fetch.
func (c *Client) ShareCookies(other *Client) {
	other.cookies.mu.Lock()
	other.cookies.open()
	jar := other.cookies.jar
	other.cookies.mu.Unlock()
	c.cookies.mu.Lock()
	defer c.cookies.mu.Unlock()
	c.cookies.jar = jar
}

// LoadCookieFile reads a browser's cookie export in Netscape's format. The
// cookies are sent to CredentialHosts and to hosts with EnableCookies, each
// where its domain, path and expiry allow.
func (c *Client) LoadCookieFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("open cookie file: %w", err)
	}
	defer f.Close()
	if err := c.cookies.load(f); err != nil {
		return fmt.Errorf("read cookie file %s: %w", name, err)
	}
	return nil
}

// open makes the jar; s.mu is held.
func (s *cookieStore) open() {
	if s.jar == nil {
		s.jar, _ = cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List}) // its error is always nil
	}
}

func (s *cookieStore) load(r io.Reader) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open()
	all, live, now := 0, 0, time.Now()
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimPrefix(lines.Text(), "\ufeff")
		text, httpOnly := strings.CutPrefix(text, "#HttpOnly_")
		if !httpOnly && strings.HasPrefix(text, "#") || strings.TrimSpace(text) == "" {
			continue
		}
		cookie, host, err := parseCookieLine(text)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if all++; cookie.Expires.IsZero() || cookie.Expires.After(now) {
			live++
		}
		s.jar.SetCookies(&url.URL{Scheme: "https", Host: host, Path: "/"}, []*http.Cookie{cookie})
	}
	switch err := lines.Err(); {
	case err != nil:
		return err
	case all == 0:
		return errors.New("it holds no cookie")
	case live == 0:
		return errors.New("all of its cookies have expired: log in again with the browser, and export them anew")
	}
	return nil
}

// parseCookieLine reads domain, subdomains, path, secure, expiry in Unix
// seconds (0 = end of session), name, value; an empty value may be missing.
func parseCookieLine(line string) (*http.Cookie, string, error) {
	field := strings.Split(line, "\t")
	if len(field) == 6 {
		field = append(field, "")
	}
	if len(field) != 7 {
		return nil, "", fmt.Errorf("has %d fields separated by tabs, not 7", len(field))
	}
	expires, err := strconv.ParseInt(field[4], 10, 64)
	if err != nil {
		return nil, "", fmt.Errorf("expiry %q is not a number", field[4])
	}
	host := strings.ToLower(strings.TrimPrefix(field[0], "."))
	if host == "" || !httpguts.ValidHeaderFieldName(field[5]) || !httpguts.ValidHeaderFieldValue(field[6]) {
		return nil, "", fmt.Errorf("domain, name or value of the cookie is not valid")
	}
	c := &http.Cookie{Name: field[5], Value: field[6], Path: field[2], Secure: strings.EqualFold(field[3], "true")}
	if strings.EqualFold(field[1], "true") {
		c.Domain = host
	}
	if expires > 0 {
		c.Expires = time.Unix(expires, 0)
	}
	return c, host, nil
}

// header gives the Cookie header for u, "" for none. host is the URL's own,
// before OriginMap.
func (s *cookieStore) header(host string, u *url.URL, credentialed bool) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.jar == nil || (!credentialed && s.enabled[host] == nil) {
		return ""
	}
	var b strings.Builder
	for _, c := range s.jar.Cookies(u) {
		if b.Len()+len(c.Name)+len(c.Value) > maxCookieHeader {
			break
		}
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		b.WriteString(c.Name + "=" + c.Value)
	}
	return b.String()
}

// accept keeps what an answer sets, if its host is enabled.
func (s *cookieStore) accept(host string, u *url.URL, h http.Header) {
	if len(h["Set-Cookie"]) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.enabled[host]
	if known == nil {
		return
	}
	resp := http.Response{Header: h}
	var take []*http.Cookie
	for _, c := range resp.Cookies() {
		if len(c.Name)+len(c.Value) > maxCookieSize || len(c.Path)+len(c.Domain) > maxCookieSize {
			continue
		}
		key := c.Domain + ";" + c.Path + ";" + c.Name
		if _, ok := known[key]; !ok && len(known) >= maxCookies {
			continue
		}
		known[key] = struct{}{}
		take = append(take, c)
	}
	s.jar.SetCookies(u, take)
}
