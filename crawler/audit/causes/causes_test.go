package causes_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler/audit/causes"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/frontier"
)

// TestOf: what nearly all pages have is one cause; what part of them has is one
// for each template; and a page that links to others is to blame for links
// alone.
func TestOf(t *testing.T) {
	find := func(rule string, pages, templates int, from frontier.ID) func(func(*findings.Finding) error) (*findings.Summary, error) {
		return func(give func(*findings.Finding) error) (*findings.Summary, error) {
			for i := range pages {
				f := findings.Finding{
					Rule: findings.RuleOf(rule), Severity: findings.Warning, ID: frontier.ID(i), URL: fmt.Sprint("http://a.example/", i),
					Template: fmt.Sprintf("/%d/*", i%templates), Target: frontier.NoID, From: from, Likely: i == 0,
				}
				if err := give(&f); err != nil {
					return nil, err
				}
			}
			return &findings.Summary{Indexable: 20}, nil
		}
	}
	for _, tt := range []struct {
		name, rule       string
		pages, templates int
		from             frontier.ID
		want             []string
	}{
		{"all pages", "title-missing", 19, 3, 7, []string{"site  19 1"}},
		{"all of one template", "title-missing", 19, 1, 7, []string{"template /0/* 19 1"}},
		{"too few of all", "title-missing", 17, 2, 7, []string{"template /0/* 9 1", "template /1/* 8 0"}},
		{"links of one page", "client-error", 19, 10, 7, []string{"page  19 1"}},
		{"each by itself", "client-error", 2, 2, frontier.NoID, []string{"url  1 0", "url  1 1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list, _, err := causes.Of(t.Context(), frontier.NewMemory(), find(tt.rule, tt.pages, tt.templates, tt.from))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range list {
				got = append(got, fmt.Sprintf("%s %s %d %d", c.By, c.What, c.N, c.Likely))
				if c.Spans {
					t.Errorf("%s spans templates, of pages that share nothing", c.What)
				}
				if is := c.Has(); tt.pages == c.N && !is(&findings.Finding{Rule: c.Rule, URL: "http://a.example/0"}) {
					t.Errorf("%s does not explain its first finding", c.ID)
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Among causes as grave, what has clicks in search results comes first, and what
// concerns all pages has the clicks of all; what one mend removes is one cause.
// TestShared: pages that have a title in common are one cause, the first of them
// included.
func TestShared(t *testing.T) {
	find := func(give func(*findings.Finding) error) (*findings.Summary, error) {
		for id, target := range []frontier.ID{2, frontier.NoID, 0, 0, 6, 0, 4} {
			f := findings.Finding{
				Rule: findings.RuleOf("title-duplicate"), Severity: findings.Warning, ID: frontier.ID(id), URL: fmt.Sprint("http://a.example/", id),
				Template: fmt.Sprintf("/%d/*", id), Target: target, From: frontier.NoID,
			}
			if err := give(&f); err != nil {
				return nil, err
			}
		}
		return &findings.Summary{Indexable: 100}, nil
	}
	list, _, err := causes.Of(t.Context(), frontier.NewMemory(), find)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range list {
		got = append(got, fmt.Sprint(c.By, " ", c.N))
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"target 2", "target 4", "url 1"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestCopiesUnderAnotherPath: pairs of pages of two templates are one cause, in
// whatever order they were found. It says that it spans more than its template, of
// which its examples are.
func TestCopiesUnderAnotherPath(t *testing.T) {
	crawl, batch := frontier.NewMemory(), frontier.Batch{}
	for id := range 40 {
		batch.Seeds = append(batch.Seeds, frontier.Seed{Key: uint64(id) + 1, URL: fmt.Append(nil, "http://a.example/", id), Source: frontier.FromList})
	}
	if err := crawl.Settle(&batch); err != nil {
		t.Fatal(err)
	}
	find := func(give func(*findings.Finding) error) (*findings.Summary, error) {
		for id := range frontier.ID(40) {
			template := "/shop/*"
			if id%4 == 1 || id%4 == 2 {
				template = "/print/*"
			}
			f := findings.Finding{
				Rule: findings.RuleOf("duplicate-exact"), Severity: findings.Warning, ID: id, URL: fmt.Sprint("http://a.example/", id),
				Template: template, Target: id ^ 1, From: frontier.NoID,
			}
			if err := give(&f); err != nil {
				return nil, err
			}
		}
		return &findings.Summary{Indexable: 100}, nil
	}
	list, _, err := causes.Of(t.Context(), crawl, find)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 || list[0].By != "template" || list[0].What != "/print/*" || list[0].N != 40 || !list[0].Spans {
		t.Errorf("causes: %+v, want one of 40 findings that spans templates", list)
	}
	if diff := cmp.Diff([]string{"http://a.example/1", "http://a.example/2", "http://a.example/5"}, list[0].Examples); diff != "" {
		t.Errorf("examples (-want +got):\n%s", diff)
	}
}

func TestOrder(t *testing.T) {
	crawl := frontier.NewMemory()
	if err := crawl.Settle(&frontier.Batch{Measures: []frontier.Measured{
		{URL: "http://a.example/asked", Source: "export", Facts: `{"clicks":7}`}, {URL: "http://a.example/other", Source: "export", Facts: `{"clicks":2}`},
		{URL: "http://a.example/logged", Source: "log", Facts: `{"clicks":99}`},
	}}); err != nil {
		t.Fatal(err)
	}
	found := func(rule, url, template string, id frontier.ID) *findings.Finding {
		r := findings.RuleOf(rule)
		return &findings.Finding{Rule: r, Severity: r.Severity, ID: id, URL: url, Template: template, Target: frontier.NoID, From: frontier.NoID}
	}
	list, _, err := causes.Of(t.Context(), crawl, func(give func(*findings.Finding) error) (*findings.Summary, error) {
		for _, f := range []*findings.Finding{
			found("title-missing", "http://a.example/logged", "/a", 1), found("title-missing", "http://a.example/asked", "/b", 2), found("page-on-http", "a.example", "", frontier.NoID),
			found("sitemap-misses-page", "http://a.example/asked", "/b", 2), found("sitemap-misses-page", "http://a.example/asked", "/b", 2), found("sitemap-misses-page", "http://a.example/logged", "/a", 1),
		} {
			if err := give(f); err != nil {
				return nil, err
			}
		}
		return &findings.Summary{Indexable: 2}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range list {
		got = append(got, fmt.Sprintf("%s %s %d %g", c.Rule.ID, c.By, c.N, c.Clicks))
	}
	if diff := cmp.Diff([]string{"page-on-http url 1 9", "title-missing url 1 7", "title-missing url 1 0", "sitemap-misses-page site 3 7"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What one line of robots.txt forbids is one cause, of whatever templates it is.
func TestByLine(t *testing.T) {
	list, _, err := causes.Of(t.Context(), frontier.NewMemory(), func(give func(*findings.Finding) error) (*findings.Summary, error) {
		for i, line := range []string{"3: Disallow: /a", "3: Disallow: /a", "3: Disallow: /a", "7: Disallow: /*?"} {
			r := findings.RuleOf("sitemap-lists-blocked")
			if err := give(&findings.Finding{Rule: r, Severity: r.Severity, ID: frontier.ID(i), URL: fmt.Sprint("http://a.example/", i), Template: fmt.Sprint("/t", i), Target: frontier.NoID,
				From: frontier.NoID, Detail: "robots.txt forbids it, line " + line + "; listed in http://a.example/map.xml:1"}); err != nil {
				return nil, err
			}
		}
		return &findings.Summary{Indexable: 20}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range list {
		got = append(got, fmt.Sprintf("%s %s %d", c.By, c.What, c.N))
	}
	if diff := cmp.Diff([]string{"line line 3: Disallow: /a 3", "url  1"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What is grave and what is not have causes of their own, though they are of one
// template; one mend of all has one.
func TestSeveritiesApart(t *testing.T) {
	list, _, err := causes.Of(t.Context(), frontier.NewMemory(), func(give func(*findings.Finding) error) (*findings.Summary, error) {
		for i, severity := range []findings.Severity{findings.Warning, findings.Error, findings.Warning, findings.Error, findings.Warning} {
			f := findings.Finding{Rule: findings.RuleOf("html-too-large"), Severity: severity, ID: frontier.ID(i), URL: fmt.Sprint("http://a.example/", i), Template: "/*", Target: frontier.NoID, From: frontier.NoID}
			if err := give(&f); err != nil {
				return nil, err
			}
		}
		return &findings.Summary{Indexable: 100}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range list {
		got = append(got, fmt.Sprintf("%v %s %s %d", c.Severity, c.By, c.What, c.N))
	}
	if diff := cmp.Diff([]string{"error template /* 2", "warning template /* 3"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if list[0].ID == list[1].ID {
		t.Errorf("both causes are called %s", list[0].ID)
	}
}
