package guard

import "strings"

// folder is a directory in which URLs of several causes lie, all of which do the same.
type folder struct{ dir, what string }

// merge gives causes that do the same the pattern of a directory in which they lie with
// all their URLs, where nothing else of the sets does: the widest one.
func (f *finder) merge(list []Cause) error {
	leaving, causes := map[folder]int{}, map[folder]int{}
	for i := range list {
		for dir := range above(list[i].alike.prefix) {
			leaving[folder{dir, list[i].What}] += list[i].Count
			causes[folder{dir, list[i].What}]++
		}
	}
	all := map[string]int{} // URLs of a directory
	for in, n := range causes {
		if n > 1 {
			all[in.dir] = 0
		}
	}
	if len(all) == 0 {
		return nil
	}
	err := f.c.eachOld(func(url string, at int) bool {
		if f.c.book.keys[at]&isAccepted != 0 {
			return true
		}
		for dir := range above(pathOf(url)) {
			if n, asked := all[dir]; asked {
				all[dir] = n + 1
			}
		}
		return true
	})
	for i := range list {
		for dir := range above(list[i].alike.prefix) {
			if in := (folder{dir, list[i].What}); causes[in] > 1 && leaving[in] == all[dir] {
				list[i].Accept, list[i].merged = []string{dir + "*"}, true
				break
			}
		}
	}
	return err
}

// above gives the directories of a path, the widest first, without the root.
func above(path string) func(yield func(dir string) bool) {
	path, _, _ = strings.Cut(path, "?")
	return func(yield func(string) bool) {
		for i := 1; i < len(path); i++ {
			if path[i] == '*' {
				return // it would stand for anything
			}
			if path[i] == '/' && !yield(path[:i+1]) {
				return
			}
		}
	}
}
