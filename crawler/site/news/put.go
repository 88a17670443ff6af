package news

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzip"

	"github.com/portolan-seo/portolan/sitemap"
	"github.com/portolan-seo/portolan/sitemap/publish"
)

// put brings a file to its place by one rename, unless it is there already.
// Without force it leaves a file alone that portolan did not write.
func put(file string, text []byte, force bool) (changed bool, err error) {
	was, err := os.ReadFile(file)
	switch {
	case err == nil && bytes.Equal(was, text):
		return false, nil
	case err == nil && !force && !own(was):
		return false, &publish.ForeignFileError{Path: file}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return false, err
	}
	if err := write(file, text); err != nil {
		return false, fmt.Errorf("put %s in place: %w", file, err)
	}
	return true, nil
}

// own tells whether a file begins as this package writes it.
func own(file []byte) bool {
	var in io.Reader = bytes.NewReader(file)
	if z, err := gzip.NewReader(in); err == nil {
		in = z
	} else {
		in = bytes.NewReader(file)
	}
	start := make([]byte, 4<<10)
	n, _ := io.ReadFull(in, start) // what is too short has another beginning
	for _, bare := range []bool{false, true} {
		if bytes.HasPrefix(start[:n], sitemap.Format{NoSchemaLocation: bare}.AppendHead(nil, sitemap.ExtNews)) {
			return true
		}
	}
	return false
}

// write writes a file beside its place, and renames it.
func write(file string, text []byte) error {
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	beside, err := os.CreateTemp(dir, ".news-*")
	if err != nil {
		return err
	}
	_, err = beside.Write(text)
	if err == nil {
		err = beside.Chmod(0o644)
	}
	if err == nil {
		err = beside.Sync()
	}
	if closed := beside.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(beside.Name(), file)
	}
	if err != nil {
		os.Remove(beside.Name()) // the first error counts
	}
	return err
}
