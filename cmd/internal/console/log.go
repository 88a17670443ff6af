package console

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/crawler/safe"
	"golang.org/x/term"
)

// OpenLog sets up the log on standard error.
func (p *Program) OpenLog() error {
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	switch {
	case p.Quiet:
		options.Level = slog.LevelError
	case p.Verbose:
		options.Level = slog.LevelDebug
	}
	switch {
	case p.forPeople():
		p.Log = slog.New(&peopleLog{p.Err, options.Level.Level(), ""})
	case p.LogFormat == "text":
		p.Log = slog.New(slog.NewTextHandler(p.Err, options))
	case p.LogFormat == "json":
		p.Log = slog.New(slog.NewJSONHandler(safe.JSONLog{To: p.Err}, options))
	default:
		return exit.Usagef("--log-format %q: it is text or json", p.LogFormat)
	}
	return nil
}

// Logger gives the log.
func (p *Program) Logger() *slog.Logger { return p.Log }

// terminal gives the file that standard error is if that is a terminal, else
// nil.
func (p *Program) terminal() *os.File {
	if f := p.Err.file(); f != nil && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// forPeople tells whether somebody reads the log as it is written.
func (p *Program) forPeople() bool { return p.LogFormat == "text" && p.terminal() != nil }

// Inform says something in a sentence to who sits before a terminal, and as a
// message with its values to who reads the log.
func (p *Program) Inform(sentence, message string, values ...any) {
	p.Tell(slog.LevelInfo, sentence, message, values...)
}

func (p *Program) Tell(level slog.Level, sentence, message string, values ...any) {
	if p.forPeople() {
		message, values = sentence, nil
	}
	p.Log.Log(context.Background(), level, message, values...)
}

// ReadsTerminal tells who sits before a terminal that something is waited for.
func (p *Program) ReadsTerminal(what string) {
	if f, ok := p.In.(*os.File); ok && term.IsTerminal(int(f.Fd())) && !p.Quiet {
		fmt.Fprintf(p.Err, "Reading %s from the keyboard, one a line; Ctrl-D ends.\n", what)
	}
}

// peopleLog is the log on a terminal: plain lines without time and level, the
// values behind the message, a URL first. A line is safe for a terminal,
// whatever a site says.
type peopleLog struct {
	out   *LiveWriter
	level slog.Level
	with  string // values that all records have, as they are printed
}

// Enabled implements slog.Handler.
func (h *peopleLog) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level }

// Handle implements slog.Handler.
func (h *peopleLog) Handle(_ context.Context, r slog.Record) error {
	line := r.Message
	switch {
	case r.Level >= slog.LevelError:
		line = "portolan: " + line
	case r.Level >= slog.LevelWarn:
		line = "portolan: warning: " + line
	}
	values := h.with
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "url" {
			line += " " + a.Value.String()
		} else {
			values += valueText(a)
		}
		return true
	})
	line = strings.TrimSuffix(safe.Printable(line), "\n")
	if values != "" {
		line += ": " + strings.TrimPrefix(values, ", ")
	}
	_, err := fmt.Fprintln(h.out, line)
	return err
}

func valueText(a slog.Attr) string {
	value := a.Value.Resolve().String()
	if value == "" {
		return ""
	}
	return ", " + a.Key + " " + safe.OneLine(value)
}

// WithAttrs implements slog.Handler.
func (h *peopleLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	with := *h
	for _, a := range attrs {
		with.with += valueText(a)
	}
	return &with
}

// WithGroup implements slog.Handler: the name of a group says little to
// people.
func (h *peopleLog) WithGroup(string) slog.Handler { return h }
