package crawler

import (
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/filter"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// checkQueue sorts what is to be asked for by hosts.
type checkQueue struct {
	q      *checks
	known  map[uint64]bool   // URLs that earlier runs have asked for
	places map[uint64]*check // pictures
	n      int
}

// fill takes from what is known what is to be asked for, but for what earlier
// runs have: some 200 bytes a URL.
func (q *checks) fill(ctx context.Context) {
	s := q.s
	q.hosts = map[string]*checkHost{}
	f := checkQueue{q: q, known: map[uint64]bool{}, places: map[uint64]*check{}}
	links := map[frontier.ID]bool{}
	lumps, err := frontier.EachChecked(s.c.meta, func(c *frontier.Checked) {
		f.n++
		if c.URL == "" {
			links[c.ID] = true
		} else {
			f.known[f.key(c.URL)] = true
		}
	})
	if err != nil {
		s.c.fail(err)
		return
	}
	q.lump = lumps
	o := &s.c.opts.Checks
	var pictures []*check
	s.eachRow(ctx, func(row *frontier.Row) {
		switch {
		case o.Links && row.Reason == frontier.ScopeHost && row.Sources&frontier.FromLink != 0 && !links[row.ID]:
			f.add(&check{url: row.URL, note: frontier.Checked{ID: row.ID}})
		case o.Pictures && row.Page != nil && row.Page.Outcome == record.Answered && record.IsPage(row.Page.Status) && row.Page.Images != "":
			for url := range strings.SplitSeq(row.Page.Images, "\n") {
				pictures = f.picture(pictures, strings.TrimPrefix(url, "\t"), row.ID)
			}
		}
	})
	for _, c := range pictures { // their pages are counted now
		f.add(c)
	}
	if f.n > MaxChecks {
		q.leftOut(f.n-MaxChecks, "no more than 100,000 are asked for")
	}
}

func (f *checkQueue) key(url string) uint64 { return f.q.s.c.rules.Load().Key([]byte(url)) }

// picture counts a picture of a page.
func (f *checkQueue) picture(list []*check, url string, page frontier.ID) []*check {
	key := f.key(url)
	switch c := f.places[key]; {
	case c != nil:
		c.note.Pages++
	case f.known[key]:
	case len(list) >= MaxChecks:
		f.n++ // once for each page, of those that nobody counts
	default:
		c = &check{note: frontier.Checked{ID: page, URL: strings.Clone(url), Pages: 1}}
		c.url = c.note.URL
		f.places[key] = c
		return append(list, c)
	}
	return list
}

// add puts a URL into the queue of its host, unless it is not to be asked for.
func (f *checkQueue) add(c *check) {
	q := f.q
	if !q.s.wanted(c.url) {
		return
	}
	if f.n++; f.n > MaxChecks {
		return
	}
	h := q.host(c.url)
	c.note.Own = c.note.URL != "" && h.own
	if c.note.URL == "" {
		c.url = strings.Clone(c.url)
	}
	if !h.take(*c) {
		q.leftOut(1, tooManyOfHost)
	}
}

const tooManyOfHost = "no more than 1,000 of one host are asked for"

// wanted tells of a URL that the user's rules do not forbid, and that has no
// effects.
func (s *scheduler) wanted(url string) bool {
	o := &s.c.opts
	if pass, rule, _ := o.Filter.Pass([]byte(url)); !pass && rule > 0 {
		return false
	}
	_, has := filter.HasEffect([]byte(url))
	return !has || o.Effects
}

// host gives that of a URL.
func (q *checks) host(url string) *checkHost {
	name := canonical.Host(url)
	h := q.hosts[name]
	if h == nil {
		h = &checkHost{name: strings.Clone(name), own: q.s.isOwn(name)}
		q.hosts[h.name] = h
		q.waiting = append(q.waiting, h)
	}
	return h
}

// take queues a URL; false where it is one too many.
func (h *checkHost) take(c check) bool {
	if h.taken == MaxChecksAHost && !h.own {
		return false
	}
	h.taken++
	h.queue = append(h.queue, c)
	return true
}

// follow asks for where an answer redirects, in its stead; false where nobody
// may.
func (q *checks) follow(t *checkTask) bool {
	if !q.s.wanted(t.next) {
		return false
	}
	note := t.note
	note.End, note.Tries, note.Status, note.Type, note.Bytes = t.next, 0, 0, "", 0
	h := q.host(t.next)
	note.Own = note.URL != "" && h.own
	if !h.take(check{t.next, note, false, t.hops + 1}) {
		return false
	}
	q.todo++
	return true
}

// isOwn tells of a host that is crawled.
func (s *scheduler) isOwn(host string) bool {
	return host == s.c.opts.Scope.Host || host == canonical.Host(s.c.opts.Start) || slices.Contains(s.c.opts.Translations.Hosts, host)
}
