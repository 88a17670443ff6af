package publish

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/portolan-seo/portolan/sitemap"
)

// verify reads the whole set back, files that stay included, as an engine
// would read it, and refuses it at the first fault.
func (st *stage) verify(ctx context.Context) error {
	v := &setVerifier{stage: st, seed: maphash.MakeSeed()}
	for _, r := range st.files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := v.urlset(r); err != nil {
			return fmt.Errorf("the new sitemap is not sound, the old one stays: %s: %w", r.Name, err)
		}
	}
	for i, r := range st.texts {
		f, err := v.file(r, sitemap.KindText, nil)
		if err == nil && (f.Entries != st.files[i].URLs || f.First != st.files[i].First || f.Last != st.files[i].Last) {
			err = errors.New("it is not what the sitemap beside it lists")
		}
		if err != nil {
			return fmt.Errorf("the new sitemap is not sound, the old one stays: %s: %w", r.Name, err)
		}
	}
	if err := v.acrossSeries(); err != nil {
		return fmt.Errorf("the new sitemap is not sound, the old one stays: %w", err)
	}
	if len(st.indexes) == 0 {
		return nil
	}
	listed, entries := 0, st.indexed()
	for _, r := range st.indexes {
		n, err := v.index(r, entries[listed:])
		if err != nil {
			return fmt.Errorf("the new sitemap is not sound, the old one stays: %s: %w", r.Name, err)
		}
		listed += n
	}
	if listed != len(entries) {
		return fmt.Errorf("the new sitemap is not sound, the old one stays: the indexes list %d of %d files", listed, len(entries))
	}
	return nil
}

// setVerifier keeps what must hold over all files. Within a series, keys
// ascend through all files, so that none can be twice. With several series, a
// hash of each key finds one that is in two of them.
type setVerifier struct {
	*stage
	seed   maphash.Seed
	series string
	last   string
	hashes []uint64
}

func (v *setVerifier) urlset(r record) error {
	if r.Series != v.series {
		v.series, v.last = r.Series, ""
	}
	var each func([]byte) error
	if v.o.Series != nil {
		each = func(loc []byte) error {
			v.hashes = append(v.hashes, maphash.Bytes(v.seed, loc))
			return nil
		}
	}
	f, err := v.file(r, sitemap.KindURLSet, each)
	switch {
	case err != nil:
		return err
	case f.Entries != r.URLs || f.First != r.First || f.Last != r.Last:
		return fmt.Errorf("it holds %d URLs from %s to %s, not %d from %s to %s", f.Entries, f.First, f.Last, r.URLs, r.First, r.Last)
	case f.First <= v.last:
		return fmt.Errorf("%s is not after %s of the file before", f.First, v.last)
	}
	v.last = f.Last
	return nil
}

// acrossSeries finds a URL that is in two series.
func (v *setVerifier) acrossSeries() error {
	slices.Sort(v.hashes)
	for i := 1; i < len(v.hashes); i++ {
		if v.hashes[i] == v.hashes[i-1] {
			return errors.New("a URL is listed twice")
		}
	}
	v.hashes = nil
	return nil
}

// index checks that an index lists the first of some entries, and gives their
// number.
func (v *setVerifier) index(r record, entries []sitemap.Entry) (int, error) {
	n := 0
	_, err := v.file(r, sitemap.KindIndex, func(loc []byte) error {
		if n >= len(entries) || string(loc) != entries[n].Loc {
			return fmt.Errorf("it lists %s, which is not the next file", loc)
		}
		n++
		return nil
	})
	if err == nil && n != r.URLs {
		err = fmt.Errorf("it lists %d files, not %d", n, r.URLs)
	}
	return n, err
}

// file verifies one file, and that its bytes are those that were written.
func (v *setVerifier) file(r record, kind sitemap.Kind, each func([]byte) error) (sitemap.Facts, error) {
	dir := v.dir
	if r.kept {
		dir = v.o.Dir
	}
	file, err := os.Open(filepath.Join(dir, r.Name))
	if err != nil {
		return sitemap.Facts{}, err
	}
	defer file.Close()
	sum := sha256.New()
	in := bufio.NewReaderSize(io.TeeReader(file, sum), 64<<10)
	f, err := sitemap.Verify(in, sitemap.VerifyOptions{
		At: v.names.urlOf(r.Name), Kind: kind, Version: v.o.Version, Limits: v.o.Limits, Now: v.o.Now,
		InScope: v.o.InScope, Allowed: v.o.Allowed, HasSession: v.o.HasSession,
	}, each)
	if err != nil {
		return f, err
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return f, err
	}
	if hex.EncodeToString(sum.Sum(nil)) != r.SHA256 {
		return f, errors.New("the disk gives other bytes than were written")
	}
	if f.Bytes != r.Bytes {
		return f, fmt.Errorf("it unpacks to %d bytes, not %d", f.Bytes, r.Bytes)
	}
	return f, nil
}
