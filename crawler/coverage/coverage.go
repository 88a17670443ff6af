// Package coverage joins what a crawl has found with what else is known of a
// site: its own sitemaps, the requests in access logs, the files on disk, the
// exports of other tools. It tells which URLs each of them knows, and names the
// sets in which they disagree.
package coverage

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/discover/spill"
	"github.com/portolan-seo/portolan/frontier"
)

// Class is a source of knowledge about a URL, which may have several.
type Class string

// The classes.
const (
	Linked          Class = "linked"      // a page of the site leads to it
	InSitemap       Class = "in-sitemap"  // of the site
	ByPeople        Class = "people"      // people have asked for it
	BySearchBots    Class = "search-bots" // search engines have
	ByAIBots        Class = "ai-bots"     // AI companies have
	OnDisk          Class = "on-disk"     // in the web server's folder
	InLists         Class = "in-lists"    // a list or the export of another tool names it
	numberOfClasses       = 7
)

// Classes are all of them, in the order of reports.
var Classes = [numberOfClasses]Class{Linked, InSitemap, ByPeople, BySearchBots, ByAIBots, OnDisk, InLists}

// Set is a named set of URLs in which sources disagree.
type Set struct {
	Name     string         `json:"name"`
	Meaning  string         `json:"meaning"`
	URLs     int            `json:"urls"`
	Amount   float64        `json:"amount,omitempty"`    // of what the set loses: requests, clicks
	ByReason map[string]int `json:"by_reason,omitempty"` // Amount, or URLs where there is none, by verdict
	Examples []string       `json:"examples"`            // the first five, sorted
	Withheld string         `json:"withheld,omitempty"`  // why it cannot be told; the rest is empty then
}

const maxExamples = 5

func (s *Set) add(url, reason string, amount float64) {
	s.URLs++
	s.Amount += amount
	if reason != "" {
		if s.ByReason == nil {
			s.ByReason = map[string]int{}
		}
		s.ByReason[reason] += max(1, int(amount))
	}
	if len(s.Examples) < maxExamples {
		s.Examples = append(s.Examples, url)
	}
}

// Coverage is the join.
type Coverage struct {
	Known   map[Class]int `json:"known"`   // URLs that a class knows, of the crawl
	Listed  map[Class]int `json:"listed"`  // of them, those that are listed
	Outside int           `json:"outside"` // URLs of sources that the crawl does not know
	Sets    []*Set        `json:"sets"`
}

// Options are what the join rests on besides the crawl.
type Options struct {
	// Orphans calls give for each URL of the finding of that name. NoOrphans is
	// why there is none.
	Orphans   func(ctx context.Context, give func(frontier.ID)) error
	NoOrphans string
	// SitemapsRead tells that the site's own sitemaps were read.
	SitemapsRead bool
	Temp         string // folder for what is sorted, "" for the system's
	Memory       int    // bytes of it in memory; 0 = 16 MiB
}

const defaultMemory = 16 << 20

// Read joins a crawl whose URLs have their verdicts with what its sources know.
// It takes a bit a known URL; what is sorted lies outside of memory.
func Read(ctx context.Context, crawl frontier.Crawl, o Options) (*Coverage, error) {
	j := &join{crawl: crawl, o: &o, c: &Coverage{Known: map[Class]int{}, Listed: map[Class]int{}}}
	j.declare()
	if err := j.read(ctx); err != nil {
		return nil, fmt.Errorf("join the crawl with its sources: %w", err)
	}
	return j.c, nil
}

// join is one reading.
type join struct {
	crawl frontier.Crawl
	o     *Options
	c     *Coverage

	logs, exports bool // there are measures of such
	orphans       []uint64

	orphan, unlisted, dead, waste, never, lost *Set
}

