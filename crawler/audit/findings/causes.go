package findings

import (
	"cmp"
	"container/heap"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Cause is something whose mend removes findings of one rule: a template, a
// URL that all of them are about, a page that links to all of them.
type Cause struct {
	ID       string // stable: the same cause has it in each crawl
	Rule     *Rule
	Severity Severity // the gravest of its findings
	By       string   // template, target, page, or url where a finding stands alone
	What     string   // the template's pattern, or the URL
	N        int      // findings that its mend removes
	Likely   int      // of N
	Score    float64  // share of all URLs' link score that the URLs have, 0 to 1
	Examples []string // URLs, three at most

	members []uint64 // keys of its findings
}

// members are compared across crawls of one process alone.
var memberSeed = maphash.MakeSeed()

// Has gives a function that tells whether the cause explains a finding.
func (c *Cause) Has() func(*Finding) bool {
	all := make(map[uint64]bool, len(c.members))
	for _, m := range c.members {
		all[m] = true
	}
	return func(f *Finding) bool { return f.Rule == c.Rule && all[memberKey(f)] }
}

func memberKey(f *Finding) uint64 { return maphash.String(memberSeed, f.Rule.ID+" "+f.URL) }

// Found are findings, whatever cause they are counted to.
type Found struct {
	ones  map[uint64]bool
	whole map[*Rule]bool // rules that were found of a host, a file or the site
}

// FoundIn gives the findings of causes; it takes some 16 bytes each.
func FoundIn(causes []Cause) Found {
	all := Found{map[uint64]bool{}, map[*Rule]bool{}}
	for i := range causes {
		for _, m := range causes[i].members {
			all.ones[m] = true
		}
		if len(causes[i].members) == 0 {
			all.whole[causes[i].Rule] = true
		}
	}
	return all
}

// Any tells whether a finding of the cause about a URL is among those of another
// crawl: what is grouped otherwise there, or told of the whole host, is not gone.
func (f Found) Any(c *Cause) bool {
	return len(c.members) > 0 && f.whole[c.Rule] || slices.ContainsFunc(c.members, func(m uint64) bool { return f.ones[m] })
}

// The things that findings of one rule can have in common, the ones that are
// easiest to mend first.
const (
	byTemplate = iota
	byTarget
	byPage
	byURL
)

var causeNames = [...]string{"template", "target", "page", "url"}

// causeKey is what findings of one rule have in common.
type causeKey struct {
	by uint8
	at uint32 // place of the template, or number of a URL
}

// instance is a finding as causes see it.
type instance struct {
	rule, severity uint8
	likely         bool
	id             frontier.ID
	template       uint32
	target, from   frontier.ID
	key            uint64 // of the rule and the URL
}

func (f *instance) keys() [3]causeKey {
	return [3]causeKey{{byTemplate, f.template}, {byTarget, uint32(f.target)}, {byPage, uint32(f.from)}}
}

// Causes groups the findings of a crawl, as find gives them, into the fewest causes that explain
// them: of all that findings of a rule have in common, what explains most of
// those that are left comes first (greedy set cover). They are sorted by
// severity, then by the link score of their URLs, never by counts alone. It
// holds 48 bytes a finding besides what Find does.
func Causes(ctx context.Context, crawl frontier.Crawl, find func(give func(*Finding) error) (*Summary, error)) ([]Cause, *Summary, error) {
	c := causeFinder{places: map[string]uint32{}, nth: map[string]int{}, known: frontier.ID(crawl.Counts().Known)}
	sum, err := find(c.take)
	if err != nil {
		return nil, nil, err
	}
	if c.scores, err = linkScores(ctx, crawl); err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(c.list, func(a, b instance) int { return cmp.Compare(a.rule, b.rule) })
	for from := 0; from < len(c.list); {
		end := from
		for end < len(c.list) && c.list[end].rule == c.list[from].rule {
			end++
		}
		c.cover(c.list[from:end])
		from = end
	}
	if err := c.name(ctx, crawl); err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(c.causes, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(b.Score, a.Score), cmp.Compare(b.N, a.N), cmp.Compare(a.Rule.place, b.Rule.place))
	})
	return c.causes, sum, nil
}

type causeFinder struct {
	list      []instance
	templates []string
	places    map[string]uint32
	scores    []float32
	causes    []Cause
	nth       map[string]int // causes of a host, a file or the site, by rule and what

	// Subjects that are no known URLs have the numbers from known on.
	known frontier.ID
	extra []string

	unnamed []unnamed
}

// unnamed is a cause whose URLs are still numbers.
type unnamed struct {
	cause    int         // its place
	what     frontier.ID // NoID where it has a name
	examples []frontier.ID
}

// take keeps a finding. One of a host, a file or the site is a cause by itself,
// unless it has a template.
func (c *causeFinder) take(f *Finding) error {
	likely := 0
	if f.Likely {
		likely = 1
	}
	if f.ID == frontier.NoID && f.Template == "" {
		what := strings.Clone(f.URL)
		if f.Rule.OneMend && c.joins(f, &what) {
			return nil
		}
		nth := c.nth[f.Rule.ID+" "+what] // of several of a host, such as its parameters: their details hold counts
		c.nth[f.Rule.ID+" "+what]++
		c.causes = append(c.causes, Cause{causeID(f.Rule.ID, causeNames[byURL], fmt.Sprint(what, " ", nth)), f.Rule, f.Severity, causeNames[byURL], what, 1, likely, 0, []string{f.Detail}, nil})
		return nil
	}
	at, known := c.places[f.Template]
	if !known {
		at = uint32(len(c.templates))
		pattern := strings.Clone(f.Template)
		c.templates, c.places[pattern] = append(c.templates, pattern), at
	}
	id := f.ID
	if id == frontier.NoID {
		id = c.known + frontier.ID(len(c.extra))
		c.extra = append(c.extra, strings.Clone(f.URL))
	}
	c.list = append(c.list, instance{uint8(f.Rule.place), uint8(f.Severity), f.Likely, id, at, f.Target, f.From, memberKey(f)})
	return nil
}

