package crawler

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/crawler/opinions"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// echoes are the pages that are the same at any address. The committer sees
// them, the scheduler asks.
type echoes struct {
	mu     sync.Mutex
	set    *classes.Echoes
	proofs []classes.Proof
	noted  string               // the value of frontier.MetaEchoes
	held   map[frontier.ID]bool // URLs of this run that only such pages have led to
	dates  map[frontier.ID]bool // those of this run in a pattern of dates that is closed
	shells bool                 // pages that wait for scripts are seen as they are sent: no browser is to be had, or it shows no more
}

// seeShells shows pages that wait for scripts, now that no browser runs them, or it shows no more.
func (c *crawl) seeShells(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := &c.echoes
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.shells || !c.learns() {
		return nil
	}
	e.shells = true
	for row, err := range c.store.Brief(ctx, 0, frontier.DetailContent, frontier.DetailLook, frontier.DetailText) {
		if err != nil {
			return fmt.Errorf("read pages that wait for scripts: %w", err)
		}
		if row.Page != nil && opinions.IsShell(&row.Page.Facts) {
			e.set.See(row)
		}
	}
	return nil
}

// openEchoes sees the pages of earlier runs.
func (c *crawl) openEchoes() (err error) {
	e := &c.echoes
	e.noted = c.store.Meta(frontier.MetaEchoes)
	if e.proofs, err = classes.ReadProofs(e.noted); err != nil {
		return err
	}
	e.set = classes.NewEchoes(e.proofs...)
	e.set.TakeFresh(strings.Fields(c.store.Meta(frontier.MetaFresh)))
	if !c.learns() || c.store.Counts().Settled == 0 {
		return nil
	}
	for row, err := range c.store.Brief(context.Background(), 0, frontier.DetailContent, frontier.DetailLook, frontier.DetailText) {
		if err != nil {
			return fmt.Errorf("read pages that were fetched: %w", err)
		}
		if c.opts.Render.Open == nil || row.Page == nil || !opinions.IsShell(&row.Page.Facts) {
			e.set.See(row)
		}
	}
	if err := e.set.Recount(context.Background(), c.store); err != nil {
		return fmt.Errorf("read links of pages that were fetched: %w", err)
	}
	if text := e.news(); text != "" {
		return c.store.Settle(&frontier.Batch{Meta: map[string]string{frontier.MetaEchoes: text}})
	}
	return nil
}

// news gives the value of frontier.MetaEchoes where it has changed, else "".
func (e *echoes) news() string {
	if !e.set.Any() {
		return ""
	}
	text := classes.ProofsText(e.proofs)
	if text == e.noted {
		return ""
	}
	e.noted = text
	return text
}

// told takes a proof.
func (e *echoes) told(p classes.Proof) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !p.Gone || p.Dates {
		e.set.Told(p)
	}
	e.proofs = append(e.proofs, p)
	e.noted = classes.ProofsText(e.proofs)
}

// sawEcho shows a page that is to be settled, and notes what is new in the
// batch.
func (c *crawl) sawEcho(o *outcome, b *frontier.Batch) {
	if o.kind != outcomePage && o.kind != outcomeRendered || !c.learns() {
		return
	}
	row := frontier.Row{ID: o.page.ID, URL: o.seen.URL, Via: o.seen.Via, Location: frontier.NoID, Page: &o.page.Record}
	e := &c.echoes
	e.mu.Lock()
	defer e.mu.Unlock()
	if o.kind == outcomePage && c.second(o) && !e.shells {
		return
	}
	e.set.See(&row)
	if e.set.WantsLinks(o.seen.URL) && e.set.SeeLinks(o.seen.URL, ownLinks(o)) {
		b.Note(frontier.MetaFresh, strings.Join(e.set.Fresh(), "\n"))
	}
	if text := e.news(); text != "" {
		b.Note(frontier.MetaEchoes, text)
	}
}

// ownLinks gives the followed links of a page to its own origin.
func ownLinks(o *outcome) (list []string) {
	origin := canonical.Origin(o.seen.URL)
	for i := range o.page.Links {
		if l := &o.page.Links[i]; follows(l.Flags) && l.Reason == frontier.Undecided && strings.HasPrefix(string(l.URL), origin) {
			list = append(list, string(l.URL))
		}
	}
	return list
}

