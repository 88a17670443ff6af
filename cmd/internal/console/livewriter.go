package console

import (
	"fmt"
	"github.com/portolan-seo/portolan/crawler/safe"
	"io"
	"os"
	"strings"
	"sync"
)

// LiveWriter is standard error with a live line at its end: what is written
// takes the line's place, and the line comes back below it with the next
// report. Whatever is written becomes safe for a terminal, and tells no login
// of a URL that the user typed. Its methods may be
// called from any goroutine.
type LiveWriter struct {
	out io.Writer

	mu     sync.Mutex
	shown  bool
	hidden []string // texts and what stands for them, by turns
	hider  *strings.Replacer
}

// file is what is written to, nil if that is no file.
func (w *LiveWriter) file() *os.File {
	f, _ := w.out.(*os.File)
	return f
}

const eraseLine = "\r\x1b[K"

func (w *LiveWriter) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.erase(); err != nil {
		return 0, err
	}
	text := safe.Printable(string(b))
	if w.hider != nil {
		text = w.hider.Replace(text)
	}
	if _, err := io.WriteString(w.out, text); err != nil {
		return 0, err
	}
	return len(b), nil
}

// line replaces the live line; "" takes it away.
func (w *LiveWriter) line(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if text == "" {
		_ = w.erase() // there is nowhere to tell that standard error fails
		return
	}
	_, _ = fmt.Fprint(w.out, "\r", text, "\x1b[K")
	w.shown = true
}

func (w *LiveWriter) erase() error {
	if !w.shown {
		return nil
	}
	w.shown = false
	_, err := io.WriteString(w.out, eraseLine)
	return err
}
