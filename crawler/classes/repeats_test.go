package classes_test

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
	"github.com/portolan-seo/portolan/frontier"
)

const (
	commits = 60
	files   = 40
)

// commit is the name of a state, as a repository gives them.
func commit(n int) string { return fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, n)))[:40] }

// version is the content of a file at a commit, which one in twenty has changed.
func version(file, commit int) uint64 { return uint64(file)*1000 + uint64(commit+file)/20 + 1 }

// browser is a repository in which the files at any depth have a page for each
// commit, as view gives its address and its content.
func browser(view func(file, commit int) (url string, content uint64)) site {
	s := site{"/": {content: 7}}
	for n := range commits {
		for f := range files {
			url, content := view(f, n)
			s[url] = sitePage{content: content, links: []string{"/"}}
		}
	}
	return s
}

// inFolder is the name of a file, which may lie deep.
func inFolder(file int) string {
	return [...]string{"", "src/", "src/net/", "docs/"}[file%4] + fmt.Sprintf("f%d.c", file)
}

func relationsOf(t *testing.T, s site) (*frontier.Memory, *classes.Classes, map[string]classes.Class) {
	t.Helper()
	m := crawled(t, s, 1, nil)
	c, err := classes.Read(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]classes.Class{}
	for class := range c.All() {
		all[class.Pattern+" "+class.Param] = class
	}
	return m, c, all
}

// pagesOf counts the URLs that are told from views.
func pagesOf(t *testing.T, m *frontier.Memory, c *classes.Classes) (pages int) {
	t.Helper()
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Of(row).Kind == classes.Page {
			pages++
		}
	}
	return pages
}

// The states of files are a few pages each, and one class however deep they lie.
func TestRepeats(t *testing.T) {
	at := func(f, n int) string { return "/tree/" + inFolder(f) + "?id=" + commit(n) }
	m, c, all := relationsOf(t, browser(func(f, n int) (string, uint64) { return at(f, n), version(f, n) }))
	class := all[origin+"/tree/** id"]
	if class.Relation != classes.Repeats || class.Known != commits*files {
		t.Fatalf("the commit %s of %d URLs; classes are %v", class.Relation, class.Known, all)
	}
	class.Held = 1
	option, expr := class.Line()
	if option != "--allow-pattern" || !regexp.MustCompile(expr).MatchString(origin+at(6, 1)) || regexp.MustCompile(expr).MatchString(origin+"/log/a?id=1") {
		t.Errorf("its line is %s %s", option, expr)
	}
	if pages := pagesOf(t, m, c); pages != files+1 {
		t.Errorf("%d pages, of which all were read, are told from their views; there are the home page and %d files", pages, files)
	}
}

// Where a commit is shown below each file, the address of the commit alone stands for it; of those without a commit, which show the
// last one, the first stands for all that are the same.
func TestRepeatsPaths(t *testing.T) {
	s := browser(func(f, n int) (string, uint64) { return "/show/" + inFolder(f) + "?id=" + commit(n), uint64(n) + 1 })
	for n := range commits {
		s["/show/?id="+commit(n)] = sitePage{content: uint64(n) + 100_001, links: []string{"/"}}
	}
	s["/show/"] = sitePage{content: 100_000, links: []string{"/"}}
	for f := range files {
		s["/show/"+inFolder(f)] = sitePage{content: 900 + uint64(max(f, 38))} // 39 is unlike the others
	}
	m := crawled(t, s, 1, nil)
	if err := m.Settle(&frontier.Batch{Meta: map[string]string{frontier.MetaEchoes: classes.ProofsText(nil)}}); err != nil {
		t.Fatal(err)
	}
	c, err := classes.Read(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		below, is := strings.CutPrefix(row.URL, origin+"/show/")
		if is && c.Of(row).Kind == classes.Page && !strings.HasPrefix(below, "?id=") {
			files = append(files, below)
		}
	}
	slices.Sort(files)
	if want := []string{"", "docs/f39.c", "f0.c"}; !slices.Equal(files, want) {
		t.Errorf("pages beside those of the commits: %q, want %q", files, want)
	}
}

