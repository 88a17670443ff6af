package audit

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"github.com/portolan-seo/portolan/crawler/pathforms"
	"github.com/portolan-seo/portolan/frontier"
)

// readSpellings reads what the crawl has learned of spellings of URLs; the pages
// of those that it has not asked for once they are needed.
func (j *JudgeCrawl) readSpellings(ctx context.Context) (err error) {
	j.spellings.ledger, err = pathforms.Read(j.crawl.Meta(frontier.MetaForms))
	j.spellings.held = sync.OnceValues(func() (*pathforms.Held, error) { return j.spellings.ledger.Held(ctx, j.crawl) })
	return err
}

// spellingOf gives the page that a URL is a spelling of which was not asked for.
func (j *JudgeCrawl) spellingOf(row *frontier.Row) (page frontier.ID, found bool) {
	if row.Page != nil || row.Reason != frontier.Undecided {
		return frontier.NoID, false
	}
	if _, holds := j.spellings.ledger.Holds(row.URL); !holds {
		return frontier.NoID, false
	}
	held, err := j.spellings.held()
	if err != nil {
		j.err = cmp.Or(j.err, err)
		return frontier.NoID, false
	}
	return held.Of(row.URL)
}

// spellingEvidence tells how many URLs have shown it, with one of them.
func (j *JudgeCrawl) spellingEvidence(row *frontier.Row) []Evidence {
	proof, found := j.spellings.ledger.Proof(row.URL)
	if !found {
		return nil
	}
	return []Evidence{
		{Kind: EvidenceClass, Text: proof.Form, Note: fmt.Sprintf("%d such URLs led back to the one without it, and none was a page of its own; so this one was not asked for", proof.Led)},
		{Kind: EvidenceSample, Text: proof.URL, Where: proof.Leads, Note: "redirected there, or named it as canonical with the same content"},
	}
}
