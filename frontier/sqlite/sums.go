package sqlite

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
)

// Every page of a crawl file ends in its checksum, in the bytes that SQLite's
// file format reserves for such ends (section 1.3.4): a page that is not what
// was written is never taken for what the crawl has found. They are, little
// endian,
//
//	4 bytes  CRC-32C of the rest of the page, begun with the page's number
//	4 bytes  sumMark
//
// They are written and tested where SQLite writes and reads the file (see
// sumvfs.go); the write-ahead log has checksums of its own. Any SQLite tool
// reads such a file. One that opens the file of a crawl that was killed brings
// the log into it: the pages that it writes, the first among them, have zeros
// there. Such a file is taken as it is, and its zeros get their checksums when
// the crawl goes on. Pages that another tool has changed have wrong ones.
const (
	pageSize = 8192
	sumSize  = 8

	// lockPage is a page that SQLite never uses: locks are taken on its bytes.
	lockPage = 1 << 30 / pageSize
)

var sumMark = [4]byte{'s', 'u', 'm', '1'}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// pageState is what the end of a page says of it.
type pageState uint8

const (
	pageWrong    pageState = iota // not what was written
	pageSummed                    // as it was written
	pageUnsummed                  // written without checksum
)

func sumOf(page []byte, number int64) uint32 {
	return crc32.Update(uint32(number), castagnoli, page[:pageSize-sumSize])
}

func putSum(page []byte, number int64) {
	end := page[pageSize-sumSize : pageSize]
	binary.LittleEndian.PutUint32(end, sumOf(page, number))
	copy(end[4:], sumMark[:])
}

func sumState(page []byte, number int64) pageState {
	end := page[pageSize-sumSize : pageSize]
	switch {
	case [4]byte(end[4:]) == sumMark:
		if binary.LittleEndian.Uint32(end) == sumOf(page, number) {
			return pageSummed
		}
	case isZero(end):
		return pageUnsummed
	}
	return pageWrong
}

func isZero(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }

// sumMode is how a file's checksums are to be taken.
type sumMode uint64

const (
	sumsNone   sumMode = iota // the file has none: it is of an earlier version, or not ours
	sumsStrict                // every page has one
	sumsFilled                // pages may have none, as another program brought the log into the file
)

// sumModeOf tells by the first page.
func sumModeOf(first []byte) sumMode {
	switch {
	case len(first) < pageSize || first[20] != sumSize:
		return sumsNone
	case sumState(first, 0) == pageUnsummed:
		return sumsFilled
	}
	return sumsStrict
}

// takes reports whether a page in such a state is as it was written.
func (m sumMode) takes(state pageState) bool {
	return m == sumsNone || state == pageSummed || state == pageUnsummed && m == sumsFilled
}

// emptyFile is a database without tables whose pages have room for checksums
// (SQLite's file format, sections 1.3 and 1.6).
func emptyFile() []byte {
	p := make([]byte, pageSize)
	copy(p, "SQLite format 3\x00")
	binary.BigEndian.PutUint16(p[16:], pageSize)
	copy(p[18:], []byte{1, 1, sumSize, 64, 32, 32})
	binary.BigEndian.PutUint32(p[28:], 1) // pages
	p[100] = 13                           // a leaf of a table, without cells
	binary.BigEndian.PutUint16(p[105:], pageSize-sumSize)
	putSum(p, 0)
	return p
}

// eachPage calls f for the pages of a file, in order. A page at its end may
// be cut short.
func eachPage(file *os.File, f func(number int64, page []byte) error) error {
	buf := make([]byte, 128*pageSize)
	for number := int64(0); ; {
		n, err := file.ReadAt(buf, number*pageSize)
		if err != nil && err != io.EOF {
			return err
		}
		for at := 0; at < n; at += pageSize {
			if err := f(number, buf[at:min(at+pageSize, n)]); err != nil {
				return err
			}
			number++
		}
		if err == io.EOF {
			return nil
		}
	}
}

// verify tests the checksums of all pages at path but those that the log
// holds anew. zeros tells of pages that hold nothing: SQLite leaves such
// where a page was never used.
func verify(path string) (zeros bool, err error) {
	logged, err := logPages(path)
	if err != nil {
		return false, err
	}
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	mode := sumsNone
	err = eachPage(file, func(number int64, page []byte) error {
		if number == 0 {
			mode = sumModeOf(page)
		}
		switch {
		case mode == sumsNone:
			return io.EOF
		case logged[number] || number == lockPage:
		case len(page) < pageSize:
			return fmt.Errorf("%w: it is cut off in its page %d", ErrDamaged, number+1)
		case mode.takes(sumState(page, number)):
		case isZero(page):
			zeros = true
		default:
			return wrongPage(number)
		}
		return nil
	})
	if err == io.EOF {
		err = nil
	}
	return zeros, err
}

func wrongPage(number int64) error {
	return fmt.Errorf("%w: its page %d is not what was written, or another program has changed it", ErrDamaged, number+1)
}

// Verify tests the checksums of the whole file: what was verified reads as it
// was written. It is an error, ErrDamaged, if one is wrong. A file of an
// earlier version has none, and passes. It takes about 0.2 s a gigabyte that
// the system has in memory.
func (s *Store) Verify(ctx context.Context) error {
	zeros, err := verify(s.path)
	if err == nil && zeros {
		err = s.checkStructure(ctx)
	}
	if err != nil {
		return fmt.Errorf("verify crawl file %s: %w", s.path, explain(err))
	}
	return nil
}

// checkStructure lets SQLite go through the pages that are in use.
func (s *Store) checkStructure(ctx context.Context) error {
	var result string
	err := s.readers.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&result)
	if err == nil && result != "ok" {
		err = fmt.Errorf("%w: %s", ErrDamaged, result)
	}
	return err
}

// fillSums gives a checksum to the pages that another program has brought
// from the log into the file, the first page last: until it has one the file
// is taken as it is.
func fillSums(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	first := make([]byte, pageSize)
	if _, err := file.ReadAt(first, 0); err != nil || sumModeOf(first) != sumsFilled {
		return nil // SQLite will say what is wrong with it
	}
	err = eachPage(file, func(number int64, page []byte) error {
		if number == 0 || number == lockPage || len(page) < pageSize || sumState(page, number) != pageUnsummed || isZero(page) {
			return nil
		}
		putSum(page, number)
		_, err := file.WriteAt(page, number*pageSize)
		return err
	})
	if err == nil {
		err = file.Sync()
	}
	if err == nil {
		putSum(first, 0)
		_, err = file.WriteAt(first, 0)
	}
	return err
}
