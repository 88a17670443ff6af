package findings

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/frontier"
)

// datesOf counts the dates of a sitemap beside those of its pages.
type datesOf struct{ n, older, newer int }

// maxCompared is of how many pages dates are compared: the first ones.
const maxCompared = 20_000

// How far a sitemap's date may lie from the page's own.
const (
	tooOld = -7 * 24 * time.Hour
	tooNew = 30 * 24 * time.Hour
)

// compareDates holds the dates that sitemaps give of a page against its own.
func (s *survey) compareDates(u *subject) {
	if !u.indexable || u.marks&inSitemap == 0 || u.Page.Modified == "" || s.tally.compared == maxCompared {
		return
	}
	own, ok := dayOf(u.Page.Modified)
	if !ok {
		return
	}
	s.tally.compared++
	sources, err := s.crawl.Sources(u.ID)
	s.fail(err)
	for _, at := range sources {
		place, date, _ := strings.Cut(at.Detail, " ")
		said, ok := dayOf(date)
		if at.Source != frontier.FromSitemap || !ok {
			continue
		}
		file := place[:max(0, strings.LastIndexByte(place, ':'))]
		if s.tally.dates == nil {
			s.tally.dates = map[string]*datesOf{}
		}
		d := s.tally.dates[file]
		if d == nil {
			d = &datesOf{}
			s.tally.dates[file] = d
		}
		d.n++
		switch off := said.Sub(own); {
		case off < tooOld:
			d.older++
		case off > tooNew:
			d.newer++
		}
	}
}

// tellDates tells of the sitemaps whose dates are others than the pages' own.
func (s *survey) tellDates() {
	for _, file := range slices.Sorted(maps.Keys(s.tally.dates)) {
		d := s.tally.dates[file]
		if float64(d.n) >= s.limit("pages") && float64((d.older+d.newer)*100) >= s.limit("off")*float64(d.n) && !strings.Contains(pathOf(file), "news") {
			s.siteFound(file, Finding{Target: frontier.NoID, Detail: fmt.Sprintf("of %s %d are a week older and %d a month newer than what the pages say of themselves", plural(d.n, "date", "dates"), d.older, d.newer)})
		}
	}
}

// dayOf reads the day of a W3C date-time.
func dayOf(text string) (time.Time, bool) {
	day, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))])
	return day, err == nil
}
