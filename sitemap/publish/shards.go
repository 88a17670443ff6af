package publish

import (
	"errors"
	"fmt"
	"io"
	"sort"

	"github.com/portolan-seo/portolan/sitemap"
)

// bound is where the key range of a file begins; it ends where the next one
// begins. The first range of a series begins before every key.
type bound struct {
	start  string
	number int
}

// file is one file's worth of entries. It holds until the function that was
// given it returns.
type file struct {
	series      string
	number      int // 0 = the whole set is this one file
	start       string
	first, last string // URLs
	urls        int
	ext         sitemap.Extensions
	xml, lines  *io.SectionReader // the entries, and their URLs alone
}

// shards cuts the sorted entries of a series into files so that a URL stays in
// its file from run to run: a file owns a range of keys, and the ranges of the
// last set are kept. A file that overflows is cut in two; neighbours that are
// half a file together become one. Entries that no earlier set had a range for
// fill files up to nine tenths, so that a page added later changes one file
// and splits none.
//
// It holds one file's entries, on disk but for a few.
type shards struct {
	format sitemap.Format
	limits sitemap.Limits
	series string
	known  []bound
	next   int  // the number of the next new file
	single bool // all entries may still fit into one file
	emit   func(*file) error

	cur   int   // range in known that the next entry falls into
	now   bound // range of the buffered entries
	ahead bound // range of the last of them, if it may yet join the one before
	joins int   // how many of them are before ahead, 0 if that is not set
	grown bool  // the range was cut in this run
	any   bool  // a file was emitted
	head  int64 // bytes of opening and closing tag
	ext   sitemap.Extensions
	held  *held
	dir   string // for its files
	xml   []byte // scratch
}

// start fixes the first range. known is sorted and may be empty.
func (s *shards) start() {
	s.measureHead()
	s.held = newHeld(s.dir, "1")
	if len(s.known) == 0 {
		s.known = []bound{{number: s.next}}
		s.next++
		s.grown = true // nothing to keep stable: fill, do not halve
	}
	s.now = s.known[0]
}

func (s *shards) measureHead() {
	s.head = int64(len(s.format.AppendHead(nil, s.ext)) + len(s.format.AppendTail(nil)))
}

// add appends one entry, which must sort after all before it.
func (s *shards) add(e *sitemap.Entry) error {
	if err := s.cross(e.Loc); err != nil {
		return err
	}
	var ext sitemap.Extensions
	s.xml, ext = s.format.AppendURL(s.xml[:0], e)
	return s.hold(e.Loc, s.xml, ext)
}

// hold takes an entry, and emits what no longer fits beside it.
func (s *shards) hold(loc string, xml []byte, ext sitemap.Extensions) error {
	if err := s.held.add(loc, xml, ext); err != nil {
		return err
	}
	if ext&^s.ext != 0 {
		s.ext |= ext
		s.measureHead()
	}
	if s.joins > 0 && !s.fits(2) {
		if err := s.part(); err != nil {
			return err
		}
	}
	if s.fits(1) {
		return nil
	}
	if s.single {
		return s.spread()
	}
	for !s.fits(1) {
		if err := s.cut(); err != nil {
			return err
		}
	}
	return nil
}

// spread ends the hope for a single file: the entries so far are sorted into
// their ranges after all.
func (s *shards) spread() error {
	all := s.held
	s.single = false
	s.held = newHeld(s.dir, "2")
	err := all.each(func(loc string, xml []byte, ext sitemap.Extensions) error {
		if err := s.cross(loc); err != nil {
			return err
		}
		return s.hold(loc, xml, ext)
	})
	return errors.Join(err, all.close())
}

// fits reports that the buffered entries need no more than one file's share.
func (s *shards) fits(share int) bool {
	return s.held.len() <= s.limits.URLs/share && s.head+s.held.xml.size() <= s.limits.Bytes/int64(share)
}

// cross goes on to the range of loc. What ends is emitted, unless it may yet
// share a file with what follows.
func (s *shards) cross(loc string) error {
	for !s.single && s.cur+1 < len(s.known) && loc >= s.known[s.cur+1].start {
		s.cur++
		next := s.known[s.cur]
		switch {
		case s.held.len() == 0:
			s.now, s.grown = next, false
		case s.fits(2):
			s.ahead, s.joins = next, s.held.len()
		default:
			if err := s.release(s.held.len()); err != nil {
				return err
			}
			s.now, s.grown = next, false
		}
	}
	return nil
}

// part emits the entries before the range that was to join them, since the two
// are too much for one file.
func (s *shards) part() error {
	n := s.joins
	s.joins = 0
	if err := s.release(n); err != nil {
		return err
	}
	s.now, s.grown = s.ahead, false
	return nil
}

// cut emits the first part of a range that has outgrown its file: half of a
// range that was there before, nine tenths of a file from new ground.
func (s *shards) cut() error {
	ends := s.held.xmlEnds
	if len(ends) == 1 {
		loc, err := s.held.loc(0)
		return errors.Join(fmt.Errorf("publish sitemap: a file of at most %d bytes has no room for %q", s.limits.Bytes, loc), err)
	}
	urls, bytes := s.limits.URLs-s.limits.URLs/10, s.limits.Bytes-s.limits.Bytes/10
	if !s.grown {
		urls, bytes = (len(ends)+1)/2, s.head+(s.held.xml.size()+1)/2
	}
	n := sort.Search(len(ends), func(i int) bool {
		return i >= urls || s.head+ends[i] > bytes
	})
	n = min(max(n, 1), len(ends)-1)
	start, err := s.held.loc(n)
	if err != nil {
		return err
	}
	if err := s.release(n); err != nil {
		return err
	}
	s.now, s.grown = bound{start: start, number: s.next}, true
	s.next++
	return nil
}

// release emits the first n held entries as the current range's file.
func (s *shards) release(n int) error {
	if n == 0 {
		return nil
	}
	h := s.held
	p := file{series: s.series, number: s.now.number, start: s.now.start, urls: n,
		xml: h.xml.part(0, h.xmlEnds[n-1]), lines: h.lines.part(0, h.lineEnds[n-1])}
	var err, failed error
	p.first, err = h.loc(0)
	p.last, failed = h.loc(n - 1)
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	if !s.any {
		p.start = ""
	}
	for _, x := range h.exts[:n] {
		p.ext |= x
	}
	s.any = true
	if err := s.emit(&p); err != nil {
		return err
	}
	return h.drop(n)
}

// finish emits what is left. If everything fitted into one file, that has the
// number 0.
func (s *shards) finish() error {
	if s.single {
		s.now = bound{}
	}
	return s.release(s.held.len())
}

// close removes the files of what is held.
func (s *shards) close() error { return s.held.close() }
