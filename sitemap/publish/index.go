package publish

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/portolan-seo/portolan/sitemap"
)

// writeIndexes stages the index of the parts, and further index files where
// one would pass its limit. A set of one unnumbered urlset has none.
func (st *stage) writeIndexes() error {
	if len(st.files) == 1 && st.files[0].Number == 0 {
		return nil
	}
	entries := st.indexed()
	for from := 0; from < len(entries); {
		n, err := st.writeIndex(entries[from:])
		if err != nil {
			return err
		}
		from += n
	}
	return nil
}

// indexed are the entries of the index: the set's own files, then others.
func (st *stage) indexed() (entries []sitemap.Entry) {
	for _, f := range st.files {
		entries = append(entries, sitemap.Entry{Loc: st.names.urlOf(f.Name), LastMod: sitemap.LastMod(f.Changed)})
	}
	return append(entries, st.o.Foreign...)
}

// writeIndex stages one index of as many files as it may list, and gives their
// number.
func (st *stage) writeIndex(entries []sitemap.Entry) (int, error) {
	var buf bytes.Buffer
	w := sitemap.NewIndexWriter(&buf, st.format(), st.o.Limits)
	urls := 0
	for i := range entries {
		err := w.Write(&entries[i])
		if errors.Is(err, sitemap.ErrFull) {
			break
		}
		if err != nil {
			return 0, err
		}
		urls++
	}
	if urls == 0 {
		return 0, fmt.Errorf("publish sitemap: an index of at most %d bytes has no room for an entry", st.o.Limits.Bytes)
	}
	if err := w.Close(); err != nil {
		return 0, err
	}
	name := st.names.index(len(st.indexes))
	r := record{Name: name, First: entries[0].Loc, Last: entries[urls-1].Loc, URLs: urls}
	r, err := st.store(r, st.names.packed, section(buf.Bytes()))
	if err != nil {
		return 0, err
	}
	st.indexes = append(st.indexes, r)
	return urls, nil
}
