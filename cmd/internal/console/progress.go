package console

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/term"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
)

// progress shows where a crawl stands: on a terminal as one live line,
// elsewhere as a log line every ten seconds.
type progress struct {
	p      *Program
	width  func() int // of the terminal, nil where there is none
	logged time.Time
	held   string // told last
}

const logEvery = 10 * time.Second

func (p *Program) NewProgress() *progress {
	live := &progress{p: p, logged: time.Now()}
	if f := p.terminal(); p.forPeople() {
		live.width = func() int {
			if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
				return w
			}
			return 80
		}
	}
	return live
}

func (l *progress) Show(at crawler.Progress) {
	if at.Held != "" && at.Held != l.held {
		l.held = at.Held
		l.p.Log.Warn(at.Held + ". To stop, press Ctrl-C: nothing is lost, and the same command goes on later")
	}
	switch {
	case l.p.Quiet:
	case l.width != nil:
		line := liveLine(at)
		l.p.Err.line(line[:min(len(line), l.width()-1)])
	case time.Since(l.logged) >= logEvery:
		l.logged = time.Now()
		values := []any{"fetched", at.Fetched, "queued", at.Counts.Pending, "rate", fmt.Sprintf("%.1f/s", at.Rate),
			"errors", at.Errors, "elapsed", at.Elapsed.Round(time.Second)}
		if at.Waiting != "" {
			values = append(values, "waiting", at.Waiting)
		}
		if at.Slowed != "" {
			values = append(values, "slowed", at.Slowed)
		}
		l.p.Log.Info("crawling", values...)
	}
}

// Done clears the live line.
func (l *progress) Done() { l.p.Err.line("") }

// liveLine is plain ASCII, so that it can be cut anywhere.
func liveLine(at crawler.Progress) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s fetched  %s queued", prose.Thousands(at.Counts.Settled), prose.Thousands(at.Counts.Pending))
	if at.Rate > 0 { // it is measured from the third second on
		fmt.Fprintf(&b, "  %.1f/s", at.Rate)
	}
	if at.Errors > 0 {
		fmt.Fprintf(&b, "  %s errors", prose.Thousands(at.Errors))
	}
	fmt.Fprintf(&b, "  %s", at.Elapsed.Round(time.Second))
	if left := estimate(at); left > 0 {
		fmt.Fprintf(&b, "  about %s left", left)
	}
	if at.Waiting != "" {
		fmt.Fprintf(&b, "  waiting for %s", safe.Printable(at.Waiting))
	}
	if at.Slowed != "" {
		fmt.Fprintf(&b, "  slowed: %s", safe.Printable(at.Slowed))
	}
	return b.String()
}

// estimate tells how long the queue will take, once enough of the site is
// known for that to be honest: most of what is known has been fetched.
func estimate(at crawler.Progress) time.Duration {
	if at.Rate <= 0 || at.Fetched < 50 || at.Counts.Pending > at.Counts.Settled {
		return 0
	}
	left := time.Duration(float64(at.Counts.Pending) / at.Rate * float64(time.Second))
	return left.Round(time.Second)
}
