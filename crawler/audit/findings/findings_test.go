package findings_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/crawltest"
	_ "github.com/portolan-seo/portolan/crawler/crawltest/lazygc"
	"github.com/portolan-seo/portolan/crawler/fetch"
	"github.com/portolan-seo/portolan/crawler/fetch/fetchtest"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// Each archive below testdata/findings is a made-up site that says, in lines
// before its pages, where rules have to fire and where they must not:
//
//	fires RULE SUBJECT    a finding with this URL, without the site's address where it is of it
//	quiet RULE SUBJECT    none with it; the site knows the URL; * stands for any
//
// Every rule has both. What is kept of findings is looked at on each sixth site, and on all
// where PORTOLAN_TEST_ALL is set.
func TestSites(t *testing.T) {
	names, err := filepath.Glob("../../../testdata/findings/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no sites: %v", err)
	}
	var mu sync.Mutex
	fires, quiet := map[string]bool{}, map[string]bool{}
	t.Run("sites", func(t *testing.T) {
		for n, name := range names {
			thorough := n%6 == 0 || os.Getenv("PORTOLAN_TEST_ALL") != ""
			t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
				t.Parallel()
				archive, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				f, q := checkSite(t, archive, thorough)
				mu.Lock()
				defer mu.Unlock()
				maps.Copy(fires, f)
				maps.Copy(quiet, q)
			})
		}
	})
	for _, made := range facts {
		f, q := checkFacts(t, &made)
		maps.Copy(fires, f)
		maps.Copy(quiet, q)
	}
	for _, id := range findings.IDs() {
		if !fires[id] {
			t.Errorf("%s: no site below testdata/findings fires it", id)
		}
		if !quiet[id] {
			t.Errorf("%s: no site below testdata/findings has a near miss of it", id)
		}
	}
}

// checkSite crawls a site and holds what is found against its lines. It gives
// the rules that they name. thorough: findings that are kept, and those of each rule alone, are held against them, too.
func checkSite(t *testing.T, archive []byte, thorough bool) (fires, quiet map[string]bool) {
	t.Helper()
	comment := string(txtar.Parse(archive).Comment)
	_, rest, _ := strings.Cut(comment, "origin: ")
	origin, lines, _ := strings.Cut(rest, "\n")
	crawl := crawlSite(t, origin, archive)
	if thorough {
		keepForNow(t, crawl.Path())
		keepInFile(t, crawl.Path())
	}
	found := map[string]map[string]string{} // detail by rule and subject
	sum, err := crawl.Findings(t.Context(), stored.Asked{}, keep(found, origin))
	if err != nil {
		t.Fatal(err)
	}
	if thorough {
		compareAlone(t, crawl, origin, found)
	}
	causes, _, err := crawl.Causes(t.Context(), stored.Asked{})
	if err != nil {
		t.Fatal(err)
	}
	explained, ids := 0, map[string]bool{}
	for _, c := range causes {
		explained += c.N
		if ids[c.ID] {
			t.Errorf("two causes are called %s: %s %s", c.ID, c.Rule.ID, c.What)
		}
		ids[c.ID] = true
	}
	if total := sum.Totals[findings.Notice] + sum.Totals[findings.Warning] + sum.Totals[findings.Error]; explained != total {
		t.Errorf("the causes explain %d of %d findings", explained, total)
	}
	return compare(t, crawl, origin, lines, found, sum)
}

