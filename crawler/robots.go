package crawler

import (
	"context"

	"github.com/portolan-seo/portolan/frontier/record"
)

// fetchRobots makes one request for an origin's robots.txt. A copy goes to
// the committer, unless a redirect leads further.
func (w *worker) fetchRobots(ctx context.Context, j job) (*outcome, report) {
	answer, file, x := w.Robots(ctx, j.origin.name, j.hop)
	o := w.c.outcome(outcomeRobots)
	if w.Res.Err == record.ErrCanceled || answer.Next != "" {
		o.kind = outcomeNothing
	}
	o.robots = file
	return o, report{job: j, x: x, robots: answer}
}
