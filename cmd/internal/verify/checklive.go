package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/process"
	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/live"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
)

// maxLiveExamples is how many URLs with one fault people are shown; --json names
// all.
const maxLiveExamples = 20

// listed keeps a URL to be asked for.
func (c *checker) listed(url, file string, line int) error {
	if err := c.urls.Add(url, fmt.Sprintf("%s:%d", file, line)); err != nil {
		return exit.Failf("%w", err)
	}
	return nil
}

// liveCheck is the answers of all hosts.
type liveCheck struct {
	c        *checker
	counts   map[live.Kind]int
	examples map[live.Kind][]live.Answer
}

// live asks for what the sitemaps list.
func (c *checker) live(ctx context.Context) error {
	ctx, drain, stop := process.Signals(ctx, c.p)
	defer stop()
	l := &liveCheck{c: c, counts: map[live.Kind]int{}, examples: map[live.Kind][]live.Answer{}}
	for _, h := range c.urls.Hosts() {
		err := l.host(ctx, h, drain)
		switch {
		case errors.Is(err, live.ErrInterrupted) || ctx.Err() != nil:
			return &exit.Error{Code: exit.Interrupted, Err: errors.New("interrupted: not all URLs of the sitemap were asked for, and what was found of them is not kept")}
		case err != nil:
			return exit.Failf("ask for what the sitemap lists: %w", err)
		}
	}
	return l.tell()
}

// host asks for the URLs of one origin.
func (l *liveCheck) host(ctx context.Context, h *live.Host, drain <-chan struct{}) error {
	v, err := l.c.visitor.Visit(ctx, h.Origin+"/", h.Origin+"/", "")
	if err != nil {
		return err
	}
	l.c.p.Inform(fmt.Sprintf("Asking %s for %s", safe.Printable(h.Origin), prose.Counted(h.URLs, "URL")), "asking for what is listed", "host", h.Origin, "urls", h.URLs)
	progress := l.c.p.NewProgress()
	defer progress.Done()
	return live.Ask(ctx, h, live.Options{Crawl: crawler.Options{
		NewFetcher: func() crawler.Fetcher { return v.Client.NewFetcher() },
		Politeness: v.Pace, Robots: crawler.Robots{Agent: "portolan"}, Log: l.c.p.Log, Drain: drain, Progress: progress.Show,
	}}, l.answer)
}

func (l *liveCheck) answer(a live.Answer) error {
	kind := a.Kind()
	l.counts[kind]++
	if kind == live.Good {
		return nil
	}
	if l.c.p.JSON {
		return l.c.p.PrintJSON(map[string]any{"type": "live", "url": a.URL, "kind": kind, "verdict": a.Code.String(), "reason": a.Reason, "target": a.Target, "target_verdict": verdictName(a.TargetCode)})
	}
	if len(l.examples[kind]) < maxLiveExamples {
		l.examples[kind] = append(l.examples[kind], a)
	}
	return nil
}

// verdictName is null for programs where there is none.
func verdictName(c audit.Code) any {
	if c == audit.NoVerdict {
		return nil
	}
	return c.String()
}

// tell sums up. A URL with a fault makes the exit code 1.
func (l *liveCheck) tell() error {
	asked, bad := 0, 0
	for kind, n := range l.counts {
		asked += n
		if !kind.Indexable() && kind != live.Untold {
			bad += n
		}
	}
	err := l.print(asked)
	if err == nil && bad > 0 && l.c.unread == 0 {
		return exit.Quiet(exit.Found)
	}
	return err
}

func (l *liveCheck) print(asked int) error {
	if l.c.p.JSON {
		out := map[string]any{"type": "live-summary", "urls": asked, string(live.Good): l.counts[live.Good]}
		for _, kind := range live.Faults() {
			out[string(kind)] = l.counts[kind]
		}
		return l.c.p.PrintJSON(out)
	}
	if l.c.p.Quiet && l.counts[live.Good] == asked || asked == 0 && l.c.unread > 0 {
		return nil // what could not be read is told
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Asked for %s: %s may be indexed\n", prose.Counted(asked, "URL"), prose.Thousands(l.counts[live.Good]+l.counts[live.CanonicalVoid]))
	for _, kind := range live.Faults() {
		l.describe(&b, kind)
	}
	if _, err := fmt.Fprint(l.c.p.Out, b.String()); err != nil {
		return exit.Failf("write the report: %w", err)
	}
	return nil
}

// describe tells people of one kind of fault.
func (l *liveCheck) describe(b *strings.Builder, kind live.Kind) {
	n := l.counts[kind]
	if n == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s, %s: %s\n", kind, prose.Counted(n, "URL"), kind.Meaning())
	for _, a := range l.examples[kind] {
		fmt.Fprintf(b, "  %s\n", safe.OneLine(a.URL))
		switch {
		case a.Target != "":
			fmt.Fprintf(b, "    -> %s\n", safe.OneLine(a.Target))
			if text := a.TargetText(); text != "" {
				fmt.Fprintf(b, "       which no engine would index: %s\n", text)
			}
			if kind == live.Redirects && a.Code != audit.Redirect {
				fmt.Fprintf(b, "       no page: it %s\n", a.Code.Meaning())
			}
		case a.Reason != "":
			fmt.Fprintf(b, "    %s\n", prose.Cut(safe.OneLine(a.Reason), 2*prose.Width))
		}
	}
	if more := n - len(l.examples[kind]); more > 0 {
		fmt.Fprintf(b, "  and %s more: --json names them all\n", prose.Thousands(more))
	}
}