// joins counts a finding to the cause that its host has already. Else what
// becomes the host, of which the cause is to be.
func (c *causeFinder) joins(f *Finding, what *string) bool {
	scheme, host, _, _ := canonical.Split([]byte(f.URL))
	*what = string(scheme) + "://" + string(host) + "/"
	for i := range c.causes {
		x := &c.causes[i]
		if x.Rule != f.Rule || x.What != *what {
			continue
		}
		if x.N++; len(x.Examples) < causeExamples {
			x.Examples = append(x.Examples, f.Detail)
		}
		x.Severity = max(x.Severity, f.Severity)
		if f.Likely {
			x.Likely++
		}
		return true
	}
	return false
}

// cover finds the causes of the findings of one rule.
func (c *causeFinder) cover(list []instance) {
	groups := map[causeKey][]int32{}
	for i := range list {
		for _, k := range list[i].keys() {
			if k.by == byTemplate || k.at != uint32(frontier.NoID) {
				groups[k] = append(groups[k], int32(i))
			}
		}
	}
	var order keyHeap
	live := make(map[causeKey]int, len(groups))
	for k, members := range groups {
		live[k] = len(members)
		order = append(order, keyCount{k, len(members)})
	}
	heap.Init(&order)
	done := make([]bool, len(list))
	for order.Len() > 0 {
		top := heap.Pop(&order).(keyCount)
		if n := live[top.key]; n != top.n {
			if n > 1 {
				heap.Push(&order, keyCount{top.key, n})
			}
			continue
		}
		if top.n < 2 {
			break
		}
		var members []*instance
		for _, i := range groups[top.key] {
			if done[i] {
				continue
			}
			done[i] = true
			members = append(members, &list[i])
			for _, k := range list[i].keys() {
				live[k]--
			}
		}
		c.add(top.key, members)
	}
	for i := range list {
		if !done[i] {
			c.add(causeKey{byURL, uint32(list[i].id)}, []*instance{&list[i]})
		}
	}
}

const causeExamples = 3

// add makes a cause of the findings that have a key in common.
func (c *causeFinder) add(key causeKey, members []*instance) {
	cause := Cause{Rule: rules[members[0].rule], By: causeNames[key.by], N: len(members), Examples: []string{}}
	left := unnamed{cause: len(c.causes), what: frontier.NoID}
	if key.by == byTemplate {
		cause.What = c.templates[key.at]
	} else {
		left.what = frontier.ID(key.at)
	}
	for _, m := range members {
		cause.Severity = max(cause.Severity, Severity(m.severity))
		cause.members = append(cause.members, m.key)
		if m.likely {
			cause.Likely++
		}
		if int(m.id) < len(c.scores) {
			cause.Score += float64(c.scores[m.id])
		}
		if len(left.examples) < causeExamples {
			left.examples = append(left.examples, m.id)
		}
	}
	c.causes, c.unnamed = append(c.causes, cause), append(c.unnamed, left)
}

// name gives causes their URLs, in one pass over those of the crawl.
func (c *causeFinder) name(ctx context.Context, crawl frontier.Crawl) error {
	urls := map[frontier.ID]string{}
	for _, u := range c.unnamed {
		for _, id := range append(slices.Clip(u.examples), u.what) {
			urls[id] = ""
			if at := int(id) - int(c.known); at >= 0 && at < len(c.extra) {
				urls[id] = c.extra[at]
			}
		}
	}
	for row, err := range crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if _, wanted := urls[row.ID]; wanted && row.ID < c.known {
			urls[row.ID] = strings.Clone(row.URL)
		}
	}
	for _, u := range c.unnamed {
		x := &c.causes[u.cause]
		if u.what != frontier.NoID {
			x.What = urls[u.what]
		}
		for _, id := range u.examples {
			x.Examples = append(x.Examples, urls[id])
		}
		x.ID = causeID(x.Rule.ID, x.By, x.What)
	}
	return nil
}

// causeID names a cause by what it is.
func causeID(rule, by, what string) string {
	sum := sha256.Sum256([]byte(rule + "\n" + by + "\n" + what))
	return hex.EncodeToString(sum[:4])
}

// keyHeap gives what most findings have in common; of several, what is easiest
// to mend, then what was found first.
type keyHeap []keyCount

type keyCount struct {
	key causeKey
	n   int
}

func (h keyHeap) Len() int      { return len(h) }
func (h keyHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h keyHeap) Less(i, j int) bool {
	a, b := h[i], h[j]
	return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.key.by, b.key.by), cmp.Compare(a.key.at, b.key.at)) < 0
}
func (h *keyHeap) Push(x any) { *h = append(*h, x.(keyCount)) }
func (h *keyHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
