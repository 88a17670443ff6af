package frontiertest

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// walk takes random steps with a store and with the model, and compares
// every answer.
func walk(t *testing.T, open Open) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "frontier")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		w := &walker{open: open, dir: dir, model: frontier.NewMemory(), now: now}
		w.openStore(t)
		defer func() { w.store.Close() }()
		t.Repeat(map[string]func(*rapid.T){
			"lease":      w.lease,
			"settle":     w.settle,
			"settle 2":   w.settle, // more often than the rest
			"not leased": w.settleWrong,
			"release":    w.release,
			"leave":      w.leave,
			"rerank":     w.rerank,
			"reopen":     w.reopen,
			"verdicts":   w.verdicts,
			"wait": func(t *rapid.T) {
				w.now = w.now.Add(time.Duration(rapid.IntRange(0, 5000).Draw(t, "ms")) * time.Millisecond)
			},
			"": w.compareCounts,
		})
		w.compare(t)
		w.reopen(t)
	})
}

type walker struct {
	open   Open
	dir    string
	model  *frontier.Memory
	store  Store
	k0, k1 uint64
	now    time.Time
	leased []frontier.ID
}

func (w *walker) openStore(t *rapid.T) {
	s, err := w.open(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	w.store = s
	w.k0, w.k1 = sipKey(s)
}

func (w *walker) lease(t *rapid.T) {
	most := rapid.IntRange(0, 6).Draw(t, "most")
	last := frontier.Rank(rapid.IntRange(0, int(frontier.LastRank)).Draw(t, "last"))
	want, wantNext, _ := w.model.Lease(most, last, w.now)
	got, gotNext, err := w.store.Lease(most, last, w.now)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" || !wantNext.Equal(gotNext) {
		t.Fatalf("Lease(%d) next %v, want %v (-model +store):\n%s", most, gotNext, wantNext, diff)
	}
	for _, it := range got {
		w.leased = append(w.leased, it.ID)
	}
}

func (w *walker) release(t *rapid.T) {
	ids := rapid.SliceOfN(rapid.Uint32Range(0, 30), 0, 4).Draw(t, "ids")
	for _, id := range ids {
		w.model.Release(frontier.ID(id))
		w.store.Release(frontier.ID(id))
		w.unlease(frontier.ID(id))
	}
}

func (w *walker) leave(t *rapid.T) {
	ids := rapid.SliceOfN(rapid.Uint32Range(0, 30), 0, 2).Draw(t, "ids")
	for _, id := range ids {
		w.model.Leave(frontier.ID(id))
		w.store.Leave(frontier.ID(id))
		w.unlease(frontier.ID(id))
	}
}

