package crawler

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// noteListing keeps what robots.txt of an origin says to the listing agent, for
// the workers.
func (c *crawl) noteListing(o *origin) {
	if o.state != robotsKnown || o.rules.Unavailable() {
		return
	}
	if agent := o.rules.Agent(c.opts.ListAgent, robots.RFC9309); agent.Restricts() {
		c.listings.Store(o.name, agent)
	} else {
		c.listings.Delete(o.name)
	}
}

// maxShownURL is how much of an address, or of a line, a note shows.
const maxShownURL = 200

// lookAtResources notes scripts, style sheets and pictures of a page on its own
// origin that robots.txt keeps from the listing agent; nothing is asked for.
// Where an application counts visits (/cdn-cgi/) nobody needs it to see a page.
func (w *worker) lookAtResources(o *outcome, url string, p *page.Page) {
	own := canonical.Origin(url)
	found, is := w.c.listings.Load(own)
	if !is || w.Res.Status != 200 {
		return
	}
	agent, n, place, first := found.(*robots.Agent), 0, "", ""
	for _, r := range p.Resources {
		if bytes.Contains(r.Href, []byte("/cdn-cgi/")) {
			continue
		}
		to := w.Resolver.Resolve(r.Href)
		if to.Reason != canonical.OK {
			continue
		}
		if w.fetchable.has(agent, to.URL) {
			continue
		}
		target := string(to.URL)
		if canonical.Origin(target) != own {
			continue
		}
		d := agent.Test(target)
		if d.Allow {
			w.fetchable.add(target)
			continue
		}
		if n++; n == 1 {
			line, col := p.Position(r.Offset)
			place = fmt.Sprintf("%d:%d", line, col)
			first = strings.ToValidUTF8(fmt.Sprintf("%s by line %d, %s", to.URL[:min(len(to.URL), maxShownURL)], d.Line, d.Rule[:min(len(d.Rule), maxShownURL)]), "\uFFFD")
		}
	}
	if n > 0 {
		rec := &o.page.Record
		rec.Facts.Problems.Add(record.ResourceBlocked)
		rec.Notes = strings.TrimPrefix(fmt.Sprintf("%s\n%s %s %d %s", rec.Notes, record.ResourceBlocked, place, n, first), "\n")
	}
}

// fetchable are resources that an agent may ask for: most pages of a site have the
// same ones.
type fetchable struct {
	agent *robots.Agent
	urls  map[string]bool
}

// maxFetchable is how many are remembered.
const maxFetchable = 256

func (f *fetchable) has(agent *robots.Agent, url []byte) bool {
	if f.agent != agent {
		f.agent, f.urls = agent, map[string]bool{}
	}
	return f.urls[string(url)]
}

func (f *fetchable) add(url string) {
	if len(f.urls) < maxFetchable {
		f.urls[url] = true
	}
}
