package coverage_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/coverage"
	"github.com/portolan-seo/portolan/frontier"
)

// crawlOf makes a crawl of URLs with verdicts and measures.
func crawlOf(t *testing.T, codes []audit.Code, sources []frontier.Source, measures ...frontier.Measured) *frontier.Memory {
	t.Helper()
	m := frontier.NewMemory()
	b := &frontier.Batch{Measures: measures}
	for i := range codes {
		url := fmt.Sprintf("http://h/%c", 'a'+len(codes)-1-i) // not in order of discovery
		b.Seeds = append(b.Seeds, frontier.Seed{Key: uint64(i), URL: []byte(url), Depth: frontier.NoDepth, Source: sources[i]})
	}
	if err := m.Settle(b); err != nil {
		t.Fatal(err)
	}
	var all iter.Seq2[frontier.Verdict, error] = func(yield func(frontier.Verdict, error) bool) {
		for i, c := range codes {
			if !yield(frontier.Verdict{ID: frontier.ID(i), Code: uint8(c), Target: frontier.NoID}, nil) {
				return
			}
		}
	}
	if err := m.PutVerdicts(t.Context(), "", all); err != nil {
		t.Fatal(err)
	}
	return m
}

func set(c *coverage.Coverage, name string) *coverage.Set {
	return c.Sets[slices.IndexFunc(c.Sets, func(s *coverage.Set) bool { return s.Name == name })]
}

// Measures meet the URLs that they are of, wherever these come in the order;
// fakes are no bots, and what is no fact counts for nothing.
func TestJoin(t *testing.T) {
	m := crawlOf(t, []audit.Code{audit.Listed, audit.HTTP4xx, audit.Listed, audit.NoIndexMeta},
		[]frontier.Source{frontier.FromLink, frontier.FromSitemap, frontier.FromSitemap | frontier.FromLink, frontier.FromLink}, // d c b a
		frontier.Measured{URL: "http://h/", Source: "log", Facts: `{"hits":5,"hits-search-claimed":5}`},
		frontier.Measured{URL: "http://h/a", Source: "log", Facts: `{"hits":9,"hits-search-verified":4,"hits-search-fake":3,"hits-ai-claimed":2}`},
		frontier.Measured{URL: "http://h/b", Source: "log", Facts: `{"hits":2,"hits-people":2}`},
		frontier.Measured{URL: "http://h/c", Source: "export", Facts: `{"clicks":7,"position":"x","impressions":-1}`},
		frontier.Measured{URL: "http://h/c", Source: "log", Facts: `no JSON`},
		frontier.Measured{URL: "http://h/z", Source: "list", Facts: `{"clicks":1}`},
	)
	o := coverage.Options{SitemapsRead: true, Orphans: func(_ context.Context, give func(frontier.ID)) error {
		give(0)
		return nil
	}}
	c, err := coverage.Read(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	if c.Known[coverage.BySearchBots] != 1 || c.Known[coverage.ByAIBots] != 1 || c.Known[coverage.ByPeople] != 1 || c.Listed[coverage.ByPeople] != 1 || c.Outside != 2 {
		t.Errorf("known %v, listed %v, %d outside", c.Known, c.Listed, c.Outside)
	}
	for name, want := range map[string][]string{
		"orphan": {"http://h/d"}, "unlisted": {"http://h/d"}, "dead-listed": {"http://h/c"}, "bot-waste": {"http://h/", "http://h/a"},
		"never-requested": {"http://h/d"}, "traffic-lost": {"http://h/c"},
	} {
		if s := set(c, name); !slices.Equal(s.Examples, want) || s.URLs != len(want) || s.Withheld != "" {
			t.Errorf("%s: %+v, want %q", name, s, want)
		}
	}
	if s := set(c, "bot-waste"); s.Amount != 11 || s.ByReason["noindex-meta"] != 6 || s.ByReason["not-known"] != 5 {
		t.Errorf("bot-waste: %+v", s)
	}
}

// What the sources cannot tell is withheld, with the reason.
func TestWithheld(t *testing.T) {
	m := crawlOf(t, []audit.Code{audit.Listed}, []frontier.Source{frontier.FromLink})
	c, err := coverage.Read(t.Context(), m, coverage.Options{NoOrphans: "the crawl is not complete"})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range c.Sets {
		if s.Withheld == "" || s.URLs != 0 || len(s.Examples) > 0 {
			t.Errorf("%+v", s)
		}
	}
}
