package crawler

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// metaNoSession is the key of frontier.Meta for the parameters whose trials have
// ended without a proof: host and name, one a line. A run that goes on meets
// other pages first: links to files that have not changed since are the same
// without their revision, and only those to revisions tell that it matters.
const metaNoSession = "no-session"

// newLearner knows what the trials of earlier runs came to.
func newLearner(c *crawl) *learner {
	l := &learner{c: c}
	for line := range strings.Lines(c.meta(metaNoSession)) {
		host, name, found := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if found && len(l.trials) < maxTrials {
			t := &trial{host: host, name: name}
			l.trials = append(l.trials, t)
			l.end(t)
		}
	}
	return l
}

// keep notes a trial that has ended without a proof.
func (l *learner) keep(t *trial) {
	known := l.c.meta(metaNoSession)
	if err := l.c.settle(&frontier.Batch{Meta: map[string]string{metaNoSession: known + t.host + " " + t.name + "\n"}}); err != nil {
		l.c.fail(err)
	}
}
