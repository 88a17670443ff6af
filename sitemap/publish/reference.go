package publish

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/portolan-seo/portolan/sitemap"
)

// Reference is a set to compare later ones with: what it lists is kept beside
// the manifest, so that many small losses, each too small to be noticed, are
// noticed together.
type Reference struct {
	Made time.Time `json:"made"` // by the caller's clock
	Sets int       `json:"sets"` // published since, the caller counts
	URLs int       `json:"urls"`
	// Set is the Digest of a published set that lists the very same URLs, ""
	// if none is known to.
	Set     string            `json:"set,omitempty"`
	Options map[string]string `json:"options,omitempty"` // the caller's own

	Format int    `json:"format"`
	SHA256 string `json:"sha256"` // of the packed list, whose file is named after it
	dir    string
}

// ErrReference says that what is kept of a reference is damaged.
var ErrReference = errors.New("the reference that earlier sitemaps are remembered by is damaged")

const (
	referenceName   = ".portolan-reference.json"
	referenceList   = ".portolan-reference-" // and the beginning of its SHA256
	referenceFormat = 1
	maxReferenceURL = 64 << 10 // bytes of a line; URLs in sitemaps are shorter than 2,048
)

// ReadReference gives the reference in dir, nil if there is none. The error is
// ErrReference, or what the file system says.
func ReadReference(dir string) (*Reference, error) {
	data, err := readFile(filepath.Join(dir, referenceName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what earlier sitemaps listed: %w", err)
	}
	r := &Reference{dir: dir}
	if json.Unmarshal(data, r) != nil || r.Format != referenceFormat || len(r.SHA256) != sha256.Size*2 || strings.Trim(r.SHA256, "0123456789abcdef") != "" {
		return nil, ErrReference
	}
	return r, nil
}

func (r *Reference) listName() string { return referenceList + r.SHA256[:16] + ".gz" }

// All gives what the reference lists. A list that is missing or damaged ends
// it with ErrReference.
func (r *Reference) All() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		file, err := Open(filepath.Join(r.dir, r.listName()))
		if err != nil {
			yield("", fmt.Errorf("%w: %w", ErrReference, err))
			return
		}
		defer file.Close()
		n, stopped := 0, false
		err = readList(file, func(url string) bool {
			n++
			stopped = !yield(url, nil)
			return !stopped
		})
		if err == nil && !stopped && n != r.URLs {
			err = fmt.Errorf("%d URLs of %d", n, r.URLs)
		}
		if err != nil && !stopped {
			yield("", fmt.Errorf("%w: %w", ErrReference, err))
		}
	}
}

// readList reads a packed list, a URL a line, until each gives false.
func readList(in io.Reader, each func(url string) bool) error {
	packed, err := gzip.NewReader(bufio.NewReader(in))
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(packed)
	lines.Buffer(nil, maxReferenceURL)
	for lines.Scan() {
		if !each(lines.Text()) {
			return nil
		}
	}
	return lines.Err()
}

// WriteReference puts a reference in place of the one in dir. With urls nil
// it writes what is said of r again, whose list stays; else r.URLs and r.SHA256
// are counted. After an error the old one stands.
func WriteReference(dir string, r Reference, urls iter.Seq2[string, error]) error {
	r.Format = referenceFormat
	if urls != nil {
		if err := r.writeList(dir, urls); err != nil {
			return fmt.Errorf("keep what the sitemap lists: %w", err)
		}
	}
	data, err := json.MarshalIndent(r, "", " ")
	if err == nil {
		err = replaceFile(filepath.Join(dir, referenceName), append(data, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep what the sitemap lists: %w", err)
	}
	r.dropOthers(dir)
	return nil
}

// dropOthers removes the lists in dir that the reference does not name.
func (r *Reference) dropOthers(dir string) {
	old, _ := filepath.Glob(filepath.Join(dir, referenceList+"*"))
	for _, name := range old {
		if filepath.Base(name) != r.listName() {
			_ = os.Remove(name) // the next one tries again
		}
	}
}

// writeList writes the list under a name that no other one has.
func (r *Reference) writeList(dir string, urls iter.Seq2[string, error]) error {
	file, err := os.CreateTemp(dir, referenceList+"*.new")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // where it was not renamed
	sum := sha256.New()
	r.URLs, err = packList(io.MultiWriter(file, sum), urls)
	if err = errors.Join(err, file.Chmod(0o644), file.Sync(), file.Close()); err != nil {
		return err
	}
	r.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return os.Rename(file.Name(), filepath.Join(dir, r.listName()))
}

func packList(out io.Writer, urls iter.Seq2[string, error]) (n int, err error) {
	buffered := bufio.NewWriterSize(out, 64<<10)
	packed := sitemap.NewGzip(buffered)
	for url, err := range urls {
		if err != nil {
			return n, err
		}
		if _, err := io.WriteString(packed, url+"\n"); err != nil {
			return n, err
		}
		n++
	}
	return n, errors.Join(packed.Close(), buffered.Flush())
}

// replaceFile writes a file as a whole or not at all.
func replaceFile(name string, data []byte) error {
	tmp := name + ".new"
	if err := os.Remove(tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := writeSynced(tmp, data); err != nil {
		return err
	}
	if err := os.Rename(tmp, name); err != nil {
		return err
	}
	return syncDir(filepath.Dir(name))
}

// Digest stands for the files of a set: other files, another digest.
func (r *Result) Digest() string {
	sum := sha256.New()
	for _, f := range r.Files {
		fmt.Fprintf(sum, "%s %s\n", f.Name, f.SHA256)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
