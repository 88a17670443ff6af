package crawler_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/crawltest"
)

// A package in a package of the same name, each page with the files of its folder
// in a menu, is no stack of folders without end: nothing comes at addresses that
// cannot exist. Where something does, the same menu is one.
func TestStackedFolders(t *testing.T) {
	var tree, stack strings.Builder
	fmt.Fprint(&tree, "origin: http://code.example\n-- / --\n<title>Code</title> <a href=/tensor/>tensor</a>\n")
	dir := "/"
	for depth := range 3 {
		menu := fmt.Sprintf("<a href=/>up</a>%s", map[bool]string{true: " <a href=tensor/>tensor</a>"}[depth < 2])
		for i := range 6 {
			menu += fmt.Sprintf(" <a href=f%d-%d.html>file</a>", depth, i)
		}
		dir += "tensor/"
		fmt.Fprintf(&tree, "-- %s --\n<title>Folder %d</title> the files of folder %s %s\n", dir, depth, fileWord(depth), menu)
		for i := range 6 {
			fmt.Fprintf(&tree, "-- %sf%d-%d.html --\n<title>File %d of %d</title> what is in %s and %s %s\n", dir, depth, i, i, depth, fileWord(10*depth+i), fileWord(7*depth+100*i), menu)
		}
	}
	fmt.Fprint(&stack, "origin: http://code.example\n-- / --\n<title>Home</title> <a href=team/>team</a>\n-- /* --\n<title>{{count}}</title> {{session}} as {{uri}} says\n")
	for _, menu := range []string{"team", "jobs", "news"} {
		fmt.Fprintf(&stack, "<a href=%s/>%s</a>\n", menu, menu)
	}
	for name, want := range map[string]int{tree.String(): 22, stack.String(): 0} {
		site, err := crawltest.Parse([]byte(name))
		if err != nil {
			t.Fatal(err)
		}
		c := crawl(t, site, "http://code.example/", nil)
		listed, trapped := 0, 0
		for _, line := range c.verdicts(t) {
			if strings.HasPrefix(line, "listed ") {
				listed++
			}
			if strings.HasPrefix(line, "trap-quarantine ") {
				trapped++
			}
		}
		if want > 0 && (listed != want || trapped > 0) || want == 0 && (trapped == 0 || listed > 20) {
			t.Errorf("%d listed, %d in quarantine, %d known", listed, trapped, len(c.verdicts(t)))
		}
	}
}

// fileWord gives a word without digits for a number.
func fileWord(n int) string {
	s := "w"
	for ; n > 0; n /= 26 {
		s += string(rune('a' + n%26))
	}
	return strings.Repeat(s, 2)
}
