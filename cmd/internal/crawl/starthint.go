package crawl

import (
	"errors"
	"strings"

	"github.com/portolan-seo/portolan/crawler/start"
	"github.com/portolan-seo/portolan/frontier/record"
)

// startHint says what to do about a start that could not be found, "" where
// the error says all.
func (r *crawlRun) startHint(err error) string {
	if e, ok := errors.AsType[*start.ElsewhereError](err); ok {
		return "\nto chart that site: " + r.Again(e.To)
	}
	if errors.Is(err, start.ErrForbidden) && r.opts.AsOrigin != "" {
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
		return "\nwithout encryption: " + r.Again(plain)
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
