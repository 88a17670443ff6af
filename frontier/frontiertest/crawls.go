package frontiertest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
	"github.com/portolan-seo/portolan/robots"
)

// fullRecord has a value in every field.
func fullRecord(n int) record.Page {
	s := func(name string) string { return fmt.Sprintf("%s %d ü 'q' \"d\"", name, n) }
	return record.Page{
		Exchange: record.Exchange{
			Outcome: record.Outcome(n % 7), Err: record.ErrClass(n % 11), ErrText: s("error"), Status: 200 + n, Tries: 1 + n,
			FetchedAt: now.Add(time.Duration(n) * time.Millisecond), TTFB: 1234 * time.Microsecond, Total: 5 * time.Second,
			Wire: 1 << 33, Inflated: 1 << 34, Truncated: n%2 == 0, ContentType: "text/html; charset=utf-8", ETag: `W/"x"`,
			LastModified: "Sat, 21 Nov 2026 12:00:00 GMT", Date: "Sat, 21 Nov 2026 12:00:01 GMT", Location: s("../x?a=b"),
			RobotsHeader: "noindex\ngooglebot: nofollow",
		},
		Facts: record.Facts{
			Type: "text/html", Charset: "utf-8", HTML: n%2 == 1, Frameset: n%3 == 0, Title: s("title"), Description: s("description"),
			H1: [2]string{s("one"), "two"}, Lang: "de", RobotsMeta: "robots: noindex", MetaRobots: robots.NoIndex,
			HeaderRobots: robots.Directives(1<<31 | 1), Canonical: record.CanonicalState(n % 5), TextHash: 1<<63 + uint64(n), Sketch: record.Sketch(1<<63 + uint64(7*n)), Words: 77, Print: record.Print(s("print")), Places: record.NewPlaces([]uint16{uint16(n), 3}), PlaceLinks: n%3 == 1,
			Content: 1<<63 + uint64(n), ContentOwn: 1<<63 + uint64(n-n%3),
			Modified: "2026-11-21", Problems: record.Problems(n), Notes: "data-broken 1:2 3 x", Extracted: `{"x":"y"}`, LinksCut: 77, Images: "http://h/1.png\nhttps://cdn.test/2.png", Videos: `[{"Title":"ü"}]`, Article: `{"Title":"ä"}`,
		},
		History: record.History{ReadAt: now.Add(-time.Duration(n) * time.Hour), ChangedAt: now.Add(-time.Duration(2*n) * time.Hour)},
	}
}

func testRecords(w *world) {
	var records []record.Page
	for n := range 50 {
		records = append(records, fullRecord(n))
	}
	records = append(records, record.Page{}, record.Page{Facts: record.Facts{Title: "bytes \xff\xfe\x00 that are no text"}})
	b := &frontier.Batch{}
	for n := range records {
		b.Seeds = append(b.Seeds, w.seedOf(fmt.Sprintf("u%d", n), 0, frontier.FromStart, ""))
	}
	w.commit(b)
	b = &frontier.Batch{}
	for i, item := range w.lease(len(records)) {
		p := outcome(item.ID)
		p.Record = records[i]
		b.Pages = append(b.Pages, p)
	}
	b.Pages[0].Record.TTFB += 789 // cut to the microsecond
	b.Pages[1].Record.FetchedAt = b.Pages[1].Record.FetchedAt.Add(999).In(time.FixedZone("x", 3600))
	w.commit(b)
	w.same("records", records, w.take().Records)
	w.reopen()
	w.same("records", records, w.take().Records)
	w.same("one record", &records[7], w.row("u7").Page)
}

