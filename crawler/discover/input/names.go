// Package input opens the files that people give as sources of URLs: by name
// or pattern, plain or packed, from a file, a pipe or standard input. Whatever
// a file holds, it is read in bounded memory and ends.
package input

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/portolan-seo/portolan/crawler/discover"
)

// Stdin is the name of standard input.
const Stdin = "-"

// maxFiles bounds what patterns give.
const maxFiles = 100_000

// Names gives the files that names and patterns (* ? [a-z]) mean, in the order
// in which they are given, those of a pattern by name. A file that is named
// twice, also by another link to it, comes once. An error is Unusable: it names
// what does not exist, is a folder, or cannot be looked at.
func Names(patterns []string) ([]string, error) {
	var names []string
	seen := map[place][]os.FileInfo{}
	stdin := false
	for _, p := range patterns {
		if p == Stdin {
			if !stdin {
				names = append(names, p)
			}
			stdin = true
			continue
		}
		found, err := match(p)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			at := place{f.info.Size(), f.info.ModTime()}
			if !known(seen[at], f.info) {
				names = append(names, f.name)
				seen[at] = append(seen[at], f.info)
			}
		}
		if len(names) > maxFiles {
			return nil, &discover.Unusable{What: p, Why: fmt.Sprintf("these are more than %d files", maxFiles)}
		}
	}
	return names, nil
}

type named struct {
	name string
	info os.FileInfo
}

// match gives the files of one pattern. What exists under the very name is no
// pattern.
func match(pattern string) ([]named, error) {
	info, err := os.Stat(pattern)
	if err == nil {
		if info.IsDir() {
			return nil, &discover.Unusable{What: pattern, Why: fmt.Sprintf("this is a folder; name its files, such as %s", filepath.Join(pattern, "*"))}
		}
		return []named{{pattern, info}}, nil
	}
	if !strings.ContainsAny(pattern, "*?[") {
		return nil, &discover.Unusable{What: pattern, Err: err}
	}
	paths, err := filepath.Glob(pattern)
	if err != nil {
		return nil, &discover.Unusable{What: pattern, Why: `the pattern is not well formed: "[" begins a set of characters that "]" ends`}
	}
	var found []named
	folders := 0
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return nil, &discover.Unusable{What: path, Err: err}
		case info.IsDir():
			folders++
		default:
			found = append(found, named{path, info})
		}
	}
	switch {
	case len(found) == 0 && folders > 0:
		return nil, &discover.Unusable{What: pattern, Why: "only folders match the pattern"}
	case len(found) == 0:
		return nil, &discover.Unusable{What: pattern, Why: "no file matches the pattern"}
	}
	return found, nil
}

// place is where a file is looked for among those seen.
type place struct {
	size int64
	time time.Time
}

// known reports whether a regular file is among those seen.
func known(seen []os.FileInfo, info os.FileInfo) bool {
	if !info.Mode().IsRegular() {
		return false
	}
	for _, s := range seen {
		if os.SameFile(s, info) {
			return true
		}
	}
	return false
}