// compareAlone asks for each rule by itself: what only others want is not looked at then.
func compareAlone(t *testing.T, crawl *stored.Crawl, origin string, found map[string]map[string]string) {
	t.Helper()
	for _, id := range findings.IDs() {
		if found[id] == nil {
			continue
		}
		alone := map[string]map[string]string{}
		asked := stored.Asked{IDs: []string{id}, Limits: map[string]float64{"none.none": 0}}
		if _, err := crawl.Findings(t.Context(), asked, keep(alone, origin)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(found[id], alone[id]); diff != "" {
			t.Errorf("%s asked for alone (-all +alone):\n%s", id, diff)
		}
	}
}

// keepForNow holds findings that wait beside a crawl that is only read against
// what is found.
func keepForNow(t *testing.T, path string) {
	t.Helper()
	crawl, err := stored.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer crawl.Close()
	if err := crawl.FindOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	compareKept(t, crawl)
}

// keepInFile does so with those that are kept in the file.
func keepInFile(t *testing.T, path string) {
	t.Helper()
	store, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	crawl, err := stored.Read(store)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := crawl.KeepFindings(t.Context()); err != nil {
		t.Fatal(err)
	}
	compareKept(t, crawl)
}

// compareKept holds what is kept, of the whole site and of a segment, against
// what is found.
func compareKept(t *testing.T, crawl *stored.Crawl) {
	t.Helper()
	if err := crawl.Segments.Add("s=*s*"); err != nil {
		t.Fatal(err)
	}
	all := func(asked stored.Asked) (list []findings.Finding, sum *findings.Summary) {
		sum, err := crawl.Findings(t.Context(), asked, func(f *findings.Finding) error {
			list = append(list, *f)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return list, sum
	}
	opts := cmp.Options{cmpopts.IgnoreUnexported(findings.Rule{}), cmpopts.EquateEmpty()}
	var found []findings.Finding
	for _, asked := range []stored.Asked{{Segment: "s"}, {Segment: "s", Linked: true}, {IDs: []string{"title-duplicate", "client-error"}}, {}} {
		kept, keptSum := all(asked)
		counted, err := crawl.Findings(t.Context(), asked, nil)
		if diff := cmp.Diff(keptSum, counted, opts); diff != "" || err != nil {
			t.Errorf("segment %q: what is counted alone (-read +counted): %v\n%s", asked.Segment, err, diff)
		}
		asked.Limits = map[string]float64{"none.none": 0} // looks at the crawl again
		var foundSum *findings.Summary
		found, foundSum = all(asked)
		if diff := cmp.Diff(found, kept, opts); diff != "" {
			t.Errorf("segment %q: what is kept is not what is found (-found +kept):\n%s", asked.Segment, diff)
		}
		if diff := cmp.Diff(foundSum, keptSum, opts); diff != "" {
			t.Errorf("segment %q: the summary of what is kept (-found +kept):\n%s", asked.Segment, diff)
		}
	}
	for _, f := range found {
		if of, ok, err := crawl.FindingsOf(t.Context(), f.ID); f.ID != frontier.NoID && (err != nil || !ok || !slices.ContainsFunc(of, func(g findings.Finding) bool { return cmp.Equal(f, g, opts) })) {
			t.Errorf("%s: %s is not among the findings that are kept of it (%v)", f.URL, f.Rule.ID, err)
		}
	}
}

// keep notes findings: their detail by rule and subject, by rule with severity, and by rule with "likely".
func keep(found map[string]map[string]string, origin string) func(*findings.Finding) error {
	return func(f *findings.Finding) error {
		keys := []string{f.Rule.ID, f.Rule.ID + " " + f.Severity.String()}
		if f.Likely {
			keys = append(keys, f.Rule.ID+" likely")
		}
		for _, key := range keys {
			if found[key] == nil {
				found[key] = map[string]string{}
			}
			found[key][strings.TrimPrefix(f.URL, origin)] = f.Detail
		}
		return nil
	}
}

// compare holds what was found against lines of a site. It gives the rules that
// they name.
func compare(t *testing.T, crawl frontier.Crawl, origin, lines string, found map[string]map[string]string, sum *findings.Summary) (fires, quiet map[string]bool) {
	t.Helper()
	fires, quiet = map[string]bool{}, map[string]bool{}
	inAllLanguages(t, found)
	for line := range strings.Lines(lines) {
		words := append(strings.Fields(line), "", "", "")
		verb, id, subject := words[0], words[1], words[2]
		if verb == "" {
			continue
		}
		if findings.RuleOf(id) == nil {
			t.Fatalf("%q: there is no such rule", line)
		}
		detail, is := found[strings.TrimSpace(id+" "+words[3])][subject] // words[3]: the severity, or likely
		switch verb {
		case "fires":
			fires[id] = true
			if !is && (subject != "*" || len(found[id]) == 0) {
				t.Errorf("%s does not fire on %s; it does on %q, %+v", id, subject, slices.Sorted(maps.Keys(found[id])), sum.Of(id).Withheld)
			}
		case "quiet":
			quiet[id] = true
			if subject == "*" && len(found[id]) > 0 || is {
				t.Errorf("%s fires on %s: %s %v", id, subject, detail, found[id])
			}
			if strings.HasPrefix(subject, "/") && filepath.Ext(subject) == "" { // it is no file of the site's
				if row, err := crawl.Find(origin + subject); err != nil || row == nil {
					t.Errorf("%s: the crawl does not know %s (%v)", id, subject, err)
				}
			}
		default:
			t.Fatalf("%q: it begins with fires or quiet", line)
		}
	}
	return fires, quiet
}

// details are the words of the report's languages for what findings say.
var details = sync.OnceValue(func() map[string]func(string) (string, bool) {
	all := map[string]func(string) (string, bool){}
	for _, code := range report.LanguageCodes() {
		all[code], _ = report.DetailsIn(code)
	}
	return all
})

// inAllLanguages sees that no language of the report lacks what findings say.
func inAllLanguages(t *testing.T, found map[string]map[string]string) {
	t.Helper()
	for rule, bySubject := range found {
		for _, text := range bySubject {
			for code, in := range details() {
				if said, known := in(text); !known || said == "" || strings.Contains(said, "%!") {
					t.Errorf("crawler/site/report/lang/%s.details lacks %q of %s, or says %q", code, text, rule, said)
				}
			}
		}
	}
}

// crawlSite crawls a made-up site and opens what it leaves.
func crawlSite(t *testing.T, origin string, archive []byte) *stored.Crawl {
	t.Helper()
	made, err := crawltest.Parse(archive)
	if err != nil {
		t.Fatal(err)
	}
	server := crawltest.NewServer(t, made)
	client := fetchtest.NewClient(t, server, fetch.Options{UserAgent: "test/1.0"})
	o := site.Options{Dir: filepath.Join(t.TempDir(), "site")}
	o.Crawl.NewFetcher = func() crawler.Fetcher { return client.NewFetcher() }
	o.Crawl.Limits.Tries, o.Crawl.Limits.RetryWait = 2, time.Millisecond
	o.Crawl.Sitemaps.Find = true
	if bytes.Contains(archive, []byte("\nfires external-link-broken")) {
		o.Crawl.Images, o.Crawl.Checks = true, crawler.Checks{Links: true, Pictures: true, Gap: time.Millisecond}
	}
	if _, err := site.Make(t.Context(), origin+"/", o); err != nil {
		t.Log(err) // some have nothing to list
	}
	crawl, err := stored.Open(o.Dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { crawl.Close() })
	return crawl
}

// The table is whole: what a client reads is there, in the form that tables
// and pages have room for.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range findings.Rules() {
		if seen[r.ID] || r.ID == "" {
			t.Errorf("%q is twice in the table", r.ID)
		}
		seen[r.ID] = true
		if findings.RuleOf(r.ID) != r {
			t.Errorf("%s is not found by its ID", r.ID)
		}
		if r.Severity < findings.Notice || r.Severity > findings.Error || len(r.Title) == 0 || len(r.Title) > 34 {
			t.Errorf("%s: severity %s, title %q of %d characters", r.ID, r.Severity, r.Title, len(r.Title))
		}
		for what, text := range map[string]string{"when": r.Text(), "why": r.Why, "fix": r.Fix} {
			if text == "" || strings.ContainsAny(text, "{}\n") {
				t.Errorf("%s: %s is %q", r.ID, what, text)
			}
		}
		for _, l := range r.Limits {
			if !strings.Contains(r.When, "{"+l.Name+"}") {
				t.Errorf("%s: its text does not tell of the limit %s", r.ID, l.Name)
			}
		}
	}
}

// Widths are those of a list of results.
func TestColumns(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "é": 1, "e\u0301": 1, "木材": 4, "ｗｉｄｅ": 8, "a\u200bb": 2, "Größe": 5} {
		if got := findings.Columns(text); got != want {
			t.Errorf("%q has %d columns, want %d", text, got, want)
		}
	}
}