func (j *join) declare() {
	set := func(name, meaning string) *Set {
		s := &Set{Name: name, Meaning: meaning, Examples: []string{}}
		j.c.Sets = append(j.c.Sets, s)
		return s
	}
	j.orphan = set("orphan", "indexable, and no page links there")
	j.unlisted = set("unlisted", "listed, in no sitemap of the site")
	j.dead = set("dead-listed", "in the site's sitemaps, and dead")
	j.waste = set("bot-waste", "bots ask for it, it is not listed")
	j.never = set("never-requested", "listed, and in no log")
	j.lost = set("traffic-lost", "visited; dead, moved or noindex")
}

// withhold says what cannot be told.
func (j *join) withhold() {
	for _, w := range []struct {
		set *Set
		why string
	}{
		{j.orphan, j.o.NoOrphans}, {j.unlisted, j.unless(j.o.SitemapsRead, "no sitemap of the site was read")},
		{j.dead, j.unless(j.o.SitemapsRead, "no sitemap of the site was read")},
		{j.waste, j.unless(j.logs, "no access log was given")}, {j.never, j.unless(j.logs, "no access log was given")},
		{j.lost, j.unless(j.logs || j.exports, "no access log and no export was given")},
	} {
		if w.why != "" {
			*w.set = Set{Name: w.set.Name, Meaning: w.set.Meaning, Examples: []string{}, Withheld: w.why}
		}
	}
}

func (j *join) unless(has bool, why string) string {
	if has {
		return ""
	}
	return why
}

// The flags of a row that is sorted.
const (
	flagLinked byte = 1 << iota
	flagInSitemap
	flagOnDisk
	flagInLists
	flagOrphan
)

func (j *join) read(ctx context.Context) error {
	codes, err := j.crawl.Codes(ctx)
	if err != nil {
		return err
	}
	if len(codes) != j.crawl.Counts().Known {
		return fmt.Errorf("%d URLs have a verdict, of %d", len(codes), j.crawl.Counts().Known)
	}
	if j.o.NoOrphans == "" {
		j.orphans = make([]uint64, (len(codes)+63)/64)
		if err := j.o.Orphans(ctx, func(id frontier.ID) { j.orphans[id/64] |= 1 << (id % 64) }); err != nil {
			return err
		}
	}
	memory := j.o.Memory
	if memory == 0 {
		memory = defaultMemory
	}
	urls := spill.New(memory, j.o.Temp)
	defer urls.Close()
	for row, err := range j.crawl.Brief(ctx, 0) {
		if err != nil {
			return err
		}
		if int(row.ID) >= len(codes) || len(row.URL) > spill.MaxURL {
			continue
		}
		if err := urls.Add(spill.Row{URL: []byte(row.URL), Data: []byte{codes[row.ID], j.flags(row)}}); err != nil {
			return err
		}
	}
	if err := j.merge(ctx, urls); err != nil {
		return err
	}
	j.withhold()
	return nil
}

func (j *join) flags(row *frontier.Row) (flags byte) {
	for _, f := range [...]struct {
		is   bool
		flag byte
	}{
		{row.Sources&frontier.FromLink != 0 || row.Depth != frontier.NoDepth, flagLinked}, {row.Sources&frontier.FromSitemap != 0, flagInSitemap},
		{row.Sources&frontier.FromDirectory != 0, flagOnDisk}, {row.Sources&frontier.FromList != 0, flagInLists},
		{j.orphans != nil && j.orphans[row.ID/64]&(1<<(row.ID%64)) != 0, flagOrphan},
	} {
		if f.is {
			flags |= f.flag
		}
	}
	return flags
}

// facts are what sources measure of a URL, summed up.
type facts struct {
	logged, exported          bool
	hits, people, well        float64 // well: answered 2xx
	search, ai                float64
	clicks, sessions, linkers float64
}

