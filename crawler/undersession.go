package crawler

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Pages may redirect to themselves under a new session id, and do so again to who
// brings the cookie back: they have no address at which they answer but those with an
// id. Where a trial has shown that, or the id has a name that is known for one, each is
// asked for once more as its redirect says, and what comes is the page.

// underID is the URL with a session id to which a page redirects, and by which status; zero
// for its own.
type underID struct {
	url    string
	status int
}

// note notes in the record of a page that it came under such an id, or that it did not: that
// of an earlier crawl stands for an unchanged page.
func (u underID) note(p *record.Page) {
	if p.Problems.Has(record.UnderSession) {
		p.Problems &^= 1 << record.UnderSession
		p.Notes = strings.Join(slices.DeleteFunc(strings.Split(p.Notes, "\n"), func(line string) bool {
			return strings.HasPrefix(line, record.UnderSession.String()+" ")
		}), "\n")
	}
	if u.url != "" && record.IsPage(p.Status) {
		p.Problems.Add(record.UnderSession)
		p.Notes = strings.TrimPrefix(fmt.Sprintf("%s\n%s 0:0 1 %d", p.Notes, record.UnderSession, u.status), "\n")
	}
}

// openSessions knows the hosts of which an earlier run, or the crawl whose rules are given,
// has shown that.
func (c *crawl) openSessions() {
	for _, r := range append(c.store.Rules(), c.opts.Rules...) {
		if strings.HasPrefix(r.Proof, eachAnother) {
			host := canonical.HostName("http://" + r.Host)
			c.cookies.of(host, c.opts.EnableCookies)
			c.cookies.inVain(host)
		}
	}
}

// underSession postpones a page that redirects to itself with a session id, to ask for
// it as the redirect says; nil where it says no such thing, or did that already.
func (w *worker) underSession(t *pageTask, h *cookieHost) *outcome {
	h.underVain = h.underVain || t.under.url != "" && !h.cameUnder
	if h.underVain || t.under.url != "" || t.again || t.barred || !h.keepUnder(t.item, &w.Res) {
		return nil
	}
	return w.soon(t.item, t.item.Tries, 0)
}

// keepUnder keeps with what session id a page is to be asked for, if its redirect says so.
func (h *cookieHost) keepUnder(item frontier.Item, res *fetch.Response) bool {
	to := sessionTarget(item.URL, res.Location)
	if to == "" {
		return false
	}
	if h.under == nil {
		h.under = map[frontier.ID]underID{}
	}
	h.under[item.ID] = underID{to, res.Status}
	return true
}

// sessionTarget gives the URL of the same host to which a page redirects, "" where that
// is none, or the page's own as it was asked for.
func sessionTarget(page, location string) string {
	base, err := url.Parse(page)
	if err != nil {
		return ""
	}
	to, err := base.Parse(location)
	if err != nil {
		return ""
	}
	to.Fragment, to.RawFragment = "", ""
	if target := to.String(); target != page && strings.EqualFold(canonical.Origin(target), canonical.Origin(page)) {
		return target
	}
	return ""
}

// session gives the id under which a page is to be asked for now.
func (c *cookieHosts) session(item *frontier.Item) (under underID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if h := c.hosts[canonical.HostName(item.URL)]; h != nil && h.vain {
		under = h.under[item.ID]
		delete(h.under, item.ID)
	}
	return under
}

// inVain notes that the cookies of a host, which are accepted, do not help, and that its
// pages come under the ids of their redirects.
func (c *cookieHosts) inVain(host string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hosts[host].vain, c.hosts[host].known = true, true
}

// came notes that a page came that had redirected to itself before, or one under a session id.
func (c *cookieHosts) came(t *pageTask) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if h := c.hosts[canonical.HostName(t.item.URL)]; h != nil {
		h.known = h.known || h.first == t.item.ID
		h.cameUnder = h.cameUnder || t.under.url != ""
	}
}
