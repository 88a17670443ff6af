package query

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/portolan-seo/portolan/crawler/site/stored"
)

// lookedBack is how many complete crawls before one are looked through for a cause.
const lookedBack = 5

// Earlier is a cause of an earlier crawl, and what has become of it.
type Earlier struct {
	Cause *Cause
	Crawl *stored.Crawl // that has it, open
	Now   []Cause       // those of the crawl at hand that have its findings, those with most of them first
}

// Same tells whether what has become of it is of the same kind.
func (e *Earlier) Same() bool {
	return slices.ContainsFunc(e.Now, func(c Cause) bool { return c.Rule == e.Cause.Rule })
}

// Is says what it is now.
func (e *Earlier) Is(now *Cause) string {
	text := "cause " + e.Cause.ID + " of an earlier crawl is " + now.ID + " now, "
	if now.Rule != e.Cause.Rule {
		return text + "a " + now.Rule.ID + ": its addresses answer 200, and say that there is no such page"
	}
	return text + "with other pages"
}

// Since looks for the cause that an earlier complete crawl of the folder had under this ID:
// one that has grown, or lost a page, may be named otherwise now. nil if the ID is none of
// theirs. Its crawl is to be closed.
func Since(ctx context.Context, crawl *stored.Crawl, id string, asked stored.Asked, skipped func(file string, err error)) (*Earlier, error) {
	earlier, old, err := earlierCause(ctx, crawl, id, asked, skipped)
	if err != nil || old == nil {
		return nil, err
	}
	now, _, err := crawl.Causes(ctx, asked)
	if err != nil {
		return nil, errors.Join(err, earlier.Close())
	}
	e := &Earlier{Cause: old, Crawl: earlier}
	for i := range now {
		if now[i].Shares(old) > 0 {
			e.Now = append(e.Now, now[i])
		}
	}
	slices.SortStableFunc(e.Now, func(a, b Cause) int { return cmp.Compare(b.Shares(old), a.Shares(old)) })
	return e, nil
}

// earlierCause gives a cause of the newest complete crawl before one that has it, and
// that crawl, open; nil if none does.
func earlierCause(ctx context.Context, crawl *stored.Crawl, id string, asked stored.Asked, skipped func(file string, err error)) (*stored.Crawl, *Cause, error) {
	at := crawl
	for range lookedBack {
		before, failed := Before(at, skipped)
		if at != crawl {
			failed = errors.Join(failed, at.Close())
		}
		if failed != nil || before == nil {
			return nil, nil, failed
		}
		at = before
		old, _, err := before.Causes(ctx, asked)
		if err != nil {
			return nil, nil, errors.Join(err, before.Close())
		}
		if found := slices.IndexFunc(old, func(c Cause) bool { return c.ID == id }); found >= 0 {
			return before, &old[found], nil
		}
	}
	return nil, nil, at.Close()
}
