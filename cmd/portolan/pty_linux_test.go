package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// cmdTerminal runs a program whose standard error is a terminal; -both: its
// standard output, too.
func cmdTerminal(ts *testscript.TestScript, neg bool, args []string) {
	both, code := false, 0
	if len(args) > 1 && args[0] == "-both" { // and expect an exit code
		both, code, args = true, number(ts, args[1]), args[2:]
	}
	if neg || len(args) < 2 {
		ts.Fatalf("usage: terminal [-both CODE] FILE PROGRAM...")
	}
	ours, theirs, err := openTerminal()
	ts.Check(err)
	defer ours.Close()
	cmd := exec.Command(args[1], args[2:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(stateOf(ts).environ, "SSL_CERT_FILE="+ts.Getenv("SSL_CERT_FILE"))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, theirs
	if both {
		cmd.Stdout = theirs
	}
	err = cmd.Start()
	theirs.Close()
	ts.Check(err)
	said, _ := io.ReadAll(ours) // ends with EIO once the program has closed its side, see pty(7)
	_ = cmd.Wait()              // the exit code tells
	text := strings.ReplaceAll(string(said), "\r\n", "\n")
	ts.Logf("[out]\n%s[terminal]\n%s", out.String(), text)
	if got := cmd.ProcessState.ExitCode(); got != code {
		ts.Fatalf("exit code %d, want %d", got, code)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// openTerminal makes a pseudo-terminal of 120 columns and gives both its ends.
func openTerminal() (ours, theirs *os.File, err error) {
	ours, err = os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	fd := int(ours.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		theirs, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 25, Col: 120})
	}
	if err != nil {
		ours.Close()
	}
	return ours, theirs, err
}
