package audit

import (
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
	"github.com/portolan-seo/portolan/frontier/record"
)

// formCode gives the verdict of a URL that a removal of this kind folds into
// another.
func formCode(kind string) Code {
	switch kind {
	case canonical.KindTracking:
		return DuplicateTracking
	case canonical.KindScheme, canonical.KindHost, canonical.KindOrigin:
		return DuplicateSchemeHost
	case canonical.KindCleanParam:
		return DuplicateCleanParam
	case canonical.KindStrip:
		return DuplicateVariant
	}
	return DuplicateSession
}

// underOwnName gives the facts of a URL whose redirect or rel=canonical leads
// to another spelling of itself, as rules tell that were learned later: the
// redirect's target is the page, and the canonical is its own. Other rows it
// gives as they are.
func (j *JudgeCrawl) underOwnName(row *frontier.Row) *frontier.Row {
	if !j.learned || row.Page == nil || row.Page.Outcome != record.Answered {
		return row
	}
	switch {
	case row.Location != frontier.NoID:
		if to := j.spelling(row.Location, row.URL); to != nil && to.Page != nil && to.Location == frontier.NoID {
			return j.renamed(row, to)
		}
	case row.Page.Canonical == record.CanonicalOther && row.Canonical != frontier.NoID:
		if j.spelling(row.Canonical, row.URL) != nil {
			return j.renamed(row, row)
		}
	}
	return row
}

// spelling gives the row of a URL if its form is the one given.
func (j *JudgeCrawl) spelling(id frontier.ID, form string) *frontier.Row {
	row, err := j.crawl.Row(id)
	if err != nil || row == nil {
		return nil // the crawl's own iteration meets the error, too
	}
	if r := j.forms.Resolve([]byte(row.URL)); r.Reason != canonical.OK || string(r.URL) != form {
		return nil
	}
	return row
}

// renamed gives row with the page of another spelling. A canonical that names
// a spelling of row is its own.
func (j *JudgeCrawl) renamed(row, spelled *frontier.Row) *frontier.Row {
	own, page := *row, *spelled.Page
	own.Page, own.Location, own.Canonical = &page, frontier.NoID, spelled.Canonical
	if page.Canonical == record.CanonicalOther && (own.Canonical == row.ID || j.spelling(own.Canonical, row.URL) != nil) {
		page.Canonical, own.Canonical = record.CanonicalSelf, row.ID
	}
	return &own
}
