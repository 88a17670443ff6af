package frontiertest

import (
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// testListed: a listed row has what dates its page, whatever bytes that are,
// and the columns that are asked for.
func testListed(w *world) {
	dates := []record.Page{
		{},
		{Exchange: record.Exchange{Status: 200, FetchedAt: now, LastModified: "Sat, 21 Nov 2026 12:00:00 GMT", Date: "x"}},
		{Exchange: record.Exchange{Status: 404}, Facts: record.Facts{TextHash: 1<<63 + 1, Modified: "2026-11-21"}, History: record.History{ChangedAt: now}},
		{Exchange: record.Exchange{LastModified: "two\nlines", Date: "\n"}, Facts: record.Facts{Modified: "\n\n\n\n\n\n\n"}},
		{Exchange: record.Exchange{LastModified: "a\x00b", Date: "\xff"}, Facts: record.Facts{Modified: "ü"}},
	}
	// Pages with odd texts are apart from the others, and among them.
	const many = 3000
	b := &frontier.Batch{}
	for n := range many {
		b.Seeds = append(b.Seeds, w.seedOf(fmt.Sprintf("u%04d", n), 0, frontier.FromStart, ""))
	}
	w.commit(b)
	pageOf := func(n int) record.Page {
		r := dates[n%3]
		if n > many/2 {
			r = dates[n%len(dates)]
		}
		r.Title, r.Images, r.Videos = "title", fmt.Sprintf("http://h/%d.png\nhttp://h/2.png", n), fmt.Sprintf("[%d]", n)
		return r
	}
	b = &frontier.Batch{}
	for _, item := range w.lease(many - 10) { // the last ones are not settled
		p := outcome(item.ID)
		p.Record = pageOf(int(item.ID))
		b.Pages = append(b.Pages, p)
	}
	w.commit(b)
	var all []frontier.Verdict
	for n := range many {
		all = append(all, frontier.Verdict{ID: frontier.ID(n), Code: uint8(n%2) + 1, Target: frontier.NoID})
	}
	if err := w.PutVerdicts(w.Context(), "digest", verdicts(all...)); err != nil {
		w.Fatal(err)
	}
	for _, with := range [][]frontier.Column{nil, {frontier.ColumnVideos}, {frontier.ColumnImages, frontier.ColumnVideos}} {
		n := 1
		for row, err := range w.Listed(w.Context(), ^frontier.Codes(3), with...) {
			if err != nil {
				w.Fatal(err)
			}
			want := frontier.Row{ID: frontier.ID(n), URL: fmt.Sprintf("u%04d", n)}
			if n < many-10 {
				r := pageOf(n)
				r.Title = ""
				if len(with) < 2 {
					r.Images = ""
				}
				if len(with) < 1 {
					r.Videos = ""
				}
				want.Page = &r
			}
			w.same("listed", want, *row)
			n += 2
		}
		w.same("after the last one", many+1, n)
	}
}
