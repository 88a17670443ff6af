package sqlite

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// After a kill SQLite takes over what the write-ahead log holds up to the
// first frame that is wrong, as after a power cut. But from a log that was
// brought into the file before it was damaged, that is an old state of some
// pages on top of new ones. (SQLite's file format, section 4.)

const (
	logHeader   = 32
	frameHeader = 24
)

// logPages gives the pages that the log beside a crawl file holds for SQLite
// to take, nil if there is no log. It is an error if the log is damaged where
// it was brought into the file already.
func logPages(path string) (map[int64]bool, error) {
	log, err := os.Open(path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer log.Close()
	r := logReader{log: log, frame: make([]byte, frameHeader+pageSize)}
	if ok, err := r.begin(); !ok {
		return nil, err
	}
	pages, err := r.committed()
	if err != nil || !r.broken {
		return pages, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := r.compareRest(file); err != nil {
		return nil, err
	}
	return pages, nil
}

// logReader goes through the frames of a log.
type logReader struct {
	log   *os.File
	order binary.ByteOrder // of the numbers that checksums add up
	salt  [8]byte          // what the frames of this log have, and older ones have not
	sum   [2]uint32
	frame []byte // the one read last
	next  int64  // the number of the next one
	good  int64  // how many frames there are up to the end of the last transaction
	// broken: a frame of this log is not what was written.
	broken bool
}

var errLog = fmt.Errorf("%w: the log beside it is not what was written", ErrDamaged)

// begin reads the header. It gives false where SQLite would see no log.
func (r *logReader) begin() (ok bool, err error) {
	h := make([]byte, logHeader)
	switch n, err := r.log.ReadAt(h, 0); {
	case n == 0 || isZero(h[:n]):
		return false, nil
	case err != nil && err != io.EOF:
		return false, err
	}
	r.order = binary.ByteOrder(binary.LittleEndian)
	if h[3]&1 != 0 {
		r.order = binary.BigEndian
	}
	r.add(h[:24])
	if binary.BigEndian.Uint32(h)&^1 != 0x377f0682 || binary.BigEndian.Uint32(h[8:]) != pageSize || !r.sums(h[24:]) {
		return false, errLog
	}
	r.salt = [8]byte(h[16:])
	return true, nil
}

// add takes bytes into the checksum, eight at a time.
func (r *logReader) add(b []byte) {
	s0, s1 := r.sum[0], r.sum[1]
	for ; len(b) >= 8; b = b[8:] {
		s0 += r.order.Uint32(b) + s1
		s1 += r.order.Uint32(b[4:]) + s0
	}
	r.sum = [2]uint32{s0, s1}
}

// sums compares the checksum with a stored one.
func (r *logReader) sums(stored []byte) bool {
	return r.sum == [2]uint32{binary.BigEndian.Uint32(stored), binary.BigEndian.Uint32(stored[4:])}
}

// read reads the next frame; false at the end of the log.
func (r *logReader) read() (ok bool, err error) {
	n, err := r.log.ReadAt(r.frame, logHeader+r.next*int64(len(r.frame)))
	if err == io.EOF {
		err = nil
	}
	r.next++
	return n == len(r.frame), err
}

// ours reports that the frame read last is of this log. Behind its end stand
// those of the log before it, where that was longer.
func (r *logReader) ours() bool { return [8]byte(r.frame[8:16]) == r.salt }

func (r *logReader) number() int64 { return int64(binary.BigEndian.Uint32(r.frame)) - 1 }

// committed gives the pages of all whole transactions.
func (r *logReader) committed() (map[int64]bool, error) {
	pages, open := map[int64]bool{}, []int64{}
	for {
		if ok, err := r.read(); !ok || err != nil {
			return pages, err
		}
		sum := r.sum
		r.add(r.frame[:8])
		r.add(r.frame[frameHeader:])
		if !r.ours() || !r.sums(r.frame[16:]) {
			r.sum = sum
			r.broken = r.ours() || r.sumsWithSalt()
			return pages, nil
		}
		open = append(open, r.number())
		if binary.BigEndian.Uint32(r.frame[4:]) != 0 { // ends a transaction
			for _, page := range open {
				pages[page] = true
			}
			r.good, open = r.next, open[:0]
		}
	}
}

// sumsWithSalt reports a frame of this log whose salt alone is wrong.
func (r *logReader) sumsWithSalt() bool {
	before := r.sum
	r.add(r.frame[:8])
	r.add(r.frame[frameHeader:])
	sums := r.sums(r.frame[16:])
	r.sum = before
	return sums
}

// compareRest looks for what lies behind the last whole transaction. If the
// file has such a page, the log has been brought into it, and then its good
// part is older than the file. The first page says nothing: each transaction
// writes it, mostly as it was.
func (r *logReader) compareRest(file *os.File) error {
	page := make([]byte, pageSize)
	for r.next = r.good; ; {
		if ok, err := r.read(); !ok || err != nil {
			return err
		}
		if !r.ours() || r.number() <= 0 {
			continue
		}
		if n, err := file.ReadAt(page, r.number()*pageSize); n < pageSize {
			if err != io.EOF {
				return err
			}
			continue
		}
		if bytes.Equal(page[:pageSize-sumSize], r.frame[frameHeader:len(r.frame)-sumSize]) {
			return errLog
		}
	}
}

// takeBack lets SQLite take back what a writer had begun that was killed, or
// lost its power, while it ended the crawl: a reader may not. Where that is not
// possible, the reader will hear why.
func takeBack(path string) {
	if info, err := os.Stat(path + "-journal"); err != nil || info.Size() == 0 {
		return
	}
	lock, err := takeLock(path)
	if err != nil {
		return // the writer is at work, or nothing can be written here
	}
	defer lock.release()
	db, err := openDB(dsn(path), nil)
	if err != nil {
		return
	}
	defer db.Close()
	var tables int
	_ = db.QueryRow("SELECT count(*) FROM sqlite_master").Scan(&tables)
}
