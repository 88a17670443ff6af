package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/query"
)

// example keeps a finding, if it is among those to be shown: of each template and
// of all those with most clicks, then those to which most pages link, then those
// found first.
func (g *Group) example(f *query.Finding) {
	x := Example{clicks: f.Clicks(), pages: f.Pages}
	of, last := 0, len(g.Examples)-1 // which gives way
	for i := range g.Examples {
		if f.Template != "" && g.Examples[i].pattern == f.Template {
			if of++; of == perTemplate {
				last = i
			}
		}
	}
	if of == perTemplate || len(g.Examples) == maxExamples {
		if x.compare(&g.Examples[last]) >= 0 {
			return
		}
		g.Examples = slices.Delete(g.Examples, last, last+1)
	}
	x.URL, x.Detail, x.Target, x.From = strings.Clone(f.URL), strings.Clone(f.Detail), strings.Clone(f.TargetURL()), strings.Clone(f.FromURL())
	x.Likely, x.pattern = f.Likely, strings.Clone(f.Template)
	at := len(g.Examples)
	for at > 0 && x.compare(&g.Examples[at-1]) < 0 {
		at--
	}
	g.Examples = slices.Insert(g.Examples, at, x)
}

func (x *Example) compare(y *Example) int {
	return cmp.Or(cmp.Compare(y.clicks, x.clicks), cmp.Compare(y.pages, x.pages))
}
