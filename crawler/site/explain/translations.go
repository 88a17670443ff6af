package explain

import (
	"slices"

	"github.com/portolan-seo/portolan/frontier"
)

// Translation is a page that may be a translation.
type Translation struct {
	URL    string `json:"url"`
	Status int    `json:"status"` // 0 where no answer came, or none was asked for
	Counts bool   `json:"counts"` // it counts as a translation, of this page if it is a page of the site
	Fault  string `json:"fault"`
	Detail string `json:"detail"`
	Lang   string `json:"lang"` // as the page writes it, "" where it is that page itself

	id frontier.ID
}

// translations tells what was found of the pages on other hosts that this one
// names, or of this one if it is such a page.
func (e *explainer) translations(x *Explanation, row *frontier.Row) error {
	pages, _, err := frontier.Translations(e.crawl.Meta)
	if err != nil {
		return err
	}
	for _, p := range pages {
		at := slices.IndexFunc(e.alternates, func(h hreflang) bool { return h.to == p.ID })
		if p.ID != row.ID && at < 0 {
			continue
		}
		page, err := e.crawl.Row(p.ID)
		if err != nil || page == nil {
			return err
		}
		t := Translation{URL: page.URL, Status: p.Status, Fault: p.Fault, Detail: p.Detail, id: p.ID}
		if at >= 0 {
			t.Lang = e.alternates[at].lang
		}
		names := func(n frontier.TranslationName) bool { return n.To == row.ID }
		if p.Fault == "" && p.ID != row.ID && !slices.ContainsFunc(p.Names, names) {
			t.Fault = "it does not name this page"
		}
		t.Counts = t.Fault == ""
		x.Translations = append(x.Translations, t)
	}
	return nil
}
