package option

import (
	"net/http"
	"os"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
)

const maxSecret = 1_000_000 // bytes of a file of passwords, cookies or headers

// Secret gives the value of a flag that may be typed, stand in a file behind
// an @, or be in the environment, in this order.
func Secret(typed, flag, env string) (string, error) {
	if typed == "" {
		typed = os.Getenv(env)
	}
	name, isFile := strings.CutPrefix(typed, "@")
	if !isFile {
		return typed, nil
	}
	data, err := ReadSmall(name, maxSecret)
	if err != nil {
		return "", exit.Usagef("read --%s from a file: %w", flag, err)
	}
	text := strings.TrimRight(string(data), "\r\n")
	if strings.TrimSpace(text) == "" {
		return "", exit.Usagef("--%s: the file %s is empty", flag, name)
	}
	return text, nil
}

// headers reads --header: "Name: value", a file of such lines, or the
// environment. The error does not quote a value.
func headers(typed []string) (http.Header, error) {
	if len(typed) == 0 && os.Getenv("PORTOLAN_HEADER") != "" {
		typed = []string{os.Getenv("PORTOLAN_HEADER")}
	}
	h := http.Header{}
	for _, t := range typed {
		text, err := Secret(t, "header", "PORTOLAN_HEADER")
		if err != nil {
			return nil, err
		}
		for line := range strings.SplitSeq(text, "\n") {
			line = strings.TrimRight(line, "\r")
			if strings.TrimSpace(line) == "" {
				continue
			}
			name, value, ok := strings.Cut(line, ":")
			if !ok || strings.TrimSpace(name) == "" {
				return nil, exit.Usagef("--header wants \"Name: value\"; one of %d characters has no colon", len(line))
			}
			h.Add(strings.TrimSpace(name), strings.TrimSpace(value))
		}
	}
	return h, nil
}
