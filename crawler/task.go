package crawler

import (
	"context"
	"time"

	"github.com/portolan-seo/portolan/crawler/pace"
)

// task is one request. What came of it is kept in the task, from ask to
// answered.
type task interface {
	url() string // that is asked for

	// purpose says what the request is made for, "" if for a page of the crawl.
	purpose() string

	// ask makes the request in a worker, and gives what is to be settled for
	// it. After a panic in it the task is as it was, or changed in part.
	ask(ctx context.Context, w *worker) (*outcome, pace.Exchange)

	// answered takes what came of it, in the scheduler's goroutine.
	answered(s *scheduler, x *pace.Exchange, now time.Time)
}

// job is a task on its way: what the scheduler hands to a worker.
type job struct {
	task
	errand *standing // for whose sake it is made, nil if for none's
	origin *origin
	pace   *pace.Pace      // of the host that is asked; by default the origin's
	ctx    context.Context // by which it may be given up, nil = that of all

	started time.Time
	robots  bool // it asks for a robots.txt
	again   bool // its URL was asked for before, in vain
}

// report is what a worker tells the scheduler once a job's request is made.
type report struct {
	job job
	x   pace.Exchange
}

// optional reports a job whose answer the crawl can do without.
func (j *job) optional() bool { return j.errand != nil && j.errand.optional }
