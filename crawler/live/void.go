package live

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// voidCanonicals asks for what the pages of a run name as canonical and no sitemap
// lists, and gives what is gone of it, or leads back to itself, with its verdict: that
// does not count.
func voidCanonicals(ctx context.Context, run *site.Run, o site.Options, temp string) (map[frontier.ID]audit.Code, error) {
	ids, err := namedUnread(ctx, run, o.Crawl.Scope)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	first, err := run.Store.Row(ids[0])
	if err != nil || first == nil {
		return nil, err
	}
	o.Crawl.Start = first.URL
	o.Crawl.Seeds = func(yield func(crawler.Mention, error) bool) {
		for _, id := range ids {
			row, err := run.Store.Row(id)
			if err == nil && row == nil {
				continue
			}
			m := crawler.Mention{Source: frontier.FromList}
			if row != nil {
				m.URL = row.URL
			}
			if !yield(m, err) || err != nil {
				return
			}
		}
	}
	asked, done, err := crawl(ctx, o, temp)
	if err != nil {
		return nil, err
	}
	defer done()
	void := map[frontier.ID]audit.Code{}
	for _, id := range ids {
		named, err := run.Store.Row(id)
		if err != nil || named == nil {
			return nil, err
		}
		row, err := asked.Store.Find(named.URL)
		if err == nil && row != nil {
			if void[id], err = goneBy(asked, row); err == nil && void[id] == audit.NoVerdict {
				void[id], err = circleBy(run, asked, row)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return void, nil
}

// namedUnread gives what pages name as canonical and that was not asked for.
func namedUnread(ctx context.Context, run *site.Run, scope canonical.Scope) (ids []frontier.ID, err error) {
	for row, err := range run.Store.Rows(ctx) {
		if err != nil {
			return nil, err
		}
		if p := row.Page; p != nil && p.Canonical == record.CanonicalOther && row.Canonical != frontier.NoID {
			ids = append(ids, row.Canonical)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return slices.DeleteFunc(ids, func(id frontier.ID) bool {
		row, failed := run.Store.Row(id)
		if failed != nil {
			err = failed
		}
		return row == nil || row.Page != nil || scope.Check([]byte(row.URL)) != canonical.OK
	}), err
}

const maxHops = 10

// goneBy gives the verdict of a URL that is gone, by redirects perhaps; NoVerdict if
// that is not certain.
func goneBy(run *site.Run, row *frontier.Row) (audit.Code, error) {
	v, err := run.Store.VerdictOf(row.ID)
	if err != nil {
		return audit.NoVerdict, err
	}
	for range maxHops {
		p := row.Page
		switch {
		case p == nil || p.Outcome != record.Answered:
			return audit.NoVerdict, nil
		case p.Status == http.StatusNotFound || p.Status == http.StatusGone:
			return audit.Code(v.Code), nil
		case row.Location == frontier.NoID:
			return audit.NoVerdict, nil
		}
		if row, err = run.Store.Row(row.Location); err != nil || row == nil {
			return audit.NoVerdict, err
		}
	}
	return audit.NoVerdict, nil
}

// circleBy gives the verdict of a URL from which canonicals lead back to it by
// pages of either run, NoVerdict if they do not.
func circleBy(run, asked *site.Run, row *frontier.Row) (audit.Code, error) {
	at, in, first := *row, asked, strings.Clone(row.URL)
	for range maxHops {
		if p := at.Page; p == nil || p.Canonical != record.CanonicalOther || at.Canonical == frontier.NoID {
			return audit.NoVerdict, nil
		}
		next, err := in.Store.Row(at.Canonical)
		if err != nil || next == nil {
			return audit.NoVerdict, err
		}
		url := strings.Clone(next.URL)
		if url == first {
			return audit.CanonicalElsewhere, nil
		}
		for _, in = range []*site.Run{asked, run} {
			if next, err = in.Store.Find(url); err != nil {
				return audit.NoVerdict, err
			}
			if next != nil && next.Page != nil {
				break
			}
		}
		if next == nil {
			return audit.NoVerdict, nil
		}
		at = *next
	}
	return audit.NoVerdict, nil
}
