package sqlite

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite/btree"
)

// findingScan reads the findings that the file itself holds, from its pages: a
// value costs a statement several times what it costs there.
type findingScan struct {
	found, urls *tableScan
	ended       bool // there are no more URLs

	n, severity, likely, pages, status intCol
	rule, own, template, detail        textCol
	target, from                       idCol
	id                                 idCol // of the URL that was read last
	url                                textCol

	row Finding
}

// ruleColumn is the place of the rule among those that are read.
const ruleColumn = 1

// farURL is from which distance on a URL is looked up, not gone to.
const farURL = 1 << 8

// scanFindings gives the findings of some rules, of all if there are none.
func (s *Store) scanFindings(ctx context.Context, rules []string, give func(*Finding) error) error {
	r := &findingScan{id: idCol(frontier.NoID)}
	var err error
	if r.found, err = s.openScan(ctx, "finding", []string{"n", "rule", "severity", "likely", "url", "template", "detail", "target", "linked_from", "pages", "status"}, math.MinInt64); err != nil {
		return err
	}
	defer r.found.close() // it has only read
	if len(rules) > 0 {
		r.found.wants = func(row *btree.Row) bool {
			kind, _, rule := row.Value(r.found.places[ruleColumn])
			return kind != btree.Text || slices.Contains(rules, rule) || ctx.Err() != nil // for next to tell
		}
	}
	if r.urls, err = s.openScan(ctx, "url", []string{"id", "url"}, 0); err != nil {
		return err
	}
	defer r.urls.close()
	dest := []any{&r.n, &r.rule, &r.severity, &r.likely, &r.own, &r.template, &r.detail, &r.target, &r.from, &r.pages, &r.status}
	for {
		more, err := r.found.next(dest)
		if err = cmp.Or(err, ctx.Err()); err != nil || !more {
			return err
		}
		f, err := r.finding()
		if err == nil {
			err = give(f)
		}
		if err != nil {
			return err
		}
	}
}

// finding makes the row that was read.
func (r *findingScan) finding() (*Finding, error) {
	f := &r.row
	*f = Finding{Rule: string(r.rule), Severity: uint8(r.severity), Likely: r.likely != 0, ID: frontier.NoID, URL: string(r.own), Template: string(r.template),
		Detail: string(r.detail), Target: frontier.ID(r.target), From: frontier.ID(r.from), Pages: int(r.pages), Status: int(r.status)}
	if r.n < 0 || r.n >= findingsAfter {
		return f, nil
	}
	id := idCol(r.n >> findingBits)
	if err := r.goTo(id); err != nil {
		return nil, err
	}
	if r.id == id && !r.ended {
		f.ID, f.URL = frontier.ID(id), string(r.url)
	}
	return f, nil
}

// goTo reads URLs up to one. They come in order.
func (r *findingScan) goTo(id idCol) (err error) {
	if r.id == idCol(frontier.NoID) || id > r.id+farURL {
		err = r.urls.table.From(int64(id))
		r.id = idCol(frontier.NoID)
	}
	for more := true; err == nil && more && (r.id == idCol(frontier.NoID) || r.id < id); r.ended = !more {
		more, err = r.urls.next([]any{&r.id, &r.url})
	}
	return err
}
