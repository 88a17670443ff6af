package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/portolan-seo/portolan/sitemap"
)

// loadOrRebuild gives what stands in the folder: by the manifest, or, if that
// is missing or damaged, by the files themselves. An empty manifest means that
// there is no set of portolan's.
func loadOrRebuild(o Options, n names) (*manifest, error) {
	m, err := loadManifest(o.Dir)
	switch {
	case err == nil:
		return m, nil
	case errors.Is(err, errDamaged), errors.Is(err, fs.ErrNotExist):
		return rebuild(o, n), nil
	}
	return nil, err
}

// rebuild reads the file that the sitemap URL names, and the files that it
// lists. Only files that have portolan's own form to the byte count: whatever
// another program wrote stays foreign, and is neither overwritten nor deleted.
// What cannot be read back is left out.
func rebuild(o Options, n names) *manifest {
	m := &manifest{Format: manifestFormat, URL: o.URL, Next: map[string]int{}}
	for i := 0; ; i++ {
		r, listed, ok := n.readBack(o.Dir, n.index(i))
		if !ok {
			break
		}
		if listed == nil {
			m.Files = append(m.Files, r)
			break
		}
		m.Indexes = append(m.Indexes, r)
		for _, e := range listed {
			m.addPart(o.Dir, n, e)
		}
	}
	m.restoreStarts()
	for _, f := range m.Files {
		m.URLs += f.URLs
	}
	m.addTexts(o.Dir, n)
	return m
}

// addTexts takes the text sitemaps that list what the urlsets beside them do.
func (m *manifest) addTexts(dir string, n names) {
	for _, f := range m.Files {
		t, _, ok := n.readBack(dir, n.text(f.Name))
		if ok && t.URLs == f.URLs && t.First == f.First && t.Last == f.Last {
			t.Series, t.Number, t.Start = f.Series, f.Number, f.Start
			m.Texts = append(m.Texts, t)
		}
	}
}

// addPart takes one file that an index lists.
func (m *manifest) addPart(dir string, n names, e sitemap.Entry) {
	name, ok := strings.CutPrefix(e.Loc, n.dirURL)
	if !ok || !goodName(name) {
		return
	}
	series, number, ok := n.splitPart(name)
	if !ok {
		return
	}
	r, listed, ok := n.readBack(dir, name)
	if !ok || listed != nil {
		return
	}
	r.Series, r.Number = series, number
	if at, err := time.Parse(time.RFC3339, e.LastMod); err == nil {
		r.Changed = at.UTC()
	}
	m.Next[series] = max(m.Next[series], number+1)
	m.Files = append(m.Files, r)
}

// restoreStarts draws the key ranges from the first keys of the files. Files
// that are out of order give up their ranges.
func (m *manifest) restoreStarts() {
	var kept []record
	for _, r := range m.Files {
		if n := len(kept); n > 0 && kept[n-1].Series == r.Series {
			if r.First <= kept[n-1].Last {
				continue
			}
			r.Start = r.First
		}
		kept = append(kept, r)
	}
	m.Files = kept
}

var partName = regexp.MustCompile(`^(?:-([a-z0-9-]*[a-z-][a-z0-9-]*))?-([0-9]{5,9})\.xml(?:\.gz)?$`)

// splitPart is the reverse of part.
func (n names) splitPart(name string) (series string, number int, ok bool) {
	rest, ok := strings.CutPrefix(name, n.base)
	if !ok {
		return "", 0, false
	}
	found := partName.FindStringSubmatch(rest)
	if found == nil {
		return "", 0, false
	}
	number, err := strconv.Atoi(found[2])
	return found[1], number, err == nil && number > 0
}

// readBack reads one published file. listed is nil for a urlset, else what the
// index lists. ok is false unless the file is sound and in portolan's form.
func (n names) readBack(dir, name string) (r record, listed []sitemap.Entry, ok bool) {
	path := filepath.Join(dir, name)
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return r, nil, false
	}
	file, err := os.Open(path)
	if err != nil {
		return r, nil, false
	}
	defer file.Close()
	sum, content := sha256.New(), sha256.New()
	var plain io.Reader = io.TeeReader(file, sum)
	if strings.HasSuffix(name, ".gz") {
		gz, err := gzip.NewReader(plain)
		if err != nil {
			return r, nil, false
		}
		plain = gz
	}
	own := &ownForm{}
	var last string
	rep, err := sitemap.Read(io.TeeReader(plain, io.MultiWriter(content, own)), sitemap.ReadOptions{},
		func(it sitemap.Item) error {
			if it.Sitemap {
				listed = append(listed, it.Entry)
			}
			last = it.Loc
			return nil
		})
	if err != nil || !rep.Valid() || !own.matches(rep) {
		return r, nil, false
	}
	if _, err := io.Copy(io.Discard, io.TeeReader(file, sum)); err != nil {
		return r, nil, false
	}
	r = record{Name: name, First: rep.First, Last: last, URLs: rep.URLs + rep.Sitemaps,
		Bytes: rep.Bytes, Size: info.Size(), SHA256: hex.EncodeToString(sum.Sum(nil)),
		Content: hex.EncodeToString(content.Sum(nil)), Changed: info.ModTime().UTC().Truncate(time.Second)}
	return r, listed, true
}

// ownForm keeps the start of a file, by which portolan knows its own.
type ownForm struct{ head []byte }

func (f *ownForm) Write(b []byte) (int, error) {
	if room := 4096 - len(f.head); room > 0 {
		f.head = append(f.head, b[:min(room, len(b))]...)
	}
	return len(b), nil
}

// matches reports a start that portolan writes, to the byte, in one of its
// variants, up to the first entry.
func (f *ownForm) matches(rep *sitemap.Report) bool {
	if rep.Kind == sitemap.KindText {
		return len(rep.Problems) == 0
	}
	for _, bare := range []bool{false, true} {
		format := sitemap.Format{Version: rep.Version, NoSchemaLocation: bare}
		if rep.Kind == sitemap.KindIndex {
			if strings.HasPrefix(string(f.head), string(format.AppendIndexHead(nil))+"<sitemap><loc>") {
				return true
			}
			continue
		}
		for ext := sitemap.Extensions(0); ext <= sitemap.ExtImage|sitemap.ExtVideo|sitemap.ExtXHTML|sitemap.ExtNews; ext++ {
			if strings.HasPrefix(string(f.head), string(format.AppendHead(nil, ext))+"<url><loc>") {
				return true
			}
		}
	}
	return false
}
