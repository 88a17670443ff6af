package publish

import (
	"bufio"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/sitemap"
)

// held are the entries that wait for their file, as XML and as lines of a text
// sitemap. In memory are seventeen bytes of each.
type held struct {
	xml, lines        spill
	xmlEnds, lineEnds []int64 // where each entry ends
	exts              []sitemap.Extensions
	line              []byte // scratch
}

// newHeld gives room for entries; name sets its files in dir apart.
func newHeld(dir, name string) *held {
	return &held{
		xml:   spill{name: filepath.Join(dir, ".xml-"+name)}, // no file of a set begins with a dot
		lines: spill{name: filepath.Join(dir, ".txt-"+name)},
	}
}

func (h *held) len() int { return len(h.exts) }

// add appends an entry.
func (h *held) add(loc string, xml []byte, ext sitemap.Extensions) error {
	h.line = append(append(h.line[:0], loc...), '\n')
	if err := errors.Join(h.xml.add(xml), h.lines.add(h.line)); err != nil {
		return err
	}
	h.xmlEnds = append(h.xmlEnds, h.xml.size())
	h.lineEnds = append(h.lineEnds, h.lines.size())
	h.exts = append(h.exts, ext)
	return nil
}

// loc reads the URL of entry i.
func (h *held) loc(i int) (string, error) {
	from := int64(0)
	if i > 0 {
		from = h.lineEnds[i-1]
	}
	b := make([]byte, h.lineEnds[i]-from-1)
	_, err := io.ReadFull(h.lines.part(from, h.lineEnds[i]), b)
	return string(b), err
}

// each calls f with every entry; xml holds until it returns.
func (h *held) each(f func(loc string, xml []byte, ext sitemap.Extensions) error) error {
	lines := bufio.NewReader(h.lines.part(0, h.lines.size()))
	all := bufio.NewReader(h.xml.part(0, h.xml.size()))
	var xml []byte
	from := int64(0)
	for i, ext := range h.exts {
		line, err := lines.ReadString('\n')
		if err != nil {
			return err
		}
		xml = slices.Grow(xml[:0], int(h.xmlEnds[i]-from))[:h.xmlEnds[i]-from]
		if _, err := io.ReadFull(all, xml); err != nil {
			return err
		}
		if err := f(strings.TrimSuffix(line, "\n"), xml, ext); err != nil {
			return err
		}
		from = h.xmlEnds[i]
	}
	return nil
}

// drop removes the first n entries.
func (h *held) drop(n int) error {
	xml, lines := h.xmlEnds[n-1], h.lineEnds[n-1]
	rest := copy(h.exts, h.exts[n:])
	for i := range rest {
		h.xmlEnds[i], h.lineEnds[i] = h.xmlEnds[n+i]-xml, h.lineEnds[n+i]-lines
	}
	h.exts, h.xmlEnds, h.lineEnds = h.exts[:rest], h.xmlEnds[:rest], h.lineEnds[:rest]
	return errors.Join(h.xml.drop(xml), h.lines.drop(lines))
}

// close removes the files.
func (h *held) close() error { return errors.Join(h.xml.close(), h.lines.close()) }
