package page

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Article is what a page that is an article says of itself, for a news sitemap.
// What it does not say is "".
type Article struct {
	Title     string // white space folded, at most 400 bytes
	Published string // as written, at most 64 bytes
	Lang      string // as written, at most 64 bytes
}

const maxArticleJSON = 256 << 10 // bytes of a script that is read; of a longer one nothing is

// articleFacts gathers what makes an article of a page.
type articleFacts struct {
	json    []Article // of JSON-LD, the first two
	graph   bool      // og:type says article
	title   string    // og:title
	date    string    // article:published_time
	written string    // the date of a meta of another name
}

// readArticle takes the article that a script of JSON-LD describes. Those that
// lie deeper than its graph are others': teasers in a list, comments, what the
// article is part of.
func (p *Parser) readArticle(script []byte) {
	if len(script) > maxArticleJSON || !bytes.Contains(script, []byte("Article")) && !bytes.Contains(script, []byte("Posting")) {
		return
	}
	var value any
	if json.Unmarshal(script, &value) == nil {
		p.findArticle(value, true)
	}
}

func (p *Parser) findArticle(value any, outer bool) {
	switch value := value.(type) {
	case []any:
		for _, v := range value {
			p.findArticle(v, outer)
		}
	case map[string]any:
		if isArticle(value["@type"]) {
			if len(p.article.json) < 2 {
				p.article.json = append(p.article.json, articleOf(value))
			}
		} else if outer {
			p.findArticle(value["@graph"], false)
			p.findArticle(value["mainEntity"], false)
		}
	}
}

// isArticle reports schema.org's Article and the types below it that are texts
// of a day: news of all kinds and postings.
func isArticle(types any) bool {
	for _, t := range listOf(types) {
		name, _ := t.(string)
		name = name[strings.LastIndexByte(name, '/')+1:]
		if name == "Article" || strings.HasSuffix(name, "NewsArticle") || name == "BlogPosting" || name == "LiveBlogPosting" || name == "Report" {
			return true
		}
	}
	return false
}

func articleOf(object map[string]any) Article {
	title := textOf(object, "headline", maxVideoTitle)
	if title == "" {
		title = textOf(object, "name", maxVideoTitle)
	}
	return Article{Title: title, Published: textOf(object, "datePublished", maxDate), Lang: textOf(object, "inLanguage", maxDate)}
}

// articleMeta takes what Open Graph and metas of other names say.
func (p *Parser) articleMeta(property, name, content []byte) {
	a := &p.article
	set := func(to *string, most int) {
		if *to == "" {
			*to = cutText(p.fold(content), most)
		}
	}
	switch {
	case equalFold(property, "og:type"):
		a.graph = a.graph || equalFold(bytes.TrimSpace(content), "article")
	case equalFold(property, "og:title"):
		set(&a.title, maxVideoTitle)
	case equalFold(property, "article:published_time"):
		set(&a.date, maxDate)
	case equalFold(name, "date"), equalFold(name, "pubdate"), equalFold(name, "dc.date.issued"), equalFold(name, "dcterms.issued"):
		set(&a.written, maxDate)
	}
}

// finishArticle puts together what the page says. A page with several articles
// in JSON-LD is a list of them, unless Open Graph calls it an article.
func (p *Parser) finishArticle() {
	a := &p.article
	if len(a.json) != 1 && !a.graph {
		return
	}
	var found Article
	if len(a.json) == 1 {
		found = a.json[0]
	}
	first := func(to *string, others ...string) {
		for _, s := range others {
			if *to == "" {
				*to = s
			}
		}
	}
	first(&found.Title, a.title, cutText(p.page.H1[0], maxVideoTitle), cutText(p.page.Title, maxVideoTitle))
	first(&found.Published, a.date, a.written)
	first(&found.Lang, p.page.Lang)
	p.page.Article = &found
}
