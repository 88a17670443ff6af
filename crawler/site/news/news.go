// Package news makes a news sitemap beside the full one: of the listed pages
// those that say that they are articles of the last two days.
package news

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/crawler/site/listing"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/sitemap"
)

// Dir is the folder of the news sitemap in the site folder. No index names it:
// what it lists stands in the full set, too.
const Dir = "sitemap-news"

// Result tells what was written.
type Result struct {
	File     string // its path, "" if it could not be written
	URL      string // where it is to be served
	Articles int    // that it lists
	Old      int    // articles that are older than two days
	Cut      int    // articles of these days beyond the 1,000 newest
	Lacking  []Lacking
	Lack     int // articles without what is required; Lacking has some of them
	Changed  bool
	Why      string // why it was not written
}

// Lacking is an article that cannot be listed as one.
type Lacking struct{ URL, What string }

// maxLacking is how many of them are named.
const maxLacking = 5

// URL gives where the news sitemap of a sitemap is to be served: beside it.
func URL(full string) string {
	place, name := path.Split(full)
	bare, end, _ := strings.Cut(name, ".")
	if end != "" {
		end = "." + end
	}
	return place + bare + "-news" + end
}

// Write writes the news sitemap of a publication, of what full has just listed.
// One without articles is written, too: engines take it, and articles must leave
// it after two days. A file that does not change keeps its bytes and time.
func Write(ctx context.Context, full *listing.Set, name string) (*Result, error) {
	res := &Result{URL: URL(full.URL)}
	found, err := res.articles(ctx, full, name)
	if err != nil {
		return nil, fmt.Errorf("find the articles of %s: %w", name, err)
	}
	text, err := render(found, full)
	if err != nil {
		return nil, fmt.Errorf("write the news sitemap: %w", err)
	}
	file := filepath.Join(full.Dir, Dir, path.Base(res.URL))
	if res.Changed, err = put(file, text, full.Force); err != nil {
		return nil, fmt.Errorf("write the news sitemap: %w", err)
	}
	res.File, res.Articles = file, len(found)
	return res, nil
}

// article is a listed one.
type article struct {
	sitemap.Entry
	at time.Time
}

// articles gives those to list, sorted by URL.
func (r *Result) articles(ctx context.Context, full *listing.Set, name string) ([]article, error) {
	var found []article
	for row, err := range full.Crawl.Listed(ctx, audit.InState(audit.ListedInFile), frontier.ColumnArticle) {
		if err != nil {
			return nil, err
		}
		if row.Page == nil || row.Page.Article == "" || !full.Lists(row.URL) {
			continue
		}
		if a, listed := r.article(row, full.Now); listed {
			a.News.Name = name
			found = append(found, a)
		}
	}
	if len(found) > sitemap.MaxNews {
		slices.SortStableFunc(found, func(a, b article) int { return b.at.Compare(a.at) })
		r.Cut = len(found) - sitemap.MaxNews
		found = found[:sitemap.MaxNews]
		slices.SortFunc(found, func(a, b article) int { return cmp.Compare(a.Loc, b.Loc) })
	}
	return found, nil
}

// article reads what a page says of itself. listed is false for what is no
// news, or lacks what is required of them.
func (r *Result) article(row *frontier.Row, now time.Time) (a article, listed bool) {
	var says page.Article
	if err := json.Unmarshal([]byte(row.Page.Article), &says); err != nil {
		return a, r.lacks(row.URL, "what can be read of it")
	}
	date, at, dated := audit.DateOf(says.Published)
	if dated && at.Before(now.AddDate(0, 0, -sitemap.NewsDays)) && !(len(date) == len(time.DateOnly) && at.After(now.AddDate(0, 0, -sitemap.NewsDays-1))) {
		r.Old++
		return a, false
	}
	lang, known := sitemap.NewsLanguage(says.Lang)
	switch {
	case says.Published == "":
		return a, r.lacks(row.URL, "a date of publication")
	case !dated:
		return a, r.lacks(row.URL, fmt.Sprintf("a date of publication that can be read: %q", says.Published))
	case at.After(now.Add(24 * time.Hour)):
		return a, r.lacks(row.URL, "a date of publication that has come: it says "+date)
	case strings.TrimSpace(says.Title) == "":
		return a, r.lacks(row.URL, "a title")
	case !known:
		return a, r.lacks(row.URL, "a language")
	}
	return article{sitemap.Entry{Loc: row.URL, News: &sitemap.News{Lang: lang, Published: date, Title: says.Title}}, at}, true
}

// lacks counts an article that cannot be listed as one. It gives false.
func (r *Result) lacks(url, what string) bool {
	if r.Lack++; len(r.Lacking) < maxLacking {
		r.Lacking = append(r.Lacking, Lacking{url, what})
	}
	return false
}

// render gives the file, read back with every check on.
func render(found []article, full *listing.Set) ([]byte, error) {
	f := sitemap.Format{NoSchemaLocation: full.NoSchemaLocation}
	var plain bytes.Buffer
	if len(found) == 0 {
		plain.Write(f.AppendTail(f.AppendHead(nil, sitemap.ExtNews)))
	} else {
		limits := sitemap.Limits{URLs: sitemap.MaxNews}
		w := sitemap.NewWriter(&plain, f, limits, sitemap.ExtNews)
		for i := range found {
			if err := w.Write(&found[i].Entry); err != nil {
				return nil, err
			}
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
		o := sitemap.VerifyOptions{At: URL(full.URL), Kind: sitemap.KindURLSet, Limits: limits, Now: full.Now, InScope: full.Lists}
		if _, err := sitemap.Verify(bytes.NewReader(plain.Bytes()), o, nil); err != nil {
			return nil, err
		}
	}
	if !strings.HasSuffix(full.URL, ".gz") {
		return plain.Bytes(), nil
	}
	var packed bytes.Buffer
	z := sitemap.NewGzip(&packed)
	z.Write(plain.Bytes()) // into memory
	return packed.Bytes(), z.Close()
}
