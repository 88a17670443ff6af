package classes

import (
	"sort"
	"strings"
)

// appendBarren appends the class of a path: by the first segment, how many follow, and the last one, its number aside,
// or any last one. It appends nothing where there is none.
func appendBarren(class []byte, path string, named bool) []byte {
	path, slash := strings.CutSuffix(path, "/")
	end := strings.LastIndexByte(path, '/')
	if end <= 0 {
		return class
	}
	first := 1 + strings.IndexByte(path[1:], '/')
	last := path[end+1:]
	from, to := numberIn(last)
	if named && (len(last) > longestLast || end == first && from == to) {
		return class // a page by itself
	}
	class = append(class, path[:first]...)
	for range strings.Count(path[first:end], "/") {
		class = append(class, "/"+anyName...)
	}
	class = append(class, '/')
	switch {
	case !named:
		class = append(class, anyName...)
	case from == to:
		class = append(class, last...)
	default:
		class = append(append(append(class, last[:from]...), anyNumber...), last[to:]...)
	}
	if slash {
		class = append(class, '/')
	}
	return class
}

// numberIn gives where the number stands in a segment that has one; from is to where it has none, or several.
func numberIn(segment string) (from, to int) {
	from = strings.IndexAny(segment, digits)
	if from < 0 {
		return 0, 0
	}
	for to = from; to < len(segment) && '0' <= segment[to] && segment[to] <= '9'; {
		to++
	}
	if strings.ContainsAny(segment[to:], digits) {
		return 0, 0
	}
	return from, to
}

const digits = "0123456789"

// sharesFolder tells whether one of some classes, sorted, begins with the first folder of a path.
func sharesFolder(classes []string, path string) bool {
	if path == "" {
		return false
	}
	folder := path[:strings.IndexByte(path[1:], '/')+2]
	at := sort.SearchStrings(classes, folder)
	return at < len(classes) && strings.HasPrefix(classes[at], folder)
}

// takeBarren takes what varies in a path of one of some classes, sorted, out of a family.
func (a *address) takeBarren(classes []string, origin int) {
	var buf [128]byte
	path := a.family[origin:]
	if !sharesFolder(classes, path) {
		return // as next to all do
	}
	for _, named := range [...]bool{true, false} {
		class := appendBarren(buf[:0], path, named)
		at := sort.Search(len(classes), func(i int) bool { return classes[i] >= string(class) })
		if at < len(classes) && classes[at] == string(class) {
			if len(a.barren) != origin+len(class) || a.barren[:origin] != a.family[:origin] || a.barren[origin:] != classes[at] {
				a.barren = a.family[:origin] + classes[at]
			}
			a.family = a.barren
			a.params = append(a.params, param{barrenParam, path})
			return
		}
	}
}
