package audit_test

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

var asked = time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)

// dated is a page with its dates.
func dated(header, date, modified string) record.Page {
	return record.Page{
		Exchange: record.Exchange{Status: 200, FetchedAt: asked, LastModified: header, Date: date},
		Facts:    record.Facts{Modified: modified},
	}
}

// settled is a frontier in which each page is settled, with a source.
func settled(t *testing.T, pages []record.Page, source frontier.SourceDetail) *frontier.Memory {
	t.Helper()
	m := frontier.NewMemory()
	batch := &frontier.Batch{}
	for n := range pages {
		url := fmt.Sprintf("https://a.example/%03d", n)
		batch.Seeds = append(batch.Seeds, frontier.Seed{Key: uint64(n + 1), URL: []byte(url), Source: source.Source, Detail: source.Detail})
	}
	if err := m.Settle(batch); err != nil {
		t.Fatal(err)
	}
	items, _, err := m.Lease(len(pages), frontier.LastRank, asked)
	if err != nil {
		t.Fatal(err)
	}
	batch = &frontier.Batch{}
	for n, item := range items {
		batch.Pages = append(batch.Pages, frontier.Settled{ID: item.ID, Record: pages[n], Location: -1, Canonical: -1})
	}
	if err := m.Settle(batch); err != nil {
		t.Fatal(err)
	}
	return m
}

// first gives the lastmod of the first page.
func first(t *testing.T, m *frontier.Memory, feeds []string, carried bool) (string, audit.LastModSource) {
	t.Helper()
	dates, err := audit.NewLastMods(t.Context(), m, feeds, carried, false)
	if err != nil {
		t.Fatal(err)
	}
	row, err := m.Row(0)
	if err != nil {
		t.Fatal(err)
	}
	value, source, err := dates.Of(row)
	if err != nil {
		t.Fatal(err)
	}
	if one, by, err := audit.LastModOf(t.Context(), m, feeds, carried, false, row); err != nil || one != value || by != source {
		t.Errorf("by itself it has %q by %q (%v), among all %q by %q", one, by, err, value, source)
	}
	if err := m.Settle(&frontier.Batch{Meta: map[string]string{audit.MetaDates: dates.SharedText()}}); err != nil {
		t.Fatal(err)
	}
	if one, by, err := audit.LastModOf(t.Context(), kept{m, t}, feeds, carried, false, row); err != nil || one != value || by != source {
		t.Errorf("by what the crawl keeps it has %q by %q (%v), else %q by %q", one, by, err, value, source)
	}
	return value, source
}

// kept is a crawl whose pages need not be read for the date of one.
type kept struct {
	frontier.Crawl
	t *testing.T
}

func (k kept) Rows(ctx context.Context) iter.Seq2[*frontier.Row, error] {
	k.t.Error("all pages are read for what the crawl keeps")
	return k.Crawl.Rows(ctx)
}

