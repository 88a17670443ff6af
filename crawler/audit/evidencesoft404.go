package audit

import (
	"fmt"

	"github.com/portolan-seo/portolan/frontier"
)

// soft404Evidence tells which answer to a URL that cannot exist a page looks
// like, and what came of it; nothing for a page that looks like none.
func (j *JudgeCrawl) soft404Evidence(row *frontier.Row) []Evidence {
	s := &j.trouble.soft404s
	st, answer, t := s.standing(row)
	if st == standsApart {
		return nil
	}
	e := Evidence{Kind: EvidenceUnknown, Text: answer.URL, Where: fmt.Sprintf("HTTP %d", answer.Status)}
	look, looked := s.looks[row.ID]
	switch st {
	case standsOut:
		e.Note = "no such page can be, and this one looks the same: " + likeness(look)
		if !looked || look.Result != frontier.LookAlike {
			e.Note = "no such page can be, and this one looks the same, as do those of its kind that were asked for again"
		}
	case standsMany:
		e.Note = fmt.Sprintf("this page looks the same, but so do %d of %d pages of %s: the site answers all of them alike", t.Alike, t.Pages, t.Pattern)
	case standsOnce:
		e.Note = fmt.Sprintf("this page looked the same, but not when asked for again (HTTP %d, %s): it comes and goes", look.Status, likeness(look))
	case standsUnseen:
		e.Note = "this page looked the same, but nothing shows that it does so every time"
	}
	return []Evidence{e}
}

func likeness(l frontier.SecondLook) string {
	return fmt.Sprintf("%d %% of the text, %d %% of the title when asked for again", l.Text, l.Title)
}
