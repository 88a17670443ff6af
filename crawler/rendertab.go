package crawler

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/ask"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/filetype"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/opinions"
	"github.com/portolan-seo/portolan/crawler/render"
	"github.com/portolan-seo/portolan/crawler/render/proxy"
	"github.com/portolan-seo/portolan/crawler/traps"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// tab has one page rendered and reads it. Its worker makes no request.
type tab struct {
	*worker
	r *renders
}

func newTab(r *renders) *tab {
	c := r.s.c
	rules := c.rules.Load()
	w := &worker{
		Asker: ask.Asker{Resolver: rules.NewResolver()}, c: c, ctx: r.ctx, parser: newParser(c), rules: rules, extract: c.opts.Extract.Clone(),
		room: &room{reads: c.reads, huge: c.huge, parsing: true}, // no huge page of the crawl waits for it
	}
	return &tab{worker: w, r: r}
}

// render renders a page, and leaves in p what came of it. What fails costs this
// page alone.
func (t *tab) render(p *rendering) {
	err := t.c.guarded("render "+p.URL, func() error {
		result, err := t.r.renderer.Render(t.r.ctx, p.URL)
		sent, _ := t.r.documentOf(p.URL)
		switch {
		case t.r.ctx.Err() != nil:
		case err != nil:
			p.broken = err
		case p.look != nil:
			p.text = t.lookOf(p.URL, result, sent)
		default:
			t.read(p, result, sent)
		}
		return nil
	})
	if err != nil && p.look == nil {
		p.outcome = t.failed(p, "fault", err.Error())
	}
}

// lookOf gives the text of a rendered page, nil where there is none.
func (t *tab) lookOf(url string, result *render.Result, sent document) *lookalike.Text {
	if result.Failure != "" || result.HTML == nil {
		return nil
	}
	t.answer(result.HTML, sent.header)
	text, _ := t.textOf(url)
	return text
}

// answer takes a document as if it was the answer to a request.
func (t *tab) answer(html []byte, header http.Header) {
	h := header.Clone()
	if h == nil {
		h = http.Header{}
	}
	h.Set("Content-Type", "text/html; charset=utf-8") // as the browser gives it
	t.Res = fetch.Response{Header: h, Body: html}
	t.Res.Outcome, t.Res.Status, t.Res.FetchedAt, t.Res.Wire = record.Answered, http.StatusOK, time.Now(), int64(len(html))
}

// failed is the outcome of a page that could not be rendered.
func (t *tab) failed(p *rendering, failure, detail string) *outcome {
	o := t.c.outcome(outcomeRendered)
	o.page.ID = p.ID
	o.rendered = frontier.Rendered{Own: -1, Depth: p.Depth, Rendering: record.Rendering{
		At: time.Now(), Failure: failure, Detail: short(detail, maxDetail),
	}}
	return o
}

// short cuts a text of the site's.
func short(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "\uFFFD")
}

// read makes an outcome of what the browser gave.
func (t *tab) read(p *rendering, result *render.Result, sent document) {
	leaves, goes := result.Leaves()
	html := result.HTML
	if html == nil && goes && leaves.Kind == render.ByScript {
		html = sent.body // it left before there was a document of its own
	}
	switch {
	case sent.status != http.StatusOK && sent.status != 0:
		p.outcome = t.failed(p, string(render.NoDocument), fmt.Sprintf("asked for again, it answers %d", sent.status))
		return
	case sent.status == 0 && result.Failure == "":
		p.outcome = t.failed(p, string(render.NoDocument), "it was not asked for")
		return
	case html == nil:
		p.outcome = t.failed(p, string(result.Failure), result.Detail)
		return
	}
	item := frontier.Item{ID: p.ID, URL: p.URL, Depth: p.Depth, Via: p.Via}
	plain := t.plain(item, sent)
	t.answer(html, sent.header)
	o := t.settle(item, 1)
	if o.kind != outcomePage {
		return // stopped
	}
	p.suspects = t.suspects
	how := record.Rendering{
		At: time.Now(), Marks: marksOf(&result.Marks), Blocked: blockedOf(result), Hashes: short(strings.Join(result.HashRoutes, "\n"), 1024),
		Robots: o.page.Record.MetaRobots,
	}
	t.addSteps(o, item, result, &how)
	t.join(o, p, plain, &how)
	o.kind = outcomeRendered
	o.seen = traps.PageOf(item, t.rules.Key([]byte(item.URL)), &o.page, html)
	o.seen.Sample = item.Rank == rankSample
	p.outcome = o
}

// plain reads the document as it was sent for the browser.
func (t *tab) plain(item frontier.Item, sent document) (plain frontier.Settled) {
	plain.Location, plain.Canonical = -1, -1
	if sent.status != http.StatusOK {
		return plain
	}
	t.Res = fetch.Response{Header: sent.header, Body: sent.body}
	t.Res.Outcome, t.Res.Status, t.Res.FetchedAt, t.Res.Wire = record.Answered, http.StatusOK, time.Now(), int64(len(sent.body))
	if o := t.settle(item, 1); o.kind == outcomePage {
		plain = o.page
		t.suspects = nil // they are known
	}
	return plain
}

