package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
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

// encodeJSON gives v as one line of JSON. DEL and the C1 controls, which JSON
// allows as they are, are escaped: the line may go to a terminal, or to a
// reader that takes U+0085 for the end of a line.
func encodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return escapeControls(b.Bytes()), nil
}

func escapeControls(line []byte) []byte {
	isControl := func(r rune) bool { return r >= 0x7f && r < 0xa0 }
	if !bytes.ContainsFunc(line, isControl) {
		return line
	}
	var safe []byte
	for _, r := range string(line) {
		if isControl(r) {
			safe = fmt.Appendf(safe, `\u%04x`, r)
		} else {
			safe = utf8.AppendRune(safe, r)
		}
	}
	return safe
}

// oneLine makes text safe for a terminal and keeps it in its line.
func oneLine(s string) string {
	return strings.NewReplacer("\n", `\x0a`, "\t", `\x09`).Replace(printable(s))
}
