package sqlite

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// fileLock is a lock on a file beside the crawl file. The system drops it
// when its process ends, however it ends. The file's text says who holds it.
type fileLock struct{ f *os.File }

// errHeld is returned by lockFile while another process holds the lock.
var errHeld = errors.New("lock is held")

func lockName(path string) string { return path + ".lock" }

// takeLock locks the crawl file at path for this process.
func takeLock(path string) (*fileLock, error) {
	for {
		f, err := os.OpenFile(lockName(path), os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
		if err := lockFile(f); err != nil {
			defer f.Close()
			if errors.Is(err, errHeld) {
				return nil, fmt.Errorf("open %s: %w%s", path, ErrLocked, holder(f))
			}
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
		if !stillThere(f) { // its last holder removed it after we opened it
			f.Close()
			continue
		}
		text := fmt.Sprintf("%s process %d\n", time.Now().UTC().Format(time.RFC3339), os.Getpid())
		if err := errors.Join(f.Truncate(0), writeAt(f, text)); err != nil {
			f.Close()
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
		return &fileLock{f}, nil
	}
}

func writeAt(f *os.File, text string) error {
	_, err := f.WriteAt([]byte(text), 0)
	return err
}

func stillThere(f *os.File) bool {
	opened, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(f.Name())
	return err == nil && os.SameFile(opened, named)
}

// holder reads who holds the lock and since when, "" if the file does not say.
func holder(f *os.File) string {
	text := make([]byte, 80)
	n, _ := f.ReadAt(text, 0)
	since, who, ok := strings.Cut(strings.TrimSpace(string(text[:n])), " ")
	t, err := time.Parse(time.RFC3339, since)
	if !ok || err != nil {
		return ""
	}
	return fmt.Sprintf(" since %s (%s)", t.Local().Format("2006-01-02 15:04:05"), strings.Map(printable, who))
}

func printable(r rune) rune {
	if r < ' ' || r > '~' {
		return -1
	}
	return r
}

// release removes the lock file, while the lock is held where the system
// allows it, and drops the lock.
func (l *fileLock) release() error {
	if runtime.GOOS != "windows" {
		return errors.Join(os.Remove(l.f.Name()), l.f.Close())
	}
	err := l.f.Close()
	os.Remove(l.f.Name()) // fails, rightly, if another process has opened it
	return err
}
