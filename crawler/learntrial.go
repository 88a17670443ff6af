package crawler

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// trial finds out whether a parameter is a session id. It takes links that
// carry it, one after the other, and asks for each twice: as it is spelled,
// and without the parameter; where these differ, once more without it, to
// see what changes by itself. A link that robots.txt forbids is asked for
// twice without it. All requests are made without cookies.
//
// A link bears witness if both answers are the same page, and another page
// than that of earlier witnesses. A witness is strong if the parameter's
// value in the page's own links changed between the two answers, or is that
// of a cookie set in the same answer. Two strong witnesses prove a session
// id; so do three of any kind, if the values look generated. A page that is
// surely another without the parameter ends the trial. Where pages without it show one
// value of it, or its values are all that proves it, pages are asked for under two of them
// before it is believed.
//
// Where redirects add the parameter to URLs that had none, links do not show it.
// Then a page is asked for as it was redirected, and without the parameter, and
// so are pages that it links to: two that redirect to themselves under values
// that nobody has got before are two strong witnesses.
//
// Where pages without it redirect to themselves the last of them has to come once
// cookies are accepted. Else it is no page, and those with the parameter are; but where
// all values of the redirects look generated, and none came twice, though one page was
// asked for several times, it has no address that lasts but the one without it.
type trial struct {
	host, name string
	opaque     bool
	clock      bool     // its values are the times of answers: another one each second
	redirect   bool     // a redirect has added it to a page's own URL
	values     []string // of such redirects, and those of pages without it to themselves

	value  string // that pages have in all of their links
	pages  int    // that have it
	varied bool   // others have others, or several

	targets []string // links that carry it, still to be asked for
	seen    []string // forms without it that were asked for
	samples int      // of maxSamples
	passed  int      // links of no use: after mostPassed no page comes with two values

	step          trialStep
	spelled, bare string
	rules         *canonical.Rules // for comparing links
	a, b          sketch

	fingerprints []uint64 // of the witnesses' pages
	witnesses    []string // their paths
	vouched      []vouched
	again        *vouched // the page that the sample has another value for
	others       []string // links that wait for its end
	forms        func(link string) (spelled, bare string)
	checks       int  // of these that were asked for before a proof is believed
	repeated     bool // it was the same
	retitled     bool // a page had another title each time
	looped       bool // without it the site redirects to another value of it
	changed      int
	shown        []string // values in the links of pages without it, where these changed
	fallback     bool     // two of them had the same
	cookied      int
	cookies      []string // pages of the crawl that set a cookie to the value
	proof        string   // that holds if the page comes with cookies
	asked        int      // how often it was asked for with them
	vain         bool     // it did not: the site gives each request another value
	done         bool
}

type trialStep uint8

const (
	trialIdle    trialStep = iota
	trialSpelled           // the next probe asks for the link as it is
	trialBare              // without the parameter
	trialAgain             // the same once more
	trialCookie            // the same with cookies, to see the page
	trialOther             // a page that has borne witness with another value, before a proof is believed
)

const (
	maxSamples = 4
	manyPages  = 4 // that have one value only, if it is the visitor's
	mostPassed = 400
	mostOthers = 16
	mostChecks = 5
)

// vouched is a page that was the same with a value and without the parameter.
type vouched struct {
	bare, value string
	sketch      sketch
}

// active tells whether the trial has something to ask.
func (t *trial) active() bool {
	return !t.done && (t.step != trialIdle || len(t.targets) > 0 && t.samples < maxSamples && !t.waits())
}

// waits tells whether enough was asked of one value: other ones are to be
// seen, or pages enough that have no other.
func (t *trial) waits() bool { return t.opaque && t.isOne() && len(t.witnesses) >= 3 }

// isOne tells that all pages had one value, or that of their second.
func (t *trial) isOne() bool { return !t.varied || t.clock }

// wantsAgain tells whether a page is to be asked for with another value; the last
// sample is kept for that.
func (t *trial) wantsAgain() bool { return t.opaque && !t.isOne() && len(t.vouched) >= 2 }

// hasAnother gives the page that a link leads to with another value than before.
func (t *trial) hasAnother(link, bare string) *vouched {
	value := string(paramValue([]byte(link), t.name))
	for i := range t.vouched {
		if v := &t.vouched[i]; v.bare == bare && v.value != value {
			return v
		}
	}
	return nil
}

