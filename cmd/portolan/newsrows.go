package main

import (
	"context"
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/crawler/site/news"
)

// writeNews writes the news sitemap, where one is asked for. That it cannot be
// written does not undo the full one.
func (p *program) writeNews(ctx context.Context, o *publishing, full *listing.Set) *news.Result {
	if o.news == "" {
		return nil
	}
	res, err := news.Write(ctx, full, o.news)
	if err != nil {
		p.log.Warn(err.Error())
		return &news.Result{Why: err.Error()}
	}
	return res
}

// newsRows tell of it.
func newsRows(b *strings.Builder, n *news.Result) {
	switch {
	case n == nil:
		return
	case n.Why != "":
		summaryRow(b, "News", "no news sitemap: %s", oneLine(n.Why))
		return
	}
	summaryRow(b, "News", "%s", n.File)
	summaryRow(b, "", "%s article%s of the last two days, %s older", countOrNo(n.Articles), plural(n.Articles), thousands(n.Old))
	if n.Articles+n.Old+n.Lack == 0 {
		summaryRow(b, "", "NO ARTICLES FOUND: no listed page says that it is one, by JSON-LD (Article, NewsArticle, BlogPosting) or og:type")
	}
	if n.Cut > 0 {
		summaryRow(b, "", "%s more of these days are left out: a news sitemap has at most 1,000, the newest", thousands(n.Cut))
	}
	for i, l := range n.Lacking {
		if i == 0 {
			summaryRow(b, "", "%s article%s left out:", thousands(n.Lack), plural(n.Lack))
		}
		summaryRow(b, "", "  %s lacks %s", printable(l.URL), printable(l.What))
	}
	if more := n.Lack - len(n.Lacking); more > 0 {
		summaryRow(b, "", "  and %s more", thousands(more))
	}
	summaryRow(b, "", "to be served at %s", printable(n.URL))
	summaryRow(b, "", "and named in robots.txt besides the full one, or submitted")
}

func countOrNo(n int) string {
	if n == 0 {
		return "no"
	}
	return thousands(n)
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