// rerank changes ranks by the first letters of URLs.
func (w *walker) rerank(t *rapid.T) {
	from := frontier.Rank(rapid.IntRange(0, 3).Draw(t, "from"))
	to := rapid.SliceOfN(rapid.IntRange(0, 5), 26, 26).Draw(t, "ranks")
	var asked [2][]frontier.Item
	for i, s := range []frontier.Frontier{w.model, w.store} {
		err := s.Rerank(t.Context(), from, func(it *frontier.Item) frontier.Rank {
			asked[i] = append(asked[i], *it)
			return frontier.Rank(to[it.URL[0]-'a'])
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(asked[0], asked[1]); diff != "" {
		t.Fatalf("Rerank asked for (-model +store):\n%s", diff)
	}
}

func (w *walker) unlease(id frontier.ID) {
	for i, l := range w.leased {
		if l == id {
			w.leased = append(w.leased[:i], w.leased[i+1:]...)
			return
		}
	}
}

// settle settles some of what is leased.
func (w *walker) settle(t *rapid.T) {
	b := w.batch(t)
	for range rapid.IntRange(0, len(w.leased)).Draw(t, "outcomes") {
		i := rapid.IntRange(0, len(w.leased)-1).Draw(t, "which")
		id := w.leased[i]
		w.unlease(id)
		if rapid.IntRange(0, 3).Draw(t, "postpone") == 0 {
			b.Retries = append(b.Retries, w.retry(t, id))
		} else {
			b.Pages = append(b.Pages, w.page(t, id))
		}
	}
	var asked [2][]string
	for i, s := range []frontier.Frontier{w.model, w.store} {
		b.Decide = func(url []byte) frontier.Reason {
			asked[i] = append(asked[i], string(url))
			return frontier.Reason(max(0, int(url[0])-'u')) // v to z: reasons 1 to 5
		}
		if err := s.Settle(b); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(asked[0], asked[1]); diff != "" {
		t.Fatalf("Decide was asked for (-model +store):\n%s", diff)
	}
}

// settleWrong settles a batch with a URL that is not leased.
func (w *walker) settleWrong(t *rapid.T) {
	b := w.batch(t)
	for _, id := range w.leased {
		b.Pages = append(b.Pages, w.page(t, id))
	}
	free := frontier.ID(w.model.Counts().Known)
	b.Pages = append(b.Pages, w.page(t, free))
	for _, s := range []frontier.Frontier{w.model, w.store} {
		if err := s.Settle(b); !errors.Is(err, frontier.ErrNotLeased) {
			t.Fatalf("settled a URL that is not known: %v", err)
		}
	}
}

// urls are few, so that the walk meets them again.
var urls = rapid.StringMatching(`[a-z][a-d]?`)

func (w *walker) batch(t *rapid.T) *frontier.Batch {
	b := &frontier.Batch{}
	if rapid.Bool().Draw(t, "ranked") {
		b.Rank = func(url []byte, depth uint16, source frontier.Source) frontier.Rank {
			return frontier.Rank((uint16(url[len(url)-1]) + depth + uint16(source)) % 6)
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "seeds") {
		l := makeLink(w.k0, w.k1, urls.Draw(t, "seed"), 0, "")
		b.Seeds = append(b.Seeds, frontier.Seed{
			Key: l.Key, URL: l.URL, Depth: rapid.SampledFrom([]uint16{0, frontier.NoDepth}).Draw(t, "depth"),
			Source: frontier.Source(1 << rapid.IntRange(0, 6).Draw(t, "source")), Detail: rapid.SampledFrom([]string{"", "f:1", "f:2"}).Draw(t, "detail"),
		})
	}
	if rapid.IntRange(0, 9).Draw(t, "facts") == 0 {
		host := rapid.SampledFrom([]string{"g", "h"}).Draw(t, "host")
		for range rapid.IntRange(1, 4).Draw(t, "folds") {
			spelling := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g"})
			b.Folds = append(b.Folds, frontier.Fold{Host: host, Kind: "k", Name: rapid.SampledFrom([]string{"n", "m"}).Draw(t, "name"),
				Count: rapid.IntRange(0, 9).Draw(t, "count"), Examples: rapid.SliceOfN(spelling, 0, 8).Draw(t, "examples")})
		}
		b.Robots = []frontier.RobotsFile{{Origin: host, Status: 200, FetchedAt: w.now, Body: []byte(host)}}
		b.Rules = []canonical.Rule{{Host: host, Kind: canonical.RuleSession, Name: "sid", Time: w.now}}
		b.Meta = map[string]string{host: fmt.Sprint(w.now)}
	}
	return b
}

func (w *walker) retry(t *rapid.T, id frontier.ID) frontier.Retry {
	return frontier.Retry{
		ID: id, Tries: rapid.IntRange(1, 9).Draw(t, "tries"), Due: w.now.Add(time.Duration(rapid.IntRange(-1000, 9000).Draw(t, "due")) * time.Millisecond),
		Err: record.ErrClass(rapid.IntRange(0, 10).Draw(t, "err")), Status: rapid.SampledFrom([]int{0, 429, 503}).Draw(t, "status"),
	}
}

func (w *walker) page(t *rapid.T, id frontier.ID) frontier.Settled {
	p := frontier.Settled{ID: id, Record: fullRecord(int(id)), Location: -1, Canonical: -1}
	for range rapid.IntRange(0, 5).Draw(t, "links") {
		flags := frontier.LinkFlags(rapid.IntRange(0, 10).Draw(t, "kind"))
		if rapid.Bool().Draw(t, "rel") {
			flags |= frontier.LinkFlags(rapid.IntRange(0, 255).Draw(t, "bits")) << 4
		}
		l := makeLink(w.k0, w.k1, urls.Draw(t, "link"), flags, rapid.SampledFrom([]string{"", "x", "y", "z"}).Draw(t, "anchor"))
		if rapid.IntRange(0, 9).Draw(t, "unfit") == 0 {
			l.Reason = frontier.InvalidURL
		}
		p.Links = append(p.Links, l)
	}
	if len(p.Links) > 0 {
		p.Location = rapid.IntRange(-1, len(p.Links)-1).Draw(t, "location")
		p.Canonical = rapid.IntRange(-1, len(p.Links)-1).Draw(t, "canonical")
	}
	return p
}

func (w *walker) reopen(t *rapid.T) {
	w.model.Close()
	w.leased = nil
	if err := w.store.Close(); err != nil {
		t.Fatal(err)
	}
	w.openStore(t)
	w.compare(t)
}

func (w *walker) compareCounts(t *rapid.T) {
	if want, got := w.model.Counts(), w.store.Counts(); want != got {
		t.Fatalf("counts: model %+v, store %+v", want, got)
	}
}

func (w *walker) compare(t *rapid.T) {
	want, err := take(w.model)
	if err != nil {
		t.Fatal(err)
	}
	got, err := take(w.store)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("crawls differ (-model +store):\n%s", diff)
	}
}

// verdicts stores verdicts and compares what is listed.
func (w *walker) verdicts(t *rapid.T) {
	codes := rapid.SliceOfN(rapid.ByteRange(0, 3), w.model.Counts().Known, w.model.Counts().Known).Draw(t, "codes")
	var lists [2][]frontier.Row
	var pages [2][]record.Page
	for i, s := range []frontier.Crawl{w.model, w.store} {
		err := s.PutVerdicts(t.Context(), fmt.Sprint(codes), func(yield func(frontier.Verdict, error) bool) {
			for id, code := range codes {
				if !yield(frontier.Verdict{ID: frontier.ID(id), Code: code, Target: frontier.NoID}, nil) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for row, err := range s.Listed(t.Context(), ^frontier.Codes(3)) {
			if err != nil {
				t.Fatal(err)
			}
			if row.Page != nil {
				pages[i] = append(pages[i], *row.Page)
			}
			r := *row
			r.Page = nil
			lists[i] = append(lists[i], r)
		}
	}
	if diff := cmp.Diff(lists[0], lists[1]) + cmp.Diff(pages[0], pages[1]); diff != "" {
		t.Fatalf("listed (-model +store):\n%s", diff)
	}
}