func testFacts(w *world) {
	rules := []canonical.Rule{
		{Host: "a.example", Kind: canonical.RuleSession, Name: "sid", Proof: "same page", Time: now},
		{Host: "a.example", Kind: canonical.RuleScheme, Value: "https", Path: "/p"},
	}
	files := []frontier.RobotsFile{
		{Origin: "https://a.example", Status: 200, FetchedAt: now, Body: []byte("User-agent: *\nDisallow: /x\x00\xff"), Note: "redirected"},
		{Origin: "http://a.example"},
		{Origin: "https://a.example", Status: 503, FetchedAt: now.Add(time.Second), Note: "unavailable"},
	}
	w.commit(&frontier.Batch{
		Rules: rules[:1], Robots: files[:2], Meta: map[string]string{"a": "1", "b": "2"},
		Folds: []frontier.Fold{
			{Host: "h", Kind: "session", Name: "sid", Count: 7, Examples: []string{"1", "2", "\xff", "1"}},
			{Host: "h", Kind: "session", Name: "PHPSESSID", Count: 1},
		},
	})
	w.commit(&frontier.Batch{
		Rules: rules[1:], Robots: files[2:], Meta: map[string]string{"b": "3", "c": ""},
		Folds: []frontier.Fold{
			{Host: "h", Kind: "session", Name: "sid", Count: 5, Examples: []string{"2", "z\ny", "0", "5", "6", "7"}},
			{Host: "g", Kind: "tracking", Name: "utm_*", Count: 2, Examples: []string{"e"}},
		},
	})
	for range 2 {
		w.same("rules", rules, w.Rules())
		got := w.take()
		w.same("robots", files, got.Robots)
		w.same("folds", []frontier.Fold{
			{Host: "g", Kind: "tracking", Name: "utm_*", Count: 2, Examples: []string{"e"}},
			{Host: "h", Kind: "session", Name: "PHPSESSID", Count: 1},
			{Host: "h", Kind: "session", Name: "sid", Count: 12, Examples: []string{"1", "2", "\xff", "z\ny", "0"}},
		}, got.Folds)
		w.same("meta", []string{"1", "3", "", ""}, []string{w.Meta("a"), w.Meta("b"), w.Meta("c"), w.Meta("none")})
		w.reopen()
	}
}

// testReopen: what was leased is pending, all else is as it was.
func testReopen(w *world) {
	w.seed("s")
	w.settle(w.lease(1)[0].ID, w.links("a", "b", "c", "d", "e")...)
	items := w.wantLease(3, "a", "b", "c")
	w.settle(items[1].ID, w.links("b1")...)
	w.commit(&frontier.Batch{Retries: []frontier.Retry{{ID: items[2].ID, Tries: 1, Due: now.Add(time.Hour)}}})
	before := w.take()
	w.reopen()
	before.Counts.Leased = 0
	w.same("crawl", before, w.take())
	w.wantLease(2, "a", "d")
	w.settle(1, w.links("b", "a1")...)
	w.wantLease(9, "e", "b1", "a1")
}

// testReopenOften: a crawl that is reopened after each page is the same.
func testReopenOften(w *world) {
	w.seed("/")
	var got []string
	for range 40 {
		items := w.lease(3)
		if len(items) == 0 {
			break
		}
		got = append(got, items[0].URL)
		u := items[0].URL
		if len(u) < 6 {
			w.settle(items[0].ID, w.links(u+"a", "/", u+"b", u+"a")...)
		} else {
			w.settle(items[0].ID)
		}
		w.reopen()
	}
	w.same("settled", 40, w.Counts().Settled)
	for i := 1; i < len(got); i++ {
		a, b := got[i-1], got[i]
		if len(a) > len(b) || len(a) == len(b) && a >= b {
			w.Fatalf("%q came before %q", a, b)
		}
	}
}

