package publish

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Open opens a file of a set to be read. What is no file is an error that names it: of a
// named pipe in its place the reader would wait for ever.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := regular(path, info.Mode()); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// readFile is os.ReadFile of what Open opens.
func readFile(path string) ([]byte, error) {
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(file)
	return data, errors.Join(err, file.Close())
}

// regular gives an error for what is no file.
func regular(path string, mode fs.FileMode) error {
	what := ""
	switch {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		what = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		what = "a named pipe"
	case mode&fs.ModeDevice != 0:
		what = "a device"
	default:
		what = "something else"
	}
	return fmt.Errorf("%s is %s where a file belongs; take it away", path, what)
}
