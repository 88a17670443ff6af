package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Unbegun is a run over a site that could not begin, as where robots.txt forbids its
// start: no crawl tells of it.
type Unbegun struct {
	At  time.Time `json:"at"`
	Why string    `json:"why"` // a sentence; it quotes the site
}

// Text tells of it, and of what whoever asks is answered from.
func (u *Unbegun) Text() string {
	return "the last run, of " + u.At.UTC().Format("2 January 2006, 15:04 UTC") + ", could not begin: " + u.Why + "; what follows rests on the crawl before"
}

// unbegunName is its file in the folder of the crawl files, until a run begins.
const unbegunName = "unbegun.json"

// NoteUnbegun notes it beside the crawl files.
func (f *Folder) NoteUnbegun(u Unbegun) error {
	text, err := json.Marshal(u)
	if err != nil {
		return fmt.Errorf("note that a run could not begin: %w", err)
	}
	beside, err := os.CreateTemp(filepath.Join(f.Dir, CrawlsDir), unbegunName+".*")
	if err != nil {
		return fmt.Errorf("note that a run could not begin: %w", err)
	}
	_, err = beside.Write(text)
	if err = errors.Join(err, beside.Chmod(0o644), beside.Close()); err == nil {
		err = os.Rename(beside.Name(), f.unbegun())
	}
	if err != nil {
		_ = os.Remove(beside.Name()) // the first error tells
		return fmt.Errorf("note that a run could not begin: %w", err)
	}
	return nil
}

// Unbegun gives the last run over the folder if it could not begin, else nil. What is no
// file, as a named pipe, is not read.
func (f *Folder) Unbegun() *Unbegun {
	if info, err := os.Stat(f.unbegun()); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	var u Unbegun
	text, err := os.ReadFile(f.unbegun())
	if err != nil || json.Unmarshal(text, &u) != nil {
		return nil
	}
	return &u
}

// Begins forgets it: a run begins.
func (f *Folder) Begins() error {
	if err := os.Remove(f.unbegun()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget that an earlier run could not begin: %w", err)
	}
	return nil
}

func (f *Folder) unbegun() string { return filepath.Join(f.Dir, CrawlsDir, unbegunName) }