func testRows(w *world) {
	w.seed("s")
	w.settle(w.lease(1)[0].ID, w.links("a", "b")...)
	for _, id := range []frontier.ID{3, 99, frontier.NoID} {
		if row, err := w.Row(id); row != nil || err != nil {
			w.Errorf("row of unknown URL %d: %v, %v", id, row, err)
		}
	}
	for _, u := range []string{"", "A", "a ", "%"} {
		if row, err := w.Find(u); row != nil || err != nil {
			w.Errorf("Find(%q) = %v, %v", u, row, err)
		}
	}
	row, err := w.Row(2)
	if err != nil {
		w.Fatal(err)
	}
	w.same("row", &frontier.Row{ID: 2, URL: "b", Depth: 1, Via: 0, Sources: frontier.FromLink, Location: frontier.NoID, Canonical: frontier.NoID}, row)
	n := 0
	for row, err := range w.Rows(w.Context()) {
		if err != nil || int(row.ID) != n {
			w.Fatalf("row %d: %v, %v", n, row, err)
		}
		if again, err := w.Row(row.ID); err != nil || again.URL != row.URL { // reading within an iteration
			w.Fatalf("row %d again: %v, %v", n, again, err)
		}
		if n++; n == 2 {
			break
		}
	}
	ctx, cancel := context.WithCancel(w.Context())
	cancel()
	for _, err := range w.Rows(ctx) {
		if !errors.Is(err, context.Canceled) {
			w.Errorf("canceled: %v", err)
		}
	}
	w.wantLease(9, "a", "b")
}

func verdicts(list ...frontier.Verdict) iter.Seq2[frontier.Verdict, error] {
	return func(yield func(frontier.Verdict, error) bool) {
		for _, v := range list {
			if !yield(v, nil) {
				return
			}
		}
	}
}

func testVerdicts(w *world) {
	w.seed("http://h/")
	p := outcome(w.lease(1)[0].ID, w.links("http://h/b", "http://h/%C3%A4", "http://h/a", "http://h/B", "http://h/a/", "http://h/a-")...)
	p.Record = fullRecord(3)
	w.commit(&frontier.Batch{Pages: []frontier.Settled{p}})
	listed := func(codes frontier.Codes) []string {
		w.Helper()
		var urls []string
		for row, err := range w.Listed(w.Context(), codes) {
			if err != nil {
				w.Fatal(err)
			}
			urls = append(urls, row.URL)
		}
		return urls
	}
	w.same("before any verdict", []string(nil), listed(^frontier.Codes(0)))
	all := []frontier.Verdict{
		{ID: 0, Code: 9, Target: frontier.NoID}, {ID: 1, Code: 8, Also: 1<<63 | 5, Target: 0}, {ID: 2, Code: 7, Target: frontier.NoID},
		{ID: 3, Code: 3, Target: 2, View: 1<<63 | 7}, {ID: 4, Code: 60, Target: frontier.NoID}, {ID: 5, Code: 7, Target: frontier.NoID}, {ID: 6, Code: 7, Target: frontier.NoID},
	}
	// The sequence may read the crawl.
	from := func(yield func(frontier.Verdict, error) bool) {
		for row, err := range w.Rows(w.Context()) {
			if err != nil || !yield(all[row.ID], nil) {
				return
			}
		}
	}
	if err := w.PutVerdicts(w.Context(), "digest", from); err != nil {
		w.Fatal(err)
	}
	for range 2 {
		w.same("digest", "digest", w.Meta(frontier.MetaVerdicts))
		w.same("listed", []string{"http://h/", "http://h/%C3%A4", "http://h/B", "http://h/a-", "http://h/a/", "http://h/b"}, listed(^frontier.Codes(1<<7-1)))
		w.same("listed", []string{"http://h/", "http://h/B", "http://h/b"}, listed(^frontier.Codes(1<<8-1)))
		for _, v := range all {
			got, err := w.VerdictOf(v.ID)
			if err != nil {
				w.Fatal(err)
			}
			w.same("verdict", v, got)
		}
		var codes []uint8
		for _, v := range all {
			codes = append(codes, v.Code)
			var having []frontier.Verdict
			for got, err := range w.Having(w.Context(), v.Code) {
				if err != nil {
					w.Fatal(err)
				}
				having = append(having, got)
			}
			w.same("verdicts with its code", slices.DeleteFunc(slices.Clone(all), func(o frontier.Verdict) bool { return o.Code != v.Code }), having)
		}
		if got, err := w.Codes(w.Context()); err != nil || !slices.Equal(got, codes) {
			w.Errorf("codes %v, %v; want %v", got, err, codes)
		}
		if got, err := w.VerdictOf(7); err != nil || got != (frontier.Verdict{}) {
			w.Errorf("verdict of an unknown URL: %v, %v", got, err)
		}
		w.reopen()
	}
	for row, err := range w.Listed(w.Context(), 1<<9) {
		if err != nil {
			w.Fatal(err)
		}
		if row.ID != 0 {
			w.same("listed without record", (*record.Page)(nil), row.Page)
			continue
		}
		full := fullRecord(3)
		w.same("what is listed", frontier.Row{ID: 0, URL: "http://h/", Page: &record.Page{
			Exchange: record.Exchange{Status: full.Status, FetchedAt: full.FetchedAt, LastModified: full.LastModified, Date: full.Date},
			Facts:    record.Facts{Modified: full.Modified, TextHash: full.TextHash},
			History:  record.History{ChangedAt: full.ChangedAt},
		}}, *row)
	}
}