func TestLastModOfAPage(t *testing.T) {
	const march = "Sun, 09 Mar 2025 07:15:00 GMT"
	tests := []struct {
		name                   string
		header, date, modified string
		want                   string
		source                 audit.LastModSource
	}{
		{"nothing", "", "", "", "", audit.LastModUnknown},
		{"header", march, "Sun, 01 Jun 2025 12:00:00 GMT", "", "2025-03-09T07:15:00Z", audit.LastModHeader},
		{"header of an old kind", "Sunday, 09-Mar-25 07:15:00 GMT", "", "", "2025-03-09T07:15:00Z", audit.LastModHeader},
		{"page before header", march, "", "2025-02-01T10:00:00+01:00", "2025-02-01T10:00:00+01:00", audit.LastModPage},
		{"a day stays a day", "", "", "2025-02-01", "2025-02-01", audit.LastModPage},
		{"no zone is invented", "", "", "2025-02-01T10:00:00", "2025-02-01", audit.LastModPage},
		{"an offset without colon", "", "", "2025-02-01T10:00:00+0100", "2025-02-01T10:00:00+01:00", audit.LastModPage},
		{"a fraction and such an offset", "", "", "2025-02-01T10:00:00.250-0330", "2025-02-01T10:00:00-03:30", audit.LastModPage},
		{"a blank for the T", "", "", "2025-02-01 10:00:00", "2025-02-01", audit.LastModPage},
		{"a blank for the T, with a zone", "", "", " 2025-02-01 10:00:00Z ", "2025-02-01T10:00:00Z", audit.LastModPage},
		{"no offset that there can be", "", "", "2025-02-01T10:00:00+9900", "", audit.LastModUnknown},
		{"a date in words", "", "", "2025-02-01 in the morning", "", audit.LastModUnknown},
		{"a month is no date for the schema", march, "", "2025-02", "2025-03-09T07:15:00Z", audit.LastModHeader},
		{"header is the answer's own time", "Sun, 01 Jun 2025 11:59:58 GMT", "Sun, 01 Jun 2025 12:00:00 GMT", "", "", audit.LastModUnknown},
		{"the server's clock counts", "Sun, 01 Jun 2025 11:00:00 GMT", "Sun, 01 Jun 2025 11:00:02 GMT", "", "", audit.LastModUnknown},
		{"header in the future", "Sun, 01 Jun 2031 12:00:00 GMT", "", "", "", audit.LastModUnknown},
		{"page in the future", march, "", "2031-01-01", "2025-03-09T07:15:00Z", audit.LastModHeader},
		{"header before the web", "Thu, 01 Jan 1970 00:00:00 GMT", "", "", "", audit.LastModUnknown},
		{"no date", "yesterday", "", "soon", "", audit.LastModUnknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := settled(t, []record.Page{dated(tt.header, tt.date, tt.modified)}, frontier.SourceDetail{Source: frontier.FromList})
			if got, source := first(t, m, nil, false); got != tt.want || source != tt.source {
				t.Errorf("got %q by %q, want %q by %q", got, source, tt.want, tt.source)
			}
		})
	}
}

// TestLastModOfADeployment: a date that most of the site has is not believed.
func TestLastModOfADeployment(t *testing.T) {
	stamp := func(at time.Time) string { return at.Format("Mon, 02 Jan 2006 15:04:05 GMT") }
	at := asked.Add(-1000 * time.Hour)
	tests := []struct {
		name  string
		pages int
		date  func(n int) time.Time
		want  bool // the first page's is believed
	}{
		{"one second on most", 40, func(n int) time.Time { return at.Add(time.Duration(max(0, n-21)) * 100 * time.Minute) }, false},
		{"one second on half", 40, func(n int) time.Time { return at.Add(time.Duration(max(0, n-19)) * 100 * time.Minute) }, true},
		{"one day on nearly all", 40, func(n int) time.Time { return at.Add(time.Duration(n) * time.Second) }, false},
		{"a small site", 19, func(int) time.Time { return at }, true},
		{"all differ", 40, func(n int) time.Time { return at.Add(time.Duration(n) * -30 * time.Hour) }, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, inPage := range []bool{false, true} {
				var pages []record.Page
				for n := range tt.pages {
					if inPage {
						pages = append(pages, dated("", "", tt.date(n).Format(time.RFC3339)))
					} else {
						pages = append(pages, dated(stamp(tt.date(n)), "", ""))
					}
				}
				m := settled(t, pages, frontier.SourceDetail{Source: frontier.FromList})
				if got, _ := first(t, m, nil, false); got != "" != tt.want {
					t.Errorf("dates in pages: %t; got %q, want one: %t", inPage, got, tt.want)
				}
			}
		})
	}
}

