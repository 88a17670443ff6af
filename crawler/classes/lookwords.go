package classes

import (
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier/canonical"
)

// How a list is sorted, how it looks and how long it is may stand in the path, too, with a word that says so:
// /bags/view-grid/sort-name/page-2.html. Pages have such words in their names (/blog/sort-it-out/): two values and
// more of the word stand each behind three folders and more, nine in ten do.

// lookWord counts by value the folders in front of a word, by hash.
type lookWord map[string]map[uint64]bool

// findLooks gives the words of each origin that stand in paths so.
func findLooks(families *textList, known hashes) map[string]stackWords {
	words := map[string]lookWord{} // by origin and word
	for f := range families.all {
		origin := len(canonical.Origin(f))
		path, _ := withoutEnding(strings.TrimSuffix(f, "/"))
		at := strings.LastIndexByte(path, '/')
		if at <= origin {
			continue
		}
		name, value, ok := keyed(path[at+1:], "-")
		if !ok || !saysLook(name) || !known.has(path[:at]) && !known.has(path[:at+1]) {
			continue
		}
		key := f[:origin] + " " + name + "-"
		if words[key] == nil {
			words[key] = lookWord{}
		}
		words[key].see(value, hashString(0, path[:at]))
	}
	found := map[string]stackWords{}
	for _, key := range slices.Sorted(maps.Keys(words)) {
		if origin, word, _ := strings.Cut(key, " "); words[key].comesAgain() {
			found[origin] = append(found[origin], word)
		}
	}
	return found
}

func (w lookWord) see(value string, folder uint64) {
	if w[value] == nil {
		if len(w) == mostActions {
			return
		}
		w[strings.Clone(value)] = map[uint64]bool{}
	}
	w[value][folder] = true
}

// comesAgain tells of several values of which nine in ten addresses have one that stands behind several folders.
func (w lookWord) comesAgain() bool {
	values, again, all := 0, 0, 0
	for _, folders := range w {
		if all += len(folders); len(folders) >= stackReuse {
			values++
			again += len(folders)
		}
	}
	return values > 1 && again*10 >= all*9
}

// saysLook tells of a word that says how a list is sorted, how long it is, or how it looks.
func saysLook(word string) bool {
	return endsIn(word, orderNames) || endsIn(word, sizeNames) || endsIn(word, lookNames)
}

// withoutEnding takes the ending of a file from a path.
func withoutEnding(path string) (short string, cut bool) {
	for _, ending := range [...]string{".html", ".htm", ".php"} {
		if short, cut = strings.CutSuffix(path, ending); cut {
			break
		}
	}
	return short, cut
}
