package audit

import (
	"context"
	"fmt"
	"regexp"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// trouble is what the crawl noted of hosts and patterns as a whole.
type trouble struct {
	down       map[string]int // hosts, http and https as one: the status of the errors that they answer, 0 where they do not answer
	firewalls  []frontier.Firewall
	quarantine []quarantine
	stacks     *frontier.Stacks
	soft404s   soft404s
	walls      walls
	answering  answering
}

type quarantine struct {
	*frontier.Quarantine
	match *regexp.Regexp
	code  Code
}

// KindBudget is the kind of a quarantine that the user's budget for a
// directory drew; all others are traps.
const KindBudget = "budget"

func readTrouble(crawl frontier.Crawl) (t trouble, err error) {
	downs, err := frontier.List[frontier.Down](crawl.Meta(frontier.MetaDown))
	if err != nil {
		return t, err
	}
	t.down = make(map[string]int, len(downs))
	for _, d := range downs {
		t.down[d.Host] = d.Status
	}
	if t.firewalls, err = frontier.List[frontier.Firewall](crawl.Meta(frontier.MetaFirewall)); err != nil {
		return t, err
	}
	if t.soft404s, err = readSoft404s(crawl); err != nil {
		return t, err
	}
	if t.walls.noted, err = frontier.List[frontier.Wall](crawl.Meta(frontier.MetaWalls)); err != nil {
		return t, err
	}
	list, err := frontier.List[frontier.Quarantine](crawl.Meta(frontier.MetaQuarantine))
	if err != nil {
		return t, err
	}
	for i := range list {
		match, err := list[i].Match()
		if err != nil {
			return t, err
		}
		q := quarantine{&list[i], match, TrapQuarantine}
		if list[i].Kind == KindBudget {
			q.code = LimitPrefix
		}
		t.quarantine = append(t.quarantine, q)
	}
	t.stacks, err = frontier.NewStacks(list)
	return t, err
}

// briefDetails are those of Brief on which verdicts rest in this crawl.
func (t *trouble) briefDetails() (with []frontier.Detail) {
	if len(t.firewalls) > 0 {
		with = append(with, frontier.DetailTime)
	}
	if t.soft404s.answers.Any() {
		with = append(with, frontier.DetailLook, frontier.DetailText)
	}
	return with
}

// read looks for what no list tells: error pages that answer 200, and walls.
// For the latter the first rows are enough.
func (t *trouble) read(ctx context.Context, crawl frontier.Crawl) error {
	t.answering = answering{ctx: ctx, crawl: crawl}
	if err := t.stacks.Read(ctx, crawl); err != nil {
		return err
	}
	for row, err := range crawl.Brief(ctx, 0, t.briefDetails()...) {
		if err != nil {
			return fmt.Errorf("read known URLs: %w", err)
		}
		t.soft404s.count(row)
		t.walls.count(row)
		t.answering.count(row)
		if t.walls.enough() && !t.soft404s.answers.Any() {
			break
		}
	}
	if err := t.conclude(ctx, crawl); err != nil {
		return fmt.Errorf("look for a page that stands before the site: %w", err)
	}
	return nil
}

// conclude comes after the rows were counted.
func (t *trouble) conclude(ctx context.Context, crawl frontier.Crawl) error {
	if err := t.soft404s.conclude(crawl.Row); err != nil {
		return err
	}
	w := &t.walls
	w.look, w.seek = crawl.Row, func() error { return w.findDoors(ctx, crawl) }
	err := w.find()
	if err != nil || len(t.walls.pages) == 0 {
		return err
	}
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		t.walls.mark(row)
	}
	return nil
}

// of gives what concerns one URL: in Quarantined its deferral by a pattern,
// in Down and ShutOut the state of its host at the time.
func (t *trouble) of(row *frontier.Row, f *Facts) (err error) {
	f.Soft404 = t.soft404s.is(row, f.View.Kind == classes.Echo || f.View.Kind == classes.Empty)
	f.Stands = t.walls.stands(row)
	if f.HostAnswers, err = t.answering.has(row); err != nil {
		return err
	}
	if len(t.down) == 0 && len(t.firewalls) == 0 && len(t.quarantine) == 0 {
		return nil
	}
	host := hostOf(row.URL)
	if row.Page != nil {
		f.ShutOut = t.shutOut(host, row.Page)
	} else {
		_, f.Down = t.down[host]
	}
	for _, q := range t.quarantine {
		if (row.Page == nil || q.HoldsRead(row.Sources)) && q.match.MatchString(row.URL) && !(q.Rest != "" && t.stacks.Stands(row.URL)) {
			f.Quarantined = q.code
			return nil
		}
	}
	return nil
}

// shutOut reports a refusal that came while a firewall refused everything.
func (t *trouble) shutOut(host string, p *record.Page) bool {
	if p.Outcome != record.Answered || p.Status != 403 {
		return false
	}
	for i := range t.firewalls {
		if w := &t.firewalls[i]; w.Host == host && !p.FetchedAt.Before(w.Since) {
			return true
		}
	}
	return false
}

// hostOf gives host and port of a URL.
func hostOf(url string) string {
	_, host, _, _ := canonical.Split([]byte(url))
	return string(host)
}
