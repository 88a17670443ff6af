package classes

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier"
)

// A page that is the same at any address may be led to by pages that are not,
// each time by another address: an advertisement, an error. Where two hundred pages of
// a folder were read, and all are such a page, the others are.

// closeFolder pages of a folder, all with one text that comes at any address, close it.
const closeFolder = confirmMost

// echoFolder counts the pages of a folder, or of a path with parameters of the same names.
type echoFolder struct {
	text  uint64
	pages int
	mixed bool // not all have the text
}

// folderKey names the folder of a URL; 0 for the folder itself.
func folderKey(url string) uint64 {
	path, query, asked := strings.Cut(url, "?")
	if !asked {
		last := strings.LastIndexByte(path, '/') + 1
		if last == len(path) {
			return 0
		}
		return hashString(9, path[:last])
	}
	key := hashString(10, path)
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, _, _ := strings.Cut(part, "=")
		key = hashString(key^'?', name)
	}
	return key
}

// seeFolder counts a page.
func (e *Echoes) seeFolder(row *frontier.Row) {
	key := folderKey(row.URL)
	f := e.folders[key]
	if key == 0 || f == nil && len(e.folders) >= maxEchoPatterns {
		return
	}
	own := TextOf(&row.Page.Facts)
	if f == nil {
		f = &echoFolder{text: own}
		e.folders[key] = f
	}
	f.pages++
	f.mixed = f.mixed || own == 0 || own != f.text || isShell(&row.Page.Facts)
}

// closes tells of a URL in a folder of which all pages that were read are one that comes at any address.
func (e *Echoes) closes(url string) bool {
	if len(e.folders) == 0 {
		return false
	}
	f := e.folders[folderKey(url)]
	return f != nil && !f.mixed && f.pages >= closeFolder && e.isProven(f.text)
}
