package last

import (
	"context"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/site/stored"
	"github.com/portolan-seo/portolan/frontier"
)

// mediaTypes are those of the pages of a crawl that are no HTML: a byte a known
// URL, or nothing where none of them is listed.
type mediaTypes struct {
	at    []uint8 // by ID, the place in names
	names []string
}

// maxTypes are told apart.
const maxTypes = 255

// readTypes reads the types of what the crawl of the set lists besides HTML.
func (s *Set) readTypes(ctx context.Context) (*mediaTypes, error) {
	t := &mediaTypes{names: []string{""}}
	if stored.Option(s.Crawl, "list-types") == "" {
		return t, nil
	}
	t.at = make([]uint8, s.Crawl.Counts().Known)
	for row, err := range s.Crawl.Brief(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if row.Page != nil && !row.Page.HTML && row.Page.Type != "" {
			t.at[row.ID] = t.place(row.Page.Type)
		}
	}
	return t, nil
}

func (t *mediaTypes) place(name string) uint8 {
	at := slices.Index(t.names, name)
	if at < 0 && len(t.names) <= maxTypes {
		at = len(t.names)
		t.names = append(t.names, strings.Clone(name))
	}
	return uint8(max(at, 0))
}

// of gives the type of a page, "" for HTML or one that is not known.
func (t *mediaTypes) of(row *frontier.Row) string {
	if row == nil || int(row.ID) >= len(t.at) {
		return ""
	}
	return t.names[t.at[row.ID]]
}
