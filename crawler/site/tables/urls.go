package tables

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
	"github.com/portolan-seo/portolan/crawler/site/query"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// urlsTable has the columns of Screaming Frog's "Internal: All", in its order,
// then ours, then what the user's own expressions have taken of pages. Listed In
// names the site's own sitemaps with their lines; Sitemap Lastmod is the date
// that the sitemap of portolan gives, by Lastmod Source.
func urlsTable() *Table {
	return &Table{Name: "urls", Sheet: "URLs", Words: "every known URL, with Screaming Frog's columns", Columns: columns(
		"Address", "Content Type", "Status Code#", "Status", "Indexability", "Indexability Status", "Title 1", "Title 1 Length#", "Meta Description 1",
		"Meta Description 1 Length#", "H1-1", "H1-1 Length#", "H1-2", "H1-2 Length#", "Meta Robots 1", "X-Robots-Tag 1", "Meta Refresh 1",
		"Canonical Link Element 1", "HTTP Canonical", `rel="next" 1`, `rel="prev" 1`, "Size (bytes)#", "Transferred (bytes)#", "Word Count#", "Crawl Depth#",
		"Folder Depth#", "Inlinks#", "Unique Inlinks#", "Outlinks#", "Unique Outlinks#", "External Outlinks#", "Unique External Outlinks#",
		"Closest Near Duplicate Match", "No. Near Duplicates#", "Hash", "Response Time#", "Last Modified", "Redirect URL", "Redirect Type", "Language",
		"HTTP Version", "URL Encoded Address", "Crawl Timestamp",
		"Verdict", "State", "Verdict Evidence", "Also", "Listed In", "Sitemap Lastmod", "Lastmod Source", "Found By", "First Found On", "Template", "Findings", "Cluster",
	), rows: urlRows, total: func(r *report.Report) int { return r.Known }, more: takenColumns}
}

