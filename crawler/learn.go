package crawler

import (
	"slices"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Bounds of what is asked for to learn.
const (
	maxTrials = 24  // parameters looked into in one run
	maxProbes = 120 // requests made for that

	maxRedirects = 4 // trials of what redirects add: pages wait for each
)

// learner finds session ids that no table names. It belongs to the scheduler.
//
// Workers report suspects: parameters that many links of a page carry. For
// each the learner holds a trial, whose requests go through the scheduler as
// all others do. While a trial runs, leased URLs that carry its parameter
// wait: they may fold into others soon.
type learner struct {
	modest
	c      *crawl
	trials []*trial
	probes int

	redirects int  // of these, trials of what redirects add
	asking    bool // a probe is with a worker
}

func (l *learner) busy() bool { return l.active() != nil }

func (l *learner) next(_ time.Time, offer func(task) bool) (wait time.Duration) {
	for p := l.due(); p != nil && offer(p); p = l.due() {
	}
	return forever
}

func (l *learner) granted(task, *origin) bool {
	l.asking = true
	l.probes++
	return true
}

// refused passes over a request that may not be made. A link that robots.txt
// forbids is asked for twice without the parameter.
func (l *learner) refused(t task, _ string) {
	defer l.endVain()
	trial := t.(*probe).trial
	if trial.step == trialSpelled && trial.spelled != trial.bare {
		trial.spelled = trial.bare
		return
	}
	trial.step = trialIdle
}

func (l *learner) giveUp() {
	for t := l.active(); t != nil; t = l.active() {
		l.end(t)
	}
}

// decidedParam names a parameter whose trial is over.
type decidedParam struct{ host, name string }

// suspected takes what a page's links showed. It gives the rules that were
// waiting for that.
func (l *learner) suspected(found []suspect) (rules []canonical.Rule) {
	for i := range found {
		f := &found[i]
		t := l.trial(f)
		if t == nil || t.done {
			continue
		}
		t.opaque = t.opaque || f.opaque && len(f.targets) > 0
		t.clock = t.clock || f.clock
		if f.cookie && f.opaque {
			t.cookie(f.page)
		}
		t.sawValue(f.value)
		for _, target := range f.targets {
			if len(t.targets) < 2*maxSamples && !slices.Contains(t.targets, target) {
				t.targets = append(t.targets, target)
			}
		}
		if proof := t.settled(); proof != "" {
			l.end(t)
			rules = append(rules, paramRule(t.host, t.name, proof))
		}
	}
	return rules
}

// trial gives the trial of a parameter, a new one if there is none yet and
// the bounds allow it.
func (l *learner) trial(f *suspect) *trial {
	for _, t := range l.trials {
		if t.host == f.host && t.name == f.name && t.redirect == f.redirect {
			return t
		}
	}
	if len(f.targets) == 0 {
		return nil
	}
	if len(l.trials) == maxTrials || l.probes >= maxProbes || f.redirect && l.redirects == maxRedirects {
		l.c.decided.Store(noMoreRedirects, true)
		return nil
	}
	t := &trial{host: f.host, name: f.name, redirect: f.redirect}
	t.forms = func(link string) (spelled, bare string) { return l.forms(t, link) }
	if f.redirect {
		l.redirects++
		t.values = []string{string(paramValue([]byte(f.targets[0]), f.name))}
	}
	l.trials = append(l.trials, t)
	return t
}

// active gives the trial that has something to ask, nil if none has.
func (l *learner) active() *trial {
	if l.probes >= maxProbes {
		return nil
	}
	for _, t := range l.trials {
		if t.active() {
			return t
		}
	}
	return nil
}

// holds tells whether a URL should wait for the end of a trial.
func (l *learner) holds(url string) bool {
	if l.probes >= maxProbes {
		return false
	}
	for _, t := range l.trials {
		if t.active() && paramValue([]byte(url), t.name) != nil && canonical.Host(url) == t.host {
			t.keepOther(url)
			return true
		}
	}
	return false
}

// due gives the probe to make now, nil if there is none. A trial's requests
// come one after the other.
func (l *learner) due() *probe {
	if l.asking {
		return nil
	}
	defer l.endVain()
	for t := l.active(); t != nil; t = l.active() {
		if t.step == trialIdle && !l.takeTarget(t) {
			continue
		}
		return &probe{trial: t, address: t.url(), name: t.name, rules: t.rules}
	}
	return nil
}

// takeTarget begins with the trial's next link, if it is of any use: it has
// to be fetched by a crawl, with and without the parameter.
func (l *learner) takeTarget(t *trial) bool {
	target := t.targets[0]
	t.targets = t.targets[1:]
	rules := l.c.rules.Load()
	without, err := rules.With(paramRule(t.host, t.name, ""))
	if err != nil {
		l.end(t)
		return false
	}
	spelled, bare := rules.Canonical(target), without.Canonical(target)
	if spelled.Reason == canonical.OK && string(spelled.URL) == string(bare.URL) && !(t.redirect && t.samples > 0) {
		l.end(t) // the user keeps it, or another rule removes it by now
		return false
	}
	again := t.wantsAgain() && t.hasAnother(string(spelled.URL), string(bare.URL)) != nil
	if !again && (slices.Contains(t.seen, string(bare.URL)) || t.wantsAgain() && t.samples == maxSamples-1) {
		t.keepOther(target)
		if t.passed++; t.passed == mostPassed {
			l.end(t)
		}
		return false
	}
	if spelled.Reason != canonical.OK || bare.Reason != canonical.OK || l.c.decide(bare.URL) != frontier.Undecided || l.c.decide(spelled.URL) != frontier.Undecided {
		return false
	}
	t.begin(string(spelled.URL), string(bare.URL), l.comparing(without))
	return true
}

// forms gives a link's canonical form, and that without a trial's parameter; "" for what is not asked for.
func (l *learner) forms(t *trial, link string) (spelled, bare string) {
	rules := l.c.rules.Load()
	without, err := rules.With(paramRule(t.host, t.name, ""))
	if err != nil {
		return "", ""
	}
	a, b := rules.Canonical(link), without.Canonical(link)
	if a.Reason != canonical.OK || b.Reason != canonical.OK || l.c.decide(a.URL) != frontier.Undecided {
		return "", ""
	}
	return string(a.URL), string(b.URL)
}

// end closes a trial: workers need not report its parameter any more.
func (l *learner) end(t *trial) {
	t.done = true
	name := t.name
	if t.redirect {
		name = byRedirect(name)
	}
	l.c.decided.Store(decidedParam{t.host, name}, true)
}

// comparing adds all parameters under suspicion to rules by which links are
// compared: of two session ids neither may spoil the other's trial.
func (l *learner) comparing(rules *canonical.Rules) *canonical.Rules {
	var more []canonical.Rule
	for _, t := range l.trials {
		rule := paramRule(t.host, t.name, "")
		if !t.done && !slices.Contains(more, rule) {
			more = append(more, rule)
		}
	}
	if all, err := rules.With(more...); err == nil {
		return all
	}
	return rules
}

// took takes a probe's answer. It gives the rule that was learned, if
// one was.
func (l *learner) took(p *probe, s *sketch) (canonical.Rule, bool) {
	l.asking = false
	defer l.endVain()
	proof := p.trial.answered(s)
	if p.trial.step == trialCookie {
		l.c.cookies.of(canonical.HostName(p.address), l.c.opts.EnableCookies)
	}
	if p.trial.done {
		l.end(p.trial)
	}
	if p.trial.vain {
		l.c.cookies.inVain(canonical.HostName(p.address))
	}
	if proof == "" {
		if p.trial.done && !p.trial.redirect {
			l.keep(p.trial)
		}
		return canonical.Rule{}, false
	}
	return paramRule(p.trial.host, p.trial.name, proof), true
}
