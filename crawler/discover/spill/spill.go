// Package spill sorts more rows than memory holds: what is too much waits in
// a temporary file, which is gone when the sorter is closed.
package spill

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
)

// Row is what is sorted: by URL, then by Key; rows with the same of both keep
// the order in which they came.
type Row struct {
	URL  []byte // at most MaxURL bytes
	Key  uint64
	Data []byte // what the caller keeps of it, at most MaxData bytes
}

// The largest rows.
const (
	MaxURL  = 1<<16 - 1
	MaxData = 16 << 20
)

// Sorter sorts rows. It belongs to one goroutine.
type Sorter struct {
	folder string
	memory int
	file   *os.File
	gone   bool // its name is
	laid   int64
	runs   []section
	mem    []byte // encoded rows
	at     []place
}

// place is where a row begins.
type place struct {
	at   int
	next uint64 // bytes of the URL, after those that all rows share
}

type section struct{ from, to int64 }

// rowOverhead is what the places of a row cost in memory.
const rowOverhead = 16

// New gives a sorter that holds some bytes of rows in memory, and the rest in
// a file of a folder; "" is that of the system for temporary files.
func New(memory int, folder string) *Sorter {
	return &Sorter{folder: folder, memory: max(memory, 64<<10)}
}

// Add adds a row. The row's slices are not kept.
func (s *Sorter) Add(r Row) error {
	if len(r.URL) > MaxURL || len(r.Data) > MaxData {
		return fmt.Errorf("sort a row of %d and %d bytes: too large", len(r.URL), len(r.Data))
	}
	if len(s.mem) > 0 && len(s.mem)+rowOverhead*len(s.at)+len(r.URL)+len(r.Data) > s.memory {
		if err := s.lay(); err != nil {
			return err
		}
	}
	if need := len(s.mem) + len(r.URL) + len(r.Data); need > cap(s.mem) && need > s.memory/4 {
		s.mem = slices.Grow(s.mem, s.memory-len(s.mem)) // at once: growing leaves the old behind
	}
	s.at = append(s.at, place{at: len(s.mem)})
	s.mem = encode(s.mem, r)
	return nil
}

// AddRun adds rows that come sorted, as one run. It holds none of them in
// memory.
func (s *Sorter) AddRun(rows iter.Seq[Row]) error {
	w, err := s.writer()
	if err != nil {
		return err
	}
	var b []byte
	for r := range rows {
		b = encode(b[:0], r)
		if _, err := w.Write(b); err != nil {
			return wrap("write", err)
		}
	}
	return s.endRun(w)
}

// Rows gives all rows in order. It may be called again, also after more rows
// were added. An error is the last thing that comes.
func (s *Sorter) Rows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		if len(s.runs) == 0 {
			s.sort()
			for _, p := range s.at {
				if r, _, _ := decode(s.mem[p.at:]); !yield(r, nil) {
					return
				}
			}
			return
		}
		if err := s.lay(); err != nil {
			yield(Row{}, err)
			return
		}
		s.mem, s.at = nil, nil
		s.merge(yield)
	}
}

// Close removes the file.
func (s *Sorter) Close() error {
	s.mem, s.at, s.runs = nil, nil, nil
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	if !s.gone {
		err = errors.Join(err, os.Remove(s.file.Name()))
	}
	s.file = nil
	return err
}

// sort puts the rows in memory in order.
func (s *Sorter) sort() {
	var first []byte // as far as all URLs begin so
	for i, p := range s.at {
		if r, _, _ := decode(s.mem[p.at:]); i == 0 {
			first = r.URL
		} else {
			first = first[:shared(first, r.URL)]
		}
	}
	for i := range s.at {
		r, _, _ := decode(s.mem[s.at[i].at:])
		s.at[i].next = next(r.URL[len(first):])
	}
	slices.SortFunc(s.at, func(a, b place) int {
		if a.next != b.next {
			return cmp.Compare(a.next, b.next)
		}
		x, _, _ := decode(s.mem[a.at:])
		y, _, _ := decode(s.mem[b.at:])
		return cmp.Or(compare(x, y), cmp.Compare(a.at, b.at)) // what came first lies first
	})
}

// shared gives how many bytes both begin with.
func shared(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// next gives the first bytes as a number that compares as they do, with zeros
// after the last one.
func next(b []byte) uint64 {
	var eight [8]byte
	copy(eight[:], b)
	return binary.BigEndian.Uint64(eight[:])
}

func compare(a, b Row) int {
	if c := bytes.Compare(a.URL, b.URL); c != 0 {
		return c
	}
	return cmp.Compare(a.Key, b.Key)
}

// lay moves what is in memory to the file.
func (s *Sorter) lay() error {
	if len(s.at) == 0 {
		return nil
	}
	s.sort()
	w, err := s.writer()
	if err != nil {
		return err
	}
	for _, p := range s.at {
		_, size, _ := decode(s.mem[p.at:])
		if _, err := w.Write(s.mem[p.at : p.at+size]); err != nil {
			return wrap("write", err)
		}
	}
	s.mem, s.at = s.mem[:0], s.at[:0]
	return s.endRun(w)
}

func (s *Sorter) writer() (*bufio.Writer, error) {
	if s.file == nil {
		f, err := os.CreateTemp(s.folder, "portolan-sort-*")
		if err != nil {
			return nil, wrap("make", err)
		}
		s.file = f
		s.gone = os.Remove(f.Name()) == nil // where the system lets open files go, a kill leaves nothing behind
	}
	return bufio.NewWriterSize(io.NewOffsetWriter(s.file, s.laid), 256<<10), nil
}

func (s *Sorter) endRun(w *bufio.Writer) error {
	if err := w.Flush(); err != nil {
		return wrap("write", err)
	}
	info, err := s.file.Stat()
	if err != nil {
		return wrap("measure", err)
	}
	s.runs = append(s.runs, section{s.laid, info.Size()})
	s.laid = info.Size()
	return nil
}

func wrap(verb string, err error) error {
	return fmt.Errorf("%s the temporary file of what is sorted: %w", verb, err)
}

// encode appends a row: three lengths and the key, then the bytes.
func encode(b []byte, r Row) []byte {
	b = binary.AppendUvarint(b, uint64(len(r.URL)))
	b = binary.AppendUvarint(b, uint64(len(r.Data)))
	b = binary.LittleEndian.AppendUint64(b, r.Key)
	return append(append(b, r.URL...), r.Data...)
}

// decode reads what encode wrote; ok is false if b holds less than a row, and
// size then is what it takes, as far as that is known.
func decode(b []byte) (r Row, size int, ok bool) {
	url, n := binary.Uvarint(b)
	if n <= 0 {
		return r, 0, false
	}
	data, m := binary.Uvarint(b[n:])
	if m <= 0 {
		return r, 0, false
	}
	at := n + m + 8
	size = at + int(url) + int(data)
	if len(b) < size {
		return r, size, false
	}
	r.Key = binary.LittleEndian.Uint64(b[n+m:])
	r.URL = b[at : at+int(url) : at+int(url)]
	r.Data = b[at+int(url) : size : size]
	return r, size, true
}
