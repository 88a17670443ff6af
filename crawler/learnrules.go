package crawler

import (
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
	if s.pages.before+s.pages.fetched > 0 {
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
