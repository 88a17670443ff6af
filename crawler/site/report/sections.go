package report

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler"
	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// Origin is a way in which URLs became known.
type Origin struct {
	Name                 string
	Known, Listed, Alone int // Alone: known in no other way
}

// originNames are the ways by bit of frontier.Source.
var originNames = [...]string{"the start of the crawl", "links", "sitemaps", "access logs", "lists and exports", "the web server's folder", "the crawl before", "translations in sitemaps"}

// origins counts URLs by how they are known.
type origins [len(originNames)]Origin

func (o *origins) add(from frontier.Source, listed bool) {
	for i := range o {
		bit := frontier.Source(1) << i
		if from&bit == 0 {
			continue
		}
		o[i].Known++
		if listed {
			o[i].Listed++
		}
		if from&^(frontier.FromStart|frontier.FromPrevious) == bit {
			o[i].Alone++
		}
	}
}

func (o *origins) list() (list []Origin) {
	for i := range o {
		if o[i].Known > 0 && i > 0 {
			o[i].Name = originNames[i]
			list = append(list, o[i])
		}
	}
	return list
}

// Segment is a part of the site by the user's own name.
type Segment struct {
	Name                                          string
	URLs, Pages, Listed, Errors, Warnings, Notice int
}

// segments counts by the user's segments.
type segments struct {
	crawl *stored.Crawl
	of    map[string]*Segment
}

func (s *segments) at(url string) *Segment {
	if len(s.crawl.Segments) == 0 {
		return nil
	}
	name := s.crawl.Segments.Of(url)
	if s.of[name] == nil {
		s.of[name] = &Segment{Name: name}
	}
	return s.of[name]
}

func (s *segments) finding(f *query.Finding) {
	if f.ID == frontier.NoID {
		return
	}
	if x := s.at(f.URL); x != nil {
		*[...]*int{findings.Notice: &x.Notice, findings.Warning: &x.Warnings, findings.Error: &x.Errors}[f.Severity]++
	}
}

func (s *segments) list() (list []Segment) {
	for _, name := range append(s.crawl.Segments.Names(), "") {
		if x := s.of[name]; x != nil && x.URLs > 0 {
			list = append(list, *x)
		}
	}
	return list
}

// Change is one kind of what has changed since the crawl before.
type Change struct {
	Kind     string
	N        int
	Examples []diff.Change
}

const changeExamples = 5

// changes counts what has changed.
type changes map[string]*Change

func (c changes) add(x *diff.Change) error {
	kind := x.Kind.String()
	if c[kind] == nil {
		c[kind] = &Change{Kind: kind}
	}
	if c[kind].N++; len(c[kind].Examples) < changeExamples {
		e := *x
		e.URL, e.To, e.Before, e.After = strings.Clone(x.URL), strings.Clone(x.To), strings.Clone(x.Before), strings.Clone(x.After)
		c[kind].Examples = append(c[kind].Examples, e)
	}
	return nil
}

func (c changes) list() (list []Change) {
	for _, x := range c {
		list = append(list, *x)
	}
	slices.SortFunc(list, func(a, b Change) int { return cmp.Or(b.N-a.N, strings.Compare(a.Kind, b.Kind)) })
	return list
}

// SitemapFile is a sitemap that the site has.
type SitemapFile struct {
	URL, Named, Problem string
	Status, Entries     int
	Errors              int
}

const shownSitemaps = 30

// dateNames say what the dates of sitemap entries rest on, in the order in which
// sources are asked.
var dateNames = [...]struct {
	source audit.LastModSource
	name   string
}{
	{audit.LastModFeed, "a feed of the site"}, {audit.LastModPage, "what the page itself says"}, {audit.LastModHeader, "its Last-Modified"},
	{audit.LastModList, "a list that was given"}, {audit.LastModFile, "the file in the web server's folder"},
	{audit.LastModHistory, "the crawl that first saw other content"}, {audit.LastModPrevious, "the sitemap before"},
}

// Dates counts the entries of the published set by what their dates rest on, those
// without a date last; nil where none has one.
func (r *Report) Dates() (list []Origin) {
	if r.Files == nil {
		return nil
	}
	left := r.Files.URLs
	for _, d := range dateNames {
		if n := r.Files.Dated[string(d.source)]; n > 0 {
			list = append(list, Origin{Name: d.name, Known: n})
			left -= n
		}
	}
	if len(list) > 0 && left > 0 {
		list = append(list, Origin{Name: "none", Known: left})
	}
	return list
}

// readNotes reads what a crawl has noted of itself.
func (r *Report) readNotes(crawl *stored.Crawl) {
	r.Files = stored.PublishedOf(crawl)
	files, _ := crawler.SitemapFiles(crawl.Meta)
	for _, f := range files {
		if f.Status != 200 && string(f.Found) == string(crawler.SitemapUsual) {
			continue // nobody says that it is there
		}
		if len(r.Sitemaps) == shownSitemaps {
			r.MoreSitemaps++
			continue
		}
		r.Sitemaps = append(r.Sitemaps, SitemapFile{f.URL, string(f.Found), cmp.Or(f.Note, f.Problem), f.Status, f.URLs + f.Sitemaps, f.Errors})
	}
	var receipt crawler.Receipt
	if json.Unmarshal([]byte(crawl.Meta(crawler.MetaReceipt)), &receipt) != nil || receipt.Requests == 0 {
		return
	}
	began, err := time.Parse(time.RFC3339, crawl.Meta(crawler.MetaStarted))
	ended, err2 := time.Parse(time.RFC3339, crawl.Meta(crawler.MetaEnded))
	if err == nil && err2 == nil {
		r.Took = ended.Sub(began)
	}
	agent := cmp.Or(crawl.Option("user-agent"), "portolan/"+crawl.Version())
	r.Politeness = func(w *words) string {
		say := func(text string, args ...any) string {
			for i, a := range args {
				if number, is := a.(string); is && decimal.MatchString(number) {
					args[i] = strings.Replace(number, ".", w.mark("number:."), 1)
				}
			}
			return w.tr(text, args...)
		}
		return receipt.TextBy(say, crawl.Options.Scope.Host, agent, r.Took)
	}
}

var decimal = regexp.MustCompile(`^[0-9]+\.[0-9]$`)

// failed reports verdicts of URLs that do not answer well.
func failed(code audit.Code) bool {
	switch code {
	case audit.HTTP4xx, audit.HTTP5xx, audit.NetworkError, audit.HTTPOther, audit.RedirectLoop, audit.Soft404:
		return true
	}
	return false
}
