package frontiertest

import (
	"github.com/portolan-seo/portolan/frontier"
)

// testMeasures: what a source knows of a URL takes the place of what one of its
// kind knew, whether the URL is known or not, and comes back sorted.
func testMeasures(w *world) {
	w.commit(&frontier.Batch{Measures: []frontier.Measured{
		{URL: "http://h/b", Source: "log", Facts: `{"hits":3}`}, {URL: "http://h/a", Source: "log", Facts: `{"hits":1}`},
		{URL: "http://h/a", Source: "export", Facts: `{"clicks":7}`},
	}})
	w.commit(&frontier.Batch{
		Seeds:    []frontier.Seed{w.seedOf("http://h/a", 0, frontier.FromLog, "x:1")},
		Measures: []frontier.Measured{{URL: "http://h/a", Source: "log", Facts: `{"hits":2}`}},
	})
	want := []frontier.Measured{
		{URL: "http://h/a", Source: "export", Facts: `{"clicks":7}`}, {URL: "http://h/a", Source: "log", Facts: `{"hits":2}`},
		{URL: "http://h/b", Source: "log", Facts: `{"hits":3}`},
	}
	for range 2 {
		w.same("measures", want, w.take().Measures)
		of, err := w.MeasuresOf("http://h/a")
		if err != nil {
			w.Fatal(err)
		}
		w.same("measures of one", want[:2], of)
		if none, err := w.MeasuresOf("http://h/c"); err != nil || len(none) > 0 {
			w.Errorf("measures of none: %v, %v", none, err)
		}
		w.reopen()
	}
}
