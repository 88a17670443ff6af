package listing

import (
	"fmt"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/frontier"
)

// TranslationCount is what was written of translations.
type TranslationCount struct {
	Groups int       `json:"groups"`
	Pages  int       `json:"pages"`
	Left   []LeftOut `json:"left"`
}

// LeftOut counts what was left out for one reason; From, To and Lang are
// those of the first.
type LeftOut struct {
	Why   string `json:"why"`
	Count int    `json:"count"`
	From  string `json:"from"`
	To    string `json:"to"`
	Lang  string `json:"lang"`
}

// TranslationCounts is nil where no translations were asked for.
func (w *Set) TranslationCounts() *TranslationCount {
	a := w.Translations
	if a == nil {
		return nil
	}
	out := &TranslationCount{a.Len(), a.Pages(), []LeftOut{}}
	for _, why := range audit.AlternateFaults() {
		if l := a.Left(why); l.Count > 0 {
			out.Left = append(out.Left, LeftOut{why.String(), l.Count, w.urlOf(l.From), w.urlOf(l.To), l.Lang})
		}
	}
	return out
}

func (w *Set) urlOf(id frontier.ID) string {
	if row, err := w.Crawl.Row(id); err == nil && row != nil {
		return row.URL
	}
	return fmt.Sprintf("URL %d", id)
}