// settled gives the proof of witnesses of one value, once pages enough have it.
func (t *trial) settled() (proof string) {
	if t.step == trialIdle && t.waits() {
		return t.believe(t.verdict())
	}
	return ""
}

// sawValue takes the value that all links of a page have, "" for several.
func (t *trial) sawValue(value string) {
	if value == "" || t.value != "" && t.value != value {
		if t.varied = true; !t.clock || value == "" {
			return
		}
	}
	t.value = value
	t.pages++
}

// begin takes the next link; bare is its form without the parameter.
func (t *trial) begin(spelled, bare string, rules *canonical.Rules) {
	t.samples++
	t.seen = append(t.seen, bare)
	t.spelled, t.bare, t.rules = spelled, bare, rules
	if t.again = nil; t.wantsAgain() {
		t.again = t.hasAnother(spelled, bare)
	}
	if t.step = trialSpelled; t.redirect && t.samples > 1 {
		t.step = trialBare
	}
}

// url gives the URL that is to be asked for now.
func (t *trial) url() string {
	if t.step == trialSpelled || t.step == trialOther {
		return t.spelled
	}
	return t.bare
}

// answered takes the answer to the last probe. It gives a rule's proof once
// there is one.
func (t *trial) answered(s *sketch) (proof string) {
	if t.step == trialCookie {
		return t.withCookies(s)
	}
	if s.failed {
		t.step = trialIdle
		return t.believe(t.verdict())
	}
	switch t.step {
	case trialSpelled:
		t.a, t.step = *s, trialBare
		if !s.page() {
			t.step = trialIdle
		} else if t.again != nil {
			t.compareAgain()
		}
		t.ask(s.pages)
	case trialBare:
		t.b = *s
		t.compare(s, nil)
	case trialAgain:
		t.compare(&t.b, s)
	case trialOther:
		t.compareOther(s)
	}
	if t.step == trialIdle {
		return t.believe(t.verdict())
	}
	return ""
}

// compare reads the answers to one link.
func (t *trial) compare(b, again *sketch) {
	t.step = trialIdle
	if t.redirect {
		t.redirected(b)
		return
	}
	if b.self != "" {
		t.looped = true
		t.values = append(t.values, b.self)
		t.witness(b, b.self != string(paramValue([]byte(t.spelled), t.name)))
		return
	}
	if !b.page() {
		t.done = true
		return
	}
	t.retitled = t.retitled || again != nil && again.title != b.title && again.title != t.a.title
	same, sure := alike(&t.a, b, again)
	switch {
	case same:
		t.witness(b, t.a.changed(b))
	case sure:
		t.done = true
	case again == nil:
		t.step = trialAgain
	}
}

// compareAgain reads the answer to another value: where it is the page that was
// seen without any, that need not be asked for once more.
func (t *trial) compareAgain() {
	if same, _ := alike(&t.a, &t.again.sketch, nil); same {
		t.step, t.repeated = trialIdle, true
	}
}

// believe gives a proof, unless pages without the parameter have shown one value of it, or it was proven by the values
// that links have, and links lead to one page under two of them: these are asked for first. Without a value the site may
// show what it shows for the first one: a list of categories leads to that first, and what it leads to is the same
// without it, and under any.
func (t *trial) believe(proof string) string {
	if proof == "" || t.redirect || t.changed+t.cookied >= 2 && !t.fallback {
		return proof
	}
	first := map[string]string{} // by the form without it
	for _, link := range slices.Concat(t.others, t.targets) {
		spelled, bare := t.forms(link)
		if spelled == bare || slices.Contains(t.seen, spelled) || t.checks == mostChecks {
			continue
		}
		t.again = t.hasAnother(spelled, bare)
		other := first[bare]
		switch first[bare] = spelled; {
		case t.again == nil && other == "":
			continue
		case t.again == nil:
			spelled = other // and this one after it
		}
		t.checks++
		t.seen = append(t.seen, spelled)
		t.step, t.spelled, t.bare, t.done = trialOther, spelled, bare, false
		return ""
	}
	return proof
}