// Files at a commit, and what of them differs by commit, are told apart though each commit has a page beside their folders.
func TestRepeatsBesideCommits(t *testing.T) {
	s := browser(func(f, n int) (string, uint64) { return "/demo/blob/" + commit(n) + "/" + inFolder(f), version(f, n) })
	home := s["/"]
	for n := range commits {
		for f := range files {
			s["/demo/blame/"+commit(n)+"/"+inFolder(f)] = sitePage{content: uint64(1_000_000 + f*commits + n)}
		}
		s["/demo/"+commit(n)] = sitePage{content: uint64(n) + 100_001, links: []string{"/"}}
		home.links = append(home.links, "/demo/"+commit(n))
	}
	s["/"] = home
	_, _, all := relationsOf(t, s)
	for pattern, want := range map[string]bool{"/demo/blob/**": true, "/demo/blame/**": false} {
		repeats := false
		for name, class := range all {
			repeats = repeats || strings.HasPrefix(name, origin+pattern) && class.Relation == classes.Repeats
		}
		if repeats != want {
			t.Errorf("%s repeats pages: %t, want %t; classes are %v", pattern, repeats, want, all)
		}
	}
}

// Where each commit shows another page, all of them are pages.
func TestRepeatsNot(t *testing.T) {
	m, c, all := relationsOf(t, browser(func(f, n int) (string, uint64) {
		return "/tree/" + inFolder(f) + "?id=" + commit(n), uint64(f*commits + n + 1)
	}))
	if class := all[origin+"/tree/** id"]; class.Relation == classes.Repeats {
		t.Errorf("the commit %s", class.Relation)
	}
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if v := c.Of(row); v.Kind != classes.Page {
			t.Fatalf("%s is %d", row.URL, v.Kind)
		}
	}
}

// Products that are met with what has no effect, such as the list that leads to them, have several addresses each: none
// of them repeats another product.
func TestRepeatsNotByWhatHasNoEffect(t *testing.T) {
	s, products := site{"/": {content: 7}}, 300
	for id := range products {
		page := sitePage{content: uint64(id)*31 + 1000, links: []string{"/"}}
		s[fmt.Sprintf("/product?id=%d", id+100)] = page
		for list := range 4 {
			s[fmt.Sprintf("/product?cat=%d_%d&id=%d", list+10, (id+list)%7+20, id+100)] = page
		}
	}
	m, c, all := relationsOf(t, s)
	if class := all[origin+"/product id"]; class.Relation == classes.Repeats {
		t.Errorf("the product %s", class.Relation)
	}
	if pages := pagesOf(t, m, c); pages != products+1 {
		t.Errorf("%d pages, want %d products and the home page", pages, products)
	}
}

// The pages of a front controller are classes of their own.
func TestFrontActions(t *testing.T) {
	s := browser(func(f, n int) (string, uint64) {
		return fmt.Sprintf("/?p=x;a=blob;f=%s;hb=%s", inFolder(f), commit(n)), version(f, n)
	})
	for n := range commits {
		s["/?p=x;a=commit;h="+commit(n)] = sitePage{content: uint64(n) + 900_000}
		s["/?p=x;a=diff;h="+commit(n)] = sitePage{content: uint64(n) + 910_000}
	}
	_, _, all := relationsOf(t, s)
	if class := all[origin+"/?a=commit h"]; class.Relation == classes.Repeats || class.Known != commits {
		t.Errorf("h of a commit %s of %d URLs", class.Relation, class.Known)
	}
	class := all[origin+"/?a=blob hb"]
	if class.Relation != classes.Repeats {
		t.Fatalf("hb of a file %s; classes are %v", class.Relation, all)
	}
	class.Held = 1
	_, expr := class.Line()
	for url, want := range map[string]bool{"/?p=x;a=blob;f=g;hb=12": true, "/?hb=12&f=g&a=blob": true, "/?p=x;a=blobs;hb=12": false, "/?p=x;a=blob;f=g": false} {
		if regexp.MustCompile(expr).MatchString(origin+url) != want {
			t.Errorf("%s matches %s: %t", expr, url, !want)
		}
	}
}

