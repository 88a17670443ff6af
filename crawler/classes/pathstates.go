package classes

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// A state may stand in the path, before the name of what is shown:
// /file/5209f092004f/src/read.c. Then many segments behind a folder look
// generated, each has many names behind it, and the same names stand behind many.

const (
	// pathState is the name of a state in the path.
	pathState = "/*/"
	// maxStateFolders are looked at.
	maxStateFolders = 1_000
)

// stateFolder counts what stands behind a folder of states.
type stateFolder struct{ states, names pair }

// takeState takes a state that stands behind one of some folders out of a
// family.
func (a *address) takeState(folders []string, origin int) {
	path := a.family[origin:]
	for at := 0; at < len(path); {
		end := at + 1
		for end < len(path) && path[end] != '/' {
			end++
		}
		if segment := path[at+1 : end]; segment != "" && anyToken(segment) == "" {
			if _, is := slices.BinarySearch(folders, path[:at]); is {
				a.family = a.family[:origin] + path[:at] + path[end:]
				a.params = append(a.params, param{pathState, segment})
				return
			}
		}
		at = end
	}
}

// findPathStates finds the folders with states behind them. It reports whether
// there is one that was not known. They are looked for as stacks are, or
// always once there are such.
func (r *reader) findPathStates(ctx context.Context) (found bool, err error) {
	if len(r.addr.words.Paths) == 0 && int(r.crawl.Counts().Known) < r.addr.words.Looked+r.addr.words.Looked/2 {
		return false, nil
	}
	all := map[string]*stateFolder{}
	for row, err := range r.crawl.Brief(ctx, 0) {
		if err != nil {
			return false, err
		}
		if ours(row) {
			seeState(all, row)
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(all)) {
		if f := all[folder]; f.states.comesAgain() && f.names.comesAgain() {
			found = note(r.addr.words.Paths, folder) || found
		}
	}
	return found, nil
}

// note adds the path of an address to those of its origin, which are sorted. It reports whether it was not among them.
func note(words map[string][]string, address string) bool {
	origin := canonical.Origin(address)
	have := words[origin]
	at, known := slices.BinarySearch(have, address[len(origin):])
	if !known {
		words[origin] = slices.Insert(slices.Clone(have), at, address[len(origin):])
	}
	return !known
}

// seeState takes a URL with the first segment of its path that looks generated,
// if a name stands behind it.
func seeState(all map[string]*stateFolder, row *frontier.Row) {
	origin := len(canonical.Origin(row.URL))
	path, _, _ := strings.Cut(row.URL[origin:], "?")
	for at := 0; at < len(path); {
		length := strings.IndexByte(path[at+1:], '/')
		if length < 0 {
			return
		}
		end := at + 1 + length
		segment, name := path[at+1:end], path[end+1:]
		if segment == "" || anyToken(segment) != "" {
			at = end
			continue
		}
		f := all[row.URL[:origin+at]]
		if f == nil && name != "" && len(all) < maxStateFolders {
			f = &stateFolder{}
			all[strings.Clone(row.URL[:origin+at])] = f
		}
		if f != nil && name != "" {
			f.states.known, f.names.known = f.states.known+1, f.names.known+1
			f.states.values.add(uint32(mix(hashString(1, segment))))
			f.names.values.add(uint32(mix(hashString(2, name))))
		}
		return
	}
}
