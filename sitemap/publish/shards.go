package publish

import (
	"fmt"
	"sort"

	"github.com/portolan-seo/portolan/sitemap"
)

// bound is where the key range of a file begins; it ends where the next one
// begins. The first range of a series begins before every key.
type bound struct {
	start  string
	number int
}

// file is one file's worth of entries. Its slices are reused: they hold until
// the function that was given it returns.
type file struct {
	series string
	number int // 0 = the whole set is this one file
	start  string
	locs   []string // of the entries
	ext    sitemap.Extensions
	body   []byte // the entries' XML
}

// shards cuts the sorted entries of a series into files so that a URL stays in
// its file from run to run: a file owns a range of keys, and the ranges of the
// last set are kept. A file that overflows is cut in two; neighbours that are
// half a file together become one. Entries that no earlier set had a range for
// fill files up to nine tenths, so that a page added later changes one file
// and splits none.
//
// It holds one file's XML in memory, never more.
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
	joins bool  // ahead is set
	grown bool  // the range was cut in this run
	any   bool  // a file was emitted
	head  int64 // bytes of opening and closing tag
	ext   sitemap.Extensions
	buf   []byte
	ends  []int // end of each entry in buf
	locs  []string
	exts  []sitemap.Extensions
}

// start fixes the first range. known is sorted and may be empty.
func (s *shards) start() {
	s.measureHead()
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
	s.buf, ext = s.format.AppendURL(s.buf, e)
	return s.added(e.Loc, ext)
}

// added takes note of the entry that was appended to buf, and emits what no
// longer fits beside it.
func (s *shards) added(loc string, ext sitemap.Extensions) error {
	s.ends = append(s.ends, len(s.buf))
	s.locs = append(s.locs, loc)
	s.exts = append(s.exts, ext)
	if ext&^s.ext != 0 {
		s.ext |= ext
		s.measureHead()
	}
	if s.joins && !s.fits(2) {
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
	buf, ends, locs, exts := s.buf, s.ends, s.locs, s.exts
	s.single = false
	s.buf, s.ends, s.locs, s.exts = nil, nil, nil, nil
	from := 0
	for i, end := range ends {
		if err := s.cross(locs[i]); err != nil {
			return err
		}
		s.buf = append(s.buf, buf[from:end]...)
		from = end
		if err := s.added(locs[i], exts[i]); err != nil {
			return err
		}
	}
	return nil
}

// fits reports that the buffered entries need no more than one file's share.
func (s *shards) fits(share int) bool {
	return len(s.ends) <= s.limits.URLs/share && s.head+int64(len(s.buf)) <= s.limits.Bytes/int64(share)
}

// cross goes on to the range of loc. What ends is emitted, unless it may yet
// share a file with what follows.
func (s *shards) cross(loc string) error {
	for !s.single && s.cur+1 < len(s.known) && loc >= s.known[s.cur+1].start {
		s.cur++
		next := s.known[s.cur]
		switch {
		case len(s.ends) == 0:
			s.now, s.grown = next, false
		case s.fits(2):
			s.ahead, s.joins = next, true
		default:
			if err := s.release(len(s.ends)); err != nil {
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
	s.joins = false
	if err := s.release(sort.SearchStrings(s.locs, s.ahead.start)); err != nil {
		return err
	}
	s.now, s.grown = s.ahead, false
	return nil
}

// cut emits the first part of a range that has outgrown its file: half of a
// range that was there before, nine tenths of a file from new ground.
func (s *shards) cut() error {
	if len(s.ends) == 1 {
		return fmt.Errorf("publish sitemap: a file of at most %d bytes has no room for %q", s.limits.Bytes, s.locs[0])
	}
	urls, bytes := s.limits.URLs-s.limits.URLs/10, s.limits.Bytes-s.limits.Bytes/10
	if !s.grown {
		urls, bytes = (len(s.ends)+1)/2, s.head+int64(len(s.buf)+1)/2
	}
	n := sort.Search(len(s.ends), func(i int) bool {
		return i >= urls || s.head+int64(s.ends[i]) > bytes
	})
	n = min(max(n, 1), len(s.ends)-1)
	start := s.locs[n]
	if err := s.release(n); err != nil {
		return err
	}
	s.now, s.grown = bound{start: start, number: s.next}, true
	s.next++
	return nil
}

// release emits the first n buffered entries as the current range's file.
func (s *shards) release(n int) error {
	if n == 0 {
		return nil
	}
	p := file{series: s.series, number: s.now.number, start: s.now.start,
		locs: s.locs[:n], body: s.buf[:s.ends[n-1]]}
	if !s.any {
		p.start = ""
	}
	for _, x := range s.exts[:n] {
		p.ext |= x
	}
	s.any = true
	if err := s.emit(&p); err != nil {
		return err
	}
	used := s.ends[n-1]
	s.buf = s.buf[:copy(s.buf, s.buf[used:])]
	rest := copy(s.ends, s.ends[n:])
	copy(s.locs, s.locs[n:])
	copy(s.exts, s.exts[n:])
	s.ends, s.locs, s.exts = s.ends[:rest], s.locs[:rest], s.exts[:rest]
	for i := range s.ends {
		s.ends[i] -= used
	}
	return nil
}

// finish emits what is left. If everything fitted into one file, that has the
// number 0.
func (s *shards) finish() error {
	if s.single {
		s.now = bound{}
	}
	return s.release(len(s.ends))
}
