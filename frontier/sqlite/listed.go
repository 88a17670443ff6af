package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"iter"
	"slices"
	"time"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/record"
)

// Listed implements frontier.Crawl. It sorts outside of memory: it takes some
// 10 MB and one byte a URL, and for big crawls a temporary file of some 50
// bytes a URL and what the columns hold.
func (s *Store) Listed(ctx context.Context, codes frontier.Codes, with ...frontier.Column) iter.Seq2[*frontier.Row, error] {
	return func(yield func(*frontier.Row, error) bool) {
		sorted := newSorter(s.folder())
		err := s.collectListed(ctx, codes, with, sorted)
		if err == nil {
			var row frontier.Row
			var record record.Page
			err = sorted.each(func(key, value []byte) error {
				if err := ctx.Err(); err != nil {
					return err
				}
				row = frontier.Row{URL: string(key)}
				unpackListed(value, with, &row, &record)
				if !yield(&row, nil) {
					return errStop
				}
				return nil
			})
		}
		if closed := sorted.close(); err == nil {
			err = closed
		}
		if err != nil && err != errStop {
			yield(nil, s.readError("listed URLs", err))
		}
	}
}

// collectListed gives the sorter the URLs whose code is in the set.
func (s *Store) collectListed(ctx context.Context, codes frontier.Codes, with []frontier.Column, to *sorter) error {
	l := lister{wanted: codes, with: with, to: to}
	defer l.close()
	if err := l.open(ctx, s); err != nil {
		return err
	}
	return s.eachCodes(ctx, func(first frontier.ID, codes []byte) error {
		for from := 0; from < len(codes); from += lumpRows {
			if err := l.collect(ctx, first+frontier.ID(from), codes[from:min(from+lumpRows, len(codes))]); err != nil {
				return err
			}
		}
		return nil
	})
}

type lister struct {
	wanted      frontier.Codes
	with        []frontier.Column
	to          *sorter
	conn        *sql.Conn
	urls, pages *lineReader
	values      [lumpRows][]byte
}

// listedNumbers and listedTexts are the columns that date a page.
var (
	listedNumbers = [...]string{"status", "fetched_at", "text_hash", "changed_at"}
	listedTexts   = [...]string{"last_modified", "date", "modified"}
)

// columnNames are the names of the columns that can be asked for.
var columnNames = [...]string{frontier.ColumnImages: "images", frontier.ColumnVideos: "videos", frontier.ColumnArticle: "article"}

func (l *lister) open(ctx context.Context, s *Store) (err error) {
	if l.conn, err = s.readers.Conn(ctx); err != nil {
		return err
	}
	if l.urls, err = s.newLineReader(ctx, l.conn, "url", "url"); err != nil {
		return err
	}
	columns := slices.Concat([]string{"id"}, listedNumbers[:], listedTexts[:])
	for _, column := range l.with {
		columns = append(columns, columnNames[column])
	}
	l.pages, err = s.newLineReader(ctx, l.conn, s.shown(), columns...)
	return err
}

func (l *lister) close() {
	l.urls.close()
	l.pages.close()
	if l.conn != nil {
		l.conn.Close() // it has only read
	}
}

// collect adds what is listed of the URLs from a number on, whose codes are
// given.
func (l *lister) collect(ctx context.Context, from frontier.ID, codes []byte) error {
	any := false
	for i, code := range codes {
		any = any || l.wanted.Has(code)
		l.values[i] = binary.AppendUvarint(l.values[i][:0], uint64(from)+uint64(i))
	}
	if !any {
		return nil
	}
	n, err := l.urls.read(ctx, from, from+frontier.ID(len(codes)))
	if err != nil {
		return err
	}
	if n != len(codes) {
		return gap(from)
	}
	if err := l.readPages(ctx, from, codes); err != nil {
		return err
	}
	for i, code := range codes {
		if url := l.urls.text(); l.wanted.Has(code) {
			if err := l.to.add([]byte(url), l.values[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// readPages appends to the values what dates the listed pages, and the columns
// that are asked for.
func (l *lister) readPages(ctx context.Context, from frontier.ID, codes []byte) error {
	read := l.pages.read
	if len(l.with) > 0 {
		read = l.pages.readEach // they have line feeds
	}
	n, err := read(ctx, from, from+frontier.ID(len(codes)))
	if err != nil {
		return err
	}
	for ; n > 0; n-- {
		i := l.pages.id() - from
		if l.pages.err != nil {
			return l.pages.err
		}
		if !l.wanted.Has(codes[i]) {
			l.pages.skip(len(listedNumbers) + len(listedTexts) + len(l.with))
			continue
		}
		v := &l.values[i]
		for range listedNumbers {
			*v = binary.AppendVarint(*v, l.pages.number())
		}
		for range len(listedTexts) + len(l.with) {
			*v = appendText(*v, l.pages.text())
		}
	}
	return l.pages.err
}

func appendText(to []byte, text string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

// unpackListed fills row from what collect put together.
func unpackListed(value []byte, with []frontier.Column, row *frontier.Row, page *record.Page) {
	id, n := binary.Uvarint(value)
	row.ID = frontier.ID(id)
	if value = value[n:]; len(value) == 0 {
		return
	}
	var numbers [len(listedNumbers)]int64
	for i := range numbers {
		numbers[i], n = binary.Varint(value)
		value = value[n:]
	}
	text := func() string {
		length, n := binary.Uvarint(value)
		s := string(value[n : n+int(length)])
		value = value[n+int(length):]
		return s
	}
	*page = record.Page{
		Exchange: record.Exchange{Status: int(numbers[0]), FetchedAt: frontier.Milli(time.UnixMilli(numbers[1])), LastModified: text(), Date: text()},
		Facts:    record.Facts{TextHash: uint64(numbers[2])},
		History:  record.History{ChangedAt: frontier.Milli(time.UnixMilli(numbers[3]))},
	}
	page.Modified = text()
	for _, column := range with {
		switch column {
		case frontier.ColumnImages:
			page.Images = text()
		case frontier.ColumnVideos:
			page.Videos = text()
		case frontier.ColumnArticle:
			page.Article = text()
		}
	}
	row.Page = page
}
