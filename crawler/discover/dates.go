package discover

import "time"

// Dates are the lastmod dates of a sitemap's pages.
type Dates struct {
	N     int    `json:"n"`      // pages with a date
	Day   string `json:"day"`    // the commonest, as 2006-01-02
	OnDay int    `json:"on_day"` // pages of that day
}

// days counts dates by day.
type days map[string]int

// maxDays are the days that are told apart: a day that nine in ten entries have
// is among the first of them.
const maxDays = 5000

// add counts a W3C date; what is none counts for nothing.
func (d days) add(date string) {
	day := date[:min(len(date), len(time.DateOnly))]
	if _, known := d[day]; !known {
		if _, err := time.Parse(time.DateOnly, day); err != nil || len(d) == maxDays {
			return
		}
	}
	d[day]++
}

// most sums up; of days that are as common it takes the first.
func (d days) most() (of Dates) {
	for day, n := range d {
		of.N += n
		if n > of.OnDay || n == of.OnDay && day < of.Day {
			of.Day, of.OnDay = day, n
		}
	}
	return of
}
