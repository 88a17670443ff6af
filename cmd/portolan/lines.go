package main

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// maxInputLine is the longest line of standard input, in bytes.
const maxInputLine = 64 << 20

// eachLine calls do for each line, numbered from 1, without its LF or CRLF.
// The line is do's until it returns.
func eachLine(in *bufio.Reader, do func(n int, line []byte) error) error {
	var long []byte
	for n := 1; ; {
		part, err := in.ReadSlice('\n')
		if err != nil && err != bufio.ErrBufferFull && err != io.EOF {
			return usagef("read standard input: %w", err)
		}
		if len(long)+len(part) > maxInputLine {
			return usagef("line %d of standard input is over %d bytes", n, maxInputLine)
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

// oneLine makes text safe for a terminal and keeps it in its line.
func oneLine(s string) string {
	return strings.NewReplacer("\n", `\x0a`, "\t", `\x09`).Replace(printable(s))
}
