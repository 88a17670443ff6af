package outcome

import (
	"context"
	"fmt"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// nearText says that most of the pages listed show next to the same text, each below a
// heading of its own, and that it is that of a login or the like; "" where they do not.
// That texts are alike says nothing by itself: so are those of products that have a name
// and a price. It goes by the pages of which it is kept how their texts begin.
func (r *Outcome) nearText(ctx context.Context, codes []uint8) (string, error) {
	leads, err := frontier.List[frontier.Lead](r.Store.Meta(frontier.MetaLeads))
	if err != nil {
		return "", err
	}
	urls := make([]string, len(leads))
	for i, l := range leads {
		urls[i] = l.URL
	}
	ids, err := r.Store.FindAll(ctx, urls...)
	if err != nil {
		return "", err
	}
	var listed []frontier.Lead
	var sketches []record.Sketch
	for _, l := range leads {
		id, known := ids[l.URL]
		if !known {
			continue
		}
		row, err := r.Store.Row(id)
		if err != nil {
			return "", err
		}
		if row != nil && row.Page != nil && int(row.ID) < len(codes) && audit.Code(codes[row.ID]) == audit.Listed {
			listed, sketches = append(listed, l), append(sketches, row.Page.Sketch)
		}
	}
	most := record.Common(sketches)
	said := map[string]int{} // by the text below the heading
	for i, l := range listed {
		text := belowHeading(l.Text)
		gate := page.GateOf("", "", text)
		differ, bins := sketches[i].Differ(most)
		if gate == "" || differ*3 > bins {
			continue
		}
		if said[text]++; said[text] >= fewDoubts && 2*said[text] > len(listed) {
			what, _ := standsBefore(gate, "the site", r.Scope.Host)
			return fmt.Sprintf("most of the pages listed show next to the same text below headings of their own, as %s does, \"%s\": %s", safe.OneLine(l.URL), prose.Cut(safe.OneLine(l.Text), quotedColumns), what), nil
		}
	}
	return "", nil
}

// belowHeading is how a text begins without its first line, where it has more: no more of it
// than is kept below a heading of a hundred bytes. What follows a form to log in at the head of a
// page is each page's own.
func belowHeading(text string) string {
	if _, rest, more := strings.Cut(text, frontier.LeadLine); more {
		text = rest
	}
	return text[:min(len(text), 200)]
}
