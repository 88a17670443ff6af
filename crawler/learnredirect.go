package crawler

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// minToken is the length of the values that are looked into where a redirect
// adds them to a page's own URL.
const minToken = 6

// byRedirect is the name under which the trial of a parameter that redirects add
// is known as decided; the links that carry it have a trial of their own.
func byRedirect(name string) string { return "redirect " + name }

// noMoreRedirects is decided once there are no more such trials.
var noMoreRedirects = decidedParam{name: byRedirect("")}

// awaitsTrial postpones a page that redirects to its own URL with one more
// parameter, as who gives a session to each visitor does, until it is known
// whether each request gets another one.
func (w *worker) awaitsTrial(t *pageTask, target string) bool {
	name := addedParam(t.item.URL, target)
	if name == "" || w.c.opts.NoLearn {
		return false
	}
	host := canonical.Host(t.item.URL)
	if w.c.isDecided(host, byRedirect(name)) || w.c.isDecided(noMoreRedirects.host, noMoreRedirects.name) {
		return false
	}
	t.suspects = []suspect{{host: host, name: name, page: t.item.URL, redirect: true, targets: []string{target}}}
	return true
}

// addedParam gives the name of the parameter that target has and the URL has
// not; "" where anything else differs, or its value is too short to be made for
// a visitor.
func addedParam(url, target string) string {
	path, query, _ := strings.Cut(url, "?")
	to, more, _ := strings.Cut(target, "?")
	if path != to {
		return ""
	}
	left := strings.Split(more, "&")
	for pair := range strings.SplitSeq(query, "&") {
		if at := slices.Index(left, pair); at >= 0 {
			left = slices.Delete(left, at, at+1)
		} else if pair != "" {
			return ""
		}
	}
	if len(left) != 1 {
		return ""
	}
	name, value, _ := strings.Cut(left[0], "=")
	if len(value) < minToken || !plainName([]byte(name)) {
		return ""
	}
	return strings.ToLower(name)
}

// redirected takes the answer to a URL without the parameter: a witness, if it
// redirects to itself under a value that no request before has got. The first
// that is none ends the trial; of the pages that it links to all may be asked.
func (t *trial) redirected(b *sketch) {
	t.step = trialIdle
	if b.self == "" || slices.Contains(t.values, b.self) {
		t.done = t.samples == 1
		return
	}
	t.looped = true
	t.values = append(t.values, b.self)
	t.witnesses = append(t.witnesses, canonical.Path(t.bare))
	t.changed++
}

// ask gives the pages that a page links to as what is to be asked for next.
func (t *trial) ask(links []string) {
	if t.redirect {
		t.targets = links
	}
}

// endVain ends trials of redirects that have nothing to ask any more: pages wait
// for them.
func (l *learner) endVain() {
	for _, t := range l.trials {
		if t.redirect && !t.done && (!t.active() || l.probes >= maxProbes) {
			l.end(t)
		}
	}
}

// next notes a link of the page as one that a trial may ask for.
func (s *sketch) next(p *probe, form *canonical.Result) {
	if p.trial.redirect && len(s.pages) < 2*maxSamples && string(form.URL) != p.trial.bare && !slices.Contains(s.pages, string(form.URL)) {
		s.pages = append(s.pages, string(form.URL))
	}
}
