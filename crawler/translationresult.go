package crawler

import (
	"fmt"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
	"github.com/portolan-seo/portolan/frontier"
)

// answered takes what came of a page on another host. A host that fails or
// refuses again and again is asked no more.
func (t *translationTask) answered(s *scheduler, x *pace.Exchange, _ time.Time) {
	q, a, h := s.translations, &t.answer, t.host
	q.running--
	if a.canceled { // as if it had not been asked for
		if h.Left++; h.Why == "" {
			h.Why = "the crawl was stopped before"
		}
		q.changed = true
		return
	}
	if a.found.Status == 0 && a.found.Fault == "" {
		a.found.Fault = "portolan failed on it"
	}
	a.found.ID = t.id
	var returns bool
	a.found.Names, returns = q.known(a.names)
	q.names += len(a.found.Names)
	switch {
	case a.found.Fault != "":
	case !returns:
		a.found.Fault, a.found.Detail = "no return link", "it names none of the pages that were crawled"
	case q.names > maxNames:
		a.found.Fault, a.found.Names = "too many translations", nil
	}
	q.note(a.found)
	if h.refusals++; !x.Failed && !x.Blocked() && x.Status < 500 {
		h.refusals = 0
	}
	if h.refusals >= maxRefusals && len(h.queue) > 0 {
		h.leave(fmt.Sprintf("the last %d answers were failures or refusals", maxRefusals))
		q.changed = true
	}
}

// known gives the pages that the crawl knows of those that a page names;
// returns tells whether one of them is in its scope.
func (q *translations) known(names []translationName) (known []frontier.TranslationName, returns bool) {
	s := q.s
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	for _, n := range names {
		row, err := s.c.store.Find(n.url)
		if err != nil {
			s.c.fail(err)
			return nil, false
		}
		if row == nil {
			continue
		}
		returns = returns || row.Reason == frontier.Undecided
		if k := (frontier.TranslationName{To: row.ID, Lang: n.lang}); !slices.Contains(known, k) {
			known = append(known, k)
		}
	}
	return known, returns
}

// note keeps a result, and writes down those of a full lump.
func (q *translations) note(t frontier.Translation) {
	if q.fresh = append(q.fresh, t); len(q.fresh) == translationLump {
		q.save()
	}
}

func (q *translations) save() {
	meta := q.unsaved()
	if len(meta) == 0 {
		return
	}
	if err := q.s.c.settle(&frontier.Batch{Meta: meta}); err != nil {
		q.s.c.fail(err)
	}
}

// unsaved gives what is to be written down, for Meta, and forgets it.
func (q *translations) unsaved() map[string]string {
	meta := map[string]string{}
	if len(q.fresh) > 0 {
		meta[frontier.TranslationLump(q.lump)] = frontier.ListText(q.fresh)
		q.fresh, q.lump = nil, q.lump+1
	}
	if q.changed || q.busy() {
		var hosts []frontier.TranslationHost
		for _, h := range q.hosts {
			note := h.TranslationHost
			if note.Left += len(h.queue); len(h.queue) > 0 && note.Why == "" {
				note.Why = "the crawl was stopped before"
			}
			hosts = append(hosts, note)
		}
		meta[frontier.MetaTranslationHosts] = frontier.ListText(hosts)
		q.changed = false
	}
	return meta
}