// What a front controller shows of a state alone is a page of each, though by
// content they are a few: commits whose messages differ in figures.
func TestStateAlone(t *testing.T) {
	s := browser(func(f, n int) (string, uint64) {
		return fmt.Sprintf("/?p=x;a=blob;f=%s;hb=%s", inFolder(f), commit(n)), version(f, n)
	})
	for n := range commits {
		s["/?p=x;a=diff;h="+commit(n)] = sitePage{content: uint64(n) + 910_000}
		page := sitePage{content: 900_000 + uint64(n%14)}
		s["/?p=x;a=commit;h="+commit(n)] = page
		for f := range 6 {
			page.content += 1000 // another file
			s["/?p=x;a=commit;f="+inFolder(f)+";h="+commit(n)] = page
		}
	}
	alone, beside := "/?p=x;a=commit;h="+commit(901), "/?p=x;a=commit;f="+inFolder(1)+";h="+commit(901)
	r, fates := roundOf(t, s, 1, alone, beside)
	inTheEnd := r.Of(frontier.ID(len(s)), origin+alone, true)
	if inTheEnd != classes.Release || fates[beside] != classes.Hold {
		t.Errorf("what becomes of a commit is %d, of one file of it %d", inTheEnd, fates[beside])
	}
}

// Of what waits, one page is released of each file that was not read at all,
// the shortest one, and none of the others.
func TestRepeatsRound(t *testing.T) {
	s := browser(func(f, n int) (string, uint64) { return "/tree/" + inFolder(f) + "?id=" + commit(n), version(f, n) })
	seen, unseen := "/tree/"+inFolder(1)+"?id=", "/tree/src/deep/new.c?id="
	_, fates := roundOf(t, s, 1, seen+commit(901), seen+commit(902), unseen+commit(901), unseen+commit(902), unseen+"HEAD1")
	want := map[string]classes.Fate{
		seen + commit(901): classes.Hold, seen + commit(902): classes.Hold,
		unseen + commit(901): classes.Later, unseen + commit(902): classes.Later, unseen + "HEAD1": classes.Release,
	}
	for url, fate := range want {
		if fates[url] != fate {
			t.Errorf("%s: %d, want %d", url, fates[url], fate)
		}
	}
}

// The log up to a commit is the log as it was then.
func TestStateNarrows(t *testing.T) {
	s := browser(func(f, n int) (string, uint64) { return "/tree/" + inFolder(f) + "?id=" + commit(n), version(f, n) })
	var log []string
	for n := range commits {
		log = append(log, "/commit/"+commit(n))
		s[log[n]] = sitePage{content: 500_000 + uint64(n), links: []string{"/"}}
		s["/log?id="+commit(n)] = sitePage{content: 600_000 + uint64(n), links: slices.Clone(log)}
	}
	s["/log"] = sitePage{content: 600_000, links: log}
	_, _, all := relationsOf(t, s)
	if class := all[origin+"/log id"]; class.Relation != classes.Sorts {
		t.Errorf("the commit %s: %s", class.Relation, class.Words())
	}
}