// echoHolds tells of a URL that only such a page has led to.
func (c *crawl) echoHolds(item frontier.Item) bool {
	if !c.learns() || c.allowed([]byte(item.URL)) || c.listed([]byte(item.URL)) {
		return false
	}
	e := &c.echoes
	e.mu.Lock()
	copied := e.set.IsCopy(item.URL) // whatever leads there
	// What a browser has shown of a page holds where there is none now.
	holds := copied || e.set.Holds(item.ID, item.Via, item.URL) && c.opts.Before.Rendering(item.URL, &frontier.Rendered{}) == nil
	e.mu.Unlock()
	if copied || !holds || c.isNamed(item.ID) {
		return copied
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.held == nil {
		e.held = map[frontier.ID]bool{}
	}
	e.held[item.ID] = true
	return true
}

// dateHolds tells of a URL in a pattern that is closed whether it has a date, and stays so: it is fetched at the end if a
// page without one leads to it.
func (c *crawl) dateHolds(item frontier.Item) (dated, holds bool) {
	e := &c.echoes
	e.mu.Lock()
	defer e.mu.Unlock()
	dated, holds = e.set.IsDate(item.URL), !e.set.IsFreed(item.ID) && !e.set.ShowsAnyDate(item.URL)
	if dated && holds {
		if e.dates == nil {
			e.dates = map[frontier.ID]bool{}
		}
		e.dates[item.ID] = true
	}
	return dated, holds
}

// echoQuestions asks for addresses that cannot exist, of the kind of pages that
// are alike: whether the same page comes.
type echoQuestions struct {
	s     *scheduler
	list  []task
	asked int // under way
	// answers with the text of pages whose links may not be there yet, as of so many outcomes committed.
	answers []*echoProbe
	tried   int64
	given   bool
	loops   frontier.Counts // when questions about loops were raised
}

func (q *echoQuestions) busy() bool {
	return !q.given && (q.asked > 0 || len(q.list)+len(q.answers) > 0)
}
func (q *echoQuestions) giveUp() { q.given, q.list, q.answers = true, nil, nil }

func (q *echoQuestions) next(_ time.Time, offer func(task) bool) time.Duration {
	c := q.s.c
	if !c.learns() || q.given {
		return forever
	}
	if now := c.committed.Load(); len(q.answers) > 0 && (now != q.tried || q.s.settled()) {
		q.tried = now
		q.answers = slices.DeleteFunc(q.answers, func(t *echoProbe) bool { return t.decide(q.s) })
	}
	raised, err := c.raisedByEchoes()
	if err != nil {
		c.fail(fmt.Errorf("read URLs of pages that are alike: %w", err))
	}
	for _, question := range raised {
		if question.Dates {
			q.list = append(q.list, &dateProbe{of: q, question: question, urls: question.Pages})
		} else {
			q.list = append(q.list, &echoProbe{of: q, question: question})
		}
	}
	for len(q.list) > 0 && q.asked == 0 {
		if !offer(q.list[0]) {
			break
		}
	}
	return forever
}

// raisedByEchoes gives the questions that pages have raised.
func (c *crawl) raisedByEchoes() ([]classes.Question, error) {
	c.echoes.mu.Lock()
	raised := c.echoes.set.Raised()
	c.echoes.mu.Unlock()
	if !raised {
		return nil, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.echoes.mu.Lock()
	defer c.echoes.mu.Unlock()
	return c.echoes.set.Ask(func(id frontier.ID) (string, error) {
		row, err := c.store.Row(id)
		if err != nil || row == nil {
			return "", err
		}
		return row.URL, nil
	}, func(url string) uint64 { return c.rules.Load().Key([]byte(url)) })
}

// begin raises questions about pages below folders that come again.
func (q *echoQuestions) begin(ctx context.Context) (more bool) {
	c := q.s.c
	counts := c.counts()
	if !c.learns() || q.given || counts == q.loops {
		return false
	}
	q.loops = counts
	more, news, err := c.recountEchoes(ctx)
	if more {
		q.loops = frontier.Counts{} // whatever is answered, what is held is looked at after that
	}
	if err == nil && news != "" {
		err = c.settle(&frontier.Batch{Meta: map[string]string{frontier.MetaEchoes: news}})
	}
	if err == nil && !more {
		more, err = c.freeHeld(ctx)
		if err == nil && !more {
			more, err = c.freeChained(ctx)
		}
		q.s.leased.drained = q.s.leased.drained && !more
	}
	if err != nil {
		return q.s.unread(ctx, err)
	}
	return more
}

func (q *echoQuestions) granted(task, *origin) bool {
	q.list, q.asked = q.list[1:], q.asked+1
	return true
}

func (q *echoQuestions) refused(task, string) { q.list = q.list[1:] }
