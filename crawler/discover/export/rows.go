package export

import (
	"bytes"
	"encoding/binary"
	"hash/maphash"
	"io"
	"math"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/input"
	"github.com/portolan-seo/portolan/crawler/discover/spill"
	"github.com/portolan-seo/portolan/crawler/discover/table"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// layout looks at the beginning of a table.
func (r *reading) layout(sample table.Sample, start []byte, whole bool) *layout {
	if !whole {
		start = start[:bytes.LastIndexByte(start, '\n')+1]
	}
	var rows [][][]byte
	for in := table.NewReader(bytes.NewReader(start), sample.Comma); len(rows) < 200; {
		row, err := in.Next()
		if err != nil {
			break
		}
		if row.Line < sample.Line || sample.Header != nil && row.Line == sample.Line {
			continue
		}
		cells := make([][]byte, len(row.Cells))
		for i, c := range row.Cells {
			cells[i] = bytes.Clone(c)
		}
		rows = append(rows, cells)
	}
	return layoutOf(sample, rows, func(cell []byte) bool {
		ref, ok := r.reference(cell)
		return ok && r.o.Form(ref).Reason == canonical.OK
	})
}

// reference gives the URL that a cell means. A path is one of the site whose
// paths these are, also if it begins with two slashes.
func (r *reading) reference(cell []byte) ([]byte, bool) {
	switch shape := table.ShapeOf(cell); {
	case len(cell) > 0 && cell[0] == '/':
		r.ref = r.paths.Request(r.ref[:0], nil, cell)
	case shape == table.URL:
		r.ref = append(r.ref[:0], cell...)
	case shape == table.Site:
		r.ref = append(append(append(r.ref[:0], r.site.Scheme()...), "://"...), cell...)
	default:
		return nil, false
	}
	return r.ref, true
}

// sheet is the reading of one table.
type sheet struct {
	r        *reading
	l        *layout
	k        *kind
	m        discover.Import
	about    about
	rows     *spill.Sorter
	seed     maphash.Seed
	data     []byte
	contests *contests // nil where the table has no queries
	flags    [2]int    // columns that tell of a link: nofollow, lost; -1 for none
}

// The flags of a row.
const (
	isSecret byte = 1 << iota
	isEffect
	isPersonal
	isNoFollow
	isLost
	isContest // a row of contests
)

// scan reads all rows into the sorter.
func (s *sheet) scan(text io.Reader) error {
	in := table.NewReader(text, s.l.sample.Comma)
	for {
		row, err := in.Next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		head := row.Line < s.l.sample.Line || s.l.sample.Header != nil && row.Line == s.l.sample.Line
		if head {
			continue
		}
		if bytes.HasPrefix(bytes.TrimLeft(row.Raw, "\" "), []byte("#")) {
			if s.m.Lines > 0 {
				s.m.Notes = append(s.m.Notes, "what follows the first table is not read")
				return nil
			}
			continue
		}
		if err := s.row(row); err != nil {
			return err
		}
	}
}

// row keeps what one row says.
func (s *sheet) row(row table.Row) error {
	s.m.Lines++
	if !row.Whole || s.l.url >= len(row.Cells) {
		s.m.Broken.Add(row.Line, row.Raw)
		return nil
	}
	cell := row.Cells[s.l.url]
	ref, ok := s.r.reference(cell)
	if !ok {
		if table.IsBlank(cell) {
			s.m.Lines-- // the sum of all rows, as Analytics writes it
		} else {
			s.m.Broken.Add(row.Line, row.Raw)
		}
		return nil
	}
	form := s.r.o.Form(ref)
	if form.Reason != canonical.OK {
		s.m.Skip(form.Reason.String(), row.Line, cell)
		return nil
	}
	s.m.Named++
	if s.l.date >= 0 && s.l.date < len(row.Cells) {
		if t, ok := day(row.Cells[s.l.date]); ok {
			s.m.Saw(t)
		}
	}
	if s.l.site >= 0 && s.m.Property == "" && s.l.site < len(row.Cells) {
		s.m.Property = table.Name(row.Cells[s.l.site])
	}
	return s.keep(form, row)
}

// keep gives a row to the sorter.
func (s *sheet) keep(form canonical.Result, row table.Row) error {
	url, flags := form.URL, byte(0)
	found := discover.Inspect(url)
	if found&discover.Effect != 0 {
		flags |= isEffect
	}
	if s.k.visits {
		if found&discover.Secret != 0 {
			flags |= isSecret
			url = discover.Mask(url)
		}
		if found&discover.Personal != 0 {
			flags |= isPersonal
		}
	}
	for i, column := range s.flags {
		if column >= 0 && column < len(row.Cells) && yes(row.Cells[column]) {
			flags |= isNoFollow << i
		}
	}
	if s.contests != nil {
		if err := s.contests.add(s, url, form.Key, row); err != nil {
			return err
		}
	}
	s.data = binary.AppendUvarint(append(s.data[:0], flags), uint64(row.Line))
	if s.k.links {
		s.data = binary.LittleEndian.AppendUint64(s.data, s.domain(row))
	} else {
		for _, c := range s.l.columns {
			var cell []byte
			if c.at < len(row.Cells) {
				cell = row.Cells[c.at]
			}
			s.data = s.appendCell(s.data, c, cell)
		}
	}
	return s.rows.Add(spill.Row{URL: url, Key: form.Key, Data: s.data})
}

// domain gives a number for the host of the page that links.
func (s *sheet) domain(row table.Row) uint64 {
	if s.l.source < 0 || s.l.source >= len(row.Cells) {
		return 0
	}
	_, rest, _ := bytes.Cut(row.Cells[s.l.source], []byte("://"))
	if i := bytes.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return maphash.String(s.seed, strings.TrimPrefix(strings.ToLower(string(rest)), "www."))
}

// yes reports a cell that affirms: true, 1, a date.
func yes(cell []byte) bool {
	switch strings.ToLower(string(cell)) {
	case "", "false", "0", "no", "-":
		return false
	}
	return true
}

// The kinds of a cell that is kept.
const (
	noCell byte = iota
	numberCell
	textCell
	dateCell
)

// maxText is how much of a text is kept, in bytes.
const maxText = 500

func (s *sheet) appendCell(b []byte, c column, cell []byte) []byte {
	if table.IsBlank(cell) {
		return append(b, noCell)
	}
	if c.rule == last {
		if t, ok := day(cell); ok {
			return binary.LittleEndian.AppendUint64(append(b, dateCell), uint64(t.Unix()))
		}
		return append(b, noCell)
	}
	coded := c.rule == first && len(cell) > 1 && cell[0] == '0' && '0' <= cell[1] && cell[1] <= '9' // an id: 00123
	if v, ok := s.l.sample.Numbers.Parse(cell); ok && !coded {
		return binary.LittleEndian.AppendUint64(append(b, numberCell), math.Float64bits(v))
	}
	if c.rule != first {
		return append(b, noCell)
	}
	text := discover.Printable(string(bytes.ToValidUTF8(cell[:min(len(cell), maxText)], nil)))
	return append(binary.AppendUvarint(append(b, textCell), uint64(len(text))), text...)
}

// day reads a date, also as 20261121.
func day(cell []byte) (time.Time, bool) {
	if t, ok := table.Date(cell); ok {
		return t, true
	}
	t, err := time.Parse("20060102", string(cell))
	return t, err == nil
}

// failed makes an error of what ended a file.
func (r *reading) failed(f *input.File, err error) error {
	if r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	return &discover.Unusable{What: f.Name, Err: err}
}
