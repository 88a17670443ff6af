package publish

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// spillAt is how many bytes a spill holds in memory.
const spillAt = 256 << 10

// spill holds bytes that wait to be written: few in memory, more in a file
// that is made when it is needed. The zero value with a name is empty.
type spill struct {
	name string // of the file
	file *os.File
	laid int64  // bytes in the file
	mem  []byte // those after them
}

func (s *spill) size() int64 { return s.laid + int64(len(s.mem)) }

// add appends b.
func (s *spill) add(b []byte) error {
	if len(s.mem) > 0 && len(s.mem)+len(b) > spillAt {
		if err := s.lay(); err != nil {
			return fmt.Errorf("write a temporary file of the sitemap: %w", err)
		}
	}
	s.mem = append(s.mem, b...)
	return nil
}

// lay moves what is in memory to the file.
func (s *spill) lay() (err error) {
	if s.file == nil {
		if s.file, err = os.OpenFile(s.name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
			return err
		}
	}
	if _, err := s.file.WriteAt(s.mem, s.laid); err != nil {
		return err
	}
	s.laid += int64(len(s.mem))
	s.mem = s.mem[:0]
	return nil
}

// ReadAt implements io.ReaderAt.
func (s *spill) ReadAt(b []byte, at int64) (n int, err error) {
	if at < s.laid {
		n, err = s.file.ReadAt(b[:min(int64(len(b)), s.laid-at)], at)
		if err != nil {
			return n, fmt.Errorf("read a temporary file of the sitemap: %w", err)
		}
	}
	if n < len(b) {
		if from := at + int64(n) - s.laid; from < int64(len(s.mem)) {
			n += copy(b[n:], s.mem[from:])
		}
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// part gives the bytes from one place to another.
func (s *spill) part(from, to int64) *io.SectionReader { return io.NewSectionReader(s, from, to-from) }

// drop removes the first n bytes.
func (s *spill) drop(n int64) error {
	if n >= s.laid {
		s.mem = s.mem[:copy(s.mem, s.mem[n-s.laid:])]
		s.laid = 0
		return nil
	}
	b := make([]byte, min(64<<10, s.laid-n))
	for at := n; at < s.laid; at += int64(len(b)) {
		b = b[:min(int64(len(b)), s.laid-at)]
		if _, err := s.file.ReadAt(b, at); err != nil {
			return fmt.Errorf("read a temporary file of the sitemap: %w", err)
		}
		if _, err := s.file.WriteAt(b, at-n); err != nil {
			return fmt.Errorf("write a temporary file of the sitemap: %w", err)
		}
	}
	s.laid -= n
	return nil
}

// close removes the file.
func (s *spill) close() error {
	if s.file == nil {
		return nil
	}
	err := errors.Join(s.file.Close(), os.Remove(s.name))
	s.file, s.laid, s.mem = nil, 0, nil
	return err
}
