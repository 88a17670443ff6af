package list

import (
	"bufio"
	"bytes"
	"path"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/table"
	"github.com/portolan-seo/portolan/sitemap"
)

// urlNames are names of columns that hold URLs, lower case, the surest first
// by number.
var urlNames = map[string]int{
	"url": 9, "loc": 9, "address": 8, "adresse": 8, "urls": 8, "page url": 7, "full url": 7, "location": 6, "permalink": 6, "link": 5, "href": 5,
	"page": 4, "landing page": 4, "seite": 4, "uri": 4, "path": 3,
}

// tabular finds out whether a list is a table, and which column has the URLs;
// -1 if it is a URL a line. URLs hold commas and semicolons themselves: without
// a header, and with no name that says so, these separate nothing.
func tabular(start []byte, whole bool, name string) (table.Sample, int) {
	sample, ok := table.Sniff(start, whole)
	if !ok {
		return sample, -1
	}
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	named := strings.Contains(base, ".csv") || strings.Contains(base, ".tsv")
	if sample.Comma != '\t' && sample.Header == nil && !named && start[0] != '"' {
		return sample, -1
	}
	best, most := -1, 0
	for i := range sample.Columns {
		c := &sample.Columns[i]
		score := 0
		switch {
		case c.Mostly(table.URL):
			score = 300
		case c.Mostly(table.URL, table.Path, table.Site):
			score = 200
		case c.Counts[table.URL] > 0:
			score = 100
		default:
			continue
		}
		if score += urlNames[strings.ToLower(c.Name)]; score > most {
			best, most = i, score
		}
	}
	return sample, best
}

// rows reads a table.
func (l *list) rows(text *bufio.Reader, sample table.Sample, column int) error {
	l.m.Broken.Why = "no URL in its column"
	names := make([]string, len(sample.Columns))
	for i := range names {
		if names[i] = "column-" + strconv.Itoa(i+1); i < len(sample.Header) {
			if n := discover.MeasureName(sample.Header[i]); n != "" {
				names[i] = n
			}
		}
	}
	r := table.NewReader(text, sample.Comma)
	for {
		row, err := r.Next()
		if err != nil {
			return l.end(err)
		}
		head := row.Line < sample.Line || sample.Header != nil && row.Line == sample.Line
		if head || row.Whole && row.Raw[0] == '#' {
			continue
		}
		l.m.Lines++
		if !row.Whole || column >= len(row.Cells) || len(row.Cells[column]) == 0 {
			l.m.Broken.Add(row.Line, row.Raw)
			continue
		}
		seed := discover.Seed{Line: row.Line}
		for i, cell := range row.Cells[:min(len(row.Cells), len(names))] {
			if i != column && len(cell) > 0 && !l.attribute(names[i], string(cell), &seed) {
				seed.Measures = append(seed.Measures, measure(names[i], cell, sample.Numbers))
			}
		}
		if err := l.add(row.Cells[column], row.Raw, &seed); err != nil {
			return err
		}
	}
}

// maxText is how much of a cell is kept, in bytes.
const maxText = 500

func measure(name string, cell []byte, numbers table.Numbers) discover.Measure {
	if v, ok := numbers.Parse(cell); ok {
		return discover.Measure{Name: name, Value: v}
	}
	return discover.Measure{Name: name, Text: discover.Printable(string(bytes.ToValidUTF8(cell[:min(len(cell), maxText)], nil)))}
}

// attribute takes a value that the protocol knows; false if its name is none
// of those. A value that is not as the protocol wants it is told and left out.
func (l *list) attribute(name, value string, seed *discover.Seed) bool {
	value = strings.Trim(value, `"'`)
	ok := true
	switch strings.ToLower(name) {
	case "lastmod":
		seed.LastMod, ok = sitemap.NormalizeLastMod(value)
	case "changefreq":
		if ok = frequencies[strings.ToLower(value)]; ok {
			seed.ChangeFreq = strings.ToLower(value)
		}
	case "priority":
		v, err := strconv.ParseFloat(value, 64)
		if ok = err == nil && v >= 0 && v <= 1; ok {
			seed.Priority = value
		}
	default:
		return false
	}
	if !ok {
		l.leave("values of "+strings.ToLower(name)+" that the protocol does not know", seed.Line, value)
	}
	return true
}

var frequencies = map[string]bool{"always": true, "hourly": true, "daily": true, "weekly": true, "monthly": true, "yearly": true, "never": true}

// leave counts a value that is left out.
func (l *list) leave(why string, line int, text string) {
	for i := range l.odd {
		if l.odd[i].Why == why {
			l.odd[i].Add(line, []byte(text))
			return
		}
	}
	l.odd = append(l.odd, discover.Faults{Why: why})
	l.odd[len(l.odd)-1].Add(line, []byte(text))
}
