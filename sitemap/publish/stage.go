package publish

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/sitemap"
)

// stagingPrefix begins the name of the folder in which a set is made.
const stagingPrefix = ".portolan-staging-"

// stage is a set in the making.
type stage struct {
	o       Options
	names   names
	old     *manifest // what stands; empty if nothing does
	before  map[string]record
	dir     string // the staging folder
	files   []record
	texts   []record
	indexes []record
	next    map[string]int
	deleted []string

	gz     *sitemap.Gzip
	head   []byte         // scratch
	copied [32 << 10]byte // scratch
}

func newStage(o Options, n names, old *manifest) (*stage, error) {
	dir, err := os.MkdirTemp(o.Dir, stagingPrefix+"*")
	if err != nil {
		return nil, fmt.Errorf("make the staging folder: %w", err)
	}
	st := &stage{o: o, names: n, old: old, dir: dir, next: map[string]int{}, before: map[string]record{}}
	for _, f := range old.all() {
		st.before[f.Name] = f
	}
	st.gz = sitemap.NewGzip(io.Discard)
	return st, nil
}

// discard removes the staging folder. What cannot be removed now is removed by
// the next Recover.
func (st *stage) discard() { _ = os.RemoveAll(st.dir) }

func (st *stage) format() sitemap.Format {
	return sitemap.Format{Version: st.o.Version, NoSchemaLocation: st.o.NoSchemaLocation}
}

// newShards continues a series where the last set left it.
func (st *stage) newShards(series string) *shards {
	var known []bound
	for _, f := range st.old.Files {
		if f.Series == series && f.Number > 0 {
			known = append(known, bound{start: f.Start, number: f.Number})
		}
	}
	s := &shards{
		format: st.format(), limits: st.o.Limits, series: series,
		known: known, next: max(1, st.old.Next[series]), dir: st.dir,
	}
	s.emit = func(p *file) error {
		st.next[series] = s.next
		return st.put(p)
	}
	s.start()
	return s
}

// put stages one urlset, unless the published file already is it.
func (st *stage) put(p *file) error {
	name, packed := st.names.main, st.names.packed
	if p.number > 0 {
		name, packed = st.names.part(p.series, p.number), !st.o.PlainParts
	}
	f := st.format()
	st.head = f.AppendHead(st.head[:0], p.ext)
	r := record{Name: name, Series: p.series, Number: p.number, Start: p.start,
		First: p.first, Last: p.last, URLs: p.urls}
	r, err := st.store(r, packed, section(st.head), p.xml, section(f.AppendTail(nil)))
	if err != nil {
		return err
	}
	st.files = append(st.files, r)
	if st.o.Text {
		return st.putText(r, p.lines)
	}
	return nil
}

// section gives bytes to be read.
func section(b []byte) *io.SectionReader {
	return io.NewSectionReader(bytes.NewReader(b), 0, int64(len(b)))
}

// putText stages the text sitemap beside a urlset: a URL a line, nothing else.
// It is never the longer of the two, so that it keeps the same limits.
func (st *stage) putText(urlset record, lines *io.SectionReader) error {
	r := record{Name: st.names.text(urlset.Name), Series: urlset.Series, Number: urlset.Number,
		Start: urlset.Start, First: urlset.First, Last: urlset.Last, URLs: urlset.URLs}
	r, err := st.store(r, strings.HasSuffix(r.Name, ".gz"), lines)
	st.texts = append(st.texts, r)
	return err
}

// all are the records of every file of the set.
func (st *stage) all() []record { return slices.Concat(st.files, st.texts, st.indexes) }