func urlRows(ctx context.Context, s *Source, row func(...string) error) error {
	if err := s.judged(ctx); err != nil {
		return err
	}
	table := query.URLColumnsOf(s.Crawl)
	wanted, err := table.Columns(append([]string{"inlinks", "findings", "canonical_url", "redirect_url", "first_linked_from", "sources", "evidence", "also", "listed_in", "lastmod", "lastmod_source"}, s.taken()...))
	if err != nil {
		return err
	}
	with, err := newRowFacts(ctx, s)
	if err != nil {
		return err
	}
	defer with.out.stop()
	for u, err := range query.URLs(ctx, s.Crawl, s.URLs(), wanted) {
		if err != nil {
			return err
		}
		cells, err := s.urlCells(ctx, u, with, wanted)
		if err == nil {
			err = row(cells...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rowFacts are what the URLs' table has besides the columns of query.
type rowFacts struct {
	out      *outLinks
	alike    *alike
	clusters *clusters
	checked  map[frontier.ID]frontier.Checked // of other hosts, by --check-external
}

func newRowFacts(ctx context.Context, s *Source) (f *rowFacts, err error) {
	f = &rowFacts{checked: map[frontier.ID]frontier.Checked{}}
	_, err = frontier.EachChecked(s.Crawl.Meta, func(c *frontier.Checked) {
		if c.URL == "" {
			f.checked[c.ID] = *c
		}
	})
	if err != nil {
		return nil, err
	}
	if f.alike, err = s.alike(ctx); err != nil {
		return nil, err
	}
	if f.clusters, err = s.clusters(ctx); err != nil {
		return nil, err
	}
	f.out = newOutLinks(ctx, s)
	return f, nil
}

func (s *Source) urlCells(ctx context.Context, u *query.URL, with *rowFacts, wanted []*query.Column[query.URL]) ([]string, error) {
	p := u.Page
	if p == nil {
		p = &record.Page{}
	}
	o, err := with.out.of(u.ID)
	if err != nil {
		return nil, err
	}
	value := func(i int) string { return wanted[i].Cell(u) }
	next, err := s.url(o.next)
	prev, err2 := s.url(o.prev)
	pattern, err3 := s.template(ctx, u.Row.URL)
	if err := cmp.Or(err, err2, err3); err != nil {
		return nil, err
	}
	html := func(n int) string {
		if !p.HTML {
			return ""
		}
		return strconv.Itoa(n)
	}
	answered := func(n int64) string {
		if p.Status == 0 {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
	length := func(text string) string {
		if text == "" && !p.HTML {
			return ""
		}
		return strconv.Itoa(findings.Columns(text))
	}
	indexable, why := report.Indexability(u.Code, u.Page)
	depth, took, asked := "", "", ""
	if u.Depth != frontier.NoDepth {
		depth = strconv.Itoa(int(u.Depth))
	}
	if p.Status != 0 {
		took = strconv.FormatFloat(p.Total.Seconds(), 'f', 3, 64)
	}
	if !p.FetchedAt.IsZero() {
		asked = p.FetchedAt.UTC().Format(time.DateTime)
	}
	canonical, httpCanonical, err := s.canonicals(u, o, value(2))
	if err != nil {
		return nil, err
	}
	like, likes := "", ""
	if other, n := with.alike.of(u.ID); n > 0 {
		likes = strconv.Itoa(n)
		if like, err = s.url(other); err != nil {
			return nil, err
		}
	}
	cluster, err := with.clusters.of(s, u.ID, u.Row.URL)
	if err != nil {
		return nil, err
	}
	hash := ""
	if p.TextHash != 0 {
		hash = fmt.Sprintf("%016x", p.TextHash)
	}
	status, says := answered(int64(p.Status)), statusText(p)
	if c, asked := with.checked[u.ID]; asked && u.Page == nil {
		status, says = checkedStatus(&c)
	}
	kind, refresh := redirectKind(p, value(3))
	cells := []string{
		Readable(u.Row.URL), p.ContentType, status, says, indexable, why, p.Title, length(p.Title), p.Description,
		length(p.Description), p.H1[0], length(p.H1[0]), p.H1[1], length(p.H1[1]), content(p.RobotsMeta), strings.ReplaceAll(p.RobotsHeader, "\n", ", "), refresh,
		canonical, httpCanonical, next, prev, answered(p.Inflated), answered(p.Wire), html(p.Words), depth,
		strconv.Itoa(folders(u.Row.URL)), strconv.Itoa(int(u.InLinks.Links)), strconv.Itoa(int(u.InLinks.Pages)), html(o.inside), html(o.insideUnique), html(o.outside), html(o.outsideUnique),
		like, likes, hash, took, p.LastModified, value(3), kind, p.Lang,
		"", u.Row.URL, asked,
		u.Code.String(), u.Code.State().String(), value(6), value(7), value(8), value(9), value(10), strings.Join(wanted[5].Values(u), "+"), value(4), pattern, strings.Join(u.Findings, " "), cluster,
	}
	for _, column := range wanted[urlValues:] {
		cells = append(cells, strings.Join(column.Values(u), "; "))
	}
	return cells, nil
}

// canonicals gives what a page names as its canonical, by a tag and by a header;
// named is the other URL that both amount to.
func (s *Source) canonicals(u *query.URL, o *pageLinks, named string) (tag, header string, err error) {
	text := func(id frontier.ID) string {
		switch {
		case id == u.ID:
			return u.Row.URL
		case id == frontier.NoID:
			return ""
		case id == u.Canonical && named != "":
			return named
		}
		url, failed := s.url(id)
		err = cmp.Or(err, failed)
		return url
	}
	tag, header = text(o.canonical), text(o.httpCanonical)
	if tag == "" && header == "" && u.Page != nil && u.Page.Canonical == record.CanonicalSelf {
		tag = u.Row.URL
	}
	return tag, header, err
}

// urlValues is how many values of query.URL each row is made of besides those
// that were taken of the page.
const urlValues = 11

// taken are the names of what the user's own expressions take of pages.
func (s *Source) taken() []string {
	if s.Crawl.Extract.Empty() {
		return nil
	}
	return s.Crawl.Extract.Names()
}

func takenColumns(s *Source) (list []Column) {
	for _, name := range s.taken() {
		list = append(list, Column{Name: name, Number: s.Crawl.Extract.Numbers(name)})
	}
	return list
}

func (s *Source) url(id frontier.ID) (string, error) {
	if id == frontier.NoID {
		return "", nil
	}
	return s.Crawl.URL(id)
}

// statusText is the answer in words.
func statusText(p *record.Page) string {
	switch {
	case p.Outcome == record.RobotsBlocked:
		return "Blocked by robots.txt"
	case p.Status != 0:
		return http.StatusText(p.Status)
	}
	return p.Err.String()
}

// checkedStatus is what --check-external was answered; of a redirect it has
// asked for its end alone.
func checkedStatus(c *frontier.Checked) (status, says string) {
	switch {
	case c.End != "" && c.Status != 0:
		return "", fmt.Sprintf("Redirects to %s, which answers %d", c.End, c.Status)
	case c.End != "":
		return "", fmt.Sprintf("Redirects to %s: %s", c.End, cmp.Or(c.Err, c.Why))
	case c.Status != 0:
		return strconv.Itoa(c.Status), http.StatusText(c.Status)
	}
	return "", cmp.Or(c.Err, c.Why)
}

// content gives the directives of robots metas, which are noted with the name
// of the meta.
func content(metas string) string {
	var list []string
	for line := range strings.SplitSeq(metas, "\n") {
		_, directives, found := strings.Cut(line, ": ")
		if found {
			line = directives
		}
		if line != "" {
			list = append(list, line)
		}
	}
	return strings.Join(list, ", ")
}

// redirectKind tells how a page sends on.
func redirectKind(p *record.Page, to string) (kind, refresh string) {
	switch {
	case to == "" || p.Outcome == record.Folded:
		return "", ""
	case p.Status >= 300 && p.Status < 400:
		return "HTTP Redirect", ""
	}
	return "Meta Refresh Redirect", to
}

// folders counts the directories of a URL's path.
func folders(url string) int {
	_, rest, _ := strings.Cut(url, "://")
	path, _, _ := strings.Cut(rest, "?")
	return max(0, strings.Count(path, "/")-1)
}