func (f *facts) add(m *frontier.Measured) {
	var values map[string]any
	if json.Unmarshal([]byte(m.Facts), &values) != nil {
		return // another program's
	}
	f.logged = f.logged || m.Source == "log"
	f.exported = f.exported || m.Source != "log" && m.Source != "directory"
	for name, value := range values {
		n, isNumber := value.(float64)
		if !isNumber || n < 0 {
			continue
		}
		switch {
		case m.Source == "log" && name == "hits":
			f.hits += n
		case m.Source == "log" && name == "hits-people":
			f.people += n
		case m.Source == "log" && name == "hits-2xx":
			f.well += n
		case m.Source == "log" && strings.HasPrefix(name, "hits-search-") && name != "hits-search-fake":
			f.search += n
		case m.Source == "log" && strings.HasPrefix(name, "hits-ai-") && name != "hits-ai-fake":
			f.ai += n
		case name == "clicks":
			f.clicks += n
		case name == "sessions":
			f.sessions += n
		case name == "referring-pages":
			f.linkers += n
		}
	}
}

// merge goes through URLs and measures, both sorted by URL.
func (j *join) merge(ctx context.Context, urls *spill.Sorter) error {
	next, stop := pull(j.crawl.Measures(ctx))
	defer stop()
	m, err := next()
	gather := func(upTo string) (f facts) {
		for err == nil && m != nil && m.URL == upTo {
			f.add(m)
			m, err = next()
		}
		return f
	}
	for row, failed := range urls.Rows() {
		if failed != nil {
			return failed
		}
		url := string(row.URL)
		for err == nil && m != nil && m.URL < url {
			other := m.URL
			j.outside(other, gather(other))
		}
		if f := gather(url); err == nil {
			j.url(url, audit.Code(row.Data[0]), row.Data[1], &f)
		}
		if err != nil {
			return err
		}
	}
	for err == nil && m != nil {
		other := m.URL
		j.outside(other, gather(other))
	}
	return err
}

// outside takes a URL that the crawl does not know.
func (j *join) outside(url string, f facts) {
	j.c.Outside++
	j.logs, j.exports = j.logs || f.logged, j.exports || f.exported
	if bots := f.search + f.ai; bots > 0 {
		j.waste.add(url, "not-known", bots)
	}
}

// url takes a URL of the crawl.
func (j *join) url(url string, code audit.Code, flags byte, f *facts) {
	j.logs, j.exports = j.logs || f.logged, j.exports || f.exported
	listed := code.State() == audit.ListedInFile
	for i, has := range [numberOfClasses]bool{
		flags&flagLinked != 0, flags&flagInSitemap != 0, f.people > 0, f.search > 0, f.ai > 0, flags&flagOnDisk != 0, flags&flagInLists != 0 || f.exported,
	} {
		if has {
			j.c.Known[Classes[i]]++
			if listed {
				j.c.Listed[Classes[i]]++
			}
		}
	}
	if flags&flagOrphan != 0 {
		j.orphan.add(url, "", 0)
	}
	if listed && flags&flagInSitemap == 0 {
		j.unlisted.add(url, "", 0)
	}
	if flags&flagInSitemap != 0 && isDead(code) {
		j.dead.add(url, code.String(), 0)
	}
	if bots := f.search + f.ai; bots > 0 && !listed {
		j.waste.add(url, code.String(), bots)
	}
	if listed && !f.logged {
		j.never.add(url, "", 0)
	}
	if visits := max(f.clicks, f.sessions, min(f.people, f.well), f.linkers); visits > 0 && isLost(code) {
		j.lost.add(url, code.String(), visits)
	}
}

// isDead reports what is no page any more.
func isDead(c audit.Code) bool {
	switch c {
	case audit.HTTP4xx, audit.HTTP5xx, audit.HTTPOther, audit.NetworkError, audit.Soft404, audit.RedirectLoop:
		return true
	}
	return false
}

// isLost reports what loses who comes: dead, moved, or kept out of search.
func isLost(c audit.Code) bool {
	switch c {
	case audit.Redirect, audit.RedirectWall, audit.NoIndexHeader, audit.NoIndexMeta, audit.Denied:
		return true
	}
	return isDead(c)
}
