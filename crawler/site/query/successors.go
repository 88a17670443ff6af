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

// Successors gives the causes of a crawl that have findings of one that an earlier
// complete crawl of the folder had under this ID, those with most of them first: a
// cause that has grown, or lost a page, may be named otherwise. There are none if
// the ID is none of theirs.
func Successors(ctx context.Context, crawl *stored.Crawl, id string, asked stored.Asked, skipped func(file string, err error)) (list []Cause, err error) {
	old, err := earlierCause(ctx, crawl, id, asked, skipped)
	if err != nil || old == nil {
		return nil, err
	}
	now, _, err := crawl.Causes(ctx, asked)
	if err != nil {
		return nil, err
	}
	for i := range now {
		if now[i].Shares(old) > 0 {
			list = append(list, now[i])
		}
	}
	slices.SortStableFunc(list, func(a, b Cause) int { return cmp.Compare(b.Shares(old), a.Shares(old)) })
	return list, nil
}

// earlierCause gives a cause of the newest complete crawl before one that has it,
// nil if none does.
func earlierCause(ctx context.Context, crawl *stored.Crawl, id string, asked stored.Asked, skipped func(file string, err error)) (_ *Cause, err error) {
	at := crawl
	for range lookedBack {
		before, failed := Before(at, skipped)
		if at != crawl {
			failed = errors.Join(failed, at.Close())
		}
		if failed != nil || before == nil {
			return nil, failed
		}
		at = before
		old, _, err := before.Causes(ctx, asked)
		if err != nil {
			return nil, errors.Join(err, before.Close())
		}
		if found := slices.IndexFunc(old, func(c Cause) bool { return c.ID == id }); found >= 0 {
			return &old[found], before.Close()
		}
	}
	return nil, at.Close()
}