// addSteps adds to the links what scripts did to the page's URL: another one in
// its place is a redirect, one that was pushed a URL without a link, and so is
// a file that it has saved.
func (t *tab) addSteps(o *outcome, item frontier.Item, result *render.Result, how *record.Rendering) {
	if t.Resolver.SetBase(item.URL, "") != nil {
		return
	}
	self, to := t.rules.Key([]byte(item.URL)), ""
	pushed := frontier.LinkScript
	if !t.c.opts.Render.FollowScripts {
		pushed |= frontier.Unlinked
	}
	for _, step := range result.Steps {
		switch step.Kind {
		case render.Replaced:
			to = step.To
		case render.ByScript:
			if filetype.Saved(step.To) {
				t.addLink(o, []byte(step.To), pushed, nil)
				break
			}
			to = step.To
		case render.Pushed:
			at := t.addLink(o, []byte(step.To), pushed, nil)
			if at >= 0 && (o.page.Links[at].Key == self || isLinked(o.page.Links[:at], o.page.Links[at].Key)) {
				o.page.Links = o.page.Links[:at]
			}
		}
	}
	if to == "" {
		return
	}
	at := t.addLink(o, []byte(to), frontier.LinkRedirect, nil)
	switch {
	case at < 0:
	case o.page.Links[at].Key == self || o.page.Links[at].Reason != frontier.Undecided:
		o.page.Links = o.page.Links[:at]
	default:
		o.page.Location, how.Script = at, true
	}
}

func isLinked(links []frontier.Link, key uint64) bool {
	return slices.ContainsFunc(links, func(l frontier.Link) bool { return l.Key == key })
}

// join makes of the rendered page, and the plain one, what both amount to, and
// leaves of the links those that the plain page has not.
func (t *tab) join(o *outcome, p *rendering, plain frontier.Settled, how *record.Rendering) {
	own := o.page.Record.Canonical
	how.Canonical = own
	state, canonical := own, o.page.Canonical
	if named := plain.Record.Canonical; named != own || named == record.CanonicalOther && plain.Links[plain.Canonical].Key != o.page.Links[canonical].Key {
		if namesPage(named) && namesPage(own) {
			state, canonical = record.CanonicalConflict, -1 // engines read both
		}
	}
	o.rendered = frontier.Rendered{Own: o.page.Canonical, Depth: p.Depth}
	o.page.Canonical = canonical
	t.leaveFresh(o, plain.Links, how)
	facts := record.Rendered(&p.sent.Page.Facts, &o.page.Record.Facts)
	facts.Canonical = state
	rec := *p.sent.Page
	rec.Facts = facts
	var was frontier.Rendered
	if t.c.opts.Before.Rendering(p.URL, &was) != nil {
		rec.ChangedAt = was.Record.ChangedAt
		if was.Record.Content != rec.Content && was.Record.Content != 0 && rec.Content != 0 {
			rec.ChangedAt = rec.FetchedAt
		}
	}
	o.page.Record, o.rendered.Rendering = rec, *how
}

func namesPage(c record.CanonicalState) bool {
	return c == record.CanonicalSelf || c == record.CanonicalOther
}

// leaveFresh keeps the links that the plain page has not, and those that the
// page leads to by itself.
func (t *tab) leaveFresh(o *outcome, plain []frontier.Link, how *record.Rendering) {
	type target struct {
		key  uint64
		kind frontier.LinkFlags
	}
	had := make(map[target]bool, len(plain))
	for i := range plain {
		had[target{plain[i].Key, plain[i].Flags.Kind()}] = true
	}
	location, canonical, own := -1, -1, -1
	kept := o.page.Links[:0]
	for i, l := range o.page.Links {
		needed := i == o.page.Location || i == o.page.Canonical || i == o.rendered.Own
		known := had[target{l.Key, l.Flags.Kind()}]
		if known && !needed {
			continue
		}
		if !known && l.Flags.Clickable() && l.Reason == frontier.Undecided && t.c.decide(l.URL) == frontier.Undecided {
			how.Links++
		}
		if !known && l.Flags.Kind() == frontier.LinkAlternate {
			how.Marks = addMark(how.Marks, opinions.MarkAlternates)
		}
		l.Flags |= frontier.InRendered
		if i == o.page.Location {
			location = len(kept)
		}
		if i == o.page.Canonical {
			canonical = len(kept)
		}
		if i == o.rendered.Own {
			own = len(kept)
		}
		kept = append(kept, l)
	}
	o.page.Links, o.page.Location, o.page.Canonical, o.rendered.Own = kept, location, canonical, own
}

func addMark(marks, mark string) string {
	if strings.Contains(marks, mark) {
		return marks
	}
	return strings.TrimPrefix(marks+" "+mark, " ")
}

func marksOf(m *render.Marks) (marks string) {
	for _, mark := range [...]struct {
		name string
		set  bool
	}{{"cut", m.Cut}, {"restless", m.Restless}, {"stopped", m.Stopped}, {"truncated", m.Truncated}, {"real-time", m.RealTime}, {"alone", m.Alone}} {
		if mark.set {
			marks = addMark(marks, mark.name)
		}
	}
	return marks
}

// maxBlocked is how many refusals of a page are kept.
const maxBlocked = 5

// blockedOf names what robots.txt kept from a page.
func blockedOf(result *render.Result) string {
	var lines []string
	for _, refused := range result.Network.Refused {
		if refused.Why == proxy.Robots && len(lines) < maxBlocked {
			lines = append(lines, short(strings.Join(strings.Fields(refused.URL+" "+refused.Detail), " "), 300))
		}
	}
	return strings.Join(lines, "\n")
}