func TestLastModOfAFeed(t *testing.T) {
	const feed = "https://a.example/feed.atom"
	record := []record.Page{dated("Sun, 09 Mar 2025 07:15:00 GMT", "", "2025-02-01")}
	for detail, want := range map[string]audit.LastModSource{
		feed + ":7 2025-04-01T10:00:00Z":       audit.LastModFeed,
		feed + ":7 2031-04-01":                 audit.LastModPage, // in the future
		feed + ":7":                            audit.LastModPage,
		feed + ".xml:7 2025-04-01":             audit.LastModPage, // another file
		"https://a.example/s.xml:7 2025-04-01": audit.LastModPage, // a sitemap
	} {
		m := settled(t, record, frontier.SourceDetail{Source: frontier.FromSitemap, Detail: detail})
		if got, source := first(t, m, []string{feed}, false); source != want {
			t.Errorf("%s: %q by %q, want it by %q", detail, got, source, want)
		}
	}
}

func TestPreviousRoundTrip(t *testing.T) {
	verified := time.Date(2025, 5, 20, 8, 0, 0, 0, time.UTC)
	p := audit.Previous{Verified: verified, LastMod: "2025-05-19"}
	for run := 1; run <= 4; run++ {
		p = p.Next(asked)
		if expired := run > 3; p.Runs != run || p.Expired != expired {
			t.Errorf("run %d: %+v, want expired %t", run, p, expired)
		}
		if got, ok := audit.ParsePrevious(p.String()); !ok || got != p {
			t.Errorf("%q is read as %+v, %t", p, got, ok)
		}
	}
	if late := (audit.Previous{Verified: verified}).Next(verified.Add(15 * 24 * time.Hour)); !late.Expired {
		t.Errorf("after 15 days: %+v, want it expired", late)
	}
	for _, text := range []string{"", "verified", "verified yesterday, carried 1", "verified 2025-05-20T08:00:00Z, carried x", "verified 2025-05-20T08:00:00Z, kept 1", "2025-05-20T08:00:00Z, carried 1"} {
		if got, ok := audit.ParsePrevious(text); ok {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
}

// endless is a crawl of pages without dates that has no end.
type endless struct{ frontier.Crawl }

func (endless) Rows(context.Context) iter.Seq2[*frontier.Row, error] {
	return func(yield func(*frontier.Row, error) bool) {
		row := &frontier.Row{Page: &record.Page{Exchange: record.Exchange{Status: 200}}}
		for yield(row, nil) {
			row.ID++
		}
	}
}

func (endless) Codes(context.Context) ([]uint8, error) { return nil, nil }

// TestLastModOfCounters: where most of what is listed has changed on one day, say
// by a counter of views, no page's change is told, however many others have not.
func TestLastModOfCounters(t *testing.T) {
	for changed, want := range map[int]audit.LastModSource{10: audit.LastModHistory, 20: audit.LastModUnknown} {
		var pages []record.Page
		for n := range 120 {
			p := dated("", "", "")
			if n < changed {
				p.ChangedAt = asked.Add(time.Duration(n) * time.Second)
			}
			pages = append(pages, p)
		}
		m := settled(t, pages, frontier.SourceDetail{Source: frontier.FromList})
		verdicts := func(yield func(frontier.Verdict, error) bool) {
			for n := range pages {
				code := audit.NoIndexMeta
				if n < 30 {
					code = audit.Listed
				}
				if !yield(frontier.Verdict{ID: frontier.ID(n), Code: uint8(code)}, nil) {
					return
				}
			}
		}
		if err := m.PutVerdicts(t.Context(), "", verdicts); err != nil {
			t.Fatal(err)
		}
		if _, source := first(t, m, nil, false); source != want {
			t.Errorf("%d of 30 have changed: by %q, want %q", changed, source, want)
		}
	}
}

// The look for dates that most pages share has an end on a site without any.
func TestDatesAreNotLookedForWithoutEnd(t *testing.T) {
	if _, err := audit.NewLastMods(t.Context(), endless{frontier.NewMemory()}, nil, false, false); err != nil {
		t.Fatal(err)
	}
}
