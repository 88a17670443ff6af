package tables

import (
	"context"
	"strconv"

	"github.com/portolan-seo/portolan/crawler"
)

func sitemapsTable() *Table {
	return &Table{Name: "sitemaps", Sheet: "Sitemaps", Words: "the site's own sitemaps, as they were found, and what became of their URLs", Columns: columns(
		"Sitemap", "Named By", "Status Code#", "Entries#", "Sitemaps#", "Errors#", "First Problem", "Note", "Oldest Lastmod", "Newest Lastmod",
		"Listed#", "Redirect#", "Error#", "Noindex#", "Blocked#", "Canonicalised#", "Orphan#", "Bytes#",
	), rows: func(ctx context.Context, s *Source, row func(...string) error) error {
		files, _ := crawler.SitemapFiles(s.Crawl.Meta)
		if len(files) == 0 {
			return nil
		}
		lists, err := s.listings(ctx)
		if err != nil {
			return err
		}
		n := strconv.Itoa
		for _, f := range files {
			l := lists[f.URL]
			if l == nil {
				l = &listing{}
			}
			bytes := ""
			if f.Bytes > 0 {
				bytes = strconv.FormatInt(f.Bytes, 10)
			}
			if err := row(f.URL, string(f.Found), n(f.Status), n(f.URLs), n(f.Sitemaps), n(f.Errors), f.Problem, f.Note, l.oldest, l.newest,
				n(l.listed), n(l.redirect), n(l.failed), n(l.noindex), n(l.blocked), n(l.canonicalised), n(l.orphan), bytes); err != nil {
				return err
			}
		}
		return nil
	}}
}
