package frontier

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Translation is a page on another host of the site that listed pages name as
// a translation of theirs (rel=alternate hreflang), as it answered when it was
// asked for, once. It is no page of the crawl: it has no record.
type Translation struct {
	ID     ID  `json:"id"`
	Status int `json:"status,omitempty"` // 0 where no answer came, or none was asked for
	// Fault is why the page does not count as a translation: the kind in few
	// words, "" if it counts. Detail says more; it may hold any text.
	Fault  string `json:"fault,omitempty"`
	Detail string `json:"detail,omitempty"`
	// Names are the pages known to the crawl that it names in its turn.
	Names []TranslationName `json:"names,omitempty"`
}

// TranslationName is one rel=alternate hreflang of such a page. As text it is
// "ID LANG".
type TranslationName struct {
	To   ID
	Lang string // as written
}

// MarshalText implements encoding.TextMarshaler.
func (n TranslationName) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%d %s", n.To, n.Lang), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (n *TranslationName) UnmarshalText(text []byte) error {
	id, lang, _ := strings.Cut(string(text), " ")
	to, err := strconv.ParseUint(id, 10, 32)
	n.To, n.Lang = ID(to), lang
	return err
}

// TranslationHost is what a crawl did on one of the other hosts.
type TranslationHost struct {
	Host string `json:"host"` // with the port where it is not the default
	Left int    `json:"left"` // pages that were not asked for
	Why  string `json:"why"`  // the reason for that, "" if none is left
}

// Keys of Meta under which translations are kept: []TranslationHost, and the
// pages in lumps numbered from 0, each a []Translation.
const (
	MetaTranslationHosts = "translations.hosts"
	metaTranslations     = "translations" // + "." + number of the lump
)

// TranslationLump gives the key of Meta that holds a lump of Translations.
func TranslationLump(n int) string { return metaTranslations + "." + strconv.Itoa(n) }

// Translations reads the pages on other hosts that a crawl has asked for, in
// the order in which it did. meta is the Meta of the crawl.
func Translations(meta func(key string) string) (pages []Translation, lumps int, err error) {
	for ; ; lumps++ {
		text := meta(TranslationLump(lumps))
		if text == "" {
			return pages, lumps, nil
		}
		var lump []Translation
		if err := json.Unmarshal([]byte(text), &lump); err != nil {
			return nil, 0, fmt.Errorf("read what other hosts answered: %w", err)
		}
		pages = append(pages, lump...)
	}
}
