package outcome

import (
	"strings"

	"github.com/portolan-seo/portolan/crawler/prose"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/news"
)

// newsRows tell of it.
func newsRows(b *strings.Builder, n *news.Result) {
	switch {
	case n == nil:
		return
	case n.Why != "":
		prose.Row(b, "News", "no news sitemap: %s", safe.OneLine(n.Why))
		return
	}
	prose.Row(b, "News", "%s", n.File)
	prose.Row(b, "", "%s article%s of the last two days, %s older", countOrNo(n.Articles), prose.Plural(n.Articles), prose.Thousands(n.Old))
	if n.Articles+n.Old+n.Lack == 0 {
		prose.Row(b, "", "NO ARTICLES FOUND: no listed page says that it is one, by JSON-LD (Article, NewsArticle, BlogPosting) or og:type")
	}
	if n.Cut > 0 {
		prose.Row(b, "", "%s more of these days are left out: a news sitemap has at most 1,000, the newest", prose.Thousands(n.Cut))
	}
	for i, l := range n.Lacking {
		if i == 0 {
			prose.Row(b, "", "%s article%s left out:", prose.Thousands(n.Lack), prose.Plural(n.Lack))
		}
		prose.Row(b, "", "  %s lacks %s", safe.Printable(l.URL), safe.Printable(l.What))
	}
	if more := n.Lack - len(n.Lacking); more > 0 {
		prose.Row(b, "", "  and %s more", prose.Thousands(more))
	}
	prose.Row(b, "", "to be served at %s", safe.Printable(n.URL))
	prose.Row(b, "", "and named in robots.txt besides the full one, or submitted")
}

func countOrNo(n int) string {
	if n == 0 {
		return "no"
	}
	return prose.Thousands(n)
}

// newsJSON is newsRows for programs.
func newsJSON(n *news.Result) map[string]any {
	if n == nil {
		return nil
	}
	lacking := []map[string]any{}
	for _, l := range n.Lacking {
		lacking = append(lacking, map[string]any{"url": l.URL, "lacks": l.What})
	}
	return map[string]any{"sitemap": n.File, "sitemap_url": n.URL, "articles": n.Articles, "old": n.Old, "cut": n.Cut,
		"left_out": n.Lack, "left_out_examples": lacking, "changed": n.Changed, "why": n.Why}
}
