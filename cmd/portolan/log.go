package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"golang.org/x/term"
)

// openLog sets up the log on standard error.
func (p *program) openLog() error {
	options := &slog.HandlerOptions{Level: slog.LevelInfo}
	switch {
	case p.quiet:
		options.Level = slog.LevelError
	case p.verbose:
		options.Level = slog.LevelDebug
	}
	switch {
	case p.forPeople():
		p.log = slog.New(&peopleLog{p.err, options.Level.Level(), ""})
	case p.logFormat == "text":
		p.log = slog.New(slog.NewTextHandler(p.err, options))
	case p.logFormat == "json":
		p.log = slog.New(slog.NewJSONHandler(jsonLog{p.err}, options))
	default:
		return usagef("--log-format %q: it is text or json", p.logFormat)
	}
	return nil
}

// Logger gives the log.
func (p *program) Logger() *slog.Logger { return p.log }

// terminal gives the file that standard error is if that is a terminal, else
// nil.
func (p *program) terminal() *os.File {
	if f, ok := p.err.out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// forPeople tells whether somebody reads the log as it is written.
func (p *program) forPeople() bool { return p.logFormat == "text" && p.terminal() != nil }

// Inform says something in a sentence to who sits before a terminal, and as a
// message with its values to who reads the log.
func (p *program) Inform(sentence, message string, values ...any) {
	p.tell(slog.LevelInfo, sentence, message, values...)
}

func (p *program) tell(level slog.Level, sentence, message string, values ...any) {
	if p.forPeople() {
		message, values = sentence, nil
	}
	p.log.Log(context.Background(), level, message, values...)
}

// readsTerminal tells who sits before a terminal that something is waited for.
func (p *program) readsTerminal(what string) {
	if f, ok := p.in.(*os.File); ok && term.IsTerminal(int(f.Fd())) && !p.quiet {
		fmt.Fprintf(p.err, "Reading %s from the keyboard, one a line; Ctrl-D ends.\n", what)
	}
}

// peopleLog is the log on a terminal: plain lines without time and level, the
// values behind the message, a URL first. A line is safe for a terminal,
// whatever a site says.
type peopleLog struct {
	out   *liveWriter
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
	line = strings.TrimSuffix(printable(line), "\n")
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
	return ", " + a.Key + " " + oneLine(value)
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
