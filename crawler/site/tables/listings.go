package tables

import (
	"context"
	"errors"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/frontier"
)

// listing counts what the site's own sitemap lists.
type listing struct {
	listed, redirect, failed, noindex, blocked, canonicalised, orphan int
	oldest, newest                                                    string // lastmod
}

// add counts a URL with a place in the file.
func (l *listing) add(code audit.Code, orphan bool, lastmod string) {
	var none int
	at := &none
	switch code {
	case audit.Redirect, audit.RedirectLoop, audit.RedirectWall:
		at = &l.redirect
	case audit.HTTP4xx, audit.HTTP5xx, audit.Denied, audit.NetworkError:
		at = &l.failed
	case audit.NoIndexHeader, audit.NoIndexMeta:
		at = &l.noindex
	case audit.RobotsBlocked:
		at = &l.blocked
	case audit.CanonicalElsewhere:
		at = &l.canonicalised
	}
	if *at++; code.State() == audit.ListedInFile {
		l.listed++
	}
	if orphan {
		l.orphan++
	}
	if day := lastmod[:min(len(lastmod), len("2006-01-02"))]; day != "" {
		if l.oldest == "" || day < l.oldest {
			l.oldest = day
		}
		l.newest = max(l.newest, day)
	}
}

// listings counts what each sitemap of the site lists.
func (s *Source) listings(ctx context.Context) (map[string]*listing, error) {
	if err := s.judged(ctx); err != nil {
		return nil, err
	}
	orphans := map[frontier.ID]bool{}
	err := s.eachFinding(ctx, []string{"orphan"}, func(f *query.Finding) error {
		orphans[f.ID] = true
		return nil
	})
	all := map[string]*listing{}
	for at, failed := range s.Crawl.FoundIn(ctx, frontier.FromSitemap) {
		if err = errors.Join(err, failed); err != nil {
			return nil, err
		}
		place, lastmod, _ := strings.Cut(at.Detail, " ")
		file := discover.FileOf(place)
		if !s.in(at.URL) {
			continue
		}
		l := all[file]
		if l == nil {
			l = &listing{}
			all[strings.Clone(file)] = l
		}
		l.add(s.code(at.ID), orphans[at.ID], strings.Clone(lastmod))
	}
	return all, err
}
