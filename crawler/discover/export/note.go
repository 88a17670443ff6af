package export

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/portolan-seo/portolan/crawler/discover"
	"github.com/portolan-seo/portolan/crawler/discover/input"
	"github.com/portolan-seo/portolan/crawler/discover/table"
)

// sampleBytes is how much of a table is looked at to recognise it, maxNoted
// how many rows are read of one that names no URLs.
const (
	sampleBytes = 128 << 10
	maxNoted    = 20_000
)

// note reads a table that names no URLs and tells about others: its dates, its
// filters, its reason. told is false if the file is none.
func (r *reading) note(m member, a *about) (told bool, err error) {
	f, err := m.open()
	if err != nil {
		return false, err
	}
	defer f.Close()
	text, _ := f.Text()
	start, err := text.Peek(sampleBytes)
	if err != nil && err != io.EOF {
		return false, r.failed(f, err)
	}
	if input.What(start) != "" {
		return false, nil
	}
	sample, ok := table.Sniff(start, err == io.EOF)
	if !ok {
		return false, nil
	}
	l := r.layout(sample, start, err == io.EOF)
	if l.url >= 0 {
		return false, nil
	}
	imp := discover.Import{Source: discover.Export, File: m.name, What: without(l)}
	rows := table.NewReader(text, sample.Comma)
	pairs := len(sample.Columns) == 2 && sample.Rows < 30 && sample.Columns[1].Mostly(table.Word, table.Site, table.Blank)
	if pairs || sample.Rows == 0 {
		imp.What = "notes about the export"
	}
	if sample.Header != nil && (pairs || sample.Rows == 0) && len(sample.Header) == 2 {
		a.pair(sample.Header[0], sample.Header[1], false)
	}
	for imp.Lines < maxNoted {
		row, err := rows.Next()
		if err != nil {
			if err != io.EOF {
				return false, r.failed(f, err)
			}
			break
		}
		if row.Line < sample.Line || sample.Header != nil && row.Line == sample.Line || len(row.Cells) == 0 {
			continue
		}
		imp.Lines++
		if t, ok := table.Date(row.Cells[0]); ok {
			imp.Saw(t)
		} else if pairs && len(row.Cells) > 1 {
			a.pair(table.Name(row.Cells[0]), table.Name(row.Cells[1]), true)
		}
	}
	if !imp.From.IsZero() && (a.from.IsZero() || imp.From.Before(a.from)) {
		a.from = imp.From
	}
	if imp.To.After(a.to) {
		a.to = imp.To
	}
	r.told(&imp)
	return true, nil
}

// issueNames are what Search Console calls the reason in its Metadata.csv.
var issueNames = map[string]bool{
	"issue": true, "problem": true, "problème": true, "problema": true, "probleem": true, "проблема": true, "sorun": true, "grund": true,
	"reason": true, "motivo": true, "raison": true, "motif": true,
}

// pair takes a name and a value about the export; data is false for those that
// may be the names of columns.
func (a *about) pair(name, value string, data bool) {
	switch {
	case name == "" || value == "":
	case issueNames[strings.ToLower(name)]:
		a.reason = value
	case data && len(a.filters) < 20:
		a.filters = append(a.filters, name+": "+value)
	}
}

var (
	dayInComment   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(20\d\d)-?([01]\d)-?([0-3]\d)\b`) })
	ownerInComment = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^#?\s*(?:property|propriété|propiedad|propriedade|proprietà)[^:]*:\s*(.+)$`)
	})
)

// comments reads the lines before a table, as Analytics writes them: account,
// property, first and last day.
func (a *about) comments(lines [][]byte) {
	for _, line := range lines {
		line = bytes.Trim(line, "\" \t")
		if owner := ownerInComment().FindSubmatch(line); owner != nil {
			a.property = table.Name(owner[1])
		}
		if !bytes.HasPrefix(line, []byte("#")) {
			continue
		}
		for _, day := range dayInComment().FindAllSubmatch(line, 2) {
			t, err := time.Parse("20060102", string(bytes.Join(day[1:], nil)))
			if err != nil {
				continue
			}
			if a.from.IsZero() || t.Before(a.from) {
				a.from = t
			}
			if t.After(a.to) {
				a.to = t
			}
		}
	}
}

// tell writes what is known of the delivery into what is told of a table.
func (a *about) tell(m *discover.Import) {
	if m.From.IsZero() {
		m.From, m.To = a.from, a.to
	}
	if m.To.IsZero() {
		m.To = a.exported
	}
	if m.Property == "" {
		m.Property = a.property
	}
	if len(a.filters) > 0 {
		m.Notes = append(m.Notes, "filters of the export: "+strings.Join(a.filters, "; "))
	}
	if m.RowLimit > 0 {
		m.Notes = append(m.Notes, fmt.Sprintf("it has %d rows, at which its tool stops writing: the counts are lower bounds, and what is not in it may exist", m.RowLimit))
	}
}
