package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// conclude sorts what was counted.
func (g *gatherer) conclude(sum, fresh *findings.Summary) {
	r := g.r
	for _, c := range audit.Codes() {
		n := g.codes[c]
		if n == 0 {
			continue
		}
		r.Verdicts = append(r.Verdicts, Verdict{c, n})
		r.Known += n
		if c == audit.ScopeHost || c == audit.ScopeScheme || c == audit.ScopePath {
			r.Outside += n
		}
		*[...]*int{audit.Excluded: &r.Excluded, audit.Deferred: &r.Deferred, audit.ListedInFile: &r.Listed}[c.State()] += n
	}
	slices.SortStableFunc(r.Verdicts, func(a, b Verdict) int {
		return cmp.Or(cmp.Compare(b.Code.State(), a.Code.State()), b.URLs-a.URLs)
	})
	for class, name := range statusNames {
		if name != "" && g.statuses[class] > 0 {
			r.Statuses = append(r.Statuses, Bar{Name: name, Count: g.statuses[class]})
		}
	}
	for depth, n := range g.depths {
		name := fmt.Sprint(depth)
		switch depth {
		case maxDepth:
			name = deepest
		case maxDepth + 1:
			name = noLink
		}
		if by := g.byDepth[depth]; by[1]+by[2]+by[3]+by[4]+by[5]+by[6] > 0 {
			r.StatusByDepth = append(r.StatusByDepth, StatusRow{name, by})
		}
		if r.Speed.Pages += n[0]; n[0] > 0 {
			r.Depths = append(r.Depths, Bar{name, n[0], n[1]})
		}
	}
	r.Speed.P50, r.Speed.P95 = quantile(&g.times, 50, r.Speed.Pages), quantile(&g.times, 95, r.Speed.Pages)
	g.sortTemplates()
	g.sortGroups(sum, fresh)
}

func (g *gatherer) sortTemplates() {
	for _, t := range g.templates {
		if t.URLs == 0 {
			continue
		}
		t.MedianDepth = -1
		seen := 0
		for depth, n := range t.depths {
			if seen += n; n > 0 && seen*2 >= t.linked {
				t.MedianDepth = depth
				break
			}
		}
		for percent, of := range map[int]*time.Duration{50: &t.P50, 75: &t.P75, 95: &t.P95} {
			*of = time.Duration(quantile(&t.times, percent, t.URLs)) * time.Millisecond
		}
		g.r.Templates = append(g.r.Templates, *t)
	}
	slices.SortFunc(g.r.Templates, func(a, b Template) int {
		return cmp.Or(b.URLs-a.URLs, strings.Compare(a.Pattern, b.Pattern))
	})
}

func (g *gatherer) sortGroups(sum, fresh *findings.Summary) {
	r := g.r
	r.Totals, r.Seen = sum.Totals, sum.Seen
	for _, rule := range findings.Rules() {
		switch c, why := sum.Of(rule.ID), sum.Idle[rule.ID]; {
		case c.N > 0 || c.Withheld != "":
		case why != "":
			r.Idle = append(r.Idle, Idle{rule, why})
		default:
			r.Passed = append(r.Passed, rule)
		}
	}
	for _, c := range sum.Counts {
		r.ignored += c.Ignored
		group := g.groups[c.Rule.ID]
		if c.N == 0 || group == nil {
			if c.Withheld != "" {
				r.Withheld = append(r.Withheld, Group{Count: c, New: -1})
			}
			continue
		}
		group.Count = c
		if fresh != nil {
			group.New = fresh.Of(c.Rule.ID).N
		}
		for pattern, n := range g.shares[c.Rule.ID] {
			group.Templates = append(group.Templates, Share{pattern, n})
		}
		slices.SortFunc(group.Templates, func(a, b Share) int { return cmp.Or(b.N-a.N, strings.Compare(a.Pattern, b.Pattern)) })
		if more := len(group.Templates) - maxShares; more > 0 {
			group.Templates, group.More = group.Templates[:maxShares], more
		}
		r.Groups = append(r.Groups, *group)
	}
	slices.SortStableFunc(r.Groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), b.Links-a.Links)
	})
}

// timeClass sorts milliseconds into classes each a fifth above the one before.
func timeClass(ms int) (class int) {
	class, _ = slices.BinarySearch(classTimes[:timeClasses-1], ms)
	return class
}

const timeClasses = 64

// classTimes are the upper bounds of the classes, in milliseconds.
var classTimes = func() (times [timeClasses]int) {
	ms := 1.0
	for class := range times {
		times[class] = int(ms + 0.5)
		ms *= 1.2
	}
	return times
}()

// quantile gives the time that so many in a hundred pages need at most, in
// milliseconds.
func quantile(times *[timeClasses]int32, percent, pages int) int {
	sum := 0
	for class, n := range times {
		if sum += int(n); sum*100 >= pages*percent {
			return classTimes[class]
		}
	}
	return 0
}
