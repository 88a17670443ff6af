package crawler

import (
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier/record"
)

const maxErrText = 200

// fault turns a panic into the outcome of its job, and logs what a report of
// the fault needs: the URL and the stack.
func (w *worker) fault(j job, p any) *outcome {
	text := fmt.Sprint(p)
	w.c.opts.Log.Error("portolan failed on a page; please report this line with the URL", "url", j.url(), "panic", text, "stack", string(debug.Stack()))
	t, ok := j.task.(*pageTask)
	if !ok {
		return w.c.outcome(outcomeNothing)
	}
	o := w.c.unfetched(t.item, record.Fault, time.Now())
	o.page.Record.Tries = t.item.Tries + 1
	o.page.Record.Status = w.Res.Status
	o.page.Record.ErrText = "panic: " + strings.ToValidUTF8(text[:min(len(text), maxErrText-7)], "")
	return o
}

// guarded runs what must not panic; a panic is the error of the crawl.
func (c *crawl) guarded(what string, run func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			c.opts.Log.Error("portolan failed; please report this line", "while", what, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			err = fmt.Errorf("%s: internal error: %v", what, p)
		}
	}()
	return run()
}
