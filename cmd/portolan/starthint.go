package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/crawler/typedurl"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// startHint says what to do about a start that could not be found, "" where
// the error says all.
func (r *crawlRun) startHint(err error) string {
	if e, ok := errors.AsType[*start.ElsewhereError](err); ok {
		return "\nto chart that site: " + r.again(e.To)
	}
	if errors.Is(err, start.ErrForbidden) && r.opts.asOrigin != "" {
		return "\nif it forbids the copy alone: --staging reports what it forbids, and obeys it not; --ignore-robots does without it"
	}
	e, ok := errors.AsType[*start.UnreachableError](err)
	if !ok {
		return ""
	}
	plain := "http" + strings.TrimPrefix(e.URL, "https")
	switch {
	case e.Err == record.ErrDNS:
		return "\nis the name spelled right? one that no name server knows is told by --resolve HOST:443:ADDR:PORT"
	case e.Err == record.ErrTLS && strings.Contains(e.Text, "does not speak TLS") && e.Also == nil:
		return "\nwithout encryption: " + r.again(plain)
	case e.Err == record.ErrTLS && strings.Contains(e.Text, "certificate"):
		return "\nif that is as it should be, as on a test server: --insecure"
	case e.Err == record.ErrConnect && strings.HasPrefix(e.Text, "proxy"):
		return "\nthe proxy is the one of --proxy, or of PORTOLAN_PROXY"
	case e.Err == record.ErrConnect:
		return "\nis the server running, and at that port?"
	case e.Err == record.ErrTimeout:
		return "\nis the site up? if a firewall lets only a proxy out: --proxy URL"
	}
	return ""
}

// whyNothing tells why there is nothing to list: what is the matter with the
// start page, else what most URLs are.
func (r *outcome) whyNothing() string {
	row, err := r.Store.Find(r.start.URL)
	if err != nil || row == nil {
		return r.topReason()
	}
	v, err := r.Store.VerdictOf(row.ID)
	code := audit.Code(v.Code)
	if err != nil || code == audit.NoVerdict || code.State() == audit.ListedInFile {
		return r.topReason()
	}
	status := 0
	if row.Page != nil {
		status = row.Page.Status
	}
	start := "the start page " + safe.OneLine(r.start.URL)
	switch {
	case (status == 401 || status == 403) && r.unsent:
		return fmt.Sprintf("%s answers %d: the credentials that you gave were not sent, since it is not encrypted, and http:// was not typed; to send them all the same, type it: %s",
			start, status, r.again(r.start.URL))
	case status == 401 && r.told.login:
		return start + " answers 401: it does not take the user and password of --basic-auth"
	case status == 401:
		return start + " wants a user and a password (401); try --basic-auth USER:PASSWORD"
	case code == audit.Denied:
		return fmt.Sprintf("%s answers %d: its operator has to let %q in, or it wants a login (--cookie-file, --header)", start, status, r.told.userAgent)
	case status == 400 && r.onlyTLS():
		return start + " answers 400; if that port is encrypted: " + r.again("https"+strings.TrimPrefix(r.start.URL, "http"))
	case code == audit.ScopePath || code == audit.ScopeHost || code == audit.ScopeScheme:
		return fmt.Sprintf("%s lies outside of %s, and nothing in it was found", start, r.scope)
	case status >= 400:
		return fmt.Sprintf("%s answers %d", start, status)
	}
	return fmt.Sprintf("the verdict on the start page %s is %s: %s", safe.OneLine(r.start.URL), code, code.Meaning())
}

// onlyTLS tells of a start under http at a port of its own, which may be one
// for https.
func (r *outcome) onlyTLS() bool {
	scheme, host, _, _ := canonical.Split([]byte(r.start.URL))
	_, _, hasPort := typedurl.CutPort(string(host))
	return string(scheme) == "http" && hasPort
}
