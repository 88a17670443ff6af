package sqlite

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// rawFile gives the pages of a crawl file past SQLite, whose pager takes some three
// times as long for one. Whoever reads it has a transaction of SQLite's in a file
// without a log, whose lock keeps others from writing (sqlite.org/lockingv3.html,
// 3.0). Checksums are tested as sumvfs.go does.
type rawFile struct {
	file *os.File
	mode sumMode
}

func openRaw(path string) (*rawFile, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return &rawFile{file, modeOfFile(path)}, nil
}

// page reads a page, counted from 1, to over if that is not nil.
func (f *rawFile) page(number uint32, over []byte) ([]byte, error) {
	if cap(over) < pageSize {
		over = make([]byte, pageSize)
	}
	page, at := over[:pageSize], int64(number)-1
	switch _, err := f.file.ReadAt(page, at*pageSize); {
	case number == 0 || errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%w: it has no page %d", ErrDamaged, number)
	case err != nil:
		return nil, err
	case !f.mode.takes(sumState(page, at)):
		return nil, wrongPage(at)
	}
	return page, nil
}

func (f *rawFile) close() error {
	if f == nil {
		return nil
	}
	return f.file.Close()
}
