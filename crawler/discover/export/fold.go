package export

import (
	"bytes"
	"encoding/binary"
	"math"
	"time"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/spill"
)

// total is what the rows of one URL give together.
type total struct {
	url     []byte
	key     uint64
	rows    int
	line    int
	flags   byte // that one row has
	cells   []cellSum
	domains map[uint64]struct{}
	links   [2]int // nofollow, lost

	contested int
	contests  []contest // those with the most impressions
}

// cellSum is one column of a total.
type cellSum struct {
	kind   byte
	value  float64 // sum, largest or first value; of a mean the weighted sum
	weight float64
	plain  float64 // of a mean without weights
	n      int
	text   string
}

// maxDomains bounds the hosts that are told apart for one page.
const maxDomains = 1 << 20

// fold gives the seeds of a table.
func (s *sheet) fold() error {
	impressions := -1
	for i, c := range s.l.columns {
		if c.name == "impressions" {
			impressions = i
		}
	}
	var t total
	for row, err := range s.rows.Rows() {
		if err != nil {
			return err
		}
		if t.rows > 0 && (t.key != row.Key || !bytes.Equal(t.url, row.URL)) {
			if !s.r.yield(s.made(&t)) {
				return errStop
			}
			t.rows = 0
		}
		if t.rows == 0 {
			t = total{url: append(t.url[:0], row.URL...), key: row.Key, cells: make([]cellSum, len(s.l.columns))}
		}
		s.add(&t, row, impressions)
	}
	if t.rows > 0 && !s.r.yield(s.made(&t)) {
		return errStop
	}
	return nil
}

// add adds a row to the total of its URL.
func (s *sheet) add(t *total, row spill.Row, impressions int) {
	b := row.Data
	flags := b[0]
	line, n := binary.Uvarint(b[1:])
	b = b[1+n:]
	if flags&isContest != 0 {
		t.contest(b)
		return
	}
	if t.rows++; t.rows == 1 {
		t.line = int(line)
	}
	t.flags |= flags
	if s.k.links {
		if domain := binary.LittleEndian.Uint64(b); domain != 0 && len(t.domains) < maxDomains {
			if t.domains == nil {
				t.domains = map[uint64]struct{}{}
			}
			t.domains[domain] = struct{}{}
		}
		for i := range t.links {
			if flags&(isNoFollow<<i) != 0 {
				t.links[i]++
			}
		}
		return
	}
	cells := make([]cellSum, len(s.l.columns))
	for i := range cells {
		cells[i], b = readCell(b)
	}
	weight := 0.0
	if impressions >= 0 {
		weight = cells[impressions].value
	}
	for i, c := range s.l.columns {
		t.cells[i].add(cells[i], c.rule, weight)
	}
}

// readCell reads what appendCell wrote.
func readCell(b []byte) (c cellSum, rest []byte) {
	c.kind, b = b[0], b[1:]
	switch c.kind {
	case numberCell:
		c.value = math.Float64frombits(binary.LittleEndian.Uint64(b))
		b = b[8:]
	case dateCell:
		c.value = float64(int64(binary.LittleEndian.Uint64(b)))
		b = b[8:]
	case textCell:
		size, n := binary.Uvarint(b)
		c.text = string(b[n : n+int(size)])
		b = b[n+int(size):]
	}
	return c, b
}

// add adds the cell of one row.
func (c *cellSum) add(other cellSum, r rule, weight float64) {
	if other.kind == noCell {
		return
	}
	fresh := c.kind == noCell
	c.kind = other.kind
	switch {
	case r == sum:
		c.value += other.value
	case r == mean:
		c.value += other.value * weight
		c.weight += weight
		c.plain += other.value
		c.n++
	case (r == most || r == last) && (fresh || other.value > c.value), fresh:
		c.value, c.text = other.value, other.text
	}
}

// result gives a mean, or the value as it is.
func (c *cellSum) result(r rule) float64 {
	switch {
	case r != mean:
		return c.value
	case c.weight > 0:
		return c.value / c.weight
	}
	return c.plain / float64(c.n)
}

// made makes a seed of a total.
func (s *sheet) made(t *total) discover.Seed {
	seed := discover.Seed{Key: t.key, Source: discover.Export, File: s.m.File, Line: t.line, Count: t.rows}
	seed.Measures = s.measures(t)
	url := t.url
	alone := s.k.visits && t.flags&isPersonal != 0 && visitors(seed.Measures) <= 1
	switch {
	case t.flags&isSecret != 0:
		seed.Held = discover.HeldSecret
	case t.flags&isEffect != 0:
		seed.Held = discover.HeldEffect
	case alone:
		seed.Held = discover.HeldOneClient
	}
	if alone {
		url = discover.MaskPersonal(url)
	} else if seed.Held != "" {
		url = discover.Mask(url)
	}
	seed.URL = string(url)
	return seed
}

// visitors is the largest number of people or visits that a table has for a
// page.
func visitors(measures []discover.Measure) float64 {
	n := 0.0
	for _, m := range measures {
		switch m.Name {
		case "active-users", "sessions", "views", "new-users":
			n = max(n, m.Value)
		}
	}
	return n
}

func (s *sheet) measures(t *total) []discover.Measure {
	if s.k.links {
		all := []discover.Measure{{Name: "referring-pages", Value: float64(t.rows)}}
		if len(t.domains) > 0 {
			all = append(all, discover.Measure{Name: "referring-domains", Value: float64(len(t.domains))})
		}
		for i, name := range [...]string{"referring-pages-nofollow", "referring-pages-lost"} {
			if t.links[i] > 0 {
				all = append(all, discover.Measure{Name: name, Value: float64(t.links[i])})
			}
		}
		return all
	}
	values := map[string]float64{}
	for i, c := range s.l.columns {
		if t.cells[i].kind == numberCell {
			values[c.name] = t.cells[i].result(c.rule)
		}
	}
	all := make([]discover.Measure, 0, len(s.l.columns)+1)
	for i, c := range s.l.columns {
		cell := &t.cells[i]
		if cell.kind == noCell {
			continue
		}
		m := discover.Measure{Name: c.name, Value: cell.result(c.rule), Text: cell.text}
		impressions := values["impressions"]
		switch {
		case cell.kind == dateCell:
			m.Text = dateText(int64(cell.value))
		case c.rule == ratio && impressions > 0 && s.l.has("clicks"):
			m.Value = values["clicks"] / impressions
		case c.name == "sum-position" && impressions > 0: // BigQuery counts positions from 0
			m.Name, m.Value = "position", cell.value/impressions+1
		}
		all = append(all, m)
	}
	all = append(all, t.contestMeasures()...)
	if s.about.reason != "" && s.k.match != nil && s.l.drillDown() {
		all = append(all, discover.Measure{Name: "google-index-status", Text: s.about.reason})
	}
	return all
}

// dateText writes a date; Search Console has 1969-12-31 for pages that it never
// crawled.
func dateText(unix int64) string {
	t := time.Unix(unix, 0).UTC()
	switch {
	case t.Year() <= 1970:
		return "never"
	case unix%86400 == 0:
		return t.Format(time.DateOnly)
	}
	return t.Format(time.RFC3339)
}
