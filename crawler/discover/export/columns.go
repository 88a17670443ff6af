package export

import (
	_ "embed"
	"strings"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/table"
)

// rule says how a measure of several rows becomes one.
type rule uint8

const (
	first rule = iota // the first row's
	sum
	mean  // weighted by impressions
	ratio // clicks by impressions, computed again
	most
	last // the latest date
)

var ruleNames = map[string]rule{"-": first, "first": first, "sum": sum, "mean": mean, "ratio": ratio, "most": most, "last": last}

// meaning is what a column's name says.
type meaning struct {
	name string // of the measure, or one of the roles
	rule rule
}

// The roles of columns that are no measures.
const (
	roleTarget    = "TARGET"
	roleSource    = "SOURCE"
	roleURL       = "URL"
	roleQuery     = "QUERY"
	roleDate      = "DATE"
	roleDimension = "DIMENSION"
	roleProperty  = "PROPERTY"
)

func (m meaning) role() bool { return m.name != "" && strings.ToUpper(m.name) == m.name }

//go:embed columns.tsv
var columnsTable string

// meanings finds meanings by the names of columns.
var meanings = parseColumns(columnsTable)

func parseColumns(text string) map[string]meaning {
	all := map[string]meaning{}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		cells := strings.Split(line, "\t")
		if strings.HasPrefix(line, "#") || len(cells) != 3 {
			continue
		}
		for name := range strings.SplitSeq(cells[2], "|") {
			if _, taken := all[name]; !taken {
				all[name] = meaning{cells[0], ruleNames[cells[1]]}
			}
		}
	}
	return all
}

// meaningOf gives what a column means by its name; "" if that says nothing.
func meaningOf(name string) meaning {
	name = strings.ToLower(strings.Trim(name, "\ufeff\"' "))
	if m, found := meanings[name]; found {
		return m
	}
	return meanings[strings.ReplaceAll(name, "_", " ")]
}

// column is one that is read.
type column struct {
	at   int // from 0
	name string
	rule rule
	text bool // never a number
}

// layout is what the columns of a table are.
type layout struct {
	sample  table.Sample
	means   []meaning // of each column
	url     int       // of the page, -1 for none
	source  int       // of a page that links to it, or -1
	date    int       // dimensions, or -1
	site    int
	columns []column // measures
}

// layoutOf looks at names, shapes and the first rows. inSite reports a cell
// that names a URL of the site.
func layoutOf(s table.Sample, rows [][][]byte, inSite func(cell []byte) bool) *layout {
	l := &layout{sample: s, means: make([]meaning, len(s.Columns)), url: -1, source: -1, date: -1, site: -1}
	for i := range s.Columns {
		l.means[i] = meaningOf(s.Columns[i].Name)
	}
	l.findURL(func(column int) int {
		n := 0
		for _, row := range rows[:min(len(rows), 50)] {
			if column < len(row) && inSite(row[column]) {
				n++
			}
		}
		return n
	})
	l.byShape(rows)
	for i, m := range l.means {
		switch {
		case i == l.url:
		case m.name == roleSource && l.source < 0:
			l.source = i
		case m.name == roleDate && !s.Columns[i].Mostly(table.DateTime, table.Integer):
			l.measure(i, meaning{})
		case m.name == roleDate && l.date < 0:
			l.date = i
		case m.name == roleProperty && l.site < 0:
			l.site = i
		case m.role() && m.name != roleURL && m.name != roleTarget:
		default:
			l.measure(i, m)
		}
	}
	return l
}

// measure adds a column to those that are read.
func (l *layout) measure(i int, m meaning) {
	c := column{at: i, name: m.name, rule: m.rule, text: m.rule == last}
	if m.name == "" || m.role() {
		if c.name = discover.MeasureName(l.sample.Columns[i].Name); c.name == "" {
			return
		}
		c.rule, c.text = first, false
	}
	for _, other := range l.columns {
		if other.name == c.name {
			return // a second column of the same name adds nothing that can be told apart
		}
	}
	if len(l.columns) < maxColumns {
		l.columns = append(l.columns, c)
	}
}

// maxColumns is how many measures of a table are read.
const maxColumns = 250

// findURL finds the column of pages: the one with most URLs of the site, of
// equals the one whose name says so, then the first.
func (l *layout) findURL(inSite func(int) int) {
	best := 0
	for i := range l.sample.Columns {
		c := &l.sample.Columns[i]
		urls := c.Counts[table.URL] + c.Counts[table.Path] + c.Counts[table.Site]
		if urls == 0 || urls*2 < c.Filled() && c.Counts[table.Path] == 0 {
			continue
		}
		score := 1 + 20*inSite(i)
		switch l.means[i].name {
		case roleTarget:
			score += 10
		case roleURL:
			score += 8
		case roleSource:
			score -= 1000
		case "":
			score += 4
		}
		if c.Mostly(table.URL, table.Path, table.Site) {
			score += 2
		}
		if l.url < 0 || score > best {
			best, l.url = score, i
		}
	}
}

// byShape finds clicks, impressions, CTR and position where the names do not
// say all: Search Console and Bing write tables of five columns in the user's
// language: two counts, a percentage and a number. Nothing has more clicks than
// impressions.
func (l *layout) byShape(rows [][][]byte) {
	c := l.sample.Columns
	if len(c) != 5 || l.has("clicks", "impressions", "ctr", "position") ||
		!c[1].Mostly(table.Integer) || !c[2].Mostly(table.Integer) || !c[3].Mostly(table.Percent) || !c[4].Mostly(table.Decimal, table.Integer) {
		return
	}
	var sums [2]float64
	for _, row := range rows {
		for i := range sums {
			if i+1 < len(row) {
				v, _ := l.sample.Numbers.Parse(row[i+1])
				sums[i] += v
			}
		}
	}
	clicks, impressions := 1, 2
	if sums[0] > sums[1] {
		clicks, impressions = 2, 1
	}
	l.means[clicks], l.means[impressions] = meanings["clicks"], meanings["impressions"]
	l.means[3], l.means[4] = meanings["ctr"], meanings["position"]
}

// has reports whether all of some measures or roles are there.
func (l *layout) has(names ...string) bool {
	for _, name := range names {
		if l.at(name) < 0 {
			return false
		}
	}
	return true
}

// at gives the column of a measure or role, -1 if there is none.
func (l *layout) at(name string) int {
	for i, m := range l.means {
		if m.name == name {
			return i
		}
	}
	return -1
}

// named reports whether columns of all of some names are there.
func (l *layout) named(names ...string) bool {
	for _, want := range names {
		found := false
		for i := range l.sample.Columns {
			found = found || strings.EqualFold(strings.Trim(l.sample.Columns[i].Name, `"' `), want)
		}
		if !found {
			return false
		}
	}
	return true
}