// compareOther ends the trial where a page has another title under another value, or another text
// where titles change by themselves.
func (t *trial) compareOther(s *sketch) {
	t.step = trialIdle
	switch {
	case !s.page():
	case t.again == nil:
		t.vouched = append(t.vouched, vouched{t.bare, string(paramValue([]byte(t.spelled), t.name)), *s})
	default:
		t.done = s.title != t.again.sketch.title && !(t.retitled && s.words == t.again.sketch.words)
	}
}

// keepOther keeps a link that carries the parameter, two of a path.
func (t *trial) keepOther(link string) {
	path, same := canonical.Path(link), 0
	for _, other := range t.others {
		if canonical.Path(other) == path {
			same++
		}
	}
	if same < 2 && len(t.others) < mostOthers && !slices.Contains(t.others, link) {
		t.others = append(t.others, link)
	}
}

// witness notes that a link leads to the same page without the parameter.
func (t *trial) witness(b *sketch, changed bool) {
	if t.again != nil {
		t.repeated = true
		return
	}
	fingerprint := t.a.fingerprint()
	if slices.Contains(t.fingerprints, fingerprint) || t.spelled == t.bare && !changed {
		return
	}
	t.fingerprints = append(t.fingerprints, fingerprint)
	path := canonical.Path(t.bare)
	t.witnesses = append(t.witnesses, path)
	t.vouched = append(t.vouched, vouched{t.bare, string(paramValue([]byte(t.spelled), t.name)), *b})
	switch {
	case changed:
		t.changed++
		t.fallback = t.fallback || b.value != "" && slices.Contains(t.shown, b.value)
		t.shown = append(t.shown, b.value)
	case b.cookie:
		t.cookied++
	}
}

// cookie notes a page of the crawl whose links carry the value of a cookie
// that it sets.
func (t *trial) cookie(page string) {
	path := canonical.Path(page)
	if len(t.cookies) < 2 && !slices.Contains(t.cookies, path) {
		t.cookies = append(t.cookies, path)
	}
}

// verdict decides between two links: a proof, an end, or neither yet.
func (t *trial) verdict() (proof string) {
	if t.done {
		return ""
	}
	where := strings.Join(t.witnesses, " and ")
	switch strong := t.changed + t.cookied; {
	case strong >= 2 && t.changed > 0:
		proof = "changes from fetch to fetch of " + where
	case strong >= 2:
		proof = "is the value of a cookie set by " + where
	case strong+len(t.cookies) >= 2 && t.opaque:
		proof = "is the value of a cookie set by " + strings.Join(append(t.cookies, t.witnesses...), " and ")
	case t.opaque && (t.repeated || t.isOne() && len(t.witnesses) >= 3 && t.pages >= manyPages):
		proof = "same pages without it: " + strings.Join(t.witnesses, ", ")
	}
	if proof != "" && t.looped {
		t.step, t.proof = trialCookie, proof
		return ""
	}
	t.done = proof != "" || t.samples >= maxSamples && !t.waits() || len(t.witnesses) > 0 && t.changed+t.cookied == 0 && !t.opaque
	return proof
}

// withCookies takes the answer to a page that redirected to itself before cookies
// were accepted. It gives the proof where the page comes.
func (t *trial) withCookies(s *sketch) (proof string) {
	t.asked++
	if s.self != "" {
		t.values = append(t.values, s.self)
	}
	switch {
	case s.page():
		proof = t.proof
	case t.asked == ask.CookieTries && t.neverTwice():
		t.vain, proof = true, eachAnother+strings.Join(t.witnesses, ", ")
	}
	if t.done = proof != "" || t.asked == ask.CookieTries; t.done {
		t.step = trialIdle
	}
	return proof
}

// eachAnother begins the proof by which pages come under the ids of their redirects alone.
const eachAnother = "redirects add another value each time, cookies or not: "

// neverTwice tells whether all pages without the parameter, the last of them several
// times, redirected to themselves under a generated value that no other request got.
func (t *trial) neverTwice() bool {
	for i, value := range t.values {
		if !mayBeGenerated([]byte(value)) || slices.Contains(t.values[:i], value) {
			return false
		}
	}
	return len(t.values) >= len(t.witnesses)+t.asked
}
