package stored

import (
	"iter"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
)

// Idle is an acceptance that lets nothing go: it matches none of the URLs that
// would leave, or its last day is past.
type Idle struct {
	Pattern string    // as it was typed
	Until   time.Time // the last day where that is past, else zero
	// Would is a pattern that was meant, perhaps, and Matches the URLs that
	// would leave and that it matches; "" and 0 if there are none.
	Would   string
	Matches int

	own, wider crawler.Filter
	hits       int // of own
}

// Idle gives the acceptances that let nothing go at a time, of the URLs that
// would leave.
func (l Acceptances) Idle(at time.Time, leaving iter.Seq2[string, error]) ([]Idle, error) {
	var all []Idle
	for _, a := range l {
		all = append(all, a.idle(at))
	}
	for url, err := range leaving {
		if err != nil {
			return nil, err
		}
		for i := range all {
			all[i].try([]byte(url))
		}
	}
	var list []Idle
	for _, x := range all {
		switch {
		case !x.Until.IsZero():
			x.Would, x.Matches = x.Pattern, x.hits
		case x.hits > 0:
			continue
		}
		if x.Matches == 0 {
			x.Would = ""
		}
		list = append(list, x)
	}
	return list, nil
}

func (a *acceptance) idle(at time.Time) (x Idle) {
	x.Pattern, _ = cutWord(a.text)
	_ = x.own.Add(onPath(x.Pattern), true) // it has been compiled once
	if a.over(at) {
		x.Until = a.until
	}
	if !strings.HasPrefix(x.Pattern, "re:") {
		x.Would = "*" + strings.Trim(x.Pattern, "*") + "*"
		_ = x.wider.Add(x.Would, true)
	}
	return x
}

func (x *Idle) try(url []byte) {
	if pass, number, _ := x.own.Pass(url); pass && number > 0 {
		x.hits++
	}
	if pass, number, _ := x.wider.Pass(url); pass && number > 0 {
		x.Matches++
	}
}
