package tables

import (
	"context"
	"errors"

	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/diff/states"
	"github.com/portolan-seo/portolan/crawler/site/stored"
)

func changesTable() *Table {
	return &Table{Name: "changes", Sheet: "Changes", Words: "what has changed since the complete crawl before", Columns: columns("Address", "Change", "Previous", "Current", "Moved To"),
		rows: func(ctx context.Context, s *Source, row func(...string) error) error {
			return s.Changes(ctx, func(c *diff.Change) error { return row(c.URL, c.Kind.String(), c.Before, c.After, c.To) })
		}}
}

// Changes calls give for each change since the crawl before, none if there is
// none.
func (s *Source) Changes(ctx context.Context, give func(*diff.Change) error) (err error) {
	if s.Before == nil {
		return nil
	}
	a, err := stateOf(ctx, s.Before)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	b, err := stateOf(ctx, s.Crawl)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	c, err := diff.Compare(ctx, a, b, diff.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	for change, err := range c.Changes(ctx) {
		if err == nil && s.in(change.URL) {
			err = give(change)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func stateOf(ctx context.Context, crawl *stored.Crawl) (*diff.State, error) {
	if _, err := crawl.Judge(ctx, stored.Instead{}); err != nil {
		return nil, err
	}
	state, err := states.Crawl(ctx, crawl, states.Options{Name: crawl.Path()})
	if err != nil {
		return nil, err
	}
	state.Incomplete = crawl.Unseen()
	if crawl.Older() {
		state.Fingerprints = "" // content was measured otherwise
	}
	return state, nil
}
