package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// planName is the file that marks a staged set as complete. It says what is
// left to do, so that anyone can finish it.
const planName = "plan.json"

// plan lists the steps that put a staged set in place, in their order. Each
// may be done again: a file that is no longer staged has been moved.
type plan struct {
	Parts   []string `json:"parts"`   // moved first
	Indexes []string `json:"indexes"` // moved when every part is in place
	Delete  []string `json:"delete"`  // removed when no index names them any more
}

// changed reports that the folder is not yet what the stage describes.
func (st *stage) changed() bool {
	for _, r := range st.all() {
		if !r.kept {
			return true
		}
	}
	staged, err := st.manifest().encode()
	if err != nil {
		return true
	}
	standing, err := readFile(filepath.Join(st.o.Dir, manifestName))
	return err != nil || string(staged) != string(standing)
}

// commit marks the set and moves it into place. Once the mark is written, the
// set will stand, by this call or by the next Recover.
func (st *stage) commit() error {
	p, err := st.mark()
	if err != nil {
		st.discard()
		return fmt.Errorf("mark the staged sitemap: %w", err)
	}
	return rollForward(st.o.Dir, st.dir, p, st.o.step)
}

// mark writes the new manifest and the plan. A single urlset counts as an
// index: it is the file that engines are told of.
func (st *stage) mark() (*plan, error) {
	p := &plan{}
	keep := map[string]bool{}
	for _, r := range st.all() {
		keep[r.Name] = true
	}
	for _, r := range slices.Concat(st.texts, st.files) {
		if r.kept {
			continue
		}
		if r.Name == st.names.main {
			p.Indexes = append(p.Indexes, r.Name)
		} else {
			p.Parts = append(p.Parts, r.Name)
		}
	}
	for _, r := range slices.Backward(st.indexes) { // the sitemap URL's own comes last
		if !r.kept {
			p.Indexes = append(p.Indexes, r.Name)
		}
	}
	for _, r := range st.old.all() {
		if !keep[r.Name] && intact(st.o.Dir, r) {
			p.Delete = append(p.Delete, r.Name)
		}
	}
	st.deleted = p.Delete
	data, err := st.manifest().encode()
	if err != nil {
		return nil, err
	}
	st.o.step("stage manifest")
	if err := writeSynced(filepath.Join(st.dir, manifestName), data); err != nil {
		return nil, err
	}
	data, err = json.Marshal(p)
	if err != nil {
		return nil, err
	}
	st.o.step("stage plan")
	tmp := filepath.Join(st.dir, planName+".tmp")
	if err := writeSynced(tmp, data); err != nil {
		return nil, err
	}
	if err := syncDir(st.dir); err != nil {
		return nil, err
	}
	st.o.step("mark")
	if err := os.Rename(tmp, filepath.Join(st.dir, planName)); err != nil {
		return nil, err
	}
	return p, errors.Join(syncDir(st.dir), syncDir(st.o.Dir))
}

// rollForward does what is left of the plan.
func rollForward(dir, staging string, p *plan, step func(string)) error {
	move := func(name string) error {
		step("move " + name)
		err := os.Rename(filepath.Join(staging, name), filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			return nil // moved before
		}
		return err
	}
	for _, group := range [][]string{p.Parts, p.Indexes} {
		for _, name := range group {
			if err := move(name); err != nil {
				return fmt.Errorf("put %s in place: %w; the next run goes on from here", name, err)
			}
		}
		if err := syncDir(dir); err != nil {
			return fmt.Errorf("put the sitemap in place: %w", err)
		}
	}
	for _, name := range p.Delete {
		step("delete " + name)
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove the old %s: %w; the next run goes on from here", name, err)
		}
	}
	lists, _ := filepath.Glob(filepath.Join(staging, referenceList+"*.gz"))
	for _, name := range append(lists, referenceName, manifestName) { // none is named before it is there
		if err := move(filepath.Base(name)); err != nil {
			return fmt.Errorf("put the sitemap manifest in place: %w; the next run goes on from here", err)
		}
	}
	if err := syncDir(dir); err != nil {
		return fmt.Errorf("put the sitemap in place: %w", err)
	}
	step("clean")
	if r, err := ReadReference(dir); err == nil && r != nil {
		r.dropOthers(dir)
	}
	if err := os.RemoveAll(staging); err != nil {
		return fmt.Errorf("remove the staging folder: %w", err)
	}
	return nil
}

// Recover finishes what an interrupted Publish left in dir: a set that was
// staged as a whole is moved into place, anything less is removed. Nothing to
// do is no error. Publish calls it; so should every command that reads or
// writes the folder.
func Recover(dir string) error { return finishOld(dir, func(string) {}) }

func finishOld(dir string, step func(string)) error {
	found, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("open the site folder: %w", err)
	}
	for _, d := range found {
		if !d.IsDir() || !strings.HasPrefix(d.Name(), stagingPrefix) {
			continue
		}
		staging := filepath.Join(dir, d.Name())
		p, err := readPlan(staging)
		if err != nil {
			return err
		}
		if p == nil {
			if err := os.RemoveAll(staging); err != nil {
				return fmt.Errorf("remove an unfinished sitemap: %w", err)
			}
			continue
		}
		if err := rollForward(dir, staging, p, step); err != nil {
			return err
		}
	}
	return nil
}

// readPlan reads the mark of a staged set; nil if there is none.
func readPlan(staging string) (*plan, error) {
	data, err := readFile(filepath.Join(staging, planName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the plan of an unfinished sitemap: %w", err)
	}
	p := new(plan)
	if json.Unmarshal(data, p) != nil {
		return nil, nil
	}
	for _, group := range [][]string{p.Parts, p.Indexes, p.Delete} {
		for _, name := range group {
			if !goodName(name) {
				return nil, nil
			}
		}
	}
	return p, nil
}

func writeSynced(path string, data []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}

// syncDir makes renames durable. Windows has no such call and needs none.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
