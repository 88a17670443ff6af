package accesslog

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/discover/table"
)

// asCSV knows the tables that Kibana and Splunk export, by their header.
func asCSV(b *beginning) *format {
	sample, ok := table.Sniff(b.start, b.whole)
	if !ok || sample.Header == nil {
		return nil
	}
	bound := bind(sample.Header, b.given, "host")
	if !bound.usable() {
		return nil
	}
	what := "a CSV table"
	switch {
	case slices.Contains(sample.Header, "_raw"), slices.Contains(sample.Header, "_time"):
		what += " of Splunk"
	case slices.Contains(sample.Header, "@timestamp"):
		what += " of Kibana"
	}
	columns := make([]ranked, len(sample.Header))
	for i, name := range sample.Header {
		columns[i] = bound.fields[name]
	}
	return &format{what, func(in io.Reader) source {
		return &csvSource{rows: table.NewReader(in, sample.Comma), columns: columns, header: sample.Line, names: sample.Header, inner: inner{forms: textForms()}}
	}}
}

type csvSource struct {
	rows    *table.Reader
	columns []ranked
	header  int
	names   []string
	inner   inner
}

func (s *csvSource) next(r *record) ([]byte, int, result, error) {
	row, err := s.rows.Next()
	if err != nil {
		return nil, row.Line, broken, err
	}
	r.reset()
	switch {
	case row.Line <= s.header:
		return row.Raw, row.Line, nothing, nil
	case len(row.Cells) < len(s.columns)/2+1:
		return row.Raw, row.Line, broken, nil
	case strings.EqualFold(table.Name(row.Cells[0]), s.names[0]):
		return row.Raw, row.Line, nothing, nil // the header again, of files put together
	}
	var ranks [fields]uint8
	for i, cell := range row.Cells[:min(len(row.Cells), len(s.columns))] {
		if s.columns[i].field != unused {
			r.put(s.columns[i], cell, &ranks)
		}
	}
	return row.Raw, row.Line, s.inner.read(r), nil
}

// inner reads the log line that another tool has wrapped: Docker's "log",
// Splunk's "_raw", "message" of log shippers.
type inner struct {
	forms []form
	line  []byte
}

func (n *inner) read(r *record) result {
	if r.f[whole] == nil {
		return complete
	}
	n.line = append(n.line[:0], bytes.TrimSpace(r.f[whole])...)
	return readAny(n.forms, n.line, r)
}
