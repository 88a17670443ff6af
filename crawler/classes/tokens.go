package classes

import (
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// tokens finds sites that put a session into the path of each link: pages that
// are the same but for a segment of their path that looks generated, and that
// lead to nothing but more of these.
type tokens struct {
	fresh   freshPieces         // folders in whose last segments sessions stand
	shown   map[uint64]sighting // by the address without what looks generated
	first   map[uint64]uint64   // of a page without what looks generated, a hash of the first address
	again   bits                // pages that were met at another address before
	folders map[uint64]*tokenFolder
}

// tokenFolder is what lies below what stands before the first such segment.
type tokenFolder struct {
	run  int // pages in a row that were found on a page met before, and were met before, too
	need int // of them, for what such pages lead to to be held

	same, other int                    // pages that show what was met at the same address with another session, and those that do not
	texts       [leastSameTexts]uint64 // the first of those that are the same
}

const (
	// tokenRun pages in a row show that those met before lead to nothing new. One
	// that is new makes it more.
	tokenRun  = 20
	tokenMore = 10 // times

	maxTokenPages   = 1 << 16
	maxTokenFolders = 1 << 10
)

// see takes a page.
func (t *tokens) see(row *frontier.Row) {
	folder, masked := t.without(row.URL)
	if masked == 0 {
		return
	}
	f := t.folders[folder]
	if f == nil {
		if len(t.folders) >= maxTokenFolders {
			return
		}
		if t.folders == nil {
			t.folders, t.first, t.shown = map[uint64]*tokenFolder{}, map[uint64]uint64{}, map[uint64]sighting{}
		}
		f = &tokenFolder{need: tokenRun}
		t.folders[folder] = f
	}
	key := mix(hashString(row.Page.ContentOwn^masked, row.Page.Title))
	own := hashString(0, row.URL)
	t.compare(f, masked, sighting{key, own})
	first, known := t.first[key]
	again := known && first != own
	if again {
		t.again.add(uint32(row.ID))
	} else if !known && len(t.first) < maxTokenPages {
		t.first[key] = own
	}
	if row.Via == frontier.NoID || !t.again.has(uint32(row.Via)) {
		return
	}
	if again {
		f.run++
		return
	}
	if f.closed() {
		f.need *= tokenMore
	}
	f.run = 0
}

func (f *tokenFolder) closed() bool { return f.run >= f.need }

// holds tells whether a URL that was found on a page is but another address of
// what is known.
func (t *tokens) holds(via frontier.ID, url string) bool {
	if !t.again.has(uint32(via)) {
		return false
	}
	folder, masked := t.without(url)
	f := t.folders[folder]
	return masked != 0 && f != nil && f.closed()
}

// without gives hashes of what stands before the first segment of a
// URL's path that looks generated, and of the URL without such; 0 where none
// does. The last segment is none of them, for it may name the page, but in folders where sessions stand in it.
func (t *tokens) without(url string) (folder, masked uint64) {
	if len(t.fresh.proven) > 0 {
		if in, rest, piece := freshPiece(url); piece != "" && t.fresh.hides(in) {
			_, query, _ := strings.Cut(url, "?")
			h := hashString(14695981039346656037, in)
			return mix(h), mix(hashString(hashString(hashString(h, rest)^0x3F, query), "*"))
		}
	}
	origin := len(canonical.Origin(url))
	path, query, _ := strings.Cut(url[origin:], "?")
	h, found, at := hashString(14695981039346656037, url[:origin]), false, 0
	for {
		end := strings.IndexByte(path[at:], '/')
		if end < 0 {
			break
		}
		segment := path[at : at+end]
		if isSession(segment) {
			if !found {
				folder, found = mix(h), true
			}
			segment = "*"
		}
		h = hashString(h, segment) ^ 0x2F
		at += end + 1
	}
	if !found {
		return 0, 0
	}
	return folder, mix(hashString(hashString(h, path[at:])^0x3F, query))
}
