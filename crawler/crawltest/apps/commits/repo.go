// Package commits makes up browsers of a repository's history, in the manner
// of cgit and of gitweb.
package commits

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/portolan-seo/portolan/crawler/crawltest/apps"
)

// Repo is a made-up repository: one line of commits, each changing some files.
type Repo struct {
	seed    uint64
	commits []commit
	files   []file
	dirs    []string // "" is the root
	tags    []tag
}

type commit struct {
	id      string
	changes []int // files
}

type file struct {
	path    string
	changed []int // commits that changed it, the first one made it
}

type tag struct {
	name, id string
	commit   int
}

// branch is a second head, some commits behind.
const branch = "next"

// NewRepo makes a repository up.
func NewRepo(seed uint64, commits, files int) *Repo {
	r := &Repo{seed: seed, dirs: []string{""}}
	dirs := []string{"", "", "src", "src", "src/core", "src/net", "docs", "tests", "tests/data", "tools"}
	for i := range files {
		name := path.Join(apps.Pick(dirs, seed, 1, uint64(i)), fmt.Sprintf("%s%d.c", apps.Noun(i), i))
		r.files = append(r.files, file{path: name})
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if !slices.Contains(r.dirs, dir) {
				r.dirs = append(r.dirs, dir)
			}
		}
	}
	slices.SortFunc(r.files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	slices.Sort(r.dirs)
	made := 0
	for n := range commits {
		c := commit{id: apps.Hex(40, seed, 2, uint64(n))}
		for ; made < files*(n+5)/(commits/2) && made < files; made++ {
			c.changes = append(c.changes, made)
		}
		for k := range 1 + apps.Below(3, seed, 3, uint64(n)) {
			f := apps.Below(made, seed, 4, uint64(n), uint64(k))
			if !slices.Contains(c.changes, f) {
				c.changes = append(c.changes, f)
			}
		}
		for _, f := range c.changes {
			r.files[f].changed = append(r.files[f].changed, n)
		}
		r.commits = append(r.commits, c)
		if n%30 == 29 {
			r.tags = append(r.tags, tag{fmt.Sprintf("v1.%d", n/30), apps.Hex(40, seed, 5, uint64(n)), n})
		}
	}
	return r
}

func (r *Repo) head() int { return len(r.commits) - 1 }

// resolve gives the commit that a name stands for: an id, a head, a tag.
func (r *Repo) resolve(name string) (n int, ok bool) {
	switch strings.TrimPrefix(name, "refs/heads/") {
	case "", "HEAD", "master":
		return r.head(), true
	case branch:
		return r.head() - 5, true
	}
	for _, t := range r.tags {
		if strings.TrimPrefix(name, "refs/tags/") == t.name || name == t.id {
			return t.commit, true
		}
	}
	n = slices.IndexFunc(r.commits, func(c commit) bool { return c.id == name })
	return n, n >= 0
}

// version is how often a file had been changed by a commit; 0 if there was
// none yet.
func (f *file) version(n int) int {
	at, found := slices.BinarySearch(f.changed, n)
	if found {
		at++
	}
	return at
}

func (r *Repo) blobID(f, version int) string {
	return apps.Hex(40, r.seed, 6, uint64(f), uint64(version))
}

// treeID names a directory by what had been changed below it last.
func (r *Repo) treeID(dir string, n int) string {
	last := -1
	for i := range r.files {
		if v := r.files[i].version(n); v > 0 && (dir == "" || strings.HasPrefix(r.files[i].path, dir+"/")) {
			last = max(last, r.files[i].changed[v-1])
		}
	}
	return apps.Hex(40, r.seed, 7, apps.Hash(dir), uint64(last+1))
}

// entries gives what is in a directory at a commit: names of directories,
// then files.
func (r *Repo) entries(dir string, n int) (dirs []string, files []int) {
	for i := range r.files {
		rest := r.files[i].path
		if dir != "" {
			below, ok := strings.CutPrefix(rest, dir+"/")
			if !ok {
				continue
			}
			rest = below
		}
		if r.files[i].version(n) == 0 {
			continue
		}
		if sub, _, deeper := strings.Cut(rest, "/"); deeper {
			if full := path.Join(dir, sub); !slices.Contains(dirs, full) {
				dirs = append(dirs, full)
			}
			continue
		}
		files = append(files, i)
	}
	return dirs, files
}

// file gives the number of the file of that path that there is at a commit.
func (r *Repo) file(name string, n int) (f int, ok bool) {
	f = slices.IndexFunc(r.files, func(f file) bool { return f.path == name })
	return f, f >= 0 && r.files[f].version(n) > 0
}

func (r *Repo) isDir(name string) bool { return slices.Contains(r.dirs, name) }

// touching gives the commits up to one that changed a file or directory, the
// last one first.
func (r *Repo) touching(name string, upTo int) (list []int) {
	for n := upTo; n >= 0; n-- {
		if name == "" || slices.ContainsFunc(r.commits[n].changes, func(f int) bool {
			p := r.files[f].path
			return p == name || strings.HasPrefix(p, name+"/")
		}) {
			list = append(list, n)
		}
	}
	return list
}

func (r *Repo) subject(n int) string {
	return apps.Phrase(r.seed, 8, uint64(n)) + " " + apps.Phrase(r.seed, 9, uint64(n))
}

func (r *Repo) author(n int) string {
	return apps.Title(apps.Noun(apps.Below(7, r.seed, 10, uint64(n)))) + " Smith"
}

// age is what lists show instead of a date.
func (r *Repo) age(n int) string { return fmt.Sprintf("%d days", (len(r.commits)-n)*2) }

// text is a version of a file: each changes one line of thirty.
func (r *Repo) text(f, version int) string {
	var b strings.Builder
	for line := range 30 {
		of := 0
		for v := 1; v <= version; v++ {
			if apps.Below(30, r.seed, 11, uint64(f), uint64(v)) == line {
				of = v
			}
		}
		b.WriteString(r.line(f, line, of) + "\n")
	}
	return b.String()
}

func (r *Repo) line(f, line, version int) string {
	k := []uint64{r.seed, 12, uint64(f), uint64(line), uint64(version)}
	return fmt.Sprintf("\t%s_%s(%s, %d);", apps.Noun(apps.Below(200, k...)), apps.Noun(apps.Below(190, append(k, 1)...)),
		apps.Noun(apps.Below(180, append(k, 2)...)), apps.Below(999, append(k, 3)...))
}

// diff is what a commit did to a file.
func (r *Repo) diff(f, n int) string {
	v := r.files[f].version(n)
	line := apps.Below(30, r.seed, 11, uint64(f), uint64(v))
	return fmt.Sprintf("--- a/%s\n+++ b/%s\n@@ -%d +%d @@\n-%s\n+%s\n", r.files[f].path, r.files[f].path, line, line,
		r.line(f, line, v-1), r.line(f, line, v))
}

// between shows what differs in a file between two commits.
func (r *Repo) between(f, from, to int) string {
	var b strings.Builder
	was, is := strings.Split(r.text(f, r.files[f].version(from)), "\n"), strings.Split(r.text(f, r.files[f].version(to)), "\n")
	for i := range min(len(was), len(is)) {
		if was[i] != is[i] {
			fmt.Fprintf(&b, "@@ -%d +%d @@\n-%s\n+%s\n", i, i, was[i], is[i])
		}
	}
	return b.String()
}
