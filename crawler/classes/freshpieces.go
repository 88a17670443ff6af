package classes

import (
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// freshPieces finds first folders whose pages have a session of their own within the last segment of
// the paths that they link to: /p/12,9f3a0c71e5d2 leads to /p/13,77be1290ac3f and /p/14,77be1290ac3f. Names of documents and albums look
// no other, but pages keep those of their own address, or have another one for each link.
type freshPieces struct {
	folders map[string][]string // what pages have in all of their links, and not in their address
	proven  []string            // URLs of folders, with the slash at the end
}

const (
	leastFresh      = 3 // pages of a folder that have a session of their own for three links and more
	leastFreshLinks = 3
	maxFreshFolders = 256
	mostFreshLooked = 100 // links of a page
)

// see takes the followed links of a page to its own origin, and gives the folder that they prove, "" for none.
func (f *freshPieces) see(url string, links []string) (proven string) {
	folder, _, own := freshPiece(url)
	if own == "" || slices.Contains(f.proven, folder) {
		return ""
	}
	value, rest := "", []string{}
	for _, link := range links[:min(len(links), mostFreshLooked)] {
		in, others, piece := freshPiece(link)
		switch {
		case in != folder || piece == "":
			continue
		case piece == own, value != "" && piece != value:
			return ""
		}
		if value = piece; !slices.Contains(rest, others) {
			rest = append(rest, others)
		}
	}
	if len(rest) < leastFreshLinks {
		return ""
	}
	values, known := f.folders[folder]
	if !known && len(f.folders)+len(f.proven) >= maxFreshFolders || slices.Contains(values, value) {
		return ""
	}
	if f.folders == nil {
		f.folders = map[string][]string{}
	}
	if values = append(values, strings.Clone(value)); len(values) < leastFresh {
		f.folders[strings.Clone(folder)] = values
		return ""
	}
	delete(f.folders, folder)
	f.proven = append(f.proven, strings.Clone(folder))
	return f.proven[len(f.proven)-1]
}

// hides tells of a folder in whose last segments a session stands.
func (f *freshPieces) hides(folder string) bool {
	return len(f.proven) > 0 && slices.Contains(f.proven, folder)
}

// same tells of two addresses of which only the session differs.
func (f *freshPieces) same(urls [2]string) bool {
	folder, rest, piece := freshPiece(urls[0])
	in, others, other := freshPiece(urls[1])
	return piece != "" && other != "" && folder == in && rest == others && f.hides(folder)
}

// freshPiece takes a URL's path apart: its first folder, that of the host for what lies in none; what stands behind without
// the one part of its last segment that looks generated; and that part, "" where none or several do.
func freshPiece(url string) (folder, rest, piece string) {
	path, _, _ := strings.Cut(url, "?")
	first := len(canonical.Origin(url)) + 1
	last := strings.LastIndexByte(path, '/') + 1
	if last < first {
		return "", "", ""
	}
	if end := strings.IndexByte(path[first:last], '/'); end >= 0 {
		first += end + 1
	}
	from := last
	for i := last; i <= len(path); i++ {
		if i < len(path) && isAlphanumeric(path[i]) {
			continue
		}
		if part := path[from:i]; looksGenerated(part) {
			if piece != "" {
				return "", "", ""
			}
			piece, rest = part, path[first:from]+"*"+path[i:]
		}
		from = i + 1
	}
	return path[:first], rest, piece
}
