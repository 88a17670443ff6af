package audit_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

const origin = "https://a.example"

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// known is one URL of a made-up crawl: a line of words, of which the first is
// the path. "/a 301 >/b" redirects, "/a 200 =/b" names a canonical, "/a ?" was
// not fetched. Further words are facts: pdf, header-noindex, meta-noindex,
// protocol, dns, timeout, soft, truncated, refresh.
type known struct {
	path                string
	fetched             bool
	location, canonical string
	record              record.Page
}

func parseKnown(t testing.TB, line string) known {
	t.Helper()
	words := strings.Fields(line)
	k := known{path: words[0]}
	p := &k.record
	p.Type, p.HTML, p.Tries, p.FetchedAt = "text/html", true, 1, noon
	for _, w := range words[1:] {
		switch {
		case w == "?":
			continue
		case w[0] == '>':
			k.location = w[1:]
		case w[0] == '=':
			k.canonical = w[1:]
			p.Canonical = record.CanonicalOther
			if k.canonical == k.path {
				p.Canonical = record.CanonicalSelf
			}
		case w == "pdf":
			p.Type, p.HTML = "application/pdf", false
		case w == "header-noindex":
			p.HeaderRobots, p.RobotsHeader = robots.NoIndex, "otherbot: nofollow\nnoindex, nofollow"
		case w == "meta-noindex":
			p.MetaRobots, p.RobotsMeta = robots.NoIndex, "robots: none"
		case w == "protocol":
			p.Outcome, p.Err = record.NoAnswer, record.ErrProtocol
		case w == "dns":
			p.Outcome, p.Err, p.ErrText = record.NoAnswer, record.ErrDNS, "no such host"
		case w == "timeout":
			p.Outcome, p.Err = record.NoAnswer, record.ErrTimeout
		case w == "soft":
			p.TextHash, p.Title = 404, "Oops"
		case w == "truncated":
			p.Err = record.ErrTruncated
		case w == "folded":
			p.Outcome, p.Tries = record.Folded, 0
		case w == "blocked":
			p.Outcome, p.Tries = record.RobotsBlocked, 0
		case w == "private":
			p.Outcome, p.Err = record.PrivateTarget, record.ErrPrivate
		case w == "fault":
			p.Outcome, p.ErrText = record.Fault, "index out of range"
		case w == "challenge":
			p.Outcome, p.Status = record.Challenged, 403
		default:
			n, err := strconv.Atoi(w)
			if err != nil {
				t.Fatalf("%q: no such word: %s", line, w)
			}
			p.Status = n
		}
		k.fetched = true
	}
	return k
}

// crawlOf makes a finished crawl of known URLs, a line each.
func crawlOf(t testing.TB, lines string) *frontier.Memory {
	t.Helper()
	crawl := frontier.NewMemory()
	t.Cleanup(func() { crawl.Close() })
	rules, err := canonical.New(canonical.Config{})
	if err != nil {
		t.Fatal(err)
	}
	link := func(path string) frontier.Link {
		url := []byte(urlOf(path))
		return frontier.Link{Key: rules.Key(url), URL: url}
	}
	var pages []known
	var batch frontier.Batch
	for line := range strings.SplitSeq(strings.TrimSpace(lines), "\n") {
		k := parseKnown(t, line)
		pages = append(pages, k)
		l := link(k.path)
		batch.Seeds = append(batch.Seeds, frontier.Seed{Key: l.Key, URL: l.URL, Depth: frontier.NoDepth, Source: frontier.FromList})
	}
	settle(t, crawl, &batch)
	items, _, err := crawl.Lease(len(pages), frontier.LastRank, noon)
	if err != nil || len(items) != len(pages) {
		t.Fatalf("leased %d of %d URLs: %v", len(items), len(pages), err)
	}
	batch = frontier.Batch{}
	for _, item := range items {
		k := pages[item.ID]
		if !k.fetched {
			continue
		}
		s := frontier.Settled{ID: item.ID, Record: k.record, Location: -1, Canonical: -1}
		if k.location != "" {
			s.Location = len(s.Links)
			if k.record.Status >= 300 {
				s.Record.Location = k.location
			}
			s.Links = append(s.Links, link(k.location))
		}
		if k.canonical != "" {
			s.Canonical = len(s.Links)
			s.Links = append(s.Links, link(k.canonical))
		}
		batch.Pages = append(batch.Pages, s)
	}
	settle(t, crawl, &batch)
	return crawl
}

func settle(t testing.TB, crawl *frontier.Memory, batch *frontier.Batch) {
	t.Helper()
	if err := crawl.Settle(batch); err != nil {
		t.Fatal(err)
	}
}

func urlOf(path string) string {
	if strings.Contains(path, "://") {
		return path
	}
	return origin + path
}

// options are those of a crawl of a.example without filters.
func options(t testing.TB, crawl *frontier.Memory, identity canonical.Config) audit.Options {
	t.Helper()
	identity.Rules = crawl.Rules()
	rules, err := canonical.New(identity)
	if err != nil {
		t.Fatal(err)
	}
	scope, err := canonical.ScopeOf(origin + "/sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	return audit.Options{
		Decide: func(url []byte) frontier.Reason {
			switch scope.Check(url) {
			case canonical.OK:
				return frontier.Undecided
			case canonical.ScopeHost:
				return frontier.ScopeHost
			case canonical.ScopeScheme:
				return frontier.ScopeScheme
			}
			return frontier.ScopePath
		},
		DecidedBy: func([]byte) string { return "the scope is " + scope.String() },
		Rules:     rules,
		Agent:     "portolan",
		ListAgent: "googlebot",
		Left:      audit.Pending,
	}
}

// judged gives "path verdict" of every URL, and in brackets what it also is.
func judged(t testing.TB, crawl *frontier.Memory, o audit.Options) []string {
	t.Helper()
	sum, err := audit.JudgeAll(t.Context(), crawl, o)
	if err != nil {
		t.Fatal(err)
	}
	if !sum.Balanced() {
		t.Errorf("%d listed, %d excluded and %d deferred are not %d",
			sum.Of(audit.ListedInFile), sum.Of(audit.Excluded), sum.Of(audit.Deferred), sum.Known)
	}
	j, err := audit.NewJudge(t.Context(), crawl, o)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for row, err := range crawl.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		stored, err := crawl.VerdictOf(row.ID)
		if err != nil {
			t.Fatal(err)
		}
		v := audit.Verdict{Code: audit.Code(stored.Code), Also: stored.Also, Target: stored.Target}
		if full := j.Verdict(row); full != v {
			t.Errorf("%s is %v by all that is known of it, %v is stored", row.URL, full, v)
		}
		lines = append(lines, strings.TrimPrefix(row.URL, origin)+" "+codesText(v.Matches()))
	}
	slices.Sort(lines)
	return lines
}

func codesText(codes []audit.Code) string {
	text := codes[0].String()
	if len(codes) > 1 {
		text += fmt.Sprint(" ", codes[1:])
	}
	return text
}
