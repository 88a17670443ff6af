package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// manifestName is the manifest's file in the site folder. A leading dot keeps
// it out of what `cp folder/*` puts on a web server.
const manifestName = ".portolan-manifest.json"

// manifestFormat is raised when the meaning of the manifest changes. One of
// another format counts as damaged.
const manifestFormat = 1

// manifest is what stands in the folder.
type manifest struct {
	Format   int            `json:"format"`
	URL      string         `json:"url"`
	NamedBy  string         `json:"named_by,omitempty"`
	MadeOf   string         `json:"made_of,omitempty"`
	Accepted string         `json:"accepted,omitempty"`
	Protocol string         `json:"protocol"`
	URLs     int            `json:"urls"`
	Files    []record       `json:"files"`
	Texts    []record       `json:"texts,omitempty"`
	Indexes  []record       `json:"indexes"`
	Next     map[string]int `json:"next"` // per series, the number of the next new file
}

// record is one file of the set.
type record struct {
	Name    string    `json:"name"`
	Series  string    `json:"series,omitempty"`
	Number  int       `json:"number,omitempty"`
	Start   string    `json:"start"` // where its key range begins; "" = before every key
	First   string    `json:"first"`
	Last    string    `json:"last"`
	URLs    int       `json:"urls"`
	Bytes   int64     `json:"bytes"`          // of the XML
	Size    int64     `json:"size"`           // of the file
	SHA256  string    `json:"sha256"`         // of the file
	Content string    `json:"content_sha256"` // of the XML
	Changed time.Time `json:"changed"`        // when the content last changed

	kept bool // the published file is already this one
}

var errDamaged = errors.New("the manifest is damaged")

// loadManifest reads the folder's manifest. Its errors are errDamaged,
// fs.ErrNotExist, and what the file system says.
func loadManifest(dir string) (*manifest, error) {
	path := filepath.Join(dir, manifestName)
	if info, err := os.Lstat(path); err != nil {
		return nil, err
	} else if info.Mode()&fs.ModeSymlink != 0 {
		return nil, errDamaged
	}
	data, err := readFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the sitemap manifest: %w", err)
	}
	m := new(manifest)
	if json.Unmarshal(data, m) != nil || !m.sound() {
		return nil, errDamaged
	}
	return m, nil
}

// sound reports a manifest whose names are plain files and whose key ranges
// are in order.
func (m *manifest) sound() bool {
	if m.Format != manifestFormat || len(m.Files) == 0 {
		return false
	}
	for i, f := range m.Files {
		if f.Number < 0 {
			return false
		}
		if i > 0 && m.Files[i-1].Series == f.Series && m.Files[i-1].Start >= f.Start {
			return false
		}
	}
	for _, f := range m.all() {
		if !goodName(f.Name) {
			return false
		}
	}
	return true
}

// all are the records of every file.
func (m *manifest) all() []record { return slices.Concat(m.Files, m.Texts, m.Indexes) }

// encode gives the manifest's bytes: the same for the same set.
func (m *manifest) encode() ([]byte, error) {
	data, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return nil, fmt.Errorf("encode the sitemap manifest: %w", err)
	}
	return append(data, '\n'), nil
}

// Current gives the set that the folder's manifest describes, and whether
// there is one. Files are not opened; Changed is false throughout.
func Current(dir string) (*Result, bool, error) {
	m, err := loadManifest(dir)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errDamaged) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	return m.result()
}

// Standing gives the set that stands in dir, and whether there is one: as
// Current does, but where the manifest is missing or damaged, by portolan's own
// files of the sitemap at url.
func Standing(dir, url string) (*Result, bool, error) {
	o := Options{Dir: dir, URL: url}
	n, err := newNames(o)
	if err != nil {
		return nil, false, err
	}
	m, err := loadOrRebuild(o, n)
	if err != nil || len(m.Files) == 0 {
		return nil, false, err
	}
	return m.result()
}

// result is the set as it was published.
func (m *manifest) result() (*Result, bool, error) {
	n, err := newNames(Options{URL: m.URL})
	if err != nil {
		return nil, false, nil
	}
	r := &Result{URLs: m.URLs, NamedBy: m.NamedBy, MadeOf: m.MadeOf, Accepted: m.Accepted}
	for _, f := range m.Files {
		r.Files = append(r.Files, f.file(n))
	}
	for _, f := range m.Texts {
		r.Texts = append(r.Texts, f.file(n))
	}
	for _, f := range m.Indexes {
		r.Indexes = append(r.Indexes, f.file(n))
	}
	return r, true, nil
}

func (f record) file(n names) File {
	return File{Name: f.Name, URL: n.urlOf(f.Name), Series: f.Series, URLs: f.URLs,
		Bytes: f.Bytes, Size: f.Size, SHA256: f.SHA256, First: f.First, Last: f.Last,
		LastMod: f.Changed}
}
