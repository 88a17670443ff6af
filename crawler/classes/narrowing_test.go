package classes_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/portolan-seo/portolan/crawler/classes"
)

// sized has five lists of six parts of 24 entries, each list with and without
// ?per=12, ?per=36 and ?per=48, which link to each other, and with what is in stock:
// some of it, but all of the last list.
func sized() site {
	s := site{"/": {content: 1}}
	pages := uint64(10)
	for list := range 5 {
		var all, stock []string
		for i := range 144 {
			item := fmt.Sprintf("/item/%s-%s", word(list), word(i))
			if all = append(all, item); list == 4 || i%3 > 0 {
				stock = append(stock, item)
			}
		}
		url := "/" + word(list) + "/list"
		s["/"] = sitePage{content: 1, links: append(s["/"].links, url)}
		for _, view := range []struct {
			query string
			items []string
			size  int
		}{{"", all, 24}, {"per=12&", all, 12}, {"per=36&", all, 36}, {"per=48&", all, 48}, {"instock=yes&", stock, 24}} {
			for from := 0; from < len(view.items); from += view.size {
				p := sitePage{links: append([]string{}, view.items[from:min(from+view.size, len(view.items))]...)}
				pages++
				p.content = pages
				name := url + "?" + view.query + fmt.Sprint("page=", from/view.size+1)
				if from == 0 {
					name = (url + "?" + view.query)[:len(url+view.query)]
				}
				part := ""
				if from > 0 {
					part = fmt.Sprint("&page=", from/view.size+1)
				}
				for _, size := range []int{12, 36, 48} {
					p.links = append(p.links, fmt.Sprint(url, "?per=", size, part))
				}
				if from+view.size < len(view.items) {
					p.links = append(p.links, url+"?"+view.query+fmt.Sprint("page=", from/view.size+2))
				}
				p.links = append(p.links, url+"?instock=yes")
				s[name] = p
			}
		}
	}
	return s
}

// How long the parts are is no number of a part, where another parameter has that;
// and what narrows most lists narrows those, too, that have nothing else.
func TestPageSizeAndStock(t *testing.T) {
	_, _, all := relationsOf(t, sized())
	want := map[string]classes.Relation{"per": classes.Sorts, "instock": classes.Narrows, "page": classes.Paginates}
	for list := range 5 {
		for param, relation := range want {
			key := origin + "/" + word(list) + "/list " + param
			if got, known := all[key]; known && got.Relation != relation {
				t.Errorf("%s %s, want %s: %s", key, got.Relation, relation, got.Words())
			}
		}
	}
	if len(all) < 10 {
		t.Errorf("classes are %v", all)
	}
}

// How many entries a list shows of each kind is another look at it: less than
// it has by itself, or more.
func TestSize(t *testing.T) {
	s := site{"/": {content: 7}}
	for list := range 8 {
		var items []string
		for i := range 100 {
			items = append(items, fmt.Sprintf("/item/%s-%s", word(list), word(i)))
		}
		at := "/list-" + word(list)
		s[at] = sitePage{content: uint64(100 * list), links: items[:40]}
		for _, n := range []int{10, 15, 20, 25, 60, 70, 80, 100} {
			s[fmt.Sprint(at, "?n=", n)] = sitePage{content: uint64(100*list + n), links: items[:n]}
		}
	}
	_, _, all := relationsOf(t, s)
	found := 0
	for key, class := range all {
		if strings.HasSuffix(key, " n") {
			if found++; class.Relation != classes.Sorts {
				t.Errorf("%s %s: %s", key, class.Relation, class.Words())
			}
		}
	}
	if found == 0 {
		t.Error("no class has the number")
	}
}

// Parameters that stand together alone sort a list, though another one stands
// beside them always; programs beside each other are classes of their own.
func TestTogether(t *testing.T) {
	s := site{"/": {content: 1}}
	for thread := range 40 {
		links := []string{"/"}
		for post := range 12 {
			links = append(links, fmt.Sprintf("/user/%s-%s", word(thread), word(post)))
		}
		at := fmt.Sprintf("/viewtopic.php?f=%d&t=%d", thread%4+2, thread+10)
		s[at] = sitePage{content: uint64(thread + 1000), links: links}
		for _, sorted := range []string{"&st=0&sk=a&sd=a", "&st=0&sk=a&sd=d", "&st=7&sk=t&sd=a"} {
			s[at+sorted] = sitePage{content: uint64(thread + 1000), links: links}
		}
		for i, program := range []string{"/viewforum.php?f=%d&t=%d&st=7&sk=t&sd=a", "/posting.php?f=%d&t=%d&st=7&sk=t&sd=a"} {
			s[fmt.Sprintf(program, thread%4+2, thread+10)] = sitePage{content: uint64(1000*i + thread + 5000), links: links[:1]}
		}
	}
	_, _, all := relationsOf(t, s)
	for _, name := range []string{"sk", "sd"} {
		if class := all[origin+"/viewtopic.php "+name]; class.Relation != classes.NoEffect {
			t.Errorf("%s: %s, %s", name, class.Relation, class.Words())
		}
	}
}

// An index of a folder with next to nothing in it is the same however it is
// sorted, as that of a full one beside it, though the links by which it is sorted are others then.
func TestToggles(t *testing.T) {
	s := site{"/": {content: 1}}
	for pool := range 12 {
		for i, folder := range []string{"", "bin/", "src/"} {
			at := "/pool/" + word(pool) + "/" + folder
			index := func(order string) sitePage {
				p := sitePage{content: uint64(10*pool + i + 100), links: []string{"/pool/"}}
				for file := range 1 + 4*i {
					p.links = append(p.links, at+word(file)+".html")
				}
				for _, by := range []string{"N", "M", "S", "D"} {
					next := "?C=" + by + ";O=A"
					if next == order {
						next = "?C=" + by + ";O=D"
					}
					p.links = append(p.links, at+next)
				}
				return p
			}
			s[at] = index("?C=N;O=A")
			for _, by := range []string{"N", "M", "S", "D"} {
				for _, order := range []string{"A", "D"} {
					s[at+"?C="+by+";O="+order] = index("?C=" + by + ";O=" + order)
				}
			}
		}
	}
	m, c, _ := relationsOf(t, s)
	for row, err := range m.Rows(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if is := c.Of(row).Kind == classes.Variant; is != strings.Contains(row.URL, "?") {
			t.Errorf("%s is a variant: %t", row.URL, is)
		}
	}
}
