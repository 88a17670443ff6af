package sqlite

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/page"
	"github.com/portolan-seo/portolan/frontier"
)

// Listed implements frontier.Crawl. It sorts outside of memory: it takes some
// 10 MB and one byte a URL, and for big crawls a temporary file of some 50
// bytes a URL and what the columns hold.
func (s *Store) Listed(ctx context.Context, floor uint8, with ...frontier.Column) iter.Seq2[*frontier.Row, error] {
	return func(yield func(*frontier.Row, error) bool) {
		sorted := newSorter(s.folder())
		err := s.collectListed(ctx, floor, with, sorted)
		if err == nil {
			var row frontier.Row
			var record page.Record
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

// listedLump is how many URLs are collected at a time; it divides chunkSize.
const listedLump = 1 << 10

// collectListed gives the sorter the URLs whose code is at least floor.
func (s *Store) collectListed(ctx context.Context, floor uint8, with []frontier.Column, to *sorter) error {
	l := lister{s: s, floor: floor, with: with, to: to}
	return each(ctx, s.judged(), "SELECT chunk, codes FROM codes ORDER BY chunk", func(scan func(...any) error) error {
		var chunk intCol
		var codes blobCol
		if err := scan(&chunk, &codes); err != nil {
			return err
		}
		if chunk < 0 || chunk > 1<<chunkBits || len(codes) > chunkSize {
			return fmt.Errorf("%w: its verdicts are wrong", ErrDamaged)
		}
		for from := 0; from < len(codes); from += listedLump {
			if err := l.collect(ctx, frontier.ID(chunk)<<chunkBits+frontier.ID(from), codes[from:min(from+listedLump, len(codes))]); err != nil {
				return err
			}
		}
		return nil
	})
}

type lister struct {
	s      *Store
	floor  uint8
	with   []frontier.Column
	to     *sorter
	urls   []string
	values [listedLump][]byte
}

// collect adds what is listed of the URLs from a number on, whose codes are
// given.
func (l *lister) collect(ctx context.Context, from frontier.ID, codes []byte) error {
	any := false
	for i, code := range codes {
		any = any || code >= l.floor
		l.values[i] = binary.AppendUvarint(l.values[i][:0], uint64(from)+uint64(i))
	}
	if !any {
		return nil
	}
	if err := l.readURLs(ctx, from, len(codes)); err != nil {
		return err
	}
	if err := l.readPages(ctx, from, codes); err != nil {
		return err
	}
	for i, code := range codes {
		if code >= l.floor {
			if err := l.to.add([]byte(l.urls[i]), l.values[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// readURLs reads n texts in order. It asks for all of them in one text, since
// a row costs several times what it holds, and for each if one of them has a
// line feed.
func (l *lister) readURLs(ctx context.Context, from frontier.ID, n int) error {
	var all textCol
	err := l.s.readers.QueryRowContext(ctx, "SELECT group_concat(url, char(10)) FROM (SELECT url FROM url WHERE id >= ? AND id < ? ORDER BY id)",
		int64(from), int64(from)+int64(n)).Scan(&all)
	if err != nil {
		return err
	}
	if l.urls = strings.Split(string(all), "\n"); len(l.urls) == n {
		return nil
	}
	l.urls = l.urls[:0]
	err = each(ctx, l.s.readers, "SELECT url FROM url WHERE id >= ? AND id < ? ORDER BY id", func(scan func(...any) error) error {
		var url textCol
		err := scan(&url)
		l.urls = append(l.urls, string(url))
		return err
	}, int64(from), int64(from)+int64(n))
	if err == nil && len(l.urls) != n {
		err = gap(from)
	}
	return err
}

// listedNumbers and listedTexts are the columns that date a page.
var (
	listedNumbers = [...]string{"status", "fetched_at", "text_hash"}
	listedTexts   = [...]string{"last_modified", "date", "modified"}
)

// columnNames are the names of the columns that can be asked for.
var columnNames = [...]string{frontier.ColumnImages: "images", frontier.ColumnVideos: "videos"}

// readPages appends to the values what dates the listed pages, and the columns
// that are asked for.
func (l *lister) readPages(ctx context.Context, from frontier.ID, codes []byte) error {
	if len(l.with) == 0 {
		if done, err := l.readDates(ctx, from, codes); done || err != nil {
			return err
		}
	}
	names := slices.Concat([]string{"id"}, listedNumbers[:], listedTexts[:])
	for _, column := range l.with {
		names = append(names, columnNames[column])
	}
	var id idCol
	var numbers [len(listedNumbers)]intCol
	texts := make([]textCol, len(names)-1-len(numbers))
	dest := []any{&id}
	for i := range numbers {
		dest = append(dest, &numbers[i])
	}
	for i := range texts {
		dest = append(dest, &texts[i])
	}
	query := "SELECT " + strings.Join(names, ", ") + " FROM page WHERE id >= ? AND id < ? ORDER BY id"
	return each(ctx, l.s.readers, query, func(scan func(...any) error) error {
		if err := scan(dest...); err != nil {
			return err
		}
		i := frontier.ID(id) - from
		if codes[i] < l.floor {
			return nil
		}
		v := &l.values[i]
		for _, n := range numbers {
			*v = binary.AppendVarint(*v, int64(n))
		}
		for _, text := range texts {
			*v = appendText(*v, string(text))
		}
		return nil
	}, int64(from), int64(from)+int64(len(codes)))
}

// datesQuery asks for what dates pages in one text, each value in a line of
// its own: a row costs several times what it holds.
var datesQuery = func() string {
	columns := "id"
	for _, name := range slices.Concat(listedNumbers[:], listedTexts[:]) {
		columns += ", ifnull(" + name + ", '')"
	}
	return "SELECT count(*), group_concat(lines, char(10)) FROM (SELECT concat_ws(char(10), " + columns +
		") AS lines FROM page WHERE id >= ? AND id < ? ORDER BY id)"
}()

// readDates is readPages by datesQuery. It gives false, and changes nothing, if
// a value has a line feed or is not what it should be.
func (l *lister) readDates(ctx context.Context, from frontier.ID, codes []byte) (done bool, err error) {
	var n intCol
	var all textCol
	if err := l.s.readers.QueryRowContext(ctx, datesQuery, int64(from), int64(from)+int64(len(codes))).Scan(&n, &all); err != nil {
		return false, err
	}
	const perRow = 1 + len(listedNumbers) + len(listedTexts)
	if n == 0 {
		return true, nil
	}
	lines := strings.Split(string(all), "\n")
	if len(lines) != int(n)*perRow || !numbered(lines, perRow) {
		return false, nil
	}
	for ; len(lines) > 0; lines = lines[perRow:] {
		id, _ := strconv.ParseUint(lines[0], 10, 32) // numbered has tried
		i := frontier.ID(id) - from
		if codes[i] < l.floor {
			continue
		}
		v := &l.values[i]
		for _, text := range lines[1 : 1+len(listedNumbers)] {
			number, _ := strconv.ParseInt(text, 10, 64)
			*v = binary.AppendVarint(*v, number)
		}
		for _, text := range lines[1+len(listedNumbers) : perRow] {
			*v = appendText(*v, text)
		}
	}
	return true, nil
}

// numbered reports lines whose numbers are numbers, or missing.
func numbered(lines []string, perRow int) bool {
	for ; len(lines) > 0; lines = lines[perRow:] {
		for i, text := range lines[:1+len(listedNumbers)] {
			if _, err := strconv.ParseInt(text, 10, 64); err != nil && (i == 0 || text != "") {
				return false
			}
		}
	}
	return true
}

func appendText(to []byte, text string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

// unpackListed fills row from what collect put together.
func unpackListed(value []byte, with []frontier.Column, row *frontier.Row, record *page.Record) {
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
	*record = page.Record{
		Exchange: page.Exchange{Status: int(numbers[0]), FetchedAt: frontier.Milli(time.UnixMilli(numbers[1])), LastModified: text(), Date: text()},
		Facts:    page.Facts{TextHash: uint64(numbers[2])},
	}
	record.Modified = text()
	for _, column := range with {
		switch column {
		case frontier.ColumnImages:
			record.Images = text()
		case frontier.ColumnVideos:
			record.Videos = text()
		}
	}
	row.Page = record
}
