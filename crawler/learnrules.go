package crawler

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// metaUnswept is the key of frontier.Meta that tells, by "yes", that rules
// were learned after pages had been fetched: forms that these rules give to
// what was fetched may be unknown yet.
const metaUnswept = "unswept"

// maxCleanRules is how many Clean-param lines of a host count.
const maxCleanRules = 256

// cleanParams gives the rules that the origin's robots.txt declares for its
// host.
func cleanParams(o *origin) []canonical.Rule {
	if o.rules == nil {
		return nil
	}
	var rules []canonical.Rule
	host := canonical.Host(o.name)
	for _, c := range o.rules.CleanParams() {
		if len(rules) == maxCleanRules {
			break
		}
		rules = append(rules, canonical.Rule{
			Host:  host,
			Kind:  canonical.RuleCleanParam,
			Name:  strings.Join(c.Params, "&"),
			Path:  c.Path,
			Proof: fmt.Sprintf("%s/robots.txt line %d", o.name, c.Line),
		})
	}
	return rules
}

// adopt makes learned rules durable, and has them hold from now on.
func (s *scheduler) adopt(rules []canonical.Rule, now time.Time) {
	if len(rules) == 0 {
		return
	}
	s.c.mu.Lock()
	fresh := newRules(s.c.store.Rules(), rules, now)
	s.c.mu.Unlock()
	holding, fresh := s.compile(fresh)
	if len(fresh) == 0 {
		return
	}
	batch := frontier.Batch{Rules: fresh}
	if s.before+s.fetched > 0 {
		batch.Meta = map[string]string{metaUnswept: "yes"}
	}
	if err := s.c.settle(&batch); err != nil {
		s.c.fail(err)
		return
	}
	s.c.rules.Store(holding)
}

// compile adds rules to those that hold, and gives them without the ones that
// cannot be compiled.
func (s *scheduler) compile(rules []canonical.Rule) (*canonical.Rules, []canonical.Rule) {
	holding := s.c.rules.Load()
	if all, err := holding.With(rules...); err == nil {
		return all, rules
	}
	var good []canonical.Rule
	for _, r := range rules {
		next, err := holding.With(r)
		if err != nil {
			s.c.opts.Log.Warn("rule of URL identity left out", "rule", r.Name, "proof", r.Proof, "error", err)
			continue
		}
		holding, good = next, append(good, r)
	}
	return holding, good
}

const sweepBatch = 500 // seeds in one transaction

// sweep makes known what rules learned on the way give to URLs that were
// fetched before. It is called when nothing is left to do, and reports
// whether there may be more now. A run that is stopped on the way leaves it to
// the next one.
func (s *scheduler) sweep(ctx context.Context) bool {
	if s.c.meta(metaUnswept) != "yes" {
		return false
	}
	rules := s.c.rules.Load()
	forms := rules.NewResolver()
	forms.RememberNothing()
	batch := frontier.Batch{Meta: map[string]string{}}
	for row, err := range s.c.store.Rows(ctx) {
		if err != nil {
			return s.unread(ctx, err)
		}
		if row.Page == nil || row.Reason != frontier.Undecided {
			continue
		}
		form := forms.Resolve([]byte(row.URL))
		if form.Reason != canonical.OK || string(form.URL) == row.URL {
			continue
		}
		batch.Seeds = append(batch.Seeds, frontier.Seed{
			Key: form.Key, URL: append([]byte(nil), form.URL...), Depth: row.Depth, Source: frontier.FromLink,
		})
		if len(batch.Seeds) == sweepBatch && !s.settleSeeds(&batch) {
			return false
		}
	}
	batch.Meta[metaUnswept] = ""
	return s.settleSeeds(&batch)
}

// unread ends a pass over what is known. Where the crawl was stopped from
// outside that is for stopped to tell; else the store has failed.
func (s *scheduler) unread(ctx context.Context, err error) (again bool) {
	if ctx.Err() != nil {
		return true
	}
	s.c.fail(err)
	return false
}

func (s *scheduler) settleSeeds(b *frontier.Batch) bool {
	if err := s.c.settle(b); err != nil {
		s.c.fail(err)
		return false
	}
	b.Seeds = b.Seeds[:0]
	s.drained = false
	return true
}
