package audit_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// Whatever redirects and canonicals do, every URL has one verdict, verdicts
// add up, and no page is given up for a URL that cannot be listed in its
// place: along canonicals there is a listed page, or the way ends in what is
// no page for a reason of its own.
func TestRandomCrawls(t *testing.T) {
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		text := randomCrawl(rnd, 2+rnd.IntN(12))
		crawl := crawlOf(t, text)
		o := options(t, crawl, canonical.Config{})
		lines := judged(t, crawl, o)
		if len(lines) != crawl.Counts().Known {
			t.Fatalf("seed %d: %d verdicts of %d URLs", seed, len(lines), crawl.Counts().Known)
		}
		for row, err := range crawl.Rows(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if end := endOfCanonicals(t, crawl, row); end != "" {
				t.Errorf("seed %d: %s is lost for %s in\n%s\n%s", seed, row.URL, end, text, strings.Join(lines, "\n"))
			}
		}
	}
}

func randomCrawl(rnd *rand.Rand, n int) string {
	var b strings.Builder
	other := func() string { return fmt.Sprintf("/%d", rnd.IntN(n)) }
	for i := range n {
		fmt.Fprintf(&b, "/%d ", i)
		switch rnd.IntN(8) {
		case 0, 1:
			fmt.Fprintf(&b, "301 >%s", other())
		case 2, 3, 4:
			fmt.Fprintf(&b, "200 =%s", other())
		case 5:
			b.WriteString("404")
		case 6:
			b.WriteString("200")
		case 7:
			b.WriteString("410")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// endOfCanonicals follows a page that is given up for its canonical and gives
// the URL at the end of the way if nothing there is listed: gone, or met
// twice.
func endOfCanonicals(t *testing.T, crawl *frontier.Memory, row *frontier.Row) string {
	t.Helper()
	at, seen := *row, map[frontier.ID]bool{}
	for {
		v, err := crawl.VerdictOf(at.ID)
		if err != nil {
			t.Fatal(err)
		}
		next := frontier.NoID
		switch code := audit.Code(v.Code); {
		case at.ID == row.ID && code != audit.CanonicalElsewhere, code == audit.Listed:
			return ""
		case seen[at.ID]:
			return at.URL + " (again)"
		case code == audit.CanonicalElsewhere, code == audit.Redirect:
			next = v.Target
		default:
			return at.URL + " (" + code.String() + ")"
		}
		seen[at.ID] = true
		to, err := crawl.Row(next)
		if err != nil || to == nil {
			t.Fatalf("%s leads to URL %d: %v", at.URL, next, err)
		}
		at = *to
	}
}

// The time for a URL does not depend on how long its chain of redirects is.
func BenchmarkJudgeAllChain(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			crawl, o := chain(b, n)
			b.ResetTimer()
			for b.Loop() {
				if _, err := audit.JudgeAll(b.Context(), crawl, o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/URL")
		})
	}
}

// chain is a crawl of redirects, each to the next and the last to the middle.
func chain(tb testing.TB, n int) (*frontier.Memory, audit.Options) {
	tb.Helper()
	var lines strings.Builder
	for i := range n - 1 {
		fmt.Fprintf(&lines, "/%d 301 >/%d\n", i, i+1)
	}
	fmt.Fprintf(&lines, "/%d 301 >/%d", n-1, n/2)
	crawl := crawlOf(tb, lines.String())
	return crawl, options(tb, crawl, canonical.Config{})
}
