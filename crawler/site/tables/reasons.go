package tables

import (
	"context"
	"errors"
	"iter"
	"strings"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/sqlite"
)

// reasons tell why URLs are not listed.
type reasons struct {
	crawl *stored.Crawl
	judge *audit.JudgeCrawl
}

// reasons are read once.
func (s *Source) reasons(ctx context.Context) (*reasons, error) {
	if s.why != nil {
		return s.why, nil
	}
	options, err := s.Crawl.Judge(ctx, stored.Instead{})
	if err != nil {
		return nil, err
	}
	options.NoViews = s.Crawl.Counts().Known > mostViews
	judge, err := audit.NewJudge(ctx, s.Crawl, options)
	if err == nil {
		s.why = &reasons{s.Crawl, judge}
	}
	return s.why, err
}

// mostViews is up to how many known URLs it is looked again for what views of
// pages show: beyond, that takes longer than all tables.
const mostViews = 200_000

// of gives what shows the verdict of a URL, and the later rules that match it,
// too; nothing for one that is listed. Of a view of a page in a crawl of more than
// mostViews URLs it gives the page alone.
func (r *reasons) of(u *query.URL) (evidence, also string, err error) {
	if u.Code.State() == audit.ListedInFile {
		return "", "", nil
	}
	list, err := r.judge.Explain(u.Row)
	if err != nil {
		return "", "", err
	}
	if len(list) == 0 || list[0].Code != u.Code {
		evidence, err = r.viewOf(u)
		return evidence, "", err
	}
	var texts, codes []string
	for i, x := range list {
		if i > 0 {
			codes = append(codes, x.Code.String())
			continue
		}
		for _, e := range x.Evidence {
			texts = append(texts, evidenceText(e))
		}
	}
	return strings.Join(texts, "; "), strings.Join(codes, " "), nil
}

// viewOf tells of which page a URL is a view, by the stored verdict.
func (r *reasons) viewOf(u *query.URL) (string, error) {
	v, err := r.crawl.VerdictOf(u.ID)
	if err != nil || v.Target == frontier.NoID {
		return explainTells, err
	}
	url, err := r.crawl.URL(v.Target)
	return "a view of " + url + "; " + explainTells, err
}

// explainTells is where evidence is that takes too long for all URLs.
const explainTells = "what shows it: portolan explain FOLDER URL"

// evidenceText is a piece of evidence in one line: the bytes that decide, where
// they stand, and what they mean.
func evidenceText(e audit.Evidence) string {
	text := e.Text
	if text == "" {
		text = e.Note
	} else if e.Note != "" {
		text += ", " + e.Note
	}
	if e.Where != "" {
		text += " (" + e.Where + ")"
	}
	return text
}

// places tell in the order of URLs where the site's own sitemaps list them.
type places struct {
	next func() (sqlite.Found, error, bool)
	stop func()
	at   sqlite.Found
	more bool
	read bool
}

func newPlaces(ctx context.Context, s *Source) *places {
	p := &places{}
	p.next, p.stop = iter.Pull2(s.Crawl.FoundIn(ctx, frontier.FromSitemap))
	return p
}

// of gives file and line of each place.
func (p *places) of(id frontier.ID) (string, error) {
	var list []string
	for {
		if !p.read {
			var err error
			if p.at, err, p.more = p.next(); err != nil {
				return "", err
			}
			p.read = true
		}
		if !p.more || p.at.ID > id {
			return strings.Join(list, "; "), nil
		}
		if p.at.ID == id {
			place, _, _ := strings.Cut(p.at.Detail, " ")
			list = append(list, place)
		}
		p.read = false
	}
}

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
