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
	for from := 0; from < len(st.files); {
		n, err := st.writeIndex(st.files[from:])
		if err != nil {
			return err
		}
		from += n
	}
	return nil
}

// writeIndex stages one index of as many files as it may list, and gives their
// number.
func (st *stage) writeIndex(files []record) (int, error) {
	var buf bytes.Buffer
	w := sitemap.NewIndexWriter(&buf, st.format(), st.o.Limits)
	urls := 0
	for _, f := range files {
		err := w.Write(&sitemap.Entry{Loc: st.names.urlOf(f.Name), LastMod: sitemap.LastMod(f.Changed)})
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
	r := record{Name: name, First: st.names.urlOf(files[0].Name),
		Last: st.names.urlOf(files[urls-1].Name), URLs: urls}
	r, err := st.store(r, st.names.packed, section(buf.Bytes()))
	if err != nil {
		return 0, err
	}
	st.indexes = append(st.indexes, r)
	return urls, nil
}
