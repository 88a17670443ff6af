package sqlite

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// sorter sorts entries of a key and a value bytewise by key, in bounded
// memory: what does not fit into runBytes is spilled in sorted runs to a
// temporary file, and merged. An entry of a run is
//
//	uvarint  bytes that the key shares with the one before it
//	uvarint  length of the rest of the key, uvarint length of the value
//	the rest of the key, the value
type sorter struct {
	dir   string // where a temporary file may be made
	limit int    // bytes in memory before a run is spilled
	data  []byte
	items []sortItem
	file  *os.File
	runs  []int64 // where each run begins in file; the end of the last one
}

// The bytes of a run: small at first, so that most crawls take little memory,
// and doubled after so many, so that the runs of a big one do not get many.
const (
	runBytes     = 4 << 20
	runsToDouble = 64
)

type sortItem struct {
	cache       uint64 // the next 8 bytes of the key to be compared
	at          uint32 // in data
	key, length uint32 // length of the key, of key and value
}

func newSorter(dir string) *sorter { return &sorter{dir: dir, limit: runBytes} }

// add takes an entry.
func (s *sorter) add(key, value []byte) error {
	if len(s.data)+len(key)+len(value)+24*len(s.items) > s.limit && len(s.items) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
	}
	if need := len(s.data) + len(key) + len(value); need > cap(s.data) && need > s.limit/4 {
		s.data = slices.Grow(s.data, s.limit-len(s.data)) // at once: growing leaves the old behind
	}
	s.items = append(s.items, sortItem{at: uint32(len(s.data)), key: uint32(len(key)), length: uint32(len(key) + len(value))})
	s.data = append(append(s.data, key...), value...)
	return nil
}

func (s *sorter) key(it sortItem) []byte   { return s.data[it.at : it.at+it.key] }
func (s *sorter) value(it sortItem) []byte { return s.data[it.at+it.key : it.at+it.length] }

// sortFrom sorts items whose keys are equal up to depth, eight bytes at a time.
func (s *sorter) sortFrom(items []sortItem, depth int) {
	for len(items) > 1 {
		longest := 0
		for i := range items {
			key := s.key(items[i])
			longest = max(longest, len(key))
			items[i].cache = next8(key, depth)
		}
		if longest <= depth {
			slices.SortFunc(items, func(a, b sortItem) int { return cmp.Compare(a.key, b.key) })
			return
		}
		depth += 8
		if same := items[0].cache; !slices.ContainsFunc(items, func(it sortItem) bool { return it.cache != same }) {
			continue // a shared prefix
		}
		slices.SortFunc(items, func(a, b sortItem) int { return cmp.Compare(a.cache, b.cache) })
		for len(items) > 0 {
			n := 1
			for n < len(items) && items[n].cache == items[0].cache {
				n++
			}
			s.sortFrom(items[:n], depth)
			items = items[n:]
		}
	}
}

// next8 gives the bytes of key from depth on as a number that compares as
// they do, as zeros where the key has ended.
func next8(key []byte, depth int) uint64 {
	var b [8]byte
	if depth < len(key) {
		copy(b[:], key[depth:])
	}
	return binary.BigEndian.Uint64(b[:])
}

// spill writes what is in memory as a sorted run.
func (s *sorter) spill() error {
	if s.file == nil {
		var err error
		if s.file, err = tempFile(s.dir); err != nil {
			return err
		}
		s.runs = []int64{0}
	}
	s.sortFrom(s.items, 0)
	out := bufio.NewWriterSize(s.file, 1<<18)
	written, head := int64(0), make([]byte, 0, 3*binary.MaxVarintLen64)
	var last []byte
	for _, it := range s.items {
		key, value := s.key(it), s.value(it)
		shared := sharedPrefix(last, key)
		head = binary.AppendUvarint(head[:0], uint64(shared))
		head = binary.AppendUvarint(head, uint64(len(key)-shared))
		head = binary.AppendUvarint(head, uint64(len(value)))
		for _, part := range [...][]byte{head, key[shared:], value} {
			out.Write(part) // Flush gives the first error
			written += int64(len(part))
		}
		last = key
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write temporary file: %w", err)
	}
	s.runs = append(s.runs, s.runs[len(s.runs)-1]+written)
	s.data, s.items = s.data[:0], s.items[:0]
	if len(s.runs)%runsToDouble == 0 {
		s.limit *= 2
	}
	return nil
}

func sharedPrefix[T ~string | ~[]byte](a, b T) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// tempFile makes a file that is gone when it is closed, in the system's
// folder for such files or, where there is none, in dir.
func tempFile(dir string) (*os.File, error) {
	f, err := os.CreateTemp("", "portolan-sort-*")
	if err != nil {
		var again error
		if f, again = os.CreateTemp(dir, "portolan-sort-*"); again != nil {
			return nil, fmt.Errorf("make temporary file: %w", errors.Join(err, again))
		}
	}
	os.Remove(f.Name()) // not while it is open on Windows: close does it there
	return f, nil
}

// close removes what was spilled.
func (s *sorter) close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	if removed := os.Remove(s.file.Name()); removed != nil && !errors.Is(removed, os.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}

// each calls f with every entry, sorted; the slices hold until it returns.
func (s *sorter) each(f func(key, value []byte) error) error {
	if s.file == nil {
		s.sortFrom(s.items, 0)
		for _, it := range s.items {
			if err := f(s.key(it), s.value(it)); err != nil {
				return err
			}
		}
		return nil
	}
	if len(s.items) > 0 {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.data, s.items = nil, nil
	return s.merge(f)
}

func (s *sorter) merge(f func(key, value []byte) error) error {
	var heads []*run
	for i := range len(s.runs) - 1 {
		r := &run{in: bufio.NewReaderSize(io.NewSectionReader(s.file, s.runs[i], s.runs[i+1]-s.runs[i]), 1<<16)}
		if err := r.next(); err != nil {
			return err
		}
		heads = append(heads, r)
	}
	slices.SortFunc(heads, compareRuns)
	for len(heads) > 0 {
		r := heads[0]
		if err := f(r.key, r.value); err != nil {
			return err
		}
		err := r.next()
		if err == io.EOF {
			heads = heads[1:]
			continue
		}
		if err != nil {
			return err
		}
		i, _ := slices.BinarySearchFunc(heads[1:], r, compareRuns)
		copy(heads, heads[1:i+1])
		heads[i] = r
	}
	return nil
}

// run reads a spilled run.
type run struct {
	in         *bufio.Reader
	key, value []byte
}

func compareRuns(a, b *run) int { return bytes.Compare(a.key, b.key) }

// next reads an entry, io.EOF after the last one.
func (r *run) next() error {
	shared, err := binary.ReadUvarint(r.in)
	if err == io.EOF {
		return io.EOF
	}
	rest, err2 := binary.ReadUvarint(r.in)
	length, err3 := binary.ReadUvarint(r.in)
	if err := errors.Join(err, err2, err3); err != nil {
		return fmt.Errorf("read temporary file: %w", err)
	}
	r.key = slices.Grow(r.key[:shared], int(rest))[:shared+rest]
	r.value = slices.Grow(r.value[:0], int(length))[:length]
	_, err = io.ReadFull(r.in, r.key[shared:])
	if err == nil {
		_, err = io.ReadFull(r.in, r.value)
	}
	if err != nil {
		return fmt.Errorf("read temporary file: %w", err)
	}
	return nil
}

// folder is where the crawl file lies.
func (s *Store) folder() string { return filepath.Dir(s.path) }
