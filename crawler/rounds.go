package crawler

import (
	"context"
	"fmt"
	"time"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Ranks of URLs with parameters, after frontier.RankPage. Only those up to
// rankSample are leased where a crawl learns.
const (
	rankView   frontier.Rank = 2 // released by a round
	rankSample frontier.Rank = 3 // released to see whether it shows what others show
	rankWait   frontier.Rank = 4 // for a round
	rankHeld   frontier.Rank = 6 // back, as a view of a page
)

// maxRounds is how many rounds a run makes; after them nothing waits any more
// but what is held back.
const maxRounds = 60

// rounds finds out, whenever nothing is left to fetch, what the parameters of
// URLs do, and releases the next ones. So what is fetched is a matter of what
// the site has, not of the order in which answers came.
type rounds struct {
	s    *scheduler
	made int
	last frontier.Counts // after the last round
	some bool            // it released some: they need not change the counts, where pages that come at any address are all that lead there
	// unfolded are the rules whose forms all URLs that wait have
	unfolded *canonical.Rules
	forms    forms
}

// learns tells whether URLs with parameters wait for rounds. With a limit of
// depth they do not: links count by depth alone.
func (c *crawl) learns() bool {
	return !c.opts.NoLearn && !c.opts.NoCrawl && c.opts.Limits.Depth == 0
}

// openRounds goes on with what earlier runs found out.
func (c *crawl) openRounds() (err error) {
	c.plan, err = classes.ReadPlan(c.store.Meta(frontier.MetaClasses))
	c.waits = c.store.Counts().Pending > 0
	return err
}

// viewRank gives the rank of a URL that is found by a link.
func (c *crawl) viewRank(url []byte) frontier.Rank {
	if !c.learns() || c.plan.Free(string(url)) {
		return frontier.RankPage
	}
	if c.allowed(url) {
		return frontier.RankPage
	}
	c.waits = true
	return rankWait
}

// bounded tells of a part of a list of whose end rounds take care.
func (c *crawl) bounded(url string) bool { return c.learns() && c.plan.Bounded(url) }

// allowed tells whether the user wants a URL whatever it is a view of.
func (c *crawl) allowed(url []byte) bool {
	pass, number, _ := c.opts.AllowPattern.Pass(url)
	return pass && number > 0
}

// lastLeased is the last rank that is leased.
func (c *crawl) lastLeased() frontier.Rank {
	if c.learns() {
		return rankSample
	}
	return frontier.LastRank
}

// next makes a round, once all that may be fetched is settled. It reports
// whether there is more to fetch, or the run is to end.
func (r *rounds) next(ctx context.Context) (more bool) {
	c := r.s.c
	if r.s.outOfPages() || !r.due() {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var released int
	err := c.guarded("find out what the parameters of URLs do", func() (err error) {
		released, err = r.make(ctx)
		return err
	})
	if err != nil {
		if ctx.Err() != nil {
			return true // the next turn ends the run
		}
		c.fail(err)
		return false
	}
	r.last, r.some = c.store.Counts(), released > 0
	r.s.leased.drained = r.s.leased.drained && released == 0
	return released > 0
}

// revise makes the plan anew, where it is stale, from what was read since, and
// lets what it no longer frees wait for a round with the others: a parameter of
// which a few samples were unlike their lists, for what stood beside them, may
// turn out to narrow. It is the committer's, as is the plan but for rounds, which
// are made when nothing is left to commit. Where ctx ends nothing is changed, or
// the plan alone.
func (c *crawl) revise(ctx context.Context) error {
	if !c.learns() || !c.plan.Stale(c.counts()) || ctx.Err() != nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.guarded("look again at what the parameters of URLs do", func() error {
		found, err := classes.ReadParams(ctx, c.store)
		if err != nil {
			return err
		}
		if err := c.notePlan(ctx, found.NewRound(c.plan)); err != nil {
			return err
		}
		var url []byte
		return c.store.Rerank(ctx, frontier.RankPage, func(item *frontier.Item) frontier.Rank {
			if item.Rank == frontier.RankPage {
				url = append(url[:0], item.URL...)
				return c.viewRank(url)
			}
			return item.Rank
		})
	})
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// longRetry is a wait that rounds do not wait for.
const longRetry = 10 * time.Second

// onlyLongRetries reports that nothing may be fetched for a while.
func (s *scheduler) onlyLongRetries(now time.Time) bool {
	l := &s.leased
	return !l.retry.IsZero() && l.retry.Sub(now) > longRetry && s.idle() && len(l.queue) == 0 && s.allLeased() && s.refused.count() == 0
}

// due tells whether URLs may wait of which the last round did not know all, or
// whether others may be released now that those of the last round are.
func (r *rounds) due() bool {
	counts := r.s.c.counts()
	return r.s.c.learns() && r.s.c.waits && (r.some || counts.Known != r.last.Known || counts.Settled != r.last.Settled)
}

// make reads the classes of URLs and releases what they say. The plan is
// settled first: a run that is killed after it makes the same round again.
func (r *rounds) make(ctx context.Context) (released int, err error) {
	c := r.s.c
	if released, err = r.unfold(ctx); released > 0 || err != nil {
		return released, err
	}
	if released, err = c.askSpelled(ctx); released > 0 || err != nil {
		return released, err
	}
	found, err := classes.ReadParams(ctx, c.store)
	if err != nil {
		return 0, err
	}
	if asked := r.s.rereadings.want(found.Doubts()); asked > 0 {
		return asked, nil // another round, once they are answered
	}
	r.made++
	round := found.NewRound(c.plan)
	if released, err = r.plan(ctx, round); released > 0 || err != nil {
		return released, err
	}
	if more := round.More(); more != nil {
		if released, err = r.plan(ctx, more); released > 0 || err != nil {
			return released, err
		}
	}
	return 0, c.settlePlan(c.plan.Text(true))
}

// unfold releases URLs that have another form by rules that were learned since
// they were found. They fold without a request: which of them were found before
// is a matter of the order of answers, and must not be one of what is sampled.
func (r *rounds) unfold(ctx context.Context) (released int, err error) {
	c := r.s.c
	rules := c.rules.Load()
	if rules == r.unfolded || len(c.store.Rules()) == 0 {
		return 0, nil
	}
	r.unfolded = rules
	err = c.store.Rerank(ctx, rankWait, func(item *frontier.Item) frontier.Rank {
		if form := r.forms.of(rules, item.URL); form.Reason != canonical.OK || string(form.URL) == item.URL {
			return item.Rank
		}
		released++
		return rankView
	})
	return released, err
}

// plan settles what a round says, and releases what it lets be fetched.
func (r *rounds) plan(ctx context.Context, round *classes.Round) (released int, err error) {
	if err := r.s.c.notePlan(ctx, round); err != nil {
		return 0, err
	}
	for _, every := range [...]bool{r.made > maxRounds, true} {
		released, err = r.release(ctx, round, every)
		if err != nil || released > 0 {
			return released, err
		}
	}
	return 0, nil
}

// notePlan shows a round what waits for it, and settles its plan.
func (c *crawl) notePlan(ctx context.Context, round *classes.Round) error {
	err := c.store.Rerank(ctx, rankWait, func(item *frontier.Item) frontier.Rank {
		if !c.spelled([]byte(item.URL)) {
			round.Note(item.ID, item.URL)
		}
		return item.Rank
	})
	if err != nil {
		return err
	}
	return c.settlePlan(round.Plan.Text(false))
}

// release changes the ranks of what waits.
func (r *rounds) release(ctx context.Context, round *classes.Round, every bool) (released int, err error) {
	err = r.s.c.store.Rerank(ctx, rankWait, func(item *frontier.Item) frontier.Rank {
		if r.s.c.spelled([]byte(item.URL)) {
			return rankHeld
		}
		switch round.Of(item.ID, item.URL, every) {
		case classes.Release:
			released++
			return rankView
		case classes.Free:
			released++
			return frontier.RankPage // until the plan is made anew
		case classes.Sample:
			released++
			return rankSample
		case classes.Hold:
			return rankHeld
		}
		if r.made > maxRounds {
			released++
			return rankView
		}
		return rankWait
	})
	return released, err
}

func (c *crawl) settlePlan(plan string) (err error) {
	if c.store.Meta(frontier.MetaClasses) == plan {
		return nil
	}
	if c.plan, err = classes.ReadPlan(plan); err != nil {
		return fmt.Errorf("make a plan: %w", err)
	}
	return c.store.Settle(&frontier.Batch{Meta: map[string]string{frontier.MetaClasses: plan}})
}
