package outcome

import (
	"context"
	"fmt"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/lookalike"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/frontier"
)

// oneText says that most of the URLs listed show one and the same text, with the same picture, as a notice
// of maintenance or a login does at any address; "" where they do not. Each may say that
// it may be indexed, and the start page be what it was.
func (r *Outcome) oneText(ctx context.Context) (string, error) {
	codes, err := r.Store.Codes(ctx)
	if err != nil {
		return "", err
	}
	contents := func(take func(row *frontier.Row)) error {
		for row, err := range r.Store.Brief(ctx, 0, frontier.DetailContent, frontier.DetailLook, frontier.TextsPass) {
			if err != nil {
				return err
			}
			if int(row.ID) < len(codes) && audit.Code(codes[row.ID]) == audit.Listed && row.Page != nil && row.Page.HTML {
				take(row)
			}
		}
		return nil
	}
	type look struct{ text, content uint64 }
	lookOf := func(row *frontier.Row) look { return look{row.Page.TextHash, row.Page.Content} }
	var vote lookalike.Majority[look]
	if err := contents(func(row *frontier.Row) { vote.Add(lookOf(row)) }); err != nil {
		return "", err
	}
	n, listed, example := 0, 0, ""
	if err := contents(func(row *frontier.Row) {
		if listed++; lookOf(row) == vote.Most {
			if n++; n == 1 {
				example = fmt.Sprintf("%s does, %q", safe.OneLine(row.URL), safe.OneLine(row.Page.Title))
			}
		}
	}); err != nil || n < fewDoubts || 2*n <= listed || vote.Most.text == 0 {
		if err != nil {
			return "", err
		}
		return r.nearText(ctx, codes)
	}
	return fmt.Sprintf("%s of the %s pages listed show one and the same text, as %s", prose.Thousands(n), prose.Thousands(listed), example), nil
}
