package crawltest

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
)

// parseAnswer reads status line, header and body.
func (s *Site) parseAnswer(uri string, data []byte) (*answer, error) {
	a := &answer{status: 200, repeat: 1}
	rest := data
	typed := false
	if status, after, ok := statusLine(data); ok {
		if status < 200 {
			return nil, fmt.Errorf("status %d is not a final one", status)
		}
		a.status, rest = status, after
		for len(rest) > 0 {
			var line []byte
			line, rest, _ = bytes.Cut(rest, []byte("\n"))
			line = bytes.TrimSuffix(line, []byte("\r"))
			if len(line) == 0 {
				break
			}
			name, value, ok := strings.Cut(string(line), ":")
			if !ok || name == "" {
				return nil, fmt.Errorf("header line %q has no name", line)
			}
			if err := s.addField(a, name, strings.TrimSpace(value)); err != nil {
				return nil, err
			}
			typed = typed || strings.EqualFold(name, "Content-Type")
		}
	}
	if !typed {
		a.header = append(a.header, field{"Content-Type", text{{literal: []byte(typeOf(uri))}}})
	}
	return a, s.setBody(a, rest)
}

func (s *Site) setBody(a *answer, data []byte) (err error) {
	if a.body, err = s.compile(data); err != nil {
		return err
	}
	if a.repeat > 1 && a.fault != "" {
		return fmt.Errorf("fault %s and a repeated body do not go together", a.fault)
	}
	if a.charset == nil {
		return nil
	}
	for i := range a.body {
		if a.body[i].literal, err = a.charset.Bytes(a.body[i].literal); err != nil {
			return fmt.Errorf("write the body in its charset: %w", err)
		}
	}
	return nil
}

// statusLine reads "HTTP 301" or "HTTP/1.1 301 Moved Permanently".
func statusLine(data []byte) (status int, rest []byte, ok bool) {
	line, rest, _ := bytes.Cut(data, []byte("\n"))
	words := strings.Fields(string(line))
	if len(words) < 2 || words[0] != "HTTP" && !strings.HasPrefix(words[0], "HTTP/") || len(words[1]) != 3 {
		return 0, nil, false
	}
	status, err := strconv.Atoi(words[1])
	return status, rest, err == nil
}

// addField keeps a header field, or obeys it if it speaks to the server.
func (s *Site) addField(a *answer, name, value string) error {
	switch strings.ToLower(name) {
	case "crawltest-encoding":
		coding, always, _ := strings.Cut(value, " ")
		if coding != "gzip" && coding != "deflate" || always != "" && always != "always" {
			return fmt.Errorf("unknown encoding %q", value)
		}
		a.encoding, a.always = coding, always != ""
	case "crawltest-charset":
		enc, err := htmlindex.Get(value)
		if err != nil {
			return fmt.Errorf("charset %q: %w", value, err)
		}
		a.charset = enc.NewEncoder()
	case "crawltest-repeat":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return fmt.Errorf("repeat %q is not a positive number", value)
		}
		a.repeat = n
	case "crawltest-wait":
		a.wait = s.Gate(value)
	case "crawltest-fault":
		switch value {
		case "reset", "truncate", "stall", "raw":
			a.fault = value
		default:
			return fmt.Errorf("unknown fault %q", value)
		}
	default:
		if strings.HasPrefix(strings.ToLower(name), "crawltest-") {
			return fmt.Errorf("unknown field %s", name)
		}
		t, err := s.compile([]byte(value))
		if err != nil {
			return err
		}
		a.header = append(a.header, field{name, t})
	}
	return nil
}

// typeOf gives the media type of a path. The system's own table would differ
// from machine to machine.
func typeOf(uri string) string {
	p, _, _ := strings.Cut(uri, "?")
	switch path.Ext(p) {
	case ".txt":
		return "text/plain; charset=utf-8"
	case ".xml":
		return "application/xml"
	case ".atom":
		return "application/atom+xml"
	case ".pdf":
		return "application/pdf"
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".gz":
		return "application/gzip"
	}
	return "text/html; charset=utf-8"
}
