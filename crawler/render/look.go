package render

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
)

// errOver ends a load in which the page led elsewhere, or broke.
var errOver = errors.New("the page is over")

// What we do in a page we do in an isolated world, which has the page's
// document and none of its scripts' doings.

//go:embed look.js
var lookScript string

//go:embed take.js
var takeScript string

const (
	framesScript = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))`
	frames       = time.Second
	idleScript   = `new Promise(done => requestIdleCallback(done))`
)

// world makes the isolated world of a document that was loaded.
func (t *tab) world(ctx context.Context) error {
	made, err := call(ctx, t.session, cdppage.CreateIsolatedWorld, cdppage.CreateIsolatedWorldParams{
		FrameID: t.events.frame, WorldName: "portolan",
	})
	t.inside = made.ExecutionContextID
	return err
}

// evaluate runs an expression in the page and decodes its value into v, which
// may be nil.
func (t *tab) evaluate(ctx context.Context, expression string, v any) error {
	yes := true
	result, err := call(ctx, t.session, runtime.Evaluate, runtime.EvaluateParams{
		Expression: expression, ContextID: t.inside, ReturnByValue: &yes, AwaitPromise: &yes, Silent: &yes,
	})
	switch {
	case err != nil:
		return err
	case result.ExceptionDetails != nil:
		return fmt.Errorf("look into the page: %s", result.ExceptionDetails.Text)
	case v == nil:
		return nil
	}
	return json.Unmarshal(result.Result.Value, v)
}

// within waits for an answer of the page, which may take some time. By virtual
// time a page that does not answer hangs; by the real clock it has until its
// time is up.
func (t *tab) within(ctx context.Context, d time.Duration, answer func(context.Context) error) error {
	asked := ctx
	if !t.real {
		var cancel context.CancelFunc
		asked, cancel = context.WithTimeout(ctx, d)
		defer cancel()
	}
	err := answer(asked)
	select {
	case <-t.events.over:
		return errOver
	default:
	}
	switch {
	case err == nil || errors.Is(err, errLost):
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, context.DeadlineExceeded):
		return errHung
	}
	return err
}

// glance is what lookScript tells.
type glance struct {
	Print string  // what changes as the page's content does
	Now   float64 // by the page's clock, in milliseconds
}

func (t *tab) look(ctx context.Context) (g glance, err error) {
	err = t.within(ctx, hangs, func(ctx context.Context) error { return t.evaluate(ctx, lookScript, &g) })
	return g, err
}

// settle gives the real world time to catch up with the page's: two frames, in
// which layout is done and observers are called, and what waits for an idle
// moment. Where no frames come, it goes on without, and waits less the next
// time. Nor is an idle moment sure to come while the page's time stands: three in
// a hundred did not.
func (t *tab) settle(ctx context.Context) error {
	patience := frames
	if t.frameless {
		patience = moment
	}
	soon, cancel := context.WithTimeout(ctx, patience)
	err := t.evaluate(soon, framesScript, nil)
	t.frameless = errors.Is(err, context.DeadlineExceeded)
	cancel()
	if err == nil {
		soon, cancel = context.WithTimeout(ctx, moment)
		err = t.evaluate(soon, idleScript, nil)
		cancel()
	}
	if errors.Is(err, errLost) {
		return err
	}
	g, err := t.look(ctx)
	if err != nil {
		return err
	}
	t.changed, t.print = g.Print != t.print, g.Print
	return nil
}

// take takes the document. Scripts that do not end are stopped for it.
func (t *tab) take(ctx context.Context, result *Result) error {
	const patience = 2 * time.Second
	var taken struct {
		HTML      string
		Truncated bool
		Hashes    []string
	}
	script := strings.TrimRight(takeScript, "\n")
	script = strings.TrimSuffix(script, "(MAX)") + fmt.Sprintf("(%d)", MaxHTML)
	asked, cancel := context.WithTimeout(ctx, patience)
	err := t.evaluate(asked, script, &taken)
	cancel()
	if errors.Is(err, context.DeadlineExceeded) {
		result.Marks.Stopped = true
		asked, cancel = context.WithTimeout(ctx, 3*patience) // nothing else runs in the page now
		defer cancel()
		stopped := ask(t.session, runtime.TerminateExecution, cdp.Empty{})
		err = t.evaluate(asked, script, &taken)
		_ = stopped(asked)
	}
	failure, detail := t.events.failed()
	switch {
	case errors.Is(err, errLost) || ctx.Err() != nil:
		return err
	case failure != "":
		result.Failure, result.Detail = failure, detail
	case err != nil:
		result.Failure, result.Detail = Hung, err.Error()
	default:
		result.HTML, result.Marks.Truncated, result.HashRoutes = []byte(taken.HTML), taken.Truncated, taken.Hashes
		if len(result.HTML) > MaxHTML {
			result.HTML, result.Marks.Truncated = result.HTML[:MaxHTML], true
		}
	}
	return nil
}

// history asks for what the browser knows of the page besides: which URLs are
// in the tab's history, and what the page cost.
func (t *tab) history(ctx context.Context, result *Result) {
	asked, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	entries := post(t.session, cdppage.GetNavigationHistory, cdp.Empty{})
	metrics := post(t.session, performance.GetMetrics, cdp.Empty{})
	if known, err := entries(asked); err == nil {
		t.events.pushed(known.Entries)
	}
	if known, err := metrics(asked); err == nil {
		for _, m := range known.Metrics {
			if m.Name == "ProcessTime" {
				result.CPU = time.Duration(m.Value * float64(time.Second))
			}
		}
	}
}
