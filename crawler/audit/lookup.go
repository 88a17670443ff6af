package audit

import (
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
)

// lookUp finds out where single URLs lead, row by row, as readTargets does for
// all of them.
type lookUp struct {
	crawl frontier.Crawl
	known map[frontier.ID]pointer
	err   error // the first one
}

// pointer is what readTargets notes of a URL at first.
type pointer struct {
	mark mark
	next frontier.ID
}

func (l *lookUp) at(id frontier.ID) pointer {
	p, known := l.known[id]
	if known || id == frontier.NoID {
		return p
	}
	p.next = frontier.NoID
	row, err := l.crawl.Row(id)
	if err != nil && l.err == nil {
		l.err = fmt.Errorf("read where URLs lead: %w", err)
	}
	if err == nil && row != nil && row.Page != nil {
		p.mark, p.next = markOf(row)
	}
	if l.known == nil {
		l.known = map[frontier.ID]pointer{}
	}
	l.known[id] = p
	return p
}

func (l *lookUp) redirectOf(id frontier.ID) frontier.ID {
	if p := l.at(id); p.mark&isRedirect != 0 {
		return p.next
	}
	return frontier.NoID
}

func (l *lookUp) redirects(id frontier.ID) Target {
	for met := map[frontier.ID]bool{}; ; {
		p := l.at(id)
		switch {
		case p.mark&isGone != 0:
			return TargetGone
		case p.mark&isRedirect == 0:
			return TargetOther
		case met[id]:
			return TargetLoop
		}
		met[id] = true
		id = p.next
	}
}

// inCircle tells whether redirects and canonicals lead from a URL to itself.
func (l *lookUp) inCircle(id frontier.ID) bool {
	met := map[frontier.ID]bool{}
	for at := id; !met[at]; {
		met[at] = true
		p := l.at(at)
		if p.mark&(isRedirect|isCanonical) == 0 {
			return false
		}
		if at = p.next; at == id {
			return true
		}
	}
	return false
}
