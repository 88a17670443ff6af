package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Sides are the two pages by which a verdict was proven: a view of a page, and the page.
type Sides struct {
	Pages    [2]Side `json:"pages"`
	SameText bool    `json:"same_text"` // all that is visible
	// Differ is the share of their main texts that is not the same, an estimate between 0 and 1; null for
	// texts too short to be compared.
	Differ *float64 `json:"main_texts_differ"`
	Common int      `json:"urls_in_common"` // that both lead to
}

// Side is one of them.
type Side struct {
	URL     string `json:"url"`
	Verdict string `json:"verdict"`
	Status  int    `json:"status"` // 0 where it was not read
	Title   string `json:"title"`
	Words   int    `json:"words"` // that are visible
	URLs    int    `json:"urls"`  // that it leads to
}

// sides sets the two pages that a verdict names as its sample side by side, where the crawl knows both.
func (e *explainer) sides(x *Explanation, v *Verdict) error {
	i := slices.IndexFunc(v.Evidence, func(one Evidence) bool { return one.Kind == audit.EvidenceSample })
	if i < 0 {
		return nil
	}
	s, texts, leads := &Sides{}, [2]record.Facts{}, [2][]frontier.ID{}
	for k, url := range [...]string{v.Evidence[i].Text, v.Evidence[i].Where} {
		row, err := e.crawl.Find(url)
		if err != nil || row == nil {
			return err
		}
		known, err := e.judge.Known(row.ID)
		if err != nil {
			return err
		}
		s.Pages[k] = Side{URL: row.URL, Verdict: known.Code.String()}
		if row.Page == nil || row.Page.Outcome != record.Answered {
			continue
		}
		if leads[k], err = e.leadsTo(row.ID); err != nil {
			return err
		}
		texts[k] = row.Page.Facts
		s.Pages[k].Status, s.Pages[k].Title, s.Pages[k].Words, s.Pages[k].URLs = row.Page.Status, row.Page.Title, row.Page.Words, len(leads[k])
	}
	s.SameText = texts[0].TextHash == texts[1].TextHash && texts[0].TextHash != 0
	if differ, of := texts[0].Print.Differ(texts[1].Print); of > 0 {
		share := float64(differ) / float64(of)
		s.Differ = &share
	}
	for _, id := range leads[0] {
		if _, both := slices.BinarySearch(leads[1], id); both {
			s.Common++
		}
	}
	x.Sides = s
	return nil
}

// leadsTo gives the URLs that a page has links to, ascending.
func (e *explainer) leadsTo(id frontier.ID) (list []frontier.ID, err error) {
	for edge, err := range e.crawl.LinksFrom(e.ctx, id) {
		if err != nil {
			return nil, err
		}
		if edge.Flags.Clickable() {
			list = append(list, edge.To)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// sideRows tells of both pages, line by line.
func (x *explanation) sideRows(b *strings.Builder) {
	s := x.Sides
	if s == nil {
		return
	}
	a, c := &s.Pages[0], &s.Pages[1]
	row(b, "Side by side", "1  %s", a.URL)
	row(b, "", "2  %s", c.URL)
	row(b, "  verdict", "1  %s", a.Verdict)
	row(b, "", "2  %s", c.Verdict)
	if a.Status == 0 || c.Status == 0 {
		row(b, "", "one of them was not read: there is no more to compare")
		return
	}
	if a.Title == c.Title {
		row(b, "  title", "both: %s", cmp.Or(a.Title, "-"))
	} else {
		row(b, "  title", "1  %s", cmp.Or(a.Title, "-"))
		row(b, "", "2  %s", cmp.Or(c.Title, "-"))
	}
	text := "too short to be compared"
	switch {
	case s.SameText:
		text = "the same text"
	case s.Differ != nil && *s.Differ == 0:
		text = "the same main text"
	case s.Differ != nil:
		text = fmt.Sprintf("main texts that differ by some %.0f %%", max(1, *s.Differ*100))
	}
	row(b, "  words", "%s and %s; %s", prose.Thousands(a.Words), prose.Thousands(c.Words), text)
	row(b, "  leads to", "%s and %s URLs, %s of them the same", prose.Thousands(a.URLs), prose.Thousands(c.URLs), prose.Thousands(s.Common))
}
