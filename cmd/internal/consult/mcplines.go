package consult

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// mcpLines are the lines that an assistant sends, without those that are no
// messages: these are answered here, as JSON-RPC 2.0 (section 5.1) has it, since
// the server would end at them.
type mcpLines struct {
	in         *bufio.Reader
	out        *mcpAnswers
	rest       []byte       // of the line that is being read
	good, poor atomic.Int64 // messages, and lines that are none
}

const maxMCPLine = 4 << 20 // bytes

func newMCPLines(in io.Reader, out *mcpAnswers) *mcpLines {
	return &mcpLines{in: bufio.NewReaderSize(in, 64<<10), out: out}
}

func (l *mcpLines) Close() error { return l.out.Close() }

// counts gives how many lines were messages, and how many were none.
func (l *mcpLines) counts() (good, poor int) { return int(l.good.Load()), int(l.poor.Load()) }

// Read gives the messages, each with the end of its line. The end of the input
// is told once all calls before it have been answered: the server would drop
// those of whoever sends them all at once, as a pipe does.
func (l *mcpLines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, whole, err := l.line()
		if line = bytes.TrimSpace(line); len(line) == 0 && whole {
			if err != nil {
				l.out.wait()
				return 0, err
			}
			continue
		}
		switch code, why := mcpFault(line, whole); {
		case code == 0:
			l.good.Add(1)
			l.out.expect(line)
			l.rest = append(line, '\n')
		default:
			l.poor.Add(1)
			if err := l.refuse(code, why); err != nil {
				return 0, err
			}
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// line reads a line; what is too long is left out of it, and it is not whole.
func (l *mcpLines) line() (line []byte, whole bool, err error) {
	for whole = true; ; {
		part, err := l.in.ReadSlice('\n')
		if whole = whole && len(line)+len(part) <= maxMCPLine; whole {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, whole, err
		}
	}
}

// mcpFault says why a line is no message; 0 if it is one.
func mcpFault(line []byte, whole bool) (code int, why string) {
	switch {
	case !whole:
		return jsonrpc.CodeInvalidRequest, "the line is longer than 4 MB"
	case !json.Valid(line):
		return jsonrpc.CodeParseError, "the line is no JSON; an assistant starts this command by itself, see 'portolan mcp --help'"
	case line[0] == '[':
		return jsonrpc.CodeInvalidRequest, "messages come one a line: the protocol has no batches since 2025-06-18"
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return jsonrpc.CodeInvalidRequest, "the line is no message of JSON-RPC 2.0: an object with jsonrpc \"2.0\", id and method"
	}
	return 0, ""
}

func (l *mcpLines) refuse(code int, why string) error {
	answer, err := json.Marshal(struct {
		Version string         `json:"jsonrpc"`
		ID      any            `json:"id"` // which it is cannot be told
		Error   *jsonrpc.Error `json:"error"`
	}{"2.0", nil, &jsonrpc.Error{Code: int64(code), Message: why}})
	if err == nil {
		_, err = l.out.Write(append(answer, '\n'))
	}
	return err
}
