// Package chromium starts a Chromium without a network of its own, and leaves
// nothing of it behind: no process, no profile, not even after the program
// that started it was killed.
//
// It speaks to the browser by two pipes and opens no debugging port. It knows
// nothing of what is said there.
package chromium

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options say which browser is started, and how.
type Options struct {
	Path  string // of the program; "" is the first that Find finds
	Proxy string // host:port of what answers for requests of the browser's own
	Pin   string // the hash of the key that may stand for any host
	// NoSandbox switches Chromium's sandbox off. Without it a start as root is
	// refused.
	NoSandbox bool
	// Memory is how many bytes of data one process of the browser may have;
	// one that wants more is ended. Default 1 GiB. Linux only.
	Memory int64
	// Dir is where profiles are; default os.TempDir().
	Dir string
}

// ErrRoot is returned where the sandbox would have to be switched off and was
// not.
var ErrRoot = errors.New("as root Chromium has no sandbox: run as another user, or allow it to go without")

// ErrNone is returned where no browser is found.
var ErrNone = errors.New("no Chromium or Chrome found in the PATH or where it is usually put (Debian: apt-get install chromium-headless-shell)")

// programs are the names and places of browsers, those that cost least first:
// the headless shell renders the same at a quarter of the CPU time. Debian's
// are named where they are, past wrappers that add flags.
var programs = []string{
	"/usr/lib/chromium/chromium-headless-shell", "chromium-headless-shell", "chrome-headless-shell", "headless_shell",
	"/usr/lib/chromium/chromium", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium",
}

// Find gives the path of a browser on this machine.
func Find() (string, error) {
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil {
			return filepath.Abs(path)
		}
	}
	return "", ErrNone
}

// Process is a running browser.
type Process struct {
	// In takes what is said to the browser, Out gives what it says.
	In  io.WriteCloser
	Out io.ReadCloser

	cmd     *exec.Cmd
	profile *profile
	said    *tail
	done    chan struct{} // closed when the browser's first process has ended
	end     sync.Once
}

// Start starts a browser. Before, it ends browsers that programs which were
// killed have left behind.
func Start(o Options) (*Process, error) {
	if err := o.find(); err != nil {
		return nil, err
	}
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	if o.Dir == "" {
		o.Dir = os.TempDir()
	}
	Sweep(o.Dir)
	profile, err := newProfile(o.Dir)
	if err != nil {
		return nil, fmt.Errorf("make a profile for the browser in %s: %w", o.Dir, err)
	}
	p := &Process{profile: profile, said: new(tail), done: make(chan struct{})}
	if err := p.start(o); err != nil {
		profile.remove()
		return nil, fmt.Errorf("start the browser %s: %w", o.Path, err)
	}
	return p, nil
}

// Usable tells why no browser can be started; nil says little of whether it
// works.
func Usable(o Options) error { return o.find() }

// find finds the program, and tells whether it may be started.
func (o *Options) find() (err error) {
	switch {
	case o.Path == "":
		if o.Path, err = Find(); err != nil {
			return err
		}
	default:
		if _, err := exec.LookPath(o.Path); err != nil {
			return fmt.Errorf("browser %s: %w", o.Path, errors.Unwrap(err))
		}
	}
	if isRoot() && !o.NoSandbox {
		return ErrRoot
	}
	return nil
}

// start runs the program with both pipes as file descriptors 3 and 4, where
// --remote-debugging-pipe looks for them.
func (p *Process) start(o Options) error {
	p.cmd = exec.Command(o.Path, flags(o, p.profile.dir)...)
	p.cmd.Env = environment(p.profile.dir)
	p.cmd.Stderr = p.said
	p.cmd.WaitDelay = time.Second // a leftover process may hold stderr open
	hears, in, err := os.Pipe()
	if err != nil {
		return err
	}
	defer hears.Close()
	out, says, err := os.Pipe()
	if err != nil {
		in.Close()
		return err
	}
	defer says.Close()
	p.cmd.ExtraFiles = []*os.File{hears, says}
	p.In, p.Out = in, out
	if err := p.launch(o.Memory); err != nil {
		in.Close()
		out.Close()
		return err
	}
	return p.profile.note(p.cmd.Process.Pid)
}

// environment is what the browser learns of ours: no secret, no proxy. Pages
// that write times write them in UTC.
func environment(dir string) []string {
	env := []string{
		"HOME=" + dir, "TMPDIR=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_CACHE_HOME=" + dir, "XDG_RUNTIME_DIR=" + dir,
		"TZ=UTC", "LANG=C.UTF-8", "DBUS_SESSION_BUS_ADDRESS=disabled:", "DBUS_SYSTEM_BUS_ADDRESS=disabled:",
	}
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "FONTCONFIG_PATH", "FONTCONFIG_FILE"} {
		if value, set := os.LookupEnv(name); set {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// Done is closed when the browser has ended, by itself or by Kill.
func (p *Process) Done() <-chan struct{} { return p.done }

// Said is the end of what the browser wrote to its standard error, for people.
func (p *Process) Said() string { return p.said.String() }

// Profile is the browser's own directory.
func (p *Process) Profile() string { return p.profile.dir }

// Kill ends all processes of the browser, waits for them, and removes the
// profile.
func (p *Process) Kill() {
	p.end.Do(func() {
		p.In.Close()
		p.Out.Close()
		p.killGroup()
		<-p.done
		p.reap()
		p.awaitGroup()
		p.profile.remove()
	})
	<-p.done
}

// tail keeps the last 8 KiB written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b[max(0, len(b)-8<<10):]...)
	t.text = slices.Delete(t.text, 0, max(0, len(t.text)-8<<10))
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(string(t.text), "?")
}