// Limits can be others, and rules can be asked for by themselves.
func TestLimits(t *testing.T) {
	archive, err := os.ReadFile("../../../testdata/findings/titles.txtar")
	if err != nil {
		t.Fatal(err)
	}
	crawl := crawlSite(t, "http://titles.example", archive)
	count := func(longest float64) string {
		sum, err := crawl.Findings(t.Context(), stored.Asked{Limits: map[string]float64{"title-length.longest": longest, "title-length.shortest": 0}, IDs: []string{"title-length"}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(sum.Of("title-length").N, len(sum.Counts), sum.Totals)
	}
	if got, want := count(60)+" "+count(200), "1 1 [0 1 0 0] 0 0 [0 0 0 0]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Of a page with endless faults of one kind the first are told, and that there are
// more; of a language with two addresses that alone.
func TestMostOfAPage(t *testing.T) {
	var links strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&links, `<link rel=alternate hreflang="xx%d" href="/"><link rel=alternate hreflang=de href="/de/%d">`, i, i)
	}
	crawl := crawlSite(t, "http://many.example", []byte("origin: http://many.example\n-- / --\n<title>Many annotations</title>"+links.String()+"\n-- /de/* --\n<title>A page {{uri}}</title>\n"))
	last := ""
	sum, err := crawl.Findings(t.Context(), stored.Asked{IDs: []string{"hreflang-invalid", "hreflang-conflict", "hreflang-missing-return"}}, func(f *findings.Finding) error {
		if f.Rule.ID == "hreflang-invalid" {
			last = f.Detail
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(sum.Of("hreflang-invalid").N, sum.Of("hreflang-conflict").N, sum.Of("hreflang-missing-return").N); got != "1000 1 0" {
		t.Errorf("findings %s, want 1000 1 0", got)
	}
	if !strings.HasSuffix(last, "; there are more of them on this page") {
		t.Errorf("the last says %q", last)
	}
	for code, in := range details() {
		if said, known := in(last); !known {
			t.Errorf("%s: %q", code, said)
		}
	}
}
