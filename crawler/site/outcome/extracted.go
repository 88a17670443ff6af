package outcome

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
)

// extracted counts, for each of the user's own expressions, the pages that have
// something of it; nil where there are none. An expression that no page has
// anything of is a mistake as a rule.
func (r *Outcome) extracted() map[string]int {
	set := r.Options.Crawl.Extract
	if set.Empty() {
		return nil
	}
	pages := map[string]int{}
	for _, name := range set.Names() {
		pages[name] = 0
	}
	for row, err := range r.Store.Rows(context.Background()) {
		if err != nil {
			r.Log.Warn("what was taken of pages cannot be counted", "cause", err)
			return nil
		}
		if row.Page == nil || row.Page.Extracted == "" {
			continue
		}
		var taken map[string]any
		if json.Unmarshal([]byte(row.Page.Extracted), &taken) != nil {
			continue
		}
		for name := range pages {
			if value, has := taken[name]; has && value != 0.0 {
				pages[name]++
			}
		}
	}
	return pages
}

// extractedRows tell of how many pages something was taken.
func (r *Outcome) extractedRows(b *strings.Builder) {
	pages := r.extracted()
	var some, none []string
	for _, name := range r.Options.Crawl.Extract.Names() {
		switch n, counted := pages[name]; {
		case n > 0:
			some = append(some, name+" of "+prose.Counted(n, "page"))
		case counted:
			none = append(none, name)
		}
	}
	if len(some) > 0 {
		prose.Row(b, "Extracted", "%s: portolan urls %s", strings.Join(some, ", "), r.Folder.Dir)
	}
	if len(none) > 0 {
		label := "Extracted"
		if len(some) > 0 {
			label = ""
		}
		prose.Row(b, label, "NOTHING of any page: %s; see whether the expression is right, and whether scripts put in what it looks for (--render)", strings.Join(none, ", "))
	}
}
