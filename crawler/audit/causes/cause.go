package causes

import (
	"crypto/sha256"
	"encoding/hex"
	"hash/maphash"
	"slices"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/lookalike"
)

// Cause is something whose mend removes findings of one rule: the site's
// settings, a template, a URL that all of them are about, a page that links to
// all of them.
type Cause struct {
	ID       string // stable: the same cause has it in each crawl
	Rule     *findings.Rule
	Severity findings.Severity // the gravest of its findings
	By       string            // site, template, target, line (of robots.txt), page, or url where a finding stands alone
	What     string            // the template's pattern, the URL, or the line; "" for nearly all pages of the site
	Spans    bool              // of a template: pages of others share something with its pages
	N        int               // findings that its mend removes
	Likely   int               // of N
	Score    float64           // share of all URLs' link score that the URLs have, 0 to 1
	Clicks   float64           // that the URLs have in search results, by exports of the user
	Examples []string          // URLs, three at most
	Linking  []string          // pages that link to them, or show them, "" where none does; none of a host, a file or the site

	members []uint64 // keys of its findings, sorted
}

// Like is a page as those of the cause are, where its pattern says nothing to
// people; "" where What tells.
func (c *Cause) Like() string {
	if c.By == "template" && len(c.Examples) > 0 && lookalike.Vague(c.What) {
		return c.Examples[0]
	}
	return ""
}

// mostFirst is how many causes are to be mended first.
const mostFirst = 5

// First gives what to do first: the first errors and warnings of causes as Of gives them,
// several of one rule, too. What is likely is among them, and is to be called that.
func First(all []Cause) (list []Cause) {
	for _, c := range all {
		if c.Severity > findings.Notice && len(list) < mostFirst {
			list = append(list, c)
		}
	}
	return list
}

// members are compared across crawls of one process alone.
var memberSeed = maphash.MakeSeed()

// Has gives a function that tells whether the cause explains a finding.
func (c *Cause) Has() func(*findings.Finding) bool {
	rule := ruleKey(c.Rule)
	return func(f *findings.Finding) bool { return f.Rule == c.Rule && has(c.members, memberKey(rule, f.URL)) }
}

func ruleKey(r *findings.Rule) uint64 { return keyOf(r.ID) }

func keyOf(rule string) uint64 { return maphash.String(memberSeed, rule) }

func memberKey(rule uint64, url string) uint64 { return maphash.String(memberSeed, url) ^ rule }

func has(sorted []uint64, key uint64) bool {
	_, found := slices.BinarySearch(sorted, key)
	return found
}

// Found are findings, whatever cause they are counted to.
type Found struct {
	ones  []uint64
	whole map[*findings.Rule]bool // rules that were found of a host, a file or the site
}

// FoundIn gives the findings of causes; it takes 8 bytes each.
func FoundIn(causes []Cause) Found {
	n := 0
	for i := range causes {
		n += len(causes[i].members)
	}
	all := Found{make([]uint64, 0, n), map[*findings.Rule]bool{}}
	for i := range causes {
		all.ones = append(all.ones, causes[i].members...)
		if len(causes[i].members) == 0 {
			all.whole[causes[i].Rule] = true
		}
	}
	slices.Sort(all.ones)
	return all
}

// Any tells whether a finding of the cause about a URL is among those of another
// crawl: what is grouped otherwise there, or told of the whole host, is not gone.
func (f Found) Any(c *Cause) bool {
	return len(c.members) > 0 && f.whole[c.Rule] || slices.ContainsFunc(c.members, func(m uint64) bool { return has(f.ones, m) })
}

// Kin tells whether what the cause is about was among the findings of another crawl in the
// other form that its fault has: a dead link that answers 200 now and says that there is no
// such page, or the other way round.
func (f Found) Kin(c *Cause) bool {
	kin := c.Rule.Kin()
	if kin == "" {
		return false
	}
	turn := ruleKey(c.Rule) ^ keyOf(kin)
	return slices.ContainsFunc(c.members, func(m uint64) bool { return has(f.ones, m^turn) })
}

// Shares counts the findings that a cause has in common with one of another crawl, or
// that have become its findings.
func (c *Cause) Shares(other *Cause) (n int) {
	turn := uint64(0)
	switch {
	case other.Rule.Becomes(c.Rule):
		turn = ruleKey(c.Rule) ^ ruleKey(other.Rule)
	case c.Rule != other.Rule:
		return 0
	}
	if c.ID == other.ID {
		return max(1, len(c.members))
	}
	theirs := slices.Sorted(slices.Values(other.members))
	for _, m := range c.members {
		if has(theirs, m^turn) {
			n++
		}
	}
	return n
}

// Has tells whether a rule was found of a URL.
func (f Found) Has(rule *findings.Rule, url string) bool {
	return has(f.ones, memberKey(ruleKey(rule), url))
}

// causeID names a cause by what it is.
func causeID(rule, by, what string) string {
	sum := sha256.Sum256([]byte(rule + "\n" + by + "\n" + what))
	return hex.EncodeToString(sum[:4])
}
