package console

import (
	"bufio"
	"bytes"
	"io"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

// maxInputLine is the longest line of standard input, in bytes.
const maxInputLine = 64 << 20

// EachLine calls do for each line, numbered from 1, without its LF or CRLF.
// The line is do's until it returns.
func EachLine(in *bufio.Reader, do func(n int, line []byte) error) error {
	var long []byte
	for n := 1; ; {
		part, err := in.ReadSlice('\n')
		if err != nil && err != bufio.ErrBufferFull && err != io.EOF {
			return exit.Usagef("read standard input: %w", err)
		}
		if len(long)+len(part) > maxInputLine {
			return exit.Usagef("line %d of standard input is over %d bytes", n, maxInputLine)
		}
		if err == bufio.ErrBufferFull {
			long = append(long, part...)
			continue
		}
		line := part
		if len(long) > 0 {
			long = append(long, part...)
			line = long
		}
		if len(line) > 0 {
			if cut, ok := bytes.CutSuffix(line, []byte("\n")); ok {
				line = bytes.TrimSuffix(cut, []byte("\r"))
			}
			if err := do(n, line); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if long = long[:0]; cap(long) > 1<<20 {
			long = nil
		}
		n++
	}
}
