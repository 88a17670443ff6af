package states

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"

	"github.com/portolan-seo/portolan/crawler/diff"
	"github.com/portolan-seo/portolan/crawler/discover/input"
	"github.com/portolan-seo/portolan/crawler/discover/table"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// The columns of Screaming Frog's internal_all.csv that are read, by the names
// that the English program gives them.
const (
	address       = "address"
	contentType   = "content type"
	statusCode    = "status code"
	indexability  = "indexability"
	whyNot        = "indexability status"
	title         = "title 1"
	metaRobots    = "meta robots 1"
	robotsHeader  = "x-robots-tag 1"
	canonicalLink = "canonical link element 1"
	canonicalHTTP = "http canonical"
	redirectURL   = "redirect url"
	bodyHash      = "hash"
)

// NotAnExportError is an error of Export for a table that is not what Screaming
// Frog writes.
type NotAnExportError struct {
	Name    string
	Columns []string
}

func (e *NotAnExportError) Error() string {
	if len(e.Columns) == 0 {
		return fmt.Sprintf("%s is neither a crawl file, nor a sitemap, nor Screaming Frog's internal_all.csv", e.Name)
	}
	return fmt.Sprintf("%s is a table, but not Screaming Frog's internal_all.csv in English: it wants the columns Address and Status Code, and has %s",
		e.Name, strings.Join(e.Columns[:min(len(e.Columns), 6)], ", "))
}

// Export reads Screaming Frog's internal_all.csv. Files that are packed, and
// other encodings and separators, are read as well.
func Export(ctx context.Context, file string, o Options) (*diff.State, error) {
	f, err := input.Open(ctx, file, input.Options{})
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, _ := f.Text()
	start, peeked := text.Peek(text.Size())
	sample, ok := table.Sniff(start, peeked == io.EOF)
	if !ok {
		return nil, &NotAnExportError{Name: o.Name}
	}
	columns := map[string]int{}
	for i, name := range sample.Header {
		if name = strings.ToLower(name); columns[name] == 0 {
			columns[name] = i + 1
		}
	}
	if columns[address] == 0 || columns[statusCode] == 0 {
		return nil, &NotAnExportError{Name: o.Name, Columns: sample.Header}
	}
	e := &export{columns: columns, o: &o, to: diff.NewState(o.Name, o.Memory, o.Temp)}
	e.knows()
	if err := e.read(text, sample); err != nil {
		e.to.Close()
		return nil, fmt.Errorf("read %s: %w", o.Name, err)
	}
	switch {
	case e.to.Known == 0:
		e.to.Close()
		return nil, fmt.Errorf("%s names no page", o.Name)
	case f.Cut != "":
		e.to.Incomplete = f.Cut
	}
	return e.to, nil
}

// export is the reading of one file.
type export struct {
	columns map[string]int // by name, from 1
	o       *Options
	to      *diff.State
	row     table.Row
}

// knows says what the export's columns can tell. Its fingerprints are of the
// whole file with its scripts and dates: the same one shows a move, another one
// shows nothing.
func (e *export) knows() {
	e.to.Knows = diff.Statuses
	for _, f := range []struct {
		facts  diff.Facts
		column string
	}{{diff.Directives, metaRobots}, {diff.Canonicals, canonicalLink}, {diff.Titles, title}} {
		if e.columns[f.column] > 0 {
			e.to.Knows |= f.facts
		}
	}
	if e.columns[bodyHash] > 0 {
		e.to.Fingerprints = "Screaming Frog"
	}
}

func (e *export) read(text *bufio.Reader, sample table.Sample) error {
	in := table.NewReader(text, sample.Comma)
	for {
		row, err := in.Next()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if row.Line <= sample.Line || !row.Whole {
			continue
		}
		e.row = row
		if p, ok := e.page(); ok {
			if err := e.to.Add(&p); err != nil {
				return err
			}
		}
	}
}

// cell gives the cell of a column, "" if there is none.
func (e *export) cell(name string) string {
	if i := e.columns[name]; i > 0 && i <= len(e.row.Cells) {
		return string(bytes.ToValidUTF8(e.row.Cells[i-1], nil))
	}
	return ""
}

// page gives what a row says; ok is false for what is no page.
func (e *export) page() (p diff.Page, ok bool) {
	kind := strings.ToLower(e.cell(contentType))
	html := kind == "" || strings.Contains(kind, "html")
	form := e.o.Form(e.cell(address))
	status, err := strconv.Atoi(e.cell(statusCode))
	if form.Reason != canonical.OK || !html && status == 200 {
		return p, false
	}
	p = diff.Page{URL: string(form.URL), Asked: err == nil, Status: status, Read: status == 200}
	why := strings.ToLower(e.cell(whyNot))
	if strings.Contains(why, "robots.txt") {
		p.Asked, p.Status = false, 0
	}
	p.Listed = p.Read && !strings.EqualFold(e.cell(indexability), "Non-Indexable")
	p.Undecided = p.Asked && (status == 0 || status == 429 || status >= 500)
	p.Verdict = frogVerdict(why)
	if status == 301 || status == 308 {
		if form := e.o.Form(e.cell(redirectURL)); form.Reason == canonical.OK {
			p.Target = string(form.URL)
		}
	}
	if p.Read {
		e.content(&p)
	}
	return p, true
}

// content takes what stands on a page.
func (e *export) content(p *diff.Page) {
	directives := strings.ToLower(e.cell(metaRobots) + "," + e.cell(robotsHeader))
	for d := range strings.FieldsFuncSeq(directives, func(r rune) bool { return r == ',' || r == ' ' || r == ';' || r == ':' }) {
		p.NoIndex = p.NoIndex || d == "noindex" || d == "none"
	}
	p.Title = e.cell(title)
	link := e.cell(canonicalLink)
	if link == "" {
		link = e.cell(canonicalHTTP)
	}
	if form := e.o.Form(link); form.Reason == canonical.OK {
		if p.NamesSelf = string(form.URL) == p.URL; !p.NamesSelf {
			p.Canonical = string(form.URL)
		}
	}
	if sum := e.cell(bodyHash); sum != "" {
		h := fnv.New64a()
		_, _ = h.Write([]byte(sum))
		p.Content = h.Sum64()
	}
}

// frogVerdict gives the verdict that is the nearest to what Screaming Frog says
// of a URL that is not indexable.
func frogVerdict(why string) string {
	for _, v := range [...]struct{ word, verdict string }{
		{"robots.txt", "robots-blocked"}, {"noindex", "noindex-meta"}, {"canonicalised", "canonical-elsewhere"}, {"redirect", "redirect"},
		{"client error", "http-4xx"}, {"server error", "http-5xx"}, {"no response", "network-error"},
	} {
		if strings.Contains(why, v.word) {
			return v.verdict
		}
	}
	return ""
}

// LooksLikeSitemap reports a file that sitemap.Read can tell more about than
// Export: XML, or lines that are URLs.
func LooksLikeSitemap(name string) bool {
	f, err := input.Open(context.Background(), name, input.Options{})
	if err != nil {
		return false
	}
	defer f.Close()
	start, _ := f.Peek(1 << 10)
	start = bytes.TrimLeft(start, "\ufeff \t\r\n")
	return bytes.HasPrefix(start, []byte("<")) || bytes.HasPrefix(bytes.ToLower(start), []byte("http"))
}
