package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Folder is a folder of the site, with all that is below it.
type Folder struct {
	Path                  string
	Level                 int // 1 for those at the root
	Pages, Listed, Errors int // pages that answered well, of them listed, and URLs that did not answer well
}

const (
	treeLevels  = 3
	shownBranch = 12 // folders of a folder in the document
)

// tree counts URLs by folder.
type tree map[string]*Folder

// add counts a URL for the folders that hold it.
func (t tree) add(url string, page, listed, failed bool) {
	_, rest, _ := strings.Cut(url, "://")
	rest, _, _ = strings.Cut(rest, "?")
	at := strings.IndexByte(rest, '/')
	for level := 0; at >= 0 && level <= treeLevels; level++ {
		f := t[rest[:at+1]]
		if f == nil {
			if len(t) >= maxTemplates {
				return
			}
			f = &Folder{Path: strings.Clone(rest[:at+1]), Level: level}
			t[f.Path] = f
		}
		if page {
			f.Pages++
		}
		if listed {
			f.Listed++
		}
		if failed {
			f.Errors++
		}
		next := strings.IndexByte(rest[at+1:], '/')
		if next < 0 {
			return
		}
		at += 1 + next
	}
}

// below gives the folders in another one, those with most first.
func (t tree) below(path string, level int) (list []Folder) {
	for p, f := range t {
		if f.Level == level && strings.HasPrefix(p, path) && f.Pages+f.Errors > 0 {
			list = append(list, *f)
		}
	}
	slices.SortFunc(list, func(a, b Folder) int {
		return cmp.Or(b.Pages-a.Pages, b.Errors-a.Errors, strings.Compare(a.Path, b.Path))
	})
	return list[:min(len(list), shownBranch)]
}

// folders gives the largest folders, each followed by those in it.
func (t tree) folders() (list []Folder) {
	var add func(path string, level int)
	add = func(path string, level int) {
		for _, f := range t.below(path, level) {
			list = append(list, f)
			if level < treeLevels {
				add(f.Path, level+1)
			}
		}
	}
	for _, root := range t.below("", 0) {
		list = append(list, root)
		add(root.Path, 1)
	}
	return list
}

// Cell is a rectangle of the treemap.
type Cell struct {
	X, Y, W, H float64
	Level      int
	Name       string // the folder's own, "" where there is no room
	Folder     Folder
	Rest       bool // the folder's pages that lie in none of the folders shown
}

const mapWidth, mapHeight = 1000, 420

// TextX and TextY are where the name stands.
func (c Cell) TextX() float64 { return c.X + 6 }
func (c Cell) TextY() float64 { return c.Y + 16 }

// Treemap lays out the folders of the first two levels, and what lies in none of
// the first: their areas are their pages.
func (r *Report) Treemap() (cells []Cell) {
	roots := branch(r.Folders, "", 0)
	if len(roots) == 0 {
		return nil
	}
	top, rest := branch(r.Folders, roots[0].Path, 1), roots[0]
	for _, f := range top {
		rest.Pages -= f.Pages
	}
	if rest.Pages > 0 {
		top = append(top, rest)
		slices.SortStableFunc(top, func(a, b Folder) int { return b.Pages - a.Pages })
	}
	for _, c := range squarify(top, 0, 0, mapWidth, mapHeight) {
		c.Level, c.Rest = 1, c.Folder.Level == 0
		cells = append(cells, c)
		const head = 22
		if inner := branch(r.Folders, c.Folder.Path, 2); !c.Rest && len(inner) > 0 && c.W > 120 && c.H > 80 {
			part := 0 // of the folder's pages that its folders hold
			for _, f := range inner {
				part += f.Pages
			}
			w := (c.W - 8) * float64(part) / float64(max(c.Folder.Pages, part, 1))
			for _, i := range squarify(inner, c.X+4, c.Y+head, w, c.H-head-4) {
				i.Level = 2
				cells = append(cells, i)
			}
		}
	}
	for i := range cells {
		c := &cells[i]
		segments := strings.Split(strings.TrimSuffix(c.Folder.Path, "/"), "/")
		name := visible(segments[len(segments)-1]) + "/"
		if c.Rest {
			name = "/"
		}
		if float64(len([]rune(name)))*8 < c.W-8 && c.H > 20 {
			c.Name = name
		}
	}
	return cells
}

// branch gives the folders of a level with pages, in another one.
func branch(all []Folder, path string, level int) (list []Folder) {
	for _, f := range all {
		if f.Level == level && f.Pages > 0 && strings.HasPrefix(f.Path, path) {
			list = append(list, f)
		}
	}
	return list
}

// squarify lays rectangles out in rows along the shorter side, as square as
// they can be (Bruls, Huizing, van Wijk: Squarified treemaps, 2000). The list is
// sorted, the largest first.
func squarify(list []Folder, x, y, w, h float64) (cells []Cell) {
	total := 0.0
	for _, f := range list {
		total += float64(f.Pages)
	}
	if total == 0 || w <= 1 || h <= 1 {
		return nil
	}
	scale := w * h / total
	for len(list) > 0 {
		side := min(w, h)
		n, sum := 1, float64(list[0].Pages)*scale
		for n < len(list) {
			more := sum + float64(list[n].Pages)*scale
			if worst(list[:n+1], scale, more, side) > worst(list[:n], scale, sum, side) {
				break
			}
			n, sum = n+1, more
		}
		thick, at := sum/side, 0.0
		for _, f := range list[:n] {
			long := float64(f.Pages) * scale / thick
			c := Cell{X: x + at, Y: y, W: long, H: thick, Folder: f}
			if w >= h {
				c = Cell{X: x, Y: y + at, W: thick, H: long, Folder: f}
			}
			cells = append(cells, c)
			at += long
		}
		if w >= h {
			x, w = x+thick, w-thick
		} else {
			y, h = y+thick, h-thick
		}
		list = list[n:]
	}
	return cells
}

// worst is the greatest ratio of the sides in a row.
func worst(row []Folder, scale, sum, side float64) (ratio float64) {
	for _, f := range row {
		a := max(float64(f.Pages)*scale, 1e-9)
		ratio = max(ratio, side*side*a/(sum*sum), sum*sum/(side*side*a))
	}
	return ratio
}

// coord writes a coordinate.
func coord(v float64) string { return fmt.Sprintf("%.1f", v) }
