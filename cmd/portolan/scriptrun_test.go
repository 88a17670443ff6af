package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// background is a program that a script started and has not waited for. Its
// standard error can be waited for line by line, so that a script acts when
// the program is ready and not after a while.
type background struct {
	cmd     *exec.Cmd
	out     bytes.Buffer
	reading sync.WaitGroup

	mu    sync.Mutex
	more  *sync.Cond // of mu: a line came, or the last one has come
	err   strings.Builder
	ended bool
}

// cmdStart runs a program beside the script.
func cmdStart(ts *testscript.TestScript, neg bool, args []string) {
	s := stateOf(ts)
	if neg || len(args) == 0 || s.running != nil {
		ts.Fatalf("usage: start PROGRAM... (one at a time)")
	}
	b := &background{cmd: exec.Command(args[0], args[1:]...)}
	b.more = sync.NewCond(&b.mu)
	b.cmd.Dir = ts.MkAbs(".")
	b.cmd.Env = append(s.environ, "SSL_CERT_FILE="+ts.Getenv("SSL_CERT_FILE"))
	b.cmd.Stdout = &b.out
	pipe, err := b.cmd.StderrPipe()
	ts.Check(err)
	ts.Check(b.cmd.Start())
	s.running = b
	b.reading.Go(func() {
		for lines := bufio.NewScanner(pipe); lines.Scan(); {
			b.heard(lines.Text()+"\n", false)
		}
		b.heard("", true)
	})
}

func (b *background) heard(line string, last bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err.WriteString(line)
	b.ended = b.ended || last
	b.more.Broadcast()
}

// cmdHeard waits until a line on standard error matches.
func cmdHeard(ts *testscript.TestScript, neg bool, args []string) {
	b := stateOf(ts).running
	if neg || len(args) != 1 || b == nil {
		ts.Fatalf("usage: heard REGEXP (after start)")
	}
	re, err := regexp.Compile("(?m)" + args[0])
	ts.Check(err)
	b.mu.Lock()
	defer b.mu.Unlock()
	for !re.MatchString(b.err.String()) {
		if b.ended {
			ts.Fatalf("never said on standard error:\n%s", b.err.String())
		}
		b.more.Wait()
	}
}

// cmdSignal sends a signal to the program.
func cmdSignal(ts *testscript.TestScript, neg bool, args []string) {
	signals := map[string]os.Signal{"SIGINT": os.Interrupt, "SIGTERM": syscall.SIGTERM, "SIGHUP": syscall.SIGHUP, "SIGKILL": os.Kill}
	b := stateOf(ts).running
	if neg || len(args) != 1 || signals[args[0]] == nil || b == nil {
		ts.Fatalf("usage: signal SIGINT|SIGTERM|SIGHUP|SIGKILL (after start)")
	}
	ts.Check(b.cmd.Process.Signal(signals[args[0]]))
}

// cmdEnds waits for the program and expects its exit code, -1 for one that was
// killed. What it printed is in the files "out" and "err".
func cmdEnds(ts *testscript.TestScript, neg bool, args []string) {
	s := stateOf(ts)
	if neg || len(args) != 1 || s.running == nil {
		ts.Fatalf("usage: ends CODE (after start)")
	}
	b := s.running
	s.running = nil
	b.wait()
	ts.Logf("[out]\n%s[err]\n%s", b.out.String(), b.err.String())
	ts.Check(os.WriteFile(ts.MkAbs("out"), b.out.Bytes(), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs("err"), []byte(b.err.String()), 0o644))
	if code, want := b.cmd.ProcessState.ExitCode(), number(ts, args[0]); code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

func (b *background) wait() {
	b.reading.Wait()
	_ = b.cmd.Wait() // the exit code tells
}