// A branch decides which state of a file is shown, but not beside the commit,
// though all links carry it on.
func TestBesideState(t *testing.T) {
	s := site{"/": {content: 7}}
	for n := range commits {
		for f := range files {
			file, id := inFolder(f), commit(n)
			for _, branch := range []string{"", "h=next&"} {
				log := "/log/" + file + "?" + branch + "id=" + id
				if branch != "" && n%3 > 0 {
					continue // not all were read
				}
				s["/tree/"+file+"?"+branch+"id="+id] = sitePage{content: version(f, n), links: []string{log}}
				s[log] = sitePage{content: version(f, n) + 500_000, links: []string{"/"}}
			}
		}
	}
	for f := range files {
		s["/tree/"+inFolder(f)] = sitePage{content: version(f, 50), links: []string{"/"}}
		s["/tree/"+inFolder(f)+"?h=next"] = sitePage{content: version(f, 10), links: []string{"/"}}
	}
	_, _, all := relationsOf(t, s)
	if class := all[origin+"/tree/** h beside id"]; class.Relation != classes.NoEffect {
		t.Errorf("the branch beside the commit: %s, %s", class.Relation, class.Words())
	}
	if class := all[origin+"/tree/** h"]; class.Known == 0 || class.Relation == classes.NoEffect {
		t.Errorf("the branch alone: %s, %s", class.Relation, class.Words())
	}
}

// The page of each state is no view of another one, however much they are alike.
func TestStatesThemselves(t *testing.T) {
	s := browser(func(f, n int) (string, uint64) {
		return fmt.Sprintf("/?p=x;a=blob;f=%s;hb=%s", inFolder(f), commit(n)), version(f, n)
	})
	for n := range 3 * commits {
		for _, action := range []string{"commit", "diff", "log", "tree"} {
			s["/?p=x;a="+action+";h="+commit(n)] = sitePage{content: uint64(n%5) + 900_000}
		}
	}
	m, c, _ := relationsOf(t, s)
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if v := c.Of(row); strings.Contains(row.URL, "a=commit;") && v.Kind == classes.Held {
			t.Fatalf("%s is held back", row.URL)
		}
	}
	_, fates := roundOf(t, s, 1, "/?p=x;a=commit;h="+commit(901), "/?p=x;a=commit;h="+commit(902))
	for url, fate := range fates {
		if fate == classes.Hold {
			t.Errorf("%s is held back", url)
		}
	}
}

// A commit may stand in the path, before the name of the file.
func TestPathStates(t *testing.T) {
	s := browser(func(f, n int) (string, uint64) { return "/file/" + commit(n)[:12] + "/" + inFolder(f), version(f, n) })
	for n := range commits {
		s["/rev/"+commit(n)[:12]] = sitePage{content: 500_000 + uint64(n), links: []string{"/"}}
	}
	m, c, all := relationsOf(t, s)
	if class := all[origin+"/file/** /*/"]; class.Relation != classes.Repeats {
		t.Errorf("the commit %s: %s", class.Relation, class.Words())
	}
	if want, pages := 1+files+commits, pagesOf(t, m, c); pages != want {
		t.Errorf("%d pages, want %d: one of each file and commit", pages, want)
	}
}

// Records that differ in figures alone are pages, though their words are the same at any number and each number comes again with a
// unit and a form to print; of one that shows one and the same text it does not.
func TestFiguresAreNoRepeats(t *testing.T) {
	for _, figures := range []bool{true, false} {
		s := site{"/": {content: 1}}
		for n := range 300 {
			url := fmt.Sprintf("/record?id=%d", n+1)
			s["/"] = sitePage{content: 1, links: append(s["/"].links, url)}
			for i, view := range []string{"", "&unit=imperial", "&format=print"} {
				p := sitePage{content: 77, text: uint64(100 + i)}
				if figures {
					p.text += uint64(10 * n)
				}
				if view == "" {
					p.links = []string{url + "&unit=imperial", url + "&format=print"}
				}
				s[url+view] = p
			}
		}
		_, _, all := relationsOf(t, s)
		if got := all[origin+"/record id"].Relation; (got == classes.Repeats || got == classes.AnyValue) == figures {
			t.Errorf("with figures %v; the number %s", figures, got)
		}
	}
}
