package crawler_test

import (
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// translationHosts are those of the client besides the one that is crawled.
var translationHosts = []string{"www.shop.de", "www.shop.fr"}

// withTranslations asks the other hosts for what the audit finds in store.
func withTranslations(t *testing.T, store func() *frontier.Memory) func(*crawler.Options) {
	return func(o *crawler.Options) {
		o.Translations = crawler.Translations{Hosts: translationHosts, Candidates: candidates(t, o, store)}
	}
}

func candidates(t *testing.T, o *crawler.Options, store func() *frontier.Memory) iter.Seq2[frontier.ID, error] {
	return func(yield func(frontier.ID, error) bool) {
		rules, err := canonical.New(canonical.Config{Rules: store().Rules()})
		if err != nil {
			t.Error(err)
			return
		}
		judged := audit.Options{Decide: o.Decide, Rules: rules, Agent: "portolan", ListAgent: "googlebot", Left: audit.Pending}
		for id, err := range audit.Elsewhere(t.Context(), store(), judged, translationHosts) {
			if !yield(id, err) {
				return
			}
		}
	}
}

// found gives "URL: fault (detail)" of what was asked for elsewhere, or "URL:
// names ..." of what counts.
func found(t *testing.T, store *frontier.Memory) []string {
	t.Helper()
	pages, _, err := frontier.Translations(store.Meta)
	if err != nil {
		t.Fatal(err)
	}
	url := func(id frontier.ID) string {
		row, err := store.Row(id)
		if err != nil || row == nil {
			t.Fatalf("URL %d is not known: %v", id, err)
		}
		return row.URL
	}
	var lines []string
	for _, p := range pages {
		line := url(p.ID) + ": " + p.Fault
		if p.Detail != "" {
			line += " (" + p.Detail + ")"
		}
		for _, n := range p.Names {
			line += fmt.Sprintf(" %s=%s", n.Lang, url(n.To))
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// alternates is the head of a page: "en=URL de=URL ...".
func alternates(refs string) string {
	var b strings.Builder
	for ref := range strings.FieldsSeq(refs) {
		lang, url, _ := strings.Cut(ref, "=")
		fmt.Fprintf(&b, `<link rel="alternate" hreflang="%s" href="%s">`, lang, url)
	}
	return "<head><title>x</title>" + b.String() + "</head>"
}

// translatedSite has for each of some pages one on www.shop.de, named like it,
// with an answer of its own.
func translatedSite(answers map[string]string) string {
	var b strings.Builder
	b.WriteString("origin: https://shop.example\n-- / --\n")
	names := []string{}
	for name := range answers {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&b, "<a href='/%s'>x</a>", name)
	}
	for _, name := range names {
		refs := alternates(fmt.Sprintf("en=https://shop.example/%[1]s de=https://www.shop.de/%[1]s", name))
		fmt.Fprintf(&b, "\n-- /%s --\n%s\n", name, refs)
		answer := strings.ReplaceAll(answers[name], "{{refs}}", refs)
		fmt.Fprintf(&b, "-- https://www.shop.de/%s --\n%s\n", name, answer)
	}
	b.WriteString("-- https://www.shop.de/robots.txt --\nUser-agent: *\nDisallow: /blocked\n\nUser-agent: googlebot\nDisallow: /engine\n")
	return b.String()
}

// TestTranslationsElsewhere: what pages on another host answer decides
// whether they count.
func TestTranslationsElsewhere(t *testing.T) {
	site := parseSite(t, translatedSite(map[string]string{
		"good":      "{{refs}}",
		"header":    "HTTP 200\nLink: <https://shop.example/header>; rel=\"alternate\"; hreflang=\"en\"\n\nfine",
		"self":      "<link rel='canonical' href='https://www.shop.de/self'>{{refs}}",
		"noreturn":  alternates("de=https://www.shop.de/noreturn"),
		"other":     alternates("en=https://shop.example/unknown"),
		"noindex":   "<meta name='robots' content='noindex'>{{refs}}",
		"xnoindex":  "HTTP 200\nX-Robots-Tag: noindex\n\n{{refs}}",
		"gone":      "HTTP 404\n\n{{refs}}",
		"fails":     "HTTP 503\n\n{{refs}}",
		"moved":     "HTTP 301\nLocation: /good\n\n{{refs}}",
		"refresh":   "<meta http-equiv='refresh' content='0; url=/good'>{{refs}}",
		"canonical": "<link rel='canonical' href='/good'>{{refs}}",
		"blocked":   "{{refs}}",
		"engine":    "{{refs}}",
	}))
	store := frontier.NewMemory()
	c := crawlInto(t, store, site, "https://shop.example/", withTranslations(t, func() *frontier.Memory { return store }))
	if c.result.End != crawler.Complete {
		t.Errorf("ended as %s", c.result.End)
	}
	const de = "https://www.shop.de/"
	want := []string{
		de + "blocked: not asked for (robots.txt forbids it, line 2: Disallow: /blocked)",
		de + "canonical: canonical elsewhere (" + de + "good)",
		de + "engine: not asked for (robots.txt forbids it to googlebot, line 5: Disallow: /engine)",
		de + "fails: status 503",
		de + "gone: status 404",
		de + "good:  en=https://shop.example/good de=" + de + "good",
		de + "header:  en=https://shop.example/header",
		de + "moved: redirect (status 301 to /good)",
		de + "noindex: noindex (by a robots meta)",
		de + "noreturn: no return link (it names none of the pages that were crawled) de=" + de + "noreturn",
		de + "other: no return link (it names none of the pages that were crawled)",
		de + "refresh: redirect (by refresh to " + de + "good)",
		de + "self:  en=https://shop.example/self de=" + de + "self",
		de + "xnoindex: noindex (by X-Robots-Tag)",
	}
	if diff := cmp.Diff(want, found(t, store)); diff != "" {
		t.Errorf("pages elsewhere (-want +got):\n%s", diff)
	}
	for url, n := range c.server.Asked() {
		_, path, elsewhere := strings.Cut(url, de)
		if elsewhere && (n != 1 || path == "blocked" || path == "engine") {
			t.Errorf("%s was asked for %d times", url, n)
		}
	}
}

// named is a site whose pages all name one on www.shop.de that the handler
// answers.
func named(t *testing.T, pages int, de http.HandlerFunc) *crawltest.Site {
	t.Helper()
	answers := map[string]string{}
	for n := range pages {
		answers[fmt.Sprintf("p%02d", n)] = "{{refs}}"
	}
	text := translatedSite(answers)
	if de == nil {
		return parseSite(t, text)
	}
	var own strings.Builder // without what the handler answers
	for section := range strings.SplitAfterSeq(text, "\n-- ") {
		if !strings.HasPrefix(section, "https://www.shop.de/p") {
			own.WriteString(section)
		}
	}
	site := parseSite(t, own.String())
	site.HandleFunc("https://www.shop.de/", de)
	return site
}

// askedOfDE counts the requests for pages of www.shop.de.
func (c *crawled) askedOfDE() (asked, most int) {
	for url, n := range c.server.Asked() {
		if strings.HasPrefix(url, "https://www.shop.de/p") {
			asked, most = asked+n, max(most, n)
		}
	}
	return asked, most
}

// TestTranslationsGoOn: a crawl that was stopped while it asked other hosts
// goes on with those that are left.
func TestTranslationsGoOn(t *testing.T) {
	const pages = 12
	drain, store := make(chan struct{}), frontier.NewMemory()
	var once sync.Once
	site := named(t, pages, func(w http.ResponseWriter, r *http.Request) {
		once.Do(func() { close(drain) })
		fmt.Fprint(w, alternates("en=https://shop.example"+r.URL.Path))
	})
	first := crawlInto(t, store, site, "https://shop.example/", func(o *crawler.Options) {
		withTranslations(t, func() *frontier.Memory { return store })(o)
		o.Drain = drain
	})
	before := len(found(t, store))
	if asked, _ := first.askedOfDE(); first.result.End != crawler.Interrupted || before == 0 || before != asked || before == pages {
		t.Fatalf("%d pages asked for, %d noted, ended as %s; want some, and all of them noted", asked, before, first.result.End)
	}
	hosts, err := frontier.List[frontier.TranslationHost](store.Meta(frontier.MetaTranslationHosts))
	if err != nil || len(hosts) != 2 || hosts[0].Left != pages-before {
		t.Errorf("hosts noted: %+v, %v; want %d pages left", hosts, err, pages-before)
	}
	second := crawlInto(t, store, named(t, pages, nil), "https://shop.example/", withTranslations(t, func() *frontier.Memory { return store }))
	if asked, most := second.askedOfDE(); asked != pages-before || most != 1 || len(found(t, store)) != pages || second.result.End != crawler.Complete {
		t.Errorf("%d pages asked for, %d at most, %d noted, ended as %s", asked, most, len(found(t, store)), second.result.End)
	}
	if hosts, _ := frontier.List[frontier.TranslationHost](store.Meta(frontier.MetaTranslationHosts)); len(hosts) != 2 || hosts[0].Left != 0 {
		t.Errorf("hosts noted at the end: %+v", hosts)
	}
	third := crawlInto(t, store, named(t, pages, nil), "https://shop.example/", withTranslations(t, func() *frontier.Memory { return store }))
	if asked, _ := third.askedOfDE(); asked != 0 {
		t.Errorf("%d pages asked for again", asked)
	}
}

// TestTranslationsRefused: a host that refuses is left alone, and the crawl is
// complete all the same.
func TestTranslationsRefused(t *testing.T) {
	const pages = 40
	store := frontier.NewMemory()
	site := named(t, pages, func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", http.StatusForbidden) })
	c := crawlInto(t, store, site, "https://shop.example/", withTranslations(t, func() *frontier.Memory { return store }))
	asked, _ := c.askedOfDE()
	hosts, err := frontier.List[frontier.TranslationHost](store.Meta(frontier.MetaTranslationHosts))
	if err != nil || c.result.End != crawler.Complete || asked > 15 || hosts[0].Left != pages-asked || hosts[0].Why == "" {
		t.Errorf("%d pages asked for, ended as %s, noted %+v, %v", asked, c.result.End, hosts, err)
	}
}

// TestTranslationsWithoutRobots: a host whose robots.txt cannot be had is not
// asked, and what the user says of the site's robots.txt is not said of other
// hosts.
func TestTranslationsWithoutRobots(t *testing.T) {
	for name, tt := range map[string]struct {
		robots string
		change func(*crawler.Options)
		want   string
	}{
		"unavailable":     {"HTTP 503\n\nlater", nil, "not asked for (its robots.txt is unavailable)"},
		"the user's file": {"User-agent: *\nDisallow: /p", func(o *crawler.Options) { o.Robots.File = []byte("User-agent: *\nAllow: /\n") }, "not asked for (robots.txt forbids it, line 2: Disallow: /p)"},
		"ignored":         {"User-agent: *\nDisallow: /p", func(o *crawler.Options) { o.Robots.Ignore = true }, " en=https://shop.example/p00 de=https://www.shop.de/p00"},
	} {
		t.Run(name, func(t *testing.T) {
			text, _, _ := strings.Cut(translatedSite(map[string]string{"p00": "{{refs}}"}), "-- https://www.shop.de/robots.txt --")
			site, store := parseSite(t, text+"-- https://www.shop.de/robots.txt --\n"+tt.robots+"\n"), frontier.NewMemory()
			c := crawlInto(t, store, site, "https://shop.example/", func(o *crawler.Options) {
				withTranslations(t, func() *frontier.Memory { return store })(o)
				if tt.change != nil {
					tt.change(o)
				}
			})
			if diff := cmp.Diff([]string{"https://www.shop.de/p00: " + tt.want}, found(t, store)); diff != "" || c.result.End != crawler.Complete {
				t.Errorf("ended as %s; pages elsewhere (-want +got):\n%s", c.result.End, diff)
			}
		})
	}
}

// TestTranslationsAtALimit: what a crawl has listed when it stops at a limit is
// worth its translations.
func TestTranslationsAtALimit(t *testing.T) {
	store := frontier.NewMemory()
	c := crawlInto(t, store, named(t, 3, nil), "https://shop.example/", func(o *crawler.Options) {
		withTranslations(t, func() *frontier.Memory { return store })(o)
		o.Limits.Pages = 3
	})
	if asked, _ := c.askedOfDE(); c.result.End != crawler.LimitPages || c.result.Fetched != 3 || asked != 2 {
		t.Errorf("%d pages fetched, %d asked for elsewhere, ended as %s; want 3, 2 and limit-pages", c.result.Fetched, asked, c.result.End)
	}
}

// TestTooManyTranslations: one crawl asks for no more than MaxTranslations
// pages, and says that there are more.
func TestTooManyTranslations(t *testing.T) {
	store := frontier.NewMemory()
	site := parseSite(t, "origin: https://shop.example\n-- / --\nHome\n-- https://www.shop.de/robots.txt --\nUser-agent: *\nDisallow: /\n")
	crawlInto(t, store, site, "https://shop.example/", func(o *crawler.Options) {
		o.Mentions = func(yield func(crawler.Mention, error) bool) {
			for n := range crawler.MaxTranslations + 7 {
				if !yield(crawler.Mention{URL: fmt.Sprintf("https://www.shop.de/%d", n), Source: frontier.FromList}, nil) {
					return
				}
			}
		}
		o.Translations = crawler.Translations{Hosts: translationHosts, Candidates: func(yield func(frontier.ID, error) bool) {
			for id := range store.Counts().Known {
				if id > 0 && !yield(frontier.ID(id), nil) {
					return
				}
			}
		}}
	})
	pages, _, err := frontier.Translations(store.Meta)
	if err != nil || len(pages) != crawler.MaxTranslations {
		t.Errorf("%d pages decided on, %v; want %d", len(pages), err, crawler.MaxTranslations)
	}
	hosts, err := frontier.List[frontier.TranslationHost](store.Meta(frontier.MetaTranslationHosts))
	if err != nil || hosts[0].Left == 0 || !strings.Contains(hosts[0].Why, "100,000") {
		t.Errorf("noted: %+v, %v", hosts, err)
	}
}
