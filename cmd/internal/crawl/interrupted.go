package crawl

import (
	"context"
	"fmt"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

// interrupted ends a run that was stopped from outside: with counts, since
// verdicts would take a pass over all that is known. when tells what it was at,
// "" if it was fetching. The crawl file stays as it is, for the next run.
func (r *crawlRun) interrupted(when string) (err error) {
	counts := r.Store.Counts()
	switch {
	case r.p.JSON:
		err = r.p.PrintJSON(r.InterruptedJSON(counts, when))
	case !r.p.Quiet:
		_, err = fmt.Fprint(r.p.Out, r.InterruptedText(counts, when))
	}
	if err != nil {
		return exit.Failf("print summary: %w", err)
	}
	return r.required(context.Background(), exit.Quiet(exit.Interrupted))
}
