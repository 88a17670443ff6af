package chromium

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A profile is a directory that one browser works in. Its file "owner" is
// locked by the program that started the browser, as long as that lives, and
// names the browser's process group: whoever can lock it may clear up.
type profile struct {
	dir   string
	owner *os.File
}

const (
	profilePrefix = "portolan-browser-"
	ownerFile     = "owner"
)

func newProfile(under string) (*profile, error) {
	dir, err := os.MkdirTemp(under, profilePrefix)
	if err != nil {
		return nil, err
	}
	// The file comes into being locked.
	owner, err := os.OpenFile(filepath.Join(dir, ownerFile+".new"), os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		if !lock(owner) {
			err = fmt.Errorf("lock %s", owner.Name())
		} else {
			err = os.Rename(owner.Name(), filepath.Join(dir, ownerFile))
		}
	}
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return &profile{dir, owner}, nil
}

// note writes down the browser's process group.
func (p *profile) note(pid int) error {
	_, err := p.owner.WriteAt([]byte(strconv.Itoa(pid)+"\n"), 0)
	return err
}

// remove deletes the directory. A process that was killed may write into it
// for a moment.
func (p *profile) remove() {
	removeAll(p.dir)
	p.owner.Close()
}

func removeAll(dir string) {
	for range 20 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Sweep ends the browsers under a directory whose programs were killed, and
// removes their profiles. What belongs to others, or to a program that runs,
// is left alone.
func Sweep(under string) {
	dirs, err := filepath.Glob(filepath.Join(under, profilePrefix+"*"))
	if err != nil {
		return
	}
	for _, dir := range dirs {
		if info, err := os.Lstat(dir); err != nil || !info.IsDir() || !isOurs(info) {
			continue
		}
		owner, err := os.OpenFile(filepath.Join(dir, ownerFile), os.O_RDWR, 0)
		if err != nil {
			continue // another has just begun with it
		}
		if lock(owner) {
			text := make([]byte, 32)
			n, _ := owner.Read(text)
			group, _ := strconv.Atoi(strings.TrimSpace(string(text[:n])))
			endLeftovers(group, dir)
			removeAll(dir)
		}
		owner.Close()
	}
}