// store completes r and writes its file into the staging folder, unless the
// published file has the same content.
func (st *stage) store(r record, packed bool, pieces ...*io.SectionReader) (record, error) {
	sum := sha256.New()
	if err := st.copyPieces(sum, pieces); err != nil {
		return r, fmt.Errorf("write %s: %w", r.Name, err)
	}
	for _, b := range pieces {
		r.Bytes += b.Size()
	}
	r.Content = hex.EncodeToString(sum.Sum(nil))
	if was, ok := st.before[r.Name]; ok && was.Content == r.Content && intact(st.o.Dir, was) {
		r.Size, r.SHA256, r.Changed, r.kept = was.Size, was.SHA256, was.Changed, true
		return r, nil
	}
	r.Changed = st.o.Now.UTC().Truncate(time.Second)
	st.o.step("write " + r.Name)
	if err := st.writeFile(&r, packed, pieces); err != nil {
		return r, fmt.Errorf("write %s: %w", r.Name, err)
	}
	return r, nil
}

// copyPieces writes the pieces, each from its beginning.
func (st *stage) copyPieces(out io.Writer, pieces []*io.SectionReader) error {
	for _, piece := range pieces {
		if _, err := piece.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if _, err := io.CopyBuffer(out, piece, st.copied[:]); err != nil {
			return err
		}
	}
	return nil
}

func (st *stage) writeFile(r *record, packed bool, pieces []*io.SectionReader) error {
	file, err := os.OpenFile(filepath.Join(st.dir, r.Name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	sum := sha256.New()
	out := bufio.NewWriterSize(io.MultiWriter(file, sum), 64<<10)
	err = st.writePieces(out, packed, pieces)
	err = errors.Join(err, out.Flush(), file.Sync())
	info, statErr := file.Stat()
	if err = errors.Join(err, statErr, file.Close()); err != nil {
		return err
	}
	r.Size = info.Size()
	r.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return nil
}

func (st *stage) writePieces(out io.Writer, packed bool, pieces []*io.SectionReader) error {
	if !packed {
		return st.copyPieces(out, pieces)
	}
	st.gz.Reset(out)
	return errors.Join(st.copyPieces(st.gz, pieces), st.gz.Close())
}

// intact reports that the published file is, byte for byte, the recorded one.
func intact(dir string, r record) bool {
	path := filepath.Join(dir, r.Name)
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != r.Size {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return false
	}
	return hex.EncodeToString(sum.Sum(nil)) == r.SHA256
}

// ForeignFileError says that a file which portolan did not write stands where
// one of the set belongs. Options.Force overwrites it.
type ForeignFileError struct{ Path string }

func (e *ForeignFileError) Error() string {
	return e.Path + " was not written by portolan; it is left as it is"
}

// checkTargets refuses to overwrite what portolan did not write.
func (st *stage) checkTargets() error {
	for _, r := range st.all() {
		path := filepath.Join(st.o.Dir, r.Name)
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("look at %s: %w", path, err)
		}
		if info.IsDir() {
			return fmt.Errorf("%s is a folder; the sitemap needs its place", path)
		}
		_, ours := st.before[r.Name]
		if !st.o.Force && (!ours || !info.Mode().IsRegular()) {
			return &ForeignFileError{Path: path}
		}
	}
	return nil
}

// manifest describes the staged set.
func (st *stage) manifest() *manifest {
	return &manifest{Format: manifestFormat, URL: st.o.URL, NamedBy: st.o.NamedBy, MadeOf: st.o.MadeOf, Accepted: st.o.Accepted, Protocol: st.o.Version.String(),
		URLs: st.urls(), Files: st.files, Texts: st.texts, Indexes: st.indexes, Next: st.next}
}

// urls is the number of entries of the set.
func (st *stage) urls() (n int) {
	for _, f := range st.files {
		n += f.URLs
	}
	return n
}

func (st *stage) result() *Result {
	r := &Result{Deleted: st.deleted, URLs: st.urls()}
	take := func(records []record) (list []File) {
		for _, f := range records {
			file := f.file(st.names)
			file.Changed = !f.kept
			list = append(list, file)
			r.Changed = r.Changed || !f.kept
		}
		return list
	}
	r.Files, r.Texts, r.Indexes = take(st.files), take(st.texts), take(st.indexes)
	r.Changed = r.Changed || len(st.deleted) > 0
	return r
}
