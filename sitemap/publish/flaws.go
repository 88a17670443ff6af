package publish

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Flaw is a file of a published set that is not as it was written.
type Flaw struct {
	Name string // in the folder
	What string // what is wrong with it, a sentence about it
}

// Flaws holds the files that the folder's manifest describes against what was
// written, byte by byte, and gives those that somebody else has removed, cut or
// changed since. A folder without a manifest has none.
func Flaws(dir string) ([]Flaw, error) {
	m, err := loadManifest(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errDamaged) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []Flaw
	for _, r := range m.all() {
		if what := r.flaw(dir); what != "" {
			list = append(list, Flaw{r.Name, what})
		}
	}
	return list, nil
}

// flaw says what is wrong with the file of a record, "" for nothing.
func (r record) flaw(dir string) string {
	info, err := os.Lstat(filepath.Join(dir, r.Name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "it is missing"
	case err != nil:
		return fmt.Sprintf("it cannot be read: %v", err)
	case !info.Mode().IsRegular():
		return "it is no regular file any more"
	case info.Size() != r.Size:
		return fmt.Sprintf("it has %d bytes, and was written with %d", info.Size(), r.Size)
	case !intact(dir, r):
		return "its content is another than was written"
	}
	return ""
}
