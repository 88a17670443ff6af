package export

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/spill"
	"github.com/portolan-seo/portolan/crawler/discover/table"
)

// A query is contested where several pages of the site have a fair share of its
// impressions each: the search engine has not chosen one of them.
const (
	contestShare = 0.2 // of a page
	contestLeast = 100 // impressions of a query that are worth a word
	contestPages = 100_000
	maxQuery     = 200 // bytes
	maxContests  = 3   // of a page that are told
)

// contests finds contested queries in tables of queries and pages.
type contests struct {
	query, impressions int // columns
	rows               *spill.Sorter
}

// contest is a contested query of a page, and the other page that has most of
// it.
type contest struct {
	query      string
	other      string
	total, own float64
}

// contested gets ready for the queries of a table, if it has them with its
// pages.
func (s *sheet) contested() {
	query, impressions := s.l.at(roleQuery), s.l.at("impressions")
	if query >= 0 && impressions >= 0 && query != s.l.url && !s.k.links && !s.k.visits {
		s.contests = &contests{query, impressions, spill.New(s.r.o.Memory, s.r.o.Temp)}
	}
}

// add takes a row of a page.
func (c *contests) add(s *sheet, page []byte, key uint64, row table.Row) error {
	if c.query >= len(row.Cells) || c.impressions >= len(row.Cells) {
		return nil
	}
	n, ok := s.l.sample.Numbers.Parse(row.Cells[c.impressions])
	query := bytes.Join(bytes.Fields(bytes.ToLower(row.Cells[c.query])), []byte(" "))
	if !ok || n <= 0 || len(query) == 0 || len(query) > maxQuery {
		return nil
	}
	data := binary.LittleEndian.AppendUint64(nil, math.Float64bits(n))
	return c.rows.Add(spill.Row{URL: query, Key: key, Data: append(data, page...)})
}

// share is what a page has of a query.
type share struct {
	url string
	key uint64
	n   float64
}

// settle gives the contested queries to their pages, as rows of the table.
func (c *contests) settle(s *sheet) error {
	defer c.rows.Close()
	var query []byte
	var pages []share
	end := func() error {
		err := s.giveContest(string(query), pages)
		pages = pages[:0]
		return err
	}
	for row, err := range c.rows.Rows() {
		if err != nil {
			return err
		}
		if !bytes.Equal(row.URL, query) {
			if err := end(); err != nil {
				return err
			}
			query = append(query[:0], row.URL...)
		}
		n := math.Float64frombits(binary.LittleEndian.Uint64(row.Data))
		if last := len(pages) - 1; last >= 0 && pages[last].key == row.Key {
			pages[last].n += n
		} else if len(pages) < contestPages {
			pages = append(pages, share{string(row.Data[8:]), row.Key, n})
		}
	}
	return end()
}

// giveContest adds a row for each page of a query that is contested.
func (s *sheet) giveContest(query string, pages []share) error {
	total := 0.0
	for _, p := range pages {
		total += p.n
	}
	if total < contestLeast || len(pages) < 2 || len(pages) == contestPages {
		return nil
	}
	strong := slices.DeleteFunc(slices.Clone(pages), func(p share) bool { return p.n < contestShare*total })
	if len(strong) < 2 {
		return nil
	}
	for i, p := range strong {
		other := share{}
		for j, q := range strong {
			if i != j && q.n > other.n {
				other = q
			}
		}
		data := binary.AppendUvarint([]byte{isContest}, 0)
		for _, n := range [...]float64{total, p.n} {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(n))
		}
		data = append(binary.AppendUvarint(data, uint64(len(query))), query...)
		if err := s.rows.Add(spill.Row{URL: []byte(p.url), Key: p.key, Data: append(data, other.url...)}); err != nil {
			return err
		}
	}
	return nil
}

// contest takes such a row: those with the most impressions are kept.
func (t *total) contest(b []byte) {
	c := contest{total: math.Float64frombits(binary.LittleEndian.Uint64(b)), own: math.Float64frombits(binary.LittleEndian.Uint64(b[8:]))}
	size, n := binary.Uvarint(b[16:])
	b = b[16+n:]
	c.query, c.other = string(b[:size]), string(b[size:])
	t.contested++
	at := 0
	for at < len(t.contests) && t.contests[at].total >= c.total {
		at++
	}
	t.contests = slices.Insert(t.contests, at, c)
	t.contests = t.contests[:min(len(t.contests), maxContests)]
}

// contestMeasures are what a page has of them.
func (t *total) contestMeasures() []discover.Measure {
	if t.contested == 0 {
		return nil
	}
	var words []string
	for _, c := range t.contests {
		words = append(words, fmt.Sprintf("%q: %.0f %% of %.0f impressions, and %s", c.query, 100*c.own/c.total, c.total, c.other))
	}
	text := strings.Join(words, "; ")
	return []discover.Measure{
		{Name: "contested-queries", Value: float64(t.contested)},
		{Name: "contested-by", Text: discover.Printable(strings.ToValidUTF8(text[:min(len(text), maxText)], ""))},
	}
}
