package option

import (
	"fmt"
	"io"
	"os"
)

// ReadSmall reads a file of at most so many bytes: one that does not end, as
// /dev/zero does not, is not read into memory.
func ReadSmall(name string, most int) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, int64(most)+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("%s has more than %d kB: is it the right file?", name, most/1000)
	}
	return text, err
}