// testVerdictErrors: verdicts are replaced as a whole or not at all.
func testVerdictErrors(w *world) {
	w.seed("a", "b", "c")
	v := func(ids ...frontier.ID) (list []frontier.Verdict) {
		for _, id := range ids {
			list = append(list, frontier.Verdict{ID: id, Code: 5, Target: frontier.NoID})
		}
		return list
	}
	if err := w.PutVerdicts(w.Context(), "one", verdicts(v(0, 1, 2)...)); err != nil {
		w.Fatal(err)
	}
	fault := errors.New("fault")
	for name, seq := range map[string]iter.Seq2[frontier.Verdict, error]{
		"too few":    verdicts(v(0, 1)...),
		"too many":   verdicts(v(0, 1, 2, 3)...),
		"not from 0": verdicts(v(1, 2)...),
		"one twice":  verdicts(v(0, 1, 1)...),
		"with an error": func(yield func(frontier.Verdict, error) bool) {
			_ = yield(v(0)[0], nil) && yield(frontier.Verdict{}, fault)
		},
	} {
		err := w.PutVerdicts(w.Context(), "two", seq)
		if err == nil || name == "with an error" && !errors.Is(err, fault) {
			w.Errorf("%s: %v", name, err)
		}
		if got, err := w.VerdictOf(2); err != nil || got.Code != 5 || w.Meta(frontier.MetaVerdicts) != "one" {
			w.Errorf("%s: the old verdicts are gone: %v, %v", name, got, err)
		}
	}
	if err := w.PutVerdicts(w.Context(), "two", verdicts(v(0, 1, 2)...)); err != nil {
		w.Fatal(err)
	}
	w.same("digest", "two", w.Meta(frontier.MetaVerdicts))
	w.wantLease(9, "a", "b", "c")
}

// testMany: more than any buffer holds.
func testMany(w *world) {
	const fan = 7000
	w.seed("s")
	s := w.lease(1)[0]
	var urls []string
	for i := range fan {
		urls = append(urls, fmt.Sprintf("u%d", i))
	}
	w.settle(s.ID, w.links(urls...)...)
	var got []string
	for batch := 1; ; batch++ {
		items := w.lease(301)
		if len(items) == 0 {
			break
		}
		got = append(got, urlsOf(items)...)
		b := &frontier.Batch{}
		for i, item := range items {
			b.Pages = append(b.Pages, outcome(item.ID, w.links(urls[i], "s")...))
		}
		w.commit(b)
		if batch%7 == 0 {
			w.reopen()
		}
	}
	w.same("order", urls, got)
	w.wantCounts(frontier.Counts{Known: fan + 1, Settled: fan + 1})
	edges := 0
	for _, err := range w.Graph(w.Context()) {
		if err != nil {
			w.Fatal(err)
		}
		edges++
	}
	w.same("edges", 3*fan, edges)
}
