package tables

import (
	"context"
	"slices"
	"strconv"

	"github.com/portolan-seo/portolan/crawler/audit"
	"github.com/portolan-seo/portolan/crawler/site/report"
	"github.com/portolan-seo/portolan/frontier"
)

const (
	maxHops   = 20 // that are followed
	shownHops = 10
)

// redirectsTable has Screaming Frog's "Redirect Chains": what redirects, and
// each hop on the way.
func redirectsTable() *Table {
	names := []string{"Chain Type", "Number of Redirects#", "Redirect Loop", "Temp Redirect in Chain", "Address", "Final Address", "Final Indexability", "Final Status Code#", "First Found On"}
	for i := range shownHops {
		n := strconv.Itoa(i + 1)
		names = append(names, "Status Code "+n+"#", "Redirect URL "+n)
	}
	return &Table{Name: "redirects", Sheet: "Redirects", Words: "what redirects, with each hop", Columns: columns(names...), rows: redirectRows}
}

func redirectRows(ctx context.Context, s *Source, row func(...string) error) error {
	if err := s.judged(ctx); err != nil {
		return err
	}
	known := s.Crawl.Counts().Known
	to, status := make([]frontier.ID, known), make([]uint16, known)
	for i := range to {
		to[i] = frontier.NoID
	}
	for r, err := range s.Crawl.Brief(ctx, 0) {
		switch {
		case err != nil:
			return err
		case int(r.ID) < known && r.Page != nil:
			to[r.ID], status[r.ID] = r.Location, uint16(r.Page.Status)
		}
	}
	for id := range to {
		if to[id] == frontier.NoID || status[id] == 0 { // 0: another spelling
			continue
		}
		if s.In != "" {
			if url, err := s.url(frontier.ID(id)); err != nil {
				return err
			} else if !s.in(url) {
				continue
			}
		}
		cells, err := s.chain(frontier.ID(id), to, status)
		if err == nil {
			err = row(cells...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Source) chain(id frontier.ID, to []frontier.ID, status []uint16) ([]string, error) {
	path := []frontier.ID{id}
	loop, temporary := false, false
	for at := id; int(at) < len(to) && to[at] != frontier.NoID && len(path) <= maxHops && !loop; at = to[at] {
		loop = slices.Contains(path, to[at])
		temporary = temporary || status[at] == 302 || status[at] == 303 || status[at] == 307
		path = append(path, to[at])
	}
	end := path[len(path)-1]
	indexable, _ := report.Indexability(s.code(end), nil)
	row, err := s.Crawl.Row(id)
	if err != nil {
		return nil, err
	}
	via := frontier.NoID
	if row != nil {
		via = row.Via
	}
	from, err := s.url(via)
	if err != nil {
		return nil, err
	}
	texts := make([]string, len(path))
	for i, at := range path {
		if texts[i], err = s.url(at); err != nil {
			return nil, err
		}
	}
	final, kind := "", "HTTP Redirect"
	if int(end) < len(status) && status[end] != 0 {
		final = strconv.Itoa(int(status[end]))
	}
	if s.code(id) != audit.RedirectLoop && status[id] < 300 {
		kind = "Meta Refresh Redirect"
	}
	cells := []string{kind, strconv.Itoa(len(path) - 1), strconv.FormatBool(loop), strconv.FormatBool(temporary), Readable(texts[0]), Readable(texts[len(texts)-1]), indexable, final, from}
	for i := range shownHops {
		if i+1 >= len(path) {
			cells = append(cells, "", "")
			continue
		}
		cells = append(cells, strconv.Itoa(int(status[path[i]])), texts[i+1])
	}
	return cells, nil
}
