package handover

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/mistake"
	"github.com/portolan-seo/portolan/crawler/safe"
	"github.com/portolan-seo/portolan/crawler/site/tables"
)

// names gives the files that a report is, with the table of each that is one.
func (o *Options) names() (files []string, of map[string]*tables.Table) {
	of = map[string]*tables.Table{}
	for _, form := range o.Forms {
		if form != "csv" {
			files = append(files, "report."+form)
			continue
		}
		for _, t := range o.Tables {
			files = append(files, t.CSVName())
			of[t.CSVName()] = t
		}
	}
	return files, of
}

// mayWrite refuses to write over a file that is none of portolan's.
func (o *Options) mayWrite() error {
	files, of := o.names()
	for _, name := range files {
		path := filepath.Join(o.Dir, name)
		info, err := os.Lstat(path)
		if err == nil && info.IsDir() {
			return mistake.Errorf("%s is a folder: move it away, or give another place (portolan report FOLDER -o OTHER)", safe.Printable(path))
		}
		if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			continue // nothing is lost; what else is wrong the writing tells
		}
		if ours, err := isOurs(path, of[name]); err != nil {
			return err
		} else if !ours {
			return mistake.Errorf("%s is there, and portolan has not written it: move it away, or give another folder (portolan report FOLDER -o OTHER)", safe.Printable(path))
		}
	}
	return nil
}

// Older gives the files of reports in the folder, as Write would call them, that
// are not of these forms and were written before a time: they tell of another
// crawl.
func Older(o Options, before time.Time) (files []string) {
	now, _ := o.withTables().names()
	o.Forms, o.Tables = FormNames(), tables.All()
	all, of := o.names()
	for _, name := range all {
		path := filepath.Join(o.Dir, name)
		info, err := os.Lstat(path)
		if err != nil || !info.Mode().IsRegular() || slices.Contains(now, name) || !info.ModTime().Before(before) {
			continue
		}
		if ours, err := isOurs(path, of[name]); err == nil && ours {
			files = append(files, name)
		}
	}
	return files
}

// The marks by which portolan knows its reports; those of HTML before it named
// its generator had two lines that nobody else has in this order.
var marks = map[string]*regexp.Regexp{
	".html":  regexp.MustCompile(`<meta name="generator" content="portolan">|<meta name="referrer" content="no-referrer">\n<meta name="robots" content="noindex">\n<title>`),
	".md":    regexp.MustCompile(`\A# .*\n\n.*, portolan .*\.\n\n`),
	".jsonl": regexp.MustCompile(`\A\{"type":"run"`),
}

// earlierCreator is what workbooks named before they named portolan: the
// library's own word.
const earlierCreator = "xuri"

// isOurs tells whether portolan has written a report, t if it is a table.
func isOurs(path string, t *tables.Table) (bool, error) {
	if strings.HasSuffix(path, ".xlsx") {
		return isOurWorkbook(path)
	}
	file, err := os.Open(path)
	if err != nil {
		return false, fmt.Errorf("look whether portolan has written it: %w", err)
	}
	defer file.Close()           // read only
	head := make([]byte, 64<<10) // a logo is behind the mark
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.ErrUnexpectedEOF {
		return false, fmt.Errorf("look whether portolan has written %s: %w", path, err)
	}
	head = head[:n]
	if t == nil {
		return marks[filepath.Ext(path)].Match(head), nil
	}
	line, _, _ := bytes.Cut(bytes.TrimPrefix(head, []byte("\ufeff")), []byte("\n"))
	return bytes.HasPrefix(line, []byte(t.Columns[0].Name)) && bytes.Contains(line, []byte(t.Columns[1].Name)), nil
}

func isOurWorkbook(path string) (bool, error) {
	book, err := zip.OpenReader(path)
	if err != nil {
		return false, nil // it is none
	}
	defer book.Close() // read only
	core, err := book.Open("docProps/core.xml")
	if err != nil {
		return false, nil
	}
	defer core.Close() // read only
	text, err := io.ReadAll(io.LimitReader(core, 64<<10))
	return bytes.Contains(text, []byte(">"+tables.Creator+"<")) || bytes.Contains(text, []byte("creator>"+earlierCreator+"<")), err
}
